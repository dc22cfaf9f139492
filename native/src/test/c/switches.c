/* One function for each line of the contract of the switch, docs/design/native.md. */
#define _GNU_SOURCE
#include <execinfo.h>
#include <fenv.h>
#include <setjmp.h>
#include <string.h>

#include "stint.h"

#if defined(__x86_64__)
#include <xmmintrin.h>

/* Fills the registers that a callee preserves, yields, and counts those that have changed. */
int64_t keeps_registers(void *argument) {
    uint64_t mark = 0x1122334455667700u + (uint64_t)(uintptr_t)argument * 16;
    uint64_t changed;
    __asm__ volatile(
        "pushq %%rbp\n\t"
        "movq %1, %%rax\n\t"
        "leaq 1(%%rax), %%rbx\n\t"
        "leaq 2(%%rax), %%r12\n\t"
        "leaq 3(%%rax), %%r13\n\t"
        "leaq 4(%%rax), %%r14\n\t"
        "leaq 5(%%rax), %%r15\n\t"
        "leaq 6(%%rax), %%rbp\n\t"
        "pushq %%rax\n\t"
        "movq %%rsp, %%rcx\n\t" /* the stack as it was, for a call that is aligned */
        "andq $-16, %%rsp\n\t"
        "subq $16, %%rsp\n\t"
        "movq %%rcx, (%%rsp)\n\t"
        "call stint_yield@PLT\n\t"
        "movq (%%rsp), %%rcx\n\t"
        "movq %%rcx, %%rsp\n\t"
        "popq %%rax\n\t"
        "xorl %%edx, %%edx\n\t"
        "leaq 1(%%rax), %%rcx\n\t cmpq %%rcx, %%rbx\n\t setne %%cl\n\t movzbl %%cl, %%ecx\n\t addq %%rcx, %%rdx\n\t"
        "leaq 2(%%rax), %%rcx\n\t cmpq %%rcx, %%r12\n\t setne %%cl\n\t movzbl %%cl, %%ecx\n\t addq %%rcx, %%rdx\n\t"
        "leaq 3(%%rax), %%rcx\n\t cmpq %%rcx, %%r13\n\t setne %%cl\n\t movzbl %%cl, %%ecx\n\t addq %%rcx, %%rdx\n\t"
        "leaq 4(%%rax), %%rcx\n\t cmpq %%rcx, %%r14\n\t setne %%cl\n\t movzbl %%cl, %%ecx\n\t addq %%rcx, %%rdx\n\t"
        "leaq 5(%%rax), %%rcx\n\t cmpq %%rcx, %%r15\n\t setne %%cl\n\t movzbl %%cl, %%ecx\n\t addq %%rcx, %%rdx\n\t"
        "leaq 6(%%rax), %%rcx\n\t cmpq %%rcx, %%rbp\n\t setne %%cl\n\t movzbl %%cl, %%ecx\n\t addq %%rcx, %%rdx\n\t"
        "popq %%rbp\n\t"
        "movq %%rdx, %0\n\t"
        : "=&d"(changed)
        : "a"(mark)
        : "rbx", "rcx", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "xmm0",
          "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11",
          "xmm12", "xmm13", "xmm14", "xmm15", "memory", "cc");
    return (int64_t)changed;
}

/* Changes how the vector unit rounds; it is still so after the switch, and only here. */
int64_t keeps_mxcsr(void *argument) {
    unsigned before = _mm_getcsr();
    if (before != 0x1f80) {
        return -100; /* a task begins with what the calling convention says */
    }
    unsigned mine = before ^ (((unsigned)(uintptr_t)argument & 3) << 13);
    _mm_setcsr(mine);
    for (int i = 0; i < 50; i++) {
        stint_yield();
        if ((_mm_getcsr() & 0x6000) != (mine & 0x6000)) {
            return -1;
        }
    }
    return 0;
}

/* The same for the x87 control word. */
int64_t keeps_x87(void *argument) {
    uint16_t before;
    __asm__ volatile("fnstcw %0" : "=m"(before));
    if (before != 0x37f) {
        return -100;
    }
    uint16_t mine = (uint16_t)(before ^ (((uintptr_t)argument & 3) << 10));
    __asm__ volatile("fldcw %0" : : "m"(mine));
    for (int i = 0; i < 50; i++) {
        uint16_t now;
        stint_yield();
        __asm__ volatile("fnstcw %0" : "=m"(now));
        if (now != mine) {
            return -1;
        }
    }
    return 0;
}
#elif defined(__aarch64__)

