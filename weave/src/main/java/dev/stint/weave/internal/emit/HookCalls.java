package dev.stint.weave.internal.emit;

import dev.stint.weave.internal.classes.ObjectSizes;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Instruction;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;

/** Writes the calls of the hooks: all that is added to woven code. */
public final class HookCalls {
    /** Those of code that is metered. */
    public static final HookCalls OF_CODE = new HookCalls("dev.stint.hooks.Hook");

    /**
     * Those of the JDK, if that is woven, too. Its handlers do not ask whether they may be entered.
     */
    public static final HookCalls OF_JDK = new HookCalls("dev.stint.hooks.JdkHook");

    private static final ClassDesc INT = ConstantDescs.CD_int;
    private static final ClassDesc LONG = ConstantDescs.CD_long;
    private static final ClassDesc VOID = ConstantDescs.CD_void;

    private static final MethodTypeDesc NOTHING = MethodTypeDesc.of(VOID);
    private static final MethodTypeDesc ONE = MethodTypeDesc.of(VOID, INT);
    private static final MethodTypeDesc TWO = MethodTypeDesc.of(VOID, INT, INT);
    private static final MethodTypeDesc LENGTH = MethodTypeDesc.of(INT, INT);
    private static final MethodTypeDesc LAP = MethodTypeDesc.of(INT, INT, INT);
    private static final MethodTypeDesc LENGTHS = MethodTypeDesc.of(VOID, INT.arrayType(), INT);
    private static final MethodTypeDesc PAY = MethodTypeDesc.of(VOID, LONG, LONG, LONG);

    /** Of an object: the stack map of a handler may say no more of it. */
    private static final MethodTypeDesc CAUGHT = MethodTypeDesc.of(VOID, ConstantDescs.CD_Object);

    /** Up to this many operations have a method of their own. */
    private static final int SMALL = 4;

    private final ClassDesc hook;

    private HookCalls(String hook) {
        this.hook = ClassDesc.of(hook);
    }

    public void ops(CodeBuilder code, int ops) {
        if (ops <= SMALL) {
            code.invokestatic(hook, "ops" + ops, NOTHING);
        } else {
            code.loadConstant(ops).invokestatic(hook, "ops", ONE);
        }
    }

    /** Charges operations without a check. */
    void count(CodeBuilder code, int ops) {
        if (ops <= SMALL) {
            code.invokestatic(hook, "count" + ops, NOTHING);
        } else {
            code.loadConstant(ops).invokestatic(hook, "count", ONE);
        }
    }

    public void opsAndBytes(CodeBuilder code, int ops, long bytes) {
        if (bytes == 0) {
            ops(code, ops);
        } else if (bytes <= Integer.MAX_VALUE) {
            code.loadConstant(ops).loadConstant((int) bytes);
            code.invokestatic(hook, "opsAndBytes", TWO);
        } else {
            pay(code, ops, bytes);
        }
    }

    void bytes(CodeBuilder code, long bytes) {
        if (bytes > Integer.MAX_VALUE) {
            pay(code, 0, bytes);
        } else if (bytes > 0) {
            code.loadConstant((int) bytes).invokestatic(hook, "bytes", ONE);
        }
    }

    private void pay(CodeBuilder code, int ops, long bytes) {
        code.loadConstant((long) ops).loadConstant(bytes).lconst_0();
        code.invokestatic(hook, "pay", PAY);
    }

    /** Charges the entry of a handler. */
    void enter(CodeBuilder code, int ops, long bytes) {
        if (this == OF_CODE) {
            opsAndBytes(code, ops, bytes);
        } else {
            int most = (int) Math.min(Integer.MAX_VALUE, bytes);
            code.loadConstant(ops).loadConstant(most).invokestatic(hook, "enter", TWO);
        }
    }

    /** Takes room on the modelled stack; leaves what was left without it. */
    void room(CodeBuilder code, int room) {
        code.loadConstant(room).invokestatic(hook, "enter", LENGTH);
    }

    /** Takes what is left of the modelled stack. */
    void back(CodeBuilder code) {
        code.invokestatic(hook, "back", ONE);
    }

    /** Looks at what was caught, which is on the stack and stays there. */
    void caught(CodeBuilder code) {
        if (this == OF_JDK) {
            return;
        }
        code.dup().invokestatic(hook, "caught", CAUGHT);
    }

    /**
     * Takes what a loop has counted; leaves the value of the counter at which it books again.
     *
     * @param pass what it may count until it looks at the counter
     */
    void lap(CodeBuilder code, int pass) {
        code.loadConstant(pass).invokestatic(hook, "lap", LAP);
    }

    void flush(CodeBuilder code) {
        code.invokestatic(hook, "flush", ONE);
    }

    void end(CodeBuilder code) {
        code.invokestatic(hook, "end", ONE);
    }

    void leave(CodeBuilder code) {
        code.invokestatic(hook, "leave", ONE);
    }

    /**
     * Charges an array that the next instruction makes, whose length or lengths are on the stack.
     *
     * @param free the first local variable that is not in use
     */
    void array(CodeBuilder code, Instruction instruction, int free) {
        switch (instruction) {
            case NewPrimitiveArrayInstruction array ->
                    array(code, ObjectSizes.of(array.typeKind()));
            case NewReferenceArrayInstruction _ -> array(code, ObjectSizes.REFERENCE);
            case NewMultiArrayInstruction arrays -> arrays(code, arrays, free);
            default -> {}
        }
    }

    private void array(CodeBuilder code, int scale) {
        code.invokestatic(hook, "array" + scale, LENGTH);
    }

    private void arrays(CodeBuilder code, NewMultiArrayInstruction arrays, int free) {
        int depth = arrays.dimensions();
        ClassDesc innermost = arrays.arrayType().asSymbol();
        for (int i = 0; i < depth; i++) {
            innermost = innermost.componentType();
        }
        for (int i = depth - 1; i >= 0; i--) {
            code.istore(free + i);
        }
        code.loadConstant(depth).newarray(TypeKind.INT);
        for (int i = 0; i < depth; i++) {
            code.dup().loadConstant(i).iload(free + i).iastore();
        }
        code.loadConstant(ObjectSizes.of(TypeKind.from(innermost)))
                .invokestatic(hook, "arrays", LENGTHS);
        for (int i = 0; i < depth; i++) {
            code.iload(free + i);
        }
    }
}
