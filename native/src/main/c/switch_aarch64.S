/*
 * The switch between two stacks, for AAPCS64. The contract is in docs/design/native.md.
 */
    .text

/* void stint_switch(void **save, void *to): see switch_x86_64.S. */
    .globl  stint_switch
    .hidden stint_switch
    .type   stint_switch, %function
    .p2align 4
stint_switch:
    .cfi_startproc
    sub     sp, sp, #176
    .cfi_def_cfa_offset 176
    stp     x19, x20, [sp, #0]
    stp     x21, x22, [sp, #16]
    stp     x23, x24, [sp, #32]
    stp     x25, x26, [sp, #48]
    stp     x27, x28, [sp, #64]
    stp     x29, x30, [sp, #80]
    .cfi_offset x29, -96
    .cfi_offset x30, -88
    stp     d8,  d9,  [sp, #96]
    stp     d10, d11, [sp, #112]
    stp     d12, d13, [sp, #128]
    stp     d14, d15, [sp, #144]
    mrs     x9, fpcr
    str     x9, [sp, #160]
    mov     x10, sp
    str     x10, [x0]
    mov     sp, x1
    .globl  stint_switch_land
    .hidden stint_switch_land
stint_switch_land:
    ldr     x9, [sp, #160]
    msr     fpcr, x9
    ldp     x19, x20, [sp, #0]
    ldp     x21, x22, [sp, #16]
    ldp     x23, x24, [sp, #32]
    ldp     x25, x26, [sp, #48]
    ldp     x27, x28, [sp, #64]
    ldp     x29, x30, [sp, #80]
    ldp     d8,  d9,  [sp, #96]
    ldp     d10, d11, [sp, #112]
    ldp     d12, d13, [sp, #128]
    ldp     d14, d15, [sp, #144]
    add     sp, sp, #176
    .cfi_def_cfa_offset 0
    ret
    .cfi_endproc
    .size   stint_switch, . - stint_switch

/* Where a new stack begins: x19 holds the argument, x20 the function, which does not return. */
    .globl  stint_enter
    .hidden stint_enter
    .type   stint_enter, %function
    .p2align 4
stint_enter:
    .cfi_startproc
    .cfi_undefined x30
    mov     x29, xzr
    mov     x0, x19
    blr     x20
    brk     #1
    .cfi_endproc
    .size   stint_enter, . - stint_enter

    .section .note.GNU-stack, "", %progbits