/* Fills the registers that a callee preserves, yields, and counts those that have changed. */
int64_t keeps_registers(void *argument) {
    register uint64_t mark __asm__("x0") = 0x1122334455667700u + (uint64_t)(uintptr_t)argument * 16;
    __asm__ volatile(
        "str x0, [sp, #-16]!\n\t"
        ".irp n, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28\n\t"
        "add x\\n, x0, #\\n\n\t"
        ".endr\n\t"
        ".irp n, 8, 9, 10, 11, 12, 13, 14, 15\n\t"
        "add x9, x0, #\\n\n\t"
        "fmov d\\n, x9\n\t"
        ".endr\n\t"
        "bl stint_yield\n\t"
        "ldr x9, [sp], #16\n\t"
        "mov x0, #0\n\t"
        ".irp n, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28\n\t"
        "add x10, x9, #\\n\n\t"
        "cmp x10, x\\n\n\t"
        "cinc x0, x0, ne\n\t"
        ".endr\n\t"
        ".irp n, 8, 9, 10, 11, 12, 13, 14, 15\n\t"
        "add x10, x9, #\\n\n\t"
        "fmov x11, d\\n\n\t"
        "cmp x10, x11\n\t"
        "cinc x0, x0, ne\n\t"
        ".endr\n\t"
        : "+r"(mark)
        :
        : "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14",
          "x15", "x16", "x17", "x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28",
          "x30", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12",
          "v13", "v14", "v15", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25",
          "v26", "v27", "v28", "v29", "v30", "v31", "memory", "cc");
    return (int64_t)mark;
}

/* Changes how floating point rounds; it is still so after the switch, and only here. */
int64_t keeps_fpcr(void *argument) {
    uint64_t before;
    __asm__ volatile("mrs %0, fpcr" : "=r"(before));
    if (before != 0) {
        return -100; /* a task begins with what the calling convention says */
    }
    uint64_t mine = ((uint64_t)(uintptr_t)argument & 3) << 22;
    __asm__ volatile("msr fpcr, %0" : : "r"(mine));
    for (int i = 0; i < 50; i++) {
        uint64_t now;
        stint_yield();
        __asm__ volatile("mrs %0, fpcr" : "=r"(now));
        if (now != mine) {
            return -1;
        }
    }
    return 0;
}
#endif

/* What is left of the address of a variable that must be aligned to 16 bytes. */
__attribute__((noinline)) static int64_t misaligned(void) {
    __attribute__((aligned(16))) volatile char aligned[16];
    aligned[0] = 1;
#if defined(__x86_64__)
    /* A frame that trusts its caller: 16 bytes below the return address are aligned. */
    uintptr_t frame = (uintptr_t)__builtin_frame_address(0);
    return (int64_t)((frame & 15) + ((uintptr_t)aligned & 15));
#else
    return (int64_t)((uintptr_t)aligned & 15);
#endif
}

int64_t is_aligned(void *argument) {
    (void)argument;
    int64_t wrong = misaligned();
    stint_yield();
    return wrong + misaligned();
}

/* A leaf function keeps values below the stack pointer; a switch is a call, and has none there. */
__attribute__((noinline)) static int64_t leaf(int64_t a, int64_t b) {
    volatile int64_t below[12];
    for (int i = 0; i < 12; i++) {
        below[i] = a * i + b;
    }
    int64_t sum = 0;
    for (int i = 0; i < 12; i++) {
        sum += below[i];
    }
    return sum;
}

int64_t red_zone_holds(void *argument) {
    int64_t a = (int64_t)(intptr_t)argument;
    for (int i = 0; i < 100; i++) {
        if (leaf(a, i) != 66 * a + 12 * i) {
            return -1;
        }
        stint_yield();
    }
    return 0;
}

/* How many frames an unwinder finds: it comes to the end, and does not run over it. */
__attribute__((noinline)) static int64_t depth(int more) {
    if (more > 0) {
        int64_t below = depth(more - 1);
        __asm__ volatile("" : : : "memory");
        return below;
    }
    void *frames[64];
    return backtrace(frames, 64);
}

int64_t unwinds_to_its_end(void *argument) {
    (void)argument;
    int64_t before = depth(5);
    stint_yield();
    int64_t after = depth(5);
    return before == after ? before : -1;
}

/* What lies on the stack is there after the switch. */
int64_t keeps_its_stack(void *argument) {
    unsigned char block[2048];
    memset(block, (int)(intptr_t)argument, sizeof block);
    for (int i = 0; i < 50; i++) {
        __asm__ volatile("" : : "r"(block) : "memory");
        stint_yield();
    }
    for (size_t i = 0; i < sizeof block; i++) {
        if (block[i] != (unsigned char)(uintptr_t)argument) {
            return -1;
        }
    }
    return 0;
}

/* A jump within the stack of one task, over a switch. */
int64_t jumps_over_a_switch(void *argument) {
    jmp_buf back;
    (void)argument;
    int times = setjmp(back);
    if (times < 5) {
        stint_yield();
        longjmp(back, times + 1);
    }
    return times;
}
