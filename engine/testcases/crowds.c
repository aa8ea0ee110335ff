// Makes as many processes as its argument says, that wait till all are made; says how many there are.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char** argv) {
  int ends[2], made = 0, error = 0;
  if (argc != 2 || pipe(ends) != 0) {
    return 1;
  }
  while (made < atoi(argv[1]) && error == 0) {
    pid_t pid = fork();
    if (pid == 0) {
      char byte;
      close(ends[1]);
      _exit(read(ends[0], &byte, 1) != 0);
    }
    made += pid > 0;
    error = pid < 0 ? errno : 0;
  }
  printf("%d made, error %d\n", made, error);
  return 0;
}
