// Uses 7 of the stack's 8 MiB.
// expect-stdout: 1764 frames: all came back
#include <stdio.h>

static int down(int frames) {
  volatile char frame[4096];
  frame[0] = 1;
  frame[4095] = 2;
  if (frames == 0) {
    return 0;
  }
  return down(frames - 1) + frame[0];
}

int main(void) {
  int frames = 7 * 1024 * 1024 / (4096 + 64);
  printf("%d frames: %s\n", frames, down(frames) == frames ? "all came back" : "lost some");
  return 0;
}
