/*
 * Plays the contract of the switch without a JVM: two threads of C are the carriers, and answer
 * nothing but yields. So it also runs where an emulator runs C and no JVM. Prints what is wrong.
 */
#include "ground.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define TASKS 40
#define STACK (1 << 15)
#define MANY 3000

extern struct fiber *stint_fiber_new(void *function, void *argument, int64_t size);
extern int64_t stint_fiber_resume(struct fiber *fiber);
extern void stint_fiber_free(struct fiber *fiber);
extern int stint_ground_install(void);
extern int64_t stint_stacks_made(void);

/* switches.c and basics.c */
extern int64_t keeps_registers(void *), is_aligned(void *), red_zone_holds(void *), keeps_its_stack(void *),
    jumps_over_a_switch(void *), unwinds_to_its_end(void *), errno_keeps(void *), yields(void *),
    recurses(void *), overflows_after_yield(void *);
#if defined(__x86_64__)
extern int64_t keeps_mxcsr(void *), keeps_x87(void *);
#else
extern int64_t keeps_fpcr(void *);
#endif

static volatile sig_atomic_t signals; /* that somebody else's handler has got */

static void on_signal(int number) {
    (void)number;
    signals++;
}

#if defined(__x86_64__)
/* Leave the processor as no function may, and use up the stack. */
static int64_t overflows_backwards(void *argument) {
    __asm__ volatile("std\n\t movb $0, -10000(%%rsp)" : : : "memory", "cc");
    return (int64_t)(intptr_t)argument;
}

static int64_t overflows_with_a_full_x87(void *argument) {
    __asm__ volatile("fld1\n\tfld1\n\tfld1\n\tfld1\n\tfld1\n\tfld1\n\tfld1\n\tfld1\n\t"
                     "movb $0, -10000(%%rsp)"
                     :
                     :
                     : "memory");
    return (int64_t)(intptr_t)argument;
}

/* Gets a signal where hardly any stack is left: too little for what the kernel puts there. */
static int64_t takes_a_signal(void *argument) {
    uintptr_t top = ((uintptr_t)__builtin_frame_address(0) + 4095) & ~(uintptr_t)4095;
    uintptr_t end = top - SMALLEST_STACK + 256;
    int64_t process = getpid();
    int64_t thread = syscall(SYS_gettid);
    int64_t code = SYS_tgkill;
    __asm__ volatile("movq %%rsp, %%rbx\n\t movq %1, %%rsp\n\t syscall\n\t movq %%rbx, %%rsp"
                     : "+a"(code)
                     : "r"(end), "D"(process), "S"(thread), "d"((int64_t)(intptr_t)argument)
                     : "rbx", "rcx", "r11", "memory", "cc");
    return code;
}

/* What a function finds that is called now: the direction flag, registers of the x87 in use. */
static int64_t is_dirty(void) {
    uint64_t flags;
    struct {
        uint32_t control, status, tags, rest[4];
    } x87;
    __asm__ volatile("pushfq\n\t popq %0\n\t cld" : "=r"(flags) : : "cc");
    __asm__ volatile("fnstenv %0" : "=m"(x87));
    int64_t dirty = ((flags & 0x400) != 0) + 2 * ((x87.tags & 0xffff) != 0xffff);
    x87.tags |= 0xffff;
    __asm__ volatile("fldenv %0" : : "m"(x87));
    return dirty;
}
#else
static int64_t is_dirty(void) { return 0; }
#endif

/* The fibers that wait for a carrier, in a ring. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct fiber *ready[MANY];
static int first, count, alive;                     /* guarded by the lock */
static int64_t results[MANY], kinds[MANY], ended;   /* guarded by the lock */
static int64_t dirty;                               /* guarded by the lock */

static void put(struct fiber *fiber) {
    pthread_mutex_lock(&lock);
    ready[(first + count++) % MANY] = fiber;
    pthread_mutex_unlock(&lock);
}

/* NULL with *over set if all have ended. */
static struct fiber *take(int *over) {
    struct fiber *fiber = NULL;
    pthread_mutex_lock(&lock);
    *over = alive == 0;
    if (count > 0) {
        fiber = ready[first];
        first = (first + 1) % MANY;
        count--;
    }
    pthread_mutex_unlock(&lock);
    return fiber;
}

static void *carry(void *unused) {
    int over = 0;
    while (!over) {
        struct fiber *fiber = take(&over);
        if (fiber == NULL) {
            continue;
        }
        int64_t kind = stint_fiber_resume(fiber);
        int64_t left_dirty = is_dirty();
        if (kind == YIELD) {
            fiber->request.result = 0;
            put(fiber);
            continue;
        }
        pthread_mutex_lock(&lock);
        dirty |= left_dirty;
        kinds[ended] = kind;
        results[ended++] = fiber->request.result;
        alive--;
        pthread_mutex_unlock(&lock);
        stint_fiber_free(fiber);
    }
    return unused;
}

/* A carrier that comes and goes. */
static void *uses_some(void *unused) {
    struct fiber *some[20];
    for (int i = 0; i < 20; i++) {
        some[i] = stint_fiber_new((void *)(uintptr_t)yields, NULL, SMALLEST_STACK);
    }
    for (int i = 0; i < 20; i++) {
        stint_fiber_free(some[i]);
    }
    return unused;
}

