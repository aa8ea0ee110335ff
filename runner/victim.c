// What the tests of sbx-test run in their boxes: one behaviour a word.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void print_bytes(long mebibytes) {
  static char block[1 << 20];
  for (long i = 0; i < mebibytes; i++) {
    fwrite(block, 1, sizeof block, stdout);
  }
}

// Fails every other time: the file is the memory between two boxes.
static int flip(const char* path) {
  if (unlink(path) == 0) {
    return 0;
  }
  return open(path, O_CREAT | O_WRONLY, 0600) < 0 ? 2 : 1;
}

// A daemon as the book says: two forks and a session of its own; its parent ends at once.
static void daemonise(void) {
  if (fork() == 0) {
    setsid();
    if (fork() == 0) {
      sleep(30);
    }
    _exit(0);
  }
}

static void print_clock(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  printf("%ld\n", now.tv_nsec);
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  const char* with = argc > 2 ? argv[2] : "";
  if (strcmp(what, "exit") == 0) {
    return atoi(with);
  }
  if (strcmp(what, "print") == 0) {
    puts(with);
  } else if (strcmp(what, "bytes") == 0) {
    print_bytes(atol(with));
  } else if (strcmp(what, "sleep") == 0) {
    sleep((unsigned)atoi(with));
  } else if (strcmp(what, "flip") == 0) {
    return flip(with);
  } else if (strcmp(what, "daemon") == 0) {
    daemonise();
  } else if (strcmp(what, "clock") == 0) {
    print_clock();
  } else if (strcmp(what, "where") == 0) {
    char folder[4096];
    printf("%s in %s\n", argv[0], getcwd(folder, sizeof folder));
  } else if (strcmp(what, "cat") == 0) {
    for (int c = getchar(); c != EOF; c = getchar()) {
      putchar(c);
    }
  } else {
    return 99;
  }
  return 0;
}
