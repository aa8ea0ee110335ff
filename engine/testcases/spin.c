// spin [MS]: computes for ever, or for that much cpu time and leaves.
#include <stdlib.h>
#include <time.h>

int main(int argc, char** argv) {
  const long most = argc > 1 ? atol(argv[1]) : 0;
  volatile unsigned long n = 0;
  for (;;) {
    n = n + 1;
    if (most > 0 && n % 4096 == 0 && clock() / (CLOCKS_PER_SEC / 1000) >= most) {
      return 0;
    }
  }
}
