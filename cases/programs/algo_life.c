// A glider of Conway's game of life after 40 steps on a torus.
// expect-stdout: ..........OOO.......
// expect-stdout: ....................
// expect-stdout: ....................
// expect-stdout: ....................
// expect-stdout: ....................
// expect-stdout: ....................
// expect-stdout: ....................
// expect-stdout: ....................
// expect-stdout: ....................
// expect-stdout: ....................
// expect-stdout: ...........O........
// expect-stdout: ............O.......
#include <stdio.h>
#include <string.h>

enum { kRows = 12, kColumns = 20 };

int main(void) {
  static char now[kRows][kColumns], next[kRows][kColumns];
  now[0][1] = now[1][2] = now[2][0] = now[2][1] = now[2][2] = 1;
  for (int step = 0; step < 40; step++) {
    for (int r = 0; r < kRows; r++) {
      for (int c = 0; c < kColumns; c++) {
        int around = -now[r][c];
        for (int i = -1; i <= 1; i++) {
          for (int j = -1; j <= 1; j++) {
            around += now[(r + i + kRows) % kRows][(c + j + kColumns) % kColumns];
          }
        }
        next[r][c] = around == 3 || (around == 2 && now[r][c]);
      }
    }
    memcpy(now, next, sizeof now);
  }
  for (int r = 0; r < kRows; r++) {
    for (int c = 0; c < kColumns; c++) {
      putchar(now[r][c] ? 'O' : '.');
    }
    putchar('\n');
  }
  return 0;
}
