// A fuzz target without libFuzzer: starts, says so, does what its first argument says, says
// goodbye. Its handler of SIGABRT stands for the one that writes the input.
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static void on_abort(int signal) {
  (void)signal;
  static const char text[] = "kept\n";
  if (write(1, text, sizeof text - 1) < 0) {
    _exit(1);
  }
  _exit(77);
}

static void* other_thread(void* path) {
  open(path, O_RDONLY);
  return 0;
}

static void large_maps(void) {
  while (mmap(0, 8 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) !=
         MAP_FAILED) {
  }
}

// Each too small to be asked; leaves as a program that ran out of memory does.
static void small_maps(void) {
  while (mmap(0, 64 << 10, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) !=
         MAP_FAILED) {
  }
  puts("bye");
  fflush(stdout);
  _exit(3);
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  setvbuf(stdout, 0, _IONBF, 0);
  signal(SIGABRT, strcmp(what, "deaf") == 0 ? SIG_IGN : on_abort);
  printf("start %d\n", socket(AF_UNIX, SOCK_STREAM, 0) < 0 ? errno : 0);
  // A sanitizer's shadow: much that may be written, before the cap is set.
  if (mmap(0, 64ul << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1,
           0) == MAP_FAILED) {
    return 4;
  }
  puts(
      "rea"
      "dy");
  if (strcmp(what, "open") == 0) {
    open("/etc/passwd", O_RDONLY);
  } else if (strcmp(what, "thread") == 0) {
    pthread_t thread;
    pthread_create(&thread, 0, other_thread, "/etc/shadow");
    pthread_join(thread, 0);
  } else if (strcmp(what, "fork") == 0) {
    syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
  } else if (strcmp(what, "leave") == 0) {
    _exit(3);
  } else if (strcmp(what, "kill") == 0) {
    kill(getpid(), SIGKILL);
  } else if (strcmp(what, "raise") == 0) {
    raise(SIGKILL);
  } else if (strcmp(what, "large") == 0) {
    large_maps();
  } else if (strcmp(what, "small") == 0) {
    small_maps();
  } else if (strcmp(what, "spin") == 0) {
    for (;;) {
    }
  } else if (strcmp(what, "sleep") == 0) {
    pause();
  } else if (strcmp(what, "full") == 0) {  // and then for ever
    while (mmap(0, 64 << 10, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) !=
           MAP_FAILED) {
    }
    for (;;) {
    }
  } else if (strcmp(what, "deaf") == 0) {
    open("/etc/shadow", O_RDONLY);
    for (;;) {
      pause();
    }
  } else if (strcmp(what, "print") == 0) {
    for (;;) {
      puts("much to say");
    }
  } else if (strcmp(what, "handled") == 0) {
    abort();
  }
  puts("bye");
  return 0;
}
