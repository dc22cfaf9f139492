package dev.stint.weave.internal.emit;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The labels in the new code for places of the old. Each is made when it is first asked for. */
final class LabelMap {
    private final CodeBuilder code;
    private final Map<Integer, Label> before = new HashMap<>();
    private final Map<Integer, Label> afterEntry = new HashMap<>();

    LabelMap(CodeBuilder code) {
        this.code = code;
    }

    Label newLabel() {
        return code.newLabel();
    }

    /** Before an instruction and all that is charged for it. */
    Label before(int index) {
        return before.computeIfAbsent(index, _ -> code.newLabel());
    }

    /** Before the first instruction of a handler, but after the charge for its entry. */
    Label afterEntry(int index) {
        return afterEntry.computeIfAbsent(index, _ -> code.newLabel());
    }

    void bindBefore(int index) {
        bind(before.get(index));
    }

    void bindAfterEntry(int index) {
        bind(afterEntry.get(index));
    }

    private void bind(@Nullable Label label) {
        if (label != null) {
            code.labelBinding(label);
        }
    }
}
