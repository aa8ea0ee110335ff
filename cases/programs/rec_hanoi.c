// The towers of Hanoi with 16 discs.
// expect-stdout: 65535 moves, heights 0 0 16, largest at the bottom: 16
#include <stdio.h>

static int pegs[3][16], height[3], moves;

static void move(int discs, int from, int to, int by) {
  if (discs == 0) {
    return;
  }
  move(discs - 1, from, by, to);
  pegs[to][height[to]++] = pegs[from][--height[from]];
  moves++;
  move(discs - 1, by, to, from);
}

int main(void) {
  for (int i = 0; i < 16; i++) {
    pegs[0][i] = 16 - i;
  }
  height[0] = 16;
  move(16, 0, 2, 1);
  printf("%d moves, heights %d %d %d, largest at the bottom: %d\n", moves, height[0], height[1],
         height[2], pegs[2][0]);
  return 0;
}
