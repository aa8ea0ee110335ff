// Signals to oneself: masks, handlers, alternate stacks, timers and waiting.
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>
static volatile sig_atomic_t got;
static sigjmp_buf back;
static void on(int s) { got = s; }
static void jump(int s) { siglongjmp(back, s); }
int main(void) {
    sigset_t set, old;
    static char stack[1 << 16];
    stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction act = {.sa_handler = on, .sa_flags = SA_ONSTACK | SA_RESTART};
    struct itimerval soon = {{0, 2000}, {0, 2000}}, before;
    struct timespec wait = {0, 1000000};
    sigaltstack(&alternate, NULL);
    sigaction(SIGUSR1, &act, NULL), sigaction(SIGALRM, &act, NULL);
    signal(SIGPIPE, SIG_IGN), signal(SIGUSR2, on);
    raise(SIGUSR1);
    if (got != SIGUSR1) return 1;
    setitimer(ITIMER_REAL, &soon, NULL);
    pause();
    getitimer(ITIMER_REAL, &before);
    sigemptyset(&set), sigaddset(&set, SIGALRM);
    sigprocmask(SIG_BLOCK, &set, &old);
    setitimer(ITIMER_REAL, &soon, NULL);
    sigsuspend(&old);
    int which;
    sigwait(&set, &which);
    sigtimedwait(&set, NULL, &wait), sigpending(&set);
    sigprocmask(SIG_SETMASK, &old, NULL);
    ualarm(0, 0), alarm(100), alarm(0);
    if (!sigsetjmp(back, 1)) {
        signal(SIGSEGV, jump);
        raise(SIGSEGV);
    }
    psignal(SIGUSR1, "psignal");
    puts(strsignal(got));
    return 0;
}
