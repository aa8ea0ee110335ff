// Processes: every way to make one, to wait for it and to talk with it.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
extern char **environ;
static volatile sig_atomic_t ended;
static void on(int s) { ended = s; }
int main(void) {
    int status, p[2];
    char text[64];
    struct rusage used;
    siginfo_t info;
    pid_t child;
    int *together = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    signal(SIGCHLD, on);
    if (pipe(p)) return 1;
    if ((child = fork()) == 0) {
        *together = 1;
        dup2(p[1], 1);
        close(p[0]), close(p[1]);
        execl("/bin/sh", "sh", "-c", "echo child; exit 3", NULL);
        _exit(127);
    }
    close(p[1]);
    while (read(p[0], text, sizeof text) > 0) {
    }
    waitpid(child, &status, 0);
    if ((child = fork()) == 0) {
        setpgid(0, 0);
        for (;;) pause();
    }
    setpgid(child, child);
    kill(child, SIGSTOP), waitpid(child, &status, WUNTRACED);
    kill(child, SIGCONT), kill(-child, SIGTERM);
    wait4(child, &status, 0, &used);
    if ((child = fork()) == 0) {
        setsid();
        exit(0);
    }
    waitid(P_PID, (id_t)child, &info, WEXITED);
    if ((child = vfork()) == 0) _exit(0);
    wait(&status);
    char *argv[] = {"true", NULL};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addclose(&actions, 9);
    posix_spawn_file_actions_adddup2(&actions, 2, 1);
    if (posix_spawnp(&child, "true", &actions, NULL, argv, environ) == 0) waitpid(child, &status, 0);
    FILE *f = popen("echo popen", "r");
    if (f) {
        while (fgets(text, sizeof text, f)) {
        }
        pclose(f);
    }
    f = popen("cat >/dev/null", "w");
    if (f) pclose(f);
    if (system("exit 4") < 0 || system(NULL) == 0) return 2;
    sigqueue(getpid(), SIGCHLD, (union sigval){.sival_int = 1});
    kill(getpid(), 0), killpg(0, 0);
    daemon(1, 0);
    return 0;
}
