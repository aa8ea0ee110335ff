// A failed assertion: the message, then SIGABRT.
#undef NDEBUG
#include <assert.h>
int main(int argc, char **argv) {
    (void)argv;
    assert(argc == 0);
    return 0;
}
