package dev.stint.weave.internal.emit;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Instruction;
import java.lang.classfile.instruction.NewObjectInstruction;

/** Changes single instructions of a method. */
public interface Rewriter {
    /**
     * Writes something else in the place of an instruction, if it must. Not asked about branches.
     *
     * @param free the first local variable that is not in use
     * @return false if the instruction stays; nothing was written then
     */
    boolean rewrite(CodeBuilder code, Instruction instruction, int free);

    /** Writes what goes before a {@code new}. */
    void beforeNew(CodeBuilder code, Instruction instruction);

    /** Writes a {@code new}, of the same class or of one that extends it. */
    void writeNew(CodeBuilder code, NewObjectInstruction instruction);

    /** Writes what goes before a return; what is returned is on the stack. */
    void beforeReturn(CodeBuilder code);
}