static int play(int64_t (*function)(void *), int tasks, int64_t stack, int64_t argument) {
    first = count = 0;
    ended = 0;
    dirty = 0;
    alive = tasks;
    for (int i = 0; i < tasks; i++) {
        void *it = (void *)(intptr_t)(argument < 0 ? i : argument);
        struct fiber *fiber = stint_fiber_new((void *)(uintptr_t)function, it, stack);
        if (fiber == NULL) {
            printf("there is no stack for task %d of %d\n", i, tasks);
            return 0;
        }
        put(fiber);
    }
    pthread_t other;
    if (pthread_create(&other, NULL, carry, NULL) != 0) {
        return 0;
    }
    carry(NULL);
    pthread_join(other, NULL);
    return 1;
}

/* All must end so, with a result within these bounds. */
static int check(const char *name, int64_t (*function)(void *), int64_t argument, int tasks, int64_t kind,
                 int64_t low, int64_t high) {
    int wrong = play(function, tasks, argument >= 0 ? SMALLEST_STACK : STACK, argument) ? 0 : 1;
    for (int i = 0; i < ended && !wrong; i++) {
        if (kinds[i] != kind || (kind == ENDED && (results[i] < low || results[i] > high))) {
            printf("%s: ended as %lld with %lld\n", name, (long long)kinds[i], (long long)results[i]);
            wrong = 1;
        }
    }
    if (dirty != 0) {
        printf("%s: the carrier goes on with flags (1) or x87 registers (2) of the task: %lld\n", name,
               (long long)dirty);
        wrong = 1;
    }
    printf("%s %s\n", wrong ? "WRONG" : "right", name);
    return wrong;
}

static int64_t own_number(void *argument) {
    return errno_keeps(argument) == (int64_t)(intptr_t)argument ? 0 : -1;
}

int main(void) {
    struct sigaction others = {.sa_flags = SA_RESTART}; /* as a JVM has its own */
    others.sa_handler = on_signal;
    if (sigaction(SIGTERM, &others, NULL) != 0 || sigaction(SIGHUP, &others, NULL) != 0) {
        return 2;
    }
    if (stint_ground_install() != 0) {
        return 2;
    }
    int wrong = 0;
    wrong += check("preserved registers", keeps_registers, -1, TASKS, ENDED, 0, 0);
#if defined(__x86_64__)
    wrong += check("vector control", keeps_mxcsr, -1, TASKS, ENDED, 0, 0);
    wrong += check("x87 control", keeps_x87, -1, TASKS, ENDED, 0, 0);
#else
    wrong += check("vector control", keeps_fpcr, -1, TASKS, ENDED, 0, 0);
#endif
    wrong += check("alignment", is_aligned, -1, TASKS, ENDED, 0, 0);
    wrong += check("red zone", red_zone_holds, -1, TASKS, ENDED, 0, 0);
    wrong += check("the stack", keeps_its_stack, -1, TASKS, ENDED, 0, 0);
    wrong += check("unwinding", unwinds_to_its_end, -1, TASKS, ENDED, 7, 12);
    wrong += check("jumps", jumps_over_a_switch, -1, TASKS, ENDED, 5, 5);
    wrong += check("errno", own_number, -1, TASKS, ENDED, 0, 0);
    wrong += check("many yields", yields, 1000, TASKS, ENDED, 1000, 1000);
    wrong += check("overflow", recurses, 1000000, TASKS, OVERFLOWN, 0, 0);
    wrong += check("overflow after a yield", overflows_after_yield, 0, TASKS, OVERFLOWN, 0, 0);
#if defined(__x86_64__)
    wrong += check("overflow backwards", overflows_backwards, 0, TASKS, OVERFLOWN, 0, 0);
    wrong += check("overflow with a full x87", overflows_with_a_full_x87, 0, TASKS, OVERFLOWN, 0, 0);
    wrong += check("a signal near the end of a stack", takes_a_signal, SIGTERM, TASKS, ENDED, 0, 0);
    wrong += check("another one", takes_a_signal, SIGHUP, TASKS, ENDED, 0, 0);
    if (signals != 2 * TASKS) {
        printf("%d signals\n", (int)signals);
        wrong++;
    }
#endif
    int64_t made = stint_stacks_made();
    for (int i = 0; i <= 100; i++) {
        pthread_t carrier;
        made = i == 1 ? stint_stacks_made() : made; /* the first may need more than there are */
        wrong += pthread_create(&carrier, NULL, uses_some, NULL) != 0 || pthread_join(carrier, NULL) != 0;
    }
    if (stint_stacks_made() != made) {
        printf("carriers that have ended keep %lld stacks\n", (long long)(stint_stacks_made() - made));
        wrong++;
    }
    wrong += check("many at a time", yields, 3, MANY, ENDED, 3, 3);
    made = stint_stacks_made();
    wrong += check("the same stacks again", yields, 3, MANY, ENDED, 3, 3);
    if (stint_stacks_made() != made) {
        printf("%lld stacks more\n", (long long)(stint_stacks_made() - made));
        wrong++;
    }
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
