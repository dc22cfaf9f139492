/* Compiled twice: as it is, and with a call at each basic block. */
#include <stdint.h>
#include <string.h>

static int64_t fib(int64_t n);

/* So that no compiler puts calls into one another. */
static int64_t (*volatile self)(int64_t) = fib;

static int64_t fib(int64_t n) { return n < 2 ? n : self(n - 1) + self(n - 2); }

int64_t run_fib(void *n) { return fib((int64_t)(intptr_t)n); }

/* The number of primes below n, which is at most 2^20. */
int64_t run_sieve(void *argument) {
    static uint8_t isComposite[1 << 20];
    int64_t n = (int64_t)(intptr_t)argument;
    int64_t primes = 0;
    memset(isComposite, 0, (size_t)n);
    for (int64_t i = 2; i < n; i++) {
        if (isComposite[i]) {
            continue;
        }
        primes++;
        for (int64_t j = i * i; j < n; j += i) {
            isComposite[j] = 1;
        }
    }
    return primes;
}

/* The most steps that a number below n takes to 1. */
int64_t run_collatz(void *argument) {
    int64_t n = (int64_t)(intptr_t)argument;
    int64_t most = 0;
    for (int64_t i = 1; i < n; i++) {
        int64_t steps = 0;
        for (int64_t x = i; x != 1; steps++) {
            x = x % 2 == 0 ? x / 2 : 3 * x + 1;
        }
        if (steps > most) {
            most = steps;
        }
    }
    return most;
}
