// Enters the kernel by the vsyscall page, whose three entries are pseudo system calls with a path
// of their own to the filter: `time` is refused by name, the other two are calls the box allows.
// test-skip[!x86_64]: the vsyscall page is of x86_64
// test-revisions: time gettimeofday getcpu
// test-args[rev:time]: time
// test-args[rev:gettimeofday]: gettimeofday
// test-args[rev:getcpu]: getcpu
// expect-stdout[rev:time]:
// expect-refused[rev:time]: syscall 201 (time)
// expect-stdout[rev:gettimeofday]: gettimeofday: a time
// expect-report[rev:gettimeofday]: exit 0
// expect-stdout[rev:getcpu]: getcpu: a processor
// expect-report[rev:getcpu]: exit 0
#include <sys/time.h>

#include "attack.h"

int main(int argc, char** argv) {
  const char* entry = argc > 1 ? argv[1] : "time";
#ifdef __x86_64__
  if (is(entry, "time")) {
    long (*get)(long*) = (long (*)(long*))0xffffffffff600400UL;
    puts(get(NULL) > 0 ? "ESCAPED: time by the vsyscall page" : "no time");
    return 3;
  }
  if (is(entry, "gettimeofday")) {
    struct timeval now = {0, 0};
    long (*get)(struct timeval*, void*) = (long (*)(struct timeval*, void*))0xffffffffff600000UL;
    puts(get(&now, NULL) == 0 && now.tv_sec > 0 ? "gettimeofday: a time" : "gettimeofday: nothing");
    return 0;
  }
  unsigned processor = ~0u;
  long (*get)(unsigned*, unsigned*, void*) =
      (long (*)(unsigned*, unsigned*, void*))0xffffffffff600800UL;
  puts(get(&processor, NULL, NULL) == 0 && processor != ~0u ? "getcpu: a processor"
                                                            : "getcpu: nothing");
#endif
  return 0;
}
