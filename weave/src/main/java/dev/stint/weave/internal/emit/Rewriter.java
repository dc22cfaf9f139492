package dev.stint.weave.internal.emit;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Instruction;

/** Writes something else in the place of an instruction. */
@FunctionalInterface
public interface Rewriter {
    /** Leaves everything as it is. */
    Rewriter NONE = (_, _, _) -> false;

    /**
     * Writes something else, if it must.
     *
     * @param free the first local variable that is not in use
     * @return false if the instruction stays; nothing was written then
     */
    boolean rewrite(CodeBuilder code, Instruction instruction, int free);
}
