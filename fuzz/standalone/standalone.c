/* fuzz/standalone/standalone.c - a main for a fuzz target that is only to be run again: it starts
 * in 3 ms, libFuzzer's in 18.
 *
 *   clang -c standalone.c && clang++ -g -fsanitize=address target.cc lib.a standalone.o -o
 * replay/target sbx-test --prebuilt replay cases/found
 *
 * Says and leaves as libFuzzer does, so that a bug has the same key: the arguments that are no
 * flags are inputs, -timeout=N is kept, other flags are ignored. REQUIRES: glibc. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <execinfo.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
__attribute__((weak)) int LLVMFuzzerInitialize(int* argc, char*** argv);
__attribute__((weak)) void __sanitizer_set_death_callback(void (*callback)(void));
__attribute__((weak)) int __lsan_do_recoverable_leak_check(void);

enum { kCrash = 77, kTimeout = 70, kMostFrames = 256 };
static volatile sig_atomic_t running;
static unsigned units, seconds;

static void statistics(void) {
  dprintf(2, "stat::number_of_executed_units: %u\n", units);
}

/* Named so that it is left out of every stack, as the sanitizers' own functions are. */
static void __sanitizer_standalone_stack(void) {
  void* frames[kMostFrames];
  const int count = backtrace(frames, kMostFrames);
  for (int i = 0; i < count; ++i) {
    Dl_info where;
    const uintptr_t pc = (uintptr_t)frames[i] - (i > 0); /* of the call, not behind it */
    if (dladdr((void*)pc, &where) != 0 && where.dli_fname != NULL) {
      dprintf(2, "    #%d %#lx  (%s+%#lx)\n", i, (unsigned long)pc, where.dli_fname,
              (unsigned long)(pc - (uintptr_t)where.dli_fbase));
    }
  }
}

static void __sanitizer_standalone_signal(int signal) {
  if (signal == SIGALRM) {
    dprintf(2, "==%d== ERROR: libFuzzer: timeout after %u seconds\n", (int)getpid(), seconds);
  } else {
    dprintf(2, "==%d== ERROR: libFuzzer: deadly signal\n", (int)getpid());
  }
  __sanitizer_standalone_stack();
  statistics();
  _exit(signal == SIGALRM ? kTimeout : kCrash);
}

static void __sanitizer_standalone_exit(void) {
  if (running) {
    dprintf(2, "==%d== ERROR: libFuzzer: fuzz target exited\n", (int)getpid());
    __sanitizer_standalone_stack();
    statistics();
    _exit(kCrash);
  }
}

/* Only what nobody has taken: a sanitizer says more of its own signals. */
static void take(int signal) {
  struct sigaction now, mine;
  memset(&mine, 0, sizeof mine);
  mine.sa_handler = __sanitizer_standalone_signal;
  mine.sa_flags = SA_ONSTACK;
  if (sigaction(signal, NULL, &now) == 0 && now.sa_handler == SIG_DFL) {
    sigaction(signal, &mine, NULL);
  }
}

static void handle_signals(void) {
  static char room[1 << 16]; /* a stack overflow leaves no other */
  stack_t now, mine;
  memset(&mine, 0, sizeof mine);
  mine.ss_sp = room;
  mine.ss_size = sizeof room;
  if (sigaltstack(NULL, &now) == 0 && (now.ss_flags & SS_DISABLE) != 0) {
    sigaltstack(&mine, NULL);
  }
  const int deadly[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGALRM};
  for (size_t i = 0; i < sizeof deadly / sizeof *deadly; ++i) {
    take(deadly[i]);
  }
}

static int run(const char* path) {
  FILE* file = fopen(path, "rb");
  if (file == NULL || fseek(file, 0, SEEK_END) != 0) {
    fprintf(stderr, "ERROR: failed to read %s\n", path);
    return 1;
  }
  const long size = ftell(file);
  rewind(file);
  /* Exactly as large: a read behind the end is seen. */
  uint8_t* data = malloc(size > 0 ? (size_t)size : 1);
  const size_t read = data != NULL ? fread(data, 1, (size_t)size, file) : 0;
  fclose(file);
  fprintf(stderr, "Running: %s\n", path);
  alarm(seconds);
  running = 1;
  ++units;
  LLVMFuzzerTestOneInput(data, read);
  running = 0;
  alarm(0);
  free(data);
  return 0;
}

int main(int argc, char** argv) {
  void* warm[1];
  backtrace(warm, 1); /* loads what it needs while everything is well */
  if (LLVMFuzzerInitialize != NULL) {
    LLVMFuzzerInitialize(&argc, &argv);
  }
  if (__sanitizer_set_death_callback != NULL) {
    __sanitizer_set_death_callback(statistics);
  }
  handle_signals();
  atexit(__sanitizer_standalone_exit);
  int code = 0;
  for (int i = 1; i < argc; ++i) {
    if (strncmp(argv[i], "-timeout=", 9) == 0) {
      seconds = (unsigned)atoi(argv[i] + 9);
    }
  }
  for (int i = 1; i < argc && code == 0; ++i) {
    if (argv[i][0] != '-') {
      code = run(argv[i]);
    }
  }
  if (code == 0 && __lsan_do_recoverable_leak_check != NULL &&
      __lsan_do_recoverable_leak_check() != 0) {
    code = kCrash;
  }
  statistics();
  fflush(NULL);
  _exit(code);
}
