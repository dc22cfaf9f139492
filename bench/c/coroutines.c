/*
 * Peers in C: coroutines without a scheduler, of the Portable Coroutine Library, or with -DBOOST the bare
 * contexts of Boost.Context, which are a stack pointer and a jump.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define STACK (8 * 1024)

static int64_t left;
static int64_t ran;

#ifdef BOOST

typedef struct transfer {
    void *from;
    void *data;
} transfer;

extern transfer jump_fcontext(void *to, void *data);
extern void *make_fcontext(void *top, size_t size, void (*function)(transfer));

static char stack[STACK] __attribute__((aligned(16)));

static void gives_way(transfer caller) {
    while (left-- > 0) {
        caller = jump_fcontext(caller.from, NULL);
    }
    jump_fcontext(caller.from, NULL);
}

static void empty(transfer caller) {
    ran++;
    jump_fcontext(caller.from, NULL);
}

static void switch_often(int64_t times) {
    void *one = make_fcontext(stack + STACK, STACK, gives_way);
    for (int64_t i = 0; i < times; i++) {
        one = jump_fcontext(one, NULL).from;
    }
}

static void spawn_one(void) { jump_fcontext(make_fcontext(stack + STACK, STACK, empty), NULL); }

static int begin(void) { return 0; }

#else

#include <pcl.h>

static void gives_way(void *argument) {
    (void)argument;
    while (left-- > 0) {
        co_resume();
    }
}

static void empty(void *argument) {
    (void)argument;
    ran++;
}

static void switch_often(int64_t times) {
    coroutine_t one = co_create(gives_way, NULL, NULL, STACK);
    for (int64_t i = 0; i < times; i++) {
        co_call(one);
    }
    co_call(one); /* it ends, and is freed */
}

static void spawn_one(void) { co_call(co_create(empty, NULL, NULL, STACK)); }

static int begin(void) { return co_thread_init(); }

#endif

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* Nanoseconds for a resume and a switch back. */
static double switches(int64_t times) {
    left = times;
    double start = now();
    switch_often(times);
    return (now() - start) / (double)times;
}

/* Nanoseconds to make, run and free one. */
static double spawns(int64_t times) {
    ran = 0;
    double start = now();
    for (int64_t i = 0; i < times; i++) {
        spawn_one();
    }
    if (ran != times) {
        exit(1);
    }
    return (now() - start) / (double)times;
}

/* Prints both for each iteration. */
int main(int argc, char **argv) {
    if (argc != 4 || begin() != 0) {
        return 1;
    }
    int warmUps = atoi(argv[1]);
    int iterations = atoi(argv[2]);
    int64_t size = atoll(argv[3]);
    for (int i = 0; i < warmUps + iterations; i++) {
        double one = switches(size);
        double other = spawns(size);
        if (i >= warmUps) {
            printf("%f %f\n", one, other);
        }
    }
    return 0;
}
