// Ends with the code its argument says.
#include <stdlib.h>

int main(int argc, char** argv) {
  return argc == 2 ? atoi(argv[1]) : 99;
}
