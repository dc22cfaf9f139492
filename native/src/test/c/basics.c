/* Functions that the tests run as tasks. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "stint.h"

int64_t twice(void *argument) { return 2 * (int64_t)(intptr_t)argument; }

int64_t fails(void *argument) { return -(int64_t)(intptr_t)argument; }

int64_t yields(void *argument) {
    int64_t times = (int64_t)(intptr_t)argument;
    for (int64_t i = 0; i < times; i++) {
        int code = stint_yield();
        if (code < 0) {
            return code;
        }
    }
    return times;
}

struct talk {
    stint_channel *in;
    stint_channel *out;
    int64_t count;
};

/* Sends 1 to count and takes back each of them. */
int64_t asks(void *argument) {
    struct talk *talk = argument;
    int64_t sum = 0;
    for (int64_t i = 1; i <= talk->count; i++) {
        int code = stint_channel_send(talk->out, i, STINT_FOR_EVER);
        int64_t value = 0;
        if (code == STINT_OK) {
            code = stint_channel_receive(talk->in, &value, STINT_FOR_EVER);
        }
        if (code < 0) {
            return code;
        }
        sum += value;
    }
    stint_channel_close(talk->out);
    return sum;
}

int64_t answers(void *argument) {
    struct talk *talk = argument;
    int64_t value;
    int64_t count = 0;
    int code;
    while ((code = stint_channel_receive(talk->in, &value, STINT_FOR_EVER)) == STINT_OK) {
        code = stint_channel_send(talk->out, value * 10, STINT_FOR_EVER);
        if (code < 0) {
            return code;
        }
        count++;
    }
    return code == STINT_CLOSED ? count : code;
}

int64_t receives_for_ever(void *argument) {
    int64_t value;
    return stint_channel_receive(argument, &value, STINT_FOR_EVER);
}

/* Goes on asking whatever it is told. */
int64_t never_listens(void *argument) {
    int64_t *asked = argument;
    for (;;) {
        stint_yield();
        ++*asked;
    }
}

int64_t sleeps(void *argument) {
    int64_t before = stint_now();
    int code = stint_sleep((int64_t)(intptr_t)argument);
    return code < 0 ? code : stint_now() - before;
}

static volatile int64_t sink;

__attribute__((noinline)) int64_t recurses(void *argument) {
    volatile char frame[512];
    int64_t depth = (int64_t)(intptr_t)argument;
    memset((char *)frame, (int)depth, sizeof frame);
    if (depth == 0) {
        return frame[0];
    }
    int64_t below = recurses((void *)(intptr_t)(depth - 1));
    sink += frame[1];
    return below;
}

int64_t overflows_after_yield(void *argument) {
    (void)argument;
    stint_yield();
    return recurses((void *)(intptr_t)1000000);
}

int64_t left_ops(void *argument) {
    stint_budget left = STINT_BUDGET;
    int code = stint_budget_left(&left);
    (void)argument;
    return code < 0 ? code : (int64_t)left.ops;
}

int64_t counts(void *argument) {
    int64_t n = (int64_t)(intptr_t)argument;
    for (int64_t i = 0; i < n; i++) {
        int code = stint_checkpoint(1);
        if (code < 0) {
            return code;
        }
    }
    return n;
}

/* The address of errno may be kept over a call, so each look at it is in a function of its own. */
__attribute__((noipa)) static void set_errno(int value) { errno = value; }
__attribute__((noipa)) static int get_errno(void) { return errno; }

int64_t errno_keeps(void *argument) {
    set_errno((int)(intptr_t)argument);
    for (int i = 0; i < 100; i++) {
        stint_yield();
    }
    return get_errno();
}

/* A binary tree of tasks; returns how many leaves it has. */
int64_t tree(void *argument) {
    int64_t depth = (int64_t)(intptr_t)argument;
    if (depth == 0) {
        return 1;
    }
    stint_nursery *nursery = janus_nursery_create();
    stint_task *left = janus_nursery_spawn(nursery, tree, (void *)(intptr_t)(depth - 1));
    stint_task *right = janus_nursery_spawn(nursery, tree, (void *)(intptr_t)(depth - 1));
    int64_t a = 0;
    int64_t b = 0;
    int first = stint_task_await(left, &a);
    int second = stint_task_await(right, &b);
    int closed = stint_nursery_close(nursery);
    return first < 0 ? first : second < 0 ? second : closed < 0 ? closed : a + b;
}
