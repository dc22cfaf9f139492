/* A stack that is used up ends its fiber. Every other fault is for who had the signal before us. */
#define _GNU_SOURCE
#include "ground.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>

#define ALTERNATE (64 * 1024)
#define TRAP_FLAG 0x100
#define DIRECTION_FLAG 0x400
#define ALIGNMENT_FLAG 0x40000

static struct sigaction before_segv;
static struct sigaction before_bus;
static pthread_key_t at_exit;
static int installed;

static __thread int ready __attribute__((tls_model("initial-exec")));

/* One that somebody has sent has no address. */
static int is_overflow(const struct fiber *fiber, const siginfo_t *info) {
    const char *address = info->si_addr;
    return fiber != NULL && info->si_code > 0 && address >= fiber->low - GUARD && address < fiber->low;
}

static void pass_on(int number, siginfo_t *info, void *context) {
    const struct sigaction *before = number == SIGSEGV ? &before_segv : &before_bus;
    if (before->sa_flags & SA_SIGINFO) {
        before->sa_sigaction(number, info, context);
    } else if (before->sa_handler == SIG_DFL || before->sa_handler == SIG_IGN) {
        signal(number, SIG_DFL); /* the fault happens again, and ends the process as it should */
    } else {
        before->sa_handler(number);
    }
}

static void handle(int number, siginfo_t *info, void *context) {
    struct fiber *fiber = stint_current();
    if (!is_overflow(fiber, info)) {
        pass_on(number, info, context);
        return;
    }
    /* As if it had switched away; what stands on its stack is never gone on with. */
    fiber->request.kind = OVERFLOWN;
    ucontext_t *at = context;
#if defined(__x86_64__)
    at->uc_mcontext.gregs[REG_RSP] = (greg_t)(uintptr_t)fiber->caller_sp;
    at->uc_mcontext.gregs[REG_RIP] = (greg_t)(uintptr_t)stint_switch_land;
    /* No function may be called, or return, with these; but it was in the middle of something. */
    at->uc_mcontext.gregs[REG_EFL] &= ~(greg_t)(TRAP_FLAG | DIRECTION_FLAG | ALIGNMENT_FLAG);
    if (at->uc_mcontext.fpregs != NULL) {
        at->uc_mcontext.fpregs->ftw = 0; /* all registers of the x87 are empty */
    }
#elif defined(__aarch64__)
    at->uc_mcontext.sp = (uintptr_t)fiber->caller_sp;
    at->uc_mcontext.pc = (uintptr_t)stint_switch_land;
#endif
}

static void drop(void *stack) {
    stack_t none = {.ss_flags = SS_DISABLE};
    sigaltstack(&none, NULL);
    munmap(stack, ALTERNATE);
}

/*
 * Has the signals for which there is a handler, above all the JVM's, handled beside the stack: that of a fiber may have
 * no room for what the kernel puts there, which is some kilobytes, and the process would end.
 */
static void lift_all(void) {
    for (int number = 1; number < NSIG; number++) {
        struct sigaction old;
        if (sigaction(number, NULL, &old) == 0 && !(old.sa_flags & SA_ONSTACK)
            && ((old.sa_flags & SA_SIGINFO) || (old.sa_handler != SIG_DFL && old.sa_handler != SIG_IGN))) {
            old.sa_flags |= SA_ONSTACK;
            sigaction(number, &old, NULL);
        }
    }
}

int stint_signals_install(void) {
    if (installed) {
        return 0;
    }
    if (pthread_key_create(&at_exit, drop) != 0) {
        return -1;
    }
    struct sigaction ours = {.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};
    ours.sa_sigaction = handle;
    if (sigaction(SIGSEGV, NULL, &before_segv) != 0 || sigaction(SIGBUS, NULL, &before_bus) != 0) {
        return -1;
    }
    ours.sa_mask = before_segv.sa_mask;
    if (sigaction(SIGSEGV, &ours, NULL) != 0 || sigaction(SIGBUS, &ours, NULL) != 0) {
        return -1;
    }
    lift_all();
    installed = 1;
    return 0;
}

/* The calling thread will run fibers: it needs a stack for their faults. */
void stint_signals_thread(void) {
    if (ready) {
        return;
    }
    ready = 1;
    stack_t old;
    if (sigaltstack(NULL, &old) == 0 && !(old.ss_flags & SS_DISABLE)) {
        return; /* somebody has made one */
    }
    void *memory = mmap(NULL, ALTERNATE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        return;
    }
    stack_t mine = {.ss_sp = memory, .ss_size = ALTERNATE};
    if (sigaltstack(&mine, NULL) == 0) {
        pthread_setspecific(at_exit, memory);
    } else {
        munmap(memory, ALTERNATE);
    }
}
