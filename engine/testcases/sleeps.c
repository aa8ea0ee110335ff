// sleeps MS: waits that long and leaves.
#include <stdlib.h>
#include <time.h>

int main(int argc, char** argv) {
  const long ms = argc > 1 ? atol(argv[1]) : 0;
  const struct timespec t = {ms / 1000, ms % 1000 * 1000000};
  return nanosleep(&t, 0) == 0 ? 0 : 1;
}
