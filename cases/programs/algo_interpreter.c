// An interpreter of a small language runs a program that prints squares.
// expect-stdout: 0
// expect-stdout: 1
// expect-stdout: 4
// expect-stdout: 9
// expect-stdout: 16
// expect-stdout: 25
// expect-stdout: 36
// expect-stdout: 49
// expect-stdout: 64
// expect-stdout: 81
// expect-stdout: 100
// expect-stdout: 121
// expect-stdout: 144
// expect-stdout: 169
// expect-stdout: 196
// expect-stdout: 225
// expect-stdout: 256
// expect-stdout: 289
// expect-stdout: 324
// expect-stdout: 361
// expect-stdout: 400
// expect-stdout: 441
// expect-stdout: 484
// expect-stdout: 529
// expect-stdout: 576
// expect-stdout: 625
// expect-stdout: 676
// expect-stdout: 729
// expect-stdout: 784
// expect-stdout: 841
// expect-stdout: 900
// expect-stdout: 961
// expect-stdout: 1024
// expect-stdout: 1089
// expect-stdout: 1156
// expect-stdout: 1225
// expect-stdout: 1296
// expect-stdout: 1369
// expect-stdout: 1444
// expect-stdout: 1521
// expect-stdout: 1600
// expect-stdout: 1681
// expect-stdout: 1764
// expect-stdout: 1849
// expect-stdout: 1936
// expect-stdout: 2025
// expect-stdout: 2116
// expect-stdout: 2209
// expect-stdout: 2304
// expect-stdout: 2401
// expect-stdout: 2500
// expect-stdout: 2601
// expect-stdout: 2704
// expect-stdout: 2809
// expect-stdout: 2916
// expect-stdout: 3025
// expect-stdout: 3136
// expect-stdout: 3249
// expect-stdout: 3364
// expect-stdout: 3481
// expect-stdout: 3600
// expect-stdout: 3721
// expect-stdout: 3844
// expect-stdout: 3969
// expect-stdout: 4096
// expect-stdout: 4225
// expect-stdout: 4356
// expect-stdout: 4489
// expect-stdout: 4624
// expect-stdout: 4761
// expect-stdout: 4900
// expect-stdout: 5041
// expect-stdout: 5184
// expect-stdout: 5329
// expect-stdout: 5476
// expect-stdout: 5625
// expect-stdout: 5776
// expect-stdout: 5929
// expect-stdout: 6084
// expect-stdout: 6241
// expect-stdout: 6400
// expect-stdout: 6561
// expect-stdout: 6724
// expect-stdout: 6889
// expect-stdout: 7056
// expect-stdout: 7225
// expect-stdout: 7396
// expect-stdout: 7569
// expect-stdout: 7744
// expect-stdout: 7921
// expect-stdout: 8100
// expect-stdout: 8281
// expect-stdout: 8464
// expect-stdout: 8649
// expect-stdout: 8836
// expect-stdout: 9025
// expect-stdout: 9216
// expect-stdout: 9409
// expect-stdout: 9604
// expect-stdout: 9801
// expect-stdout: 10000
#include <stdio.h>

int main(void) {
  static const char code[] =
      "++++[>+++++<-]>[<+++++>-]+<+[>[>+>+<<-]++>>[<<+>>-]>>>[-]++>[-]+>>>+[[-]++++++>>>]<<<"
      "[[<++++++++<++>>-]+<.<[>----<-]<]<<[>>>>>[>>>[-]+++++++++<[>-<-]+++++++++>[-[<->-]+["
      "<<<]]<[>+<-]>]<<-]<<-]";
  static unsigned char cells[30000];
  int at = 0;
  for (int i = 0; code[i] != 0; i++) {
    int depth = 0;
    switch (code[i]) {
      case '>':
        at++;
        break;
      case '<':
        at--;
        break;
      case '+':
        cells[at]++;
        break;
      case '-':
        cells[at]--;
        break;
      case '.':
        putchar(cells[at]);
        break;
      case '[':
        if (cells[at] == 0) {
          do {
            depth += code[i] == '[' ? 1 : code[i] == ']' ? -1 : 0;
          } while (depth != 0 && i++ >= 0);
        }
        break;
      case ']':
        if (cells[at] != 0) {
          do {
            depth += code[i] == ']' ? 1 : code[i] == '[' ? -1 : 0;
          } while (depth != 0 && i-- >= 0);
        }
        break;
    }
  }
  return 0;
}
