// Ends by the signal its argument says.
#include <signal.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  raise(argc == 2 ? atoi(argv[1]) : SIGKILL);
  return 99;
}
