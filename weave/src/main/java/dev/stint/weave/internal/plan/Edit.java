package dev.stint.weave.internal.plan;

import java.lang.classfile.CodeBuilder;

/** The code that is written in place of an instruction; before it, if it is a {@code new}. */
@FunctionalInterface
public interface Edit {
    /**
     * Writes it.
     *
     * @param free the first local variable that is not in use
     */
    void write(CodeBuilder code, int free);
}
