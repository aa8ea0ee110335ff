// flags: -pthread
// POSIX threads: every kind of lock, names, keys, cancellation, signals, attributes.
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t readers = PTHREAD_RWLOCK_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_barrier_t barrier;
static pthread_key_t key;
static sem_t semaphore;
static int turn;
static void on(int s) { (void)s; }
static void init(void) { pthread_key_create(&key, free); }
static void *work(void *arg) {
    pthread_once(&once, init);
    pthread_setspecific(key, malloc(10));
    void *big = malloc(1 << 22);
    memset(big, 1, 1 << 22);
    free(big);
    for (int i = 0; i < 1000; i++) free(malloc((size_t)i * 100));
    pthread_barrier_wait(&barrier);
    for (int i = 0; i < 100; i++) {
        pthread_mutex_lock(&mutex);
        turn++;
        pthread_cond_broadcast(&condition);
        pthread_mutex_unlock(&mutex);
        pthread_rwlock_rdlock(&readers), pthread_rwlock_unlock(&readers);
        sched_yield();
    }
    sem_post(&semaphore);
    return arg;
}
static void *forever(void *arg) {
    pthread_setname_np(pthread_self(), "forever");
    sigset_t set;
    sigemptyset(&set), sigaddset(&set, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    for (;;) pause();
    return arg;
}
static void *sleeper(void *arg) {
    usleep(2000);
    return arg;
}
int main(void) {
    pthread_t t[4], f, g;
    char name[16];
    pthread_setname_np(pthread_self(), "first");
    pthread_getname_np(pthread_self(), name, sizeof name);
    struct timespec until;
    pthread_attr_t attr;
    signal(SIGUSR1, on);
    sem_init(&semaphore, 0, 0);
    pthread_barrier_init(&barrier, NULL, 4);
    for (int i = 0; i < 4; i++)
        if (pthread_create(&t[i], NULL, work, NULL)) return 1;
    pthread_mutex_lock(&mutex);
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec++;
    while (turn < 400) pthread_cond_timedwait(&condition, &mutex, &until);
    pthread_mutex_unlock(&mutex);
    for (int i = 0; i < 4; i++) sem_wait(&semaphore);
    sem_timedwait(&semaphore, &until);
    for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
    pthread_attr_init(&attr), pthread_attr_setstacksize(&attr, 1 << 20);
    pthread_create(&f, &attr, forever, NULL);
    pthread_getname_np(f, name, sizeof name), pthread_setname_np(f, "other");
    pthread_kill(f, SIGUSR1);
    usleep(1000);
    pthread_cancel(f), pthread_join(f, NULL);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    pthread_create(&g, &attr, sleeper, NULL);
    pthread_getattr_np(pthread_self(), &attr);
    cpu_set_t set;
    pthread_getaffinity_np(pthread_self(), sizeof set, &set);
    clockid_t clock;
    pthread_getcpuclockid(pthread_self(), &clock), clock_gettime(clock, &until);
    pthread_mutexattr_t inherit;
    pthread_mutexattr_init(&inherit);
    pthread_mutexattr_setprotocol(&inherit, PTHREAD_PRIO_INHERIT);
    pthread_mutexattr_setrobust(&inherit, PTHREAD_MUTEX_ROBUST);
    pthread_exit(NULL);
}
