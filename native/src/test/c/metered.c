/* Compiled with -fsanitize-coverage=trace-pc: every basic block pays. */
#include "stint.h"

static int64_t fib(int64_t n);

/* So that no compiler puts calls into one another. */
static int64_t (*volatile self)(int64_t) = fib;

static int64_t fib(int64_t n) { return n < 2 ? n : self(n - 1) + self(n - 2); }

int64_t fibonacci(void *argument) { return fib((int64_t)(intptr_t)argument); }

int64_t endless(void *argument) {
    volatile int64_t *count = argument;
    for (;;) {
        ++*count;
    }
}

/* Goes on when a call has told it to end. */
int64_t endless_after_being_told(void *argument) {
    volatile int64_t *count = argument;
    while (stint_yield() == STINT_OK) {
    }
    for (;;) {
        ++*count;
    }
}

int64_t blocks_and_calls(void *argument) {
    int64_t n = (int64_t)(intptr_t)argument;
    stint_channel *channel = stint_channel_open(1);
    int64_t sum = 0;
    for (int64_t i = 0; i < n; i++) {
        int64_t value = 0;
        if (stint_channel_send(channel, fib(i % 10), STINT_FOR_EVER) < 0
            || stint_channel_receive(channel, &value, STINT_FOR_EVER) < 0) {
            return -1;
        }
        sum += value;
    }
    stint_channel_release(channel);
    return sum;
}
