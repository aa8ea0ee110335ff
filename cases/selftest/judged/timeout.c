// test-timeout: 2s
// expect-exit: 0
#include <unistd.h>
int main(void) { return (int)sleep(4); }
