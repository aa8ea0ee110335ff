// calls.h - makes the system call whose number and arguments are the program's arguments; what is
// missing is MISSING. Nothing is called outside a box, where some would be carried out.
#pragma once
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "attack.h"

#ifndef MISSING
#define MISSING -1L
#endif

int main(int argc, char** argv) {
  if (argc < 2 || !in_a_box()) {
    puts("outside a box nothing is called");
    return 2;
  }
  long words[7];
  for (int i = 0; i < 7; i++) {
    words[i] = i + 1 < argc ? strtol(argv[i + 1], NULL, 0) : MISSING;
  }
  const long result = syscall(words[0], words[1], words[2], words[3], words[4], words[5], words[6]);
  printf("ESCAPED: call %ld came back with %ld, errno %d\n", words[0], result,
         result < 0 ? errno : 0);
  return 0;
}
