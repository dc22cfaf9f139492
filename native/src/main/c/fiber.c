/* Fibers: C functions on stacks of their own. Java resumes one by one call. */
#include "ground.h"

#include <errno.h>
#include <string.h>

/* Blocks of metered code that the running fiber may do before it asks. Code that tool/as has
 * rewritten counts it down itself. */
EXPORT __thread int64_t stint_left __attribute__((tls_model("initial-exec"))) = INT64_MAX;

static __thread struct fiber *current __attribute__((tls_model("initial-exec")));

/*
 * A fiber may be resumed by another thread, so no address of a thread-local may live across a
 * switch. A compiler that sees inside keeps one. So this is a call it knows nothing of.
 */
__attribute__((noipa)) struct fiber *stint_current(void) { return current; }

/* On the new stack; returns never. */
static void run(struct fiber *fiber) {
    int64_t (*function)(void *) = (int64_t(*)(void *))(uintptr_t)fiber->function;
    int64_t result = function(fiber->argument);
    fiber->request.kind = ENDED;
    fiber->request.result = result;
    stint_switch(&fiber->sp, fiber->caller_sp);
    __builtin_trap();
}

/* A fiber that has not begun; NULL with errno if there is no stack for it. */
EXPORT struct fiber *stint_fiber_new(void *function, void *argument, int64_t size) {
    struct fiber *fiber = stint_stack_take(size);
    if (fiber == NULL) {
        return NULL;
    }
    fiber->function = function;
    fiber->argument = argument;
    fiber->left = 0;
    fiber->error_number = 0;
    uintptr_t top = (uintptr_t)fiber & ~(uintptr_t)15;
#if defined(__x86_64__)
    /* What stint_switch_land pops: mxcsr and the x87 word, r15 r14 r13 r12 rbx rbp, where to go. */
    uint64_t *sp = (uint64_t *)top - 10;
    memset(sp, 0, 80);
    uint32_t mxcsr = 0x1f80;
    uint16_t x87 = 0x37f;
    memcpy(sp, &mxcsr, sizeof mxcsr);
    memcpy((char *)sp + 4, &x87, sizeof x87);
    sp[3] = (uint64_t)(uintptr_t)run;   /* r13 */
    sp[4] = (uint64_t)(uintptr_t)fiber; /* r12 */
    sp[7] = (uint64_t)(uintptr_t)stint_enter;
#elif defined(__aarch64__)
    uint64_t *sp = (uint64_t *)top - 22;
    memset(sp, 0, 176);
    sp[0] = (uint64_t)(uintptr_t)fiber; /* x19 */
    sp[1] = (uint64_t)(uintptr_t)run;   /* x20 */
    sp[11] = (uint64_t)(uintptr_t)stint_enter; /* x30 */
#else
#error "no switch for this processor"
#endif
    fiber->sp = sp;
    return fiber;
}

/* Runs it until it asks for something, has ended or is out of stack; returns which. */
EXPORT int64_t stint_fiber_resume(struct fiber *fiber) {
    stint_signals_thread();
    current = fiber;
    stint_left = fiber->left;
    errno = fiber->error_number;
    stint_switch(&fiber->caller_sp, fiber->sp);
    fiber->error_number = errno;
    fiber->left = stint_left;
    stint_left = INT64_MAX;
    current = NULL;
    return fiber->request.kind;
}

/* Gives the stack back, whatever stands on it. */
EXPORT void stint_fiber_free(struct fiber *fiber) { stint_stack_give(fiber); }

/* How threads without a fiber ask; set by Java. */
static void (*outside)(struct request *request);

EXPORT void stint_outside_set(void (*ask)(struct request *)) {
    __atomic_store_n(&outside, ask, __ATOMIC_RELEASE);
}

int stint_has_outside(void) { return __atomic_load_n(&outside, __ATOMIC_ACQUIRE) != NULL; }

EXPORT int stint_ground_install(void) { return stint_signals_install(); }

/* So that a Java of another build is told apart. */
EXPORT int64_t stint_ground_version(void) { return REQUEST_KINDS * 1000 + (int64_t)sizeof(struct fiber); }

void stint_ask(struct request *request) {
    struct fiber *fiber = stint_current();
    if (fiber != NULL) {
        fiber->request = *request;
        stint_switch(&fiber->sp, fiber->caller_sp);
        *request = fiber->request;
        return;
    }
    void (*ask)(struct request *) = __atomic_load_n(&outside, __ATOMIC_ACQUIRE);
    if (ask == NULL) {
        request->result = -21; /* STINT_NO_RUNTIME */
        return;
    }
    ask(request);
}
