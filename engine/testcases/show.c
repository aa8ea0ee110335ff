// Prints its arguments, its environment and its folder to stdout, one line to stderr.
#include <stdio.h>
#include <unistd.h>

int main(int argc, char** argv, char** envp) {
  char folder[4096];
  for (int i = 0; i < argc; i++) {
    printf("arg %s\n", argv[i]);
  }
  for (char** e = envp; *e; e++) {
    printf("env %s\n", *e);
  }
  printf("cwd %s\n", getcwd(folder, sizeof folder) ? folder : "?");
  fputs("to stderr\n", stderr);
  return 0;
}
