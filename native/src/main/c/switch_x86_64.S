/*
 * The switch between two stacks, for System V x86-64. The contract is in docs/design/native.md;
 * NativeSwitchTest has a test for each of its lines.
 */
    .text

/*
 * void stint_switch(void **save, void *to)
 *
 * Pushes what a callee must preserve, leaves the stack pointer in *save, and goes on with the stack
 * that an earlier switch has left at `to`. Nothing below the stack pointer is kept: a caller of a
 * function has no red zone.
 */
    .globl  stint_switch
    .hidden stint_switch
    .type   stint_switch, @function
    .p2align 4
stint_switch:
    .cfi_startproc
    pushq   %rbp
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset %rbp, 0
    pushq   %rbx
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset %rbx, 0
    pushq   %r12
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset %r12, 0
    pushq   %r13
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset %r13, 0
    pushq   %r14
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset %r14, 0
    pushq   %r15
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset %r15, 0
    subq    $8, %rsp
    .cfi_adjust_cfa_offset 8
    stmxcsr (%rsp)
    fnstcw  4(%rsp)
    movq    %rsp, (%rdi)
    movq    %rsi, %rsp
    /* Both stacks look the same from here on, so what was said above holds for the other one. */
    .globl  stint_switch_land
    .hidden stint_switch_land
stint_switch_land:
    ldmxcsr (%rsp)
    fldcw   4(%rsp)
    addq    $8, %rsp
    .cfi_adjust_cfa_offset -8
    popq    %r15
    .cfi_adjust_cfa_offset -8
    .cfi_restore %r15
    popq    %r14
    .cfi_adjust_cfa_offset -8
    .cfi_restore %r14
    popq    %r13
    .cfi_adjust_cfa_offset -8
    .cfi_restore %r13
    popq    %r12
    .cfi_adjust_cfa_offset -8
    .cfi_restore %r12
    popq    %rbx
    .cfi_adjust_cfa_offset -8
    .cfi_restore %rbx
    popq    %rbp
    .cfi_adjust_cfa_offset -8
    .cfi_restore %rbp
    /* A processor predicts that a ret goes to where the last call came from. This one never does. */
    popq    %rcx
    .cfi_adjust_cfa_offset -8
    .cfi_register %rip, %rcx
    jmpq    *%rcx
    .cfi_endproc
    .size   stint_switch, . - stint_switch

/*
 * Where a new stack begins: %r12 holds the argument, %r13 the function. It has no caller, and says
 * so to whoever unwinds. The function does not return.
 */
    .globl  stint_enter
    .hidden stint_enter
    .type   stint_enter, @function
    .p2align 4
stint_enter:
    .cfi_startproc
    .cfi_undefined %rip
    movq    %r12, %rdi
    callq   *%r13
    ud2
    .cfi_endproc
    .size   stint_enter, . - stint_enter

    .section .note.GNU-stack, "", @progbits
