package dev.stint.weave.internal.flow;

import dev.stint.weave.Refusal;
import dev.stint.weave.WeaveRefusedException;
import java.lang.classfile.Attributes;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.attribute.StackMapFrameInfo;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.instruction.DiscontinuedInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The code of a method: its instructions in a row, and its labels as places in that row. */
public final class Body {
    /**
     * A line of the exception table.
     *
     * @param type what is caught; empty for everything
     */
    public record Range(int start, int end, int handler, Optional<ClassEntry> type) {
        public boolean covers(int index) {
            return start <= index && index < end;
        }
    }

    private final List<CodeElement> elements = new ArrayList<>();
    private final List<Instruction> instructions = new ArrayList<>();
    private final Map<Label, Integer> places = new HashMap<>();
    private final Map<Integer, Label> labels = new HashMap<>();
    private final List<Range> ranges = new ArrayList<>();
    private final Map<Integer, StackMapFrameInfo> frames = new HashMap<>();
    private final int maxLocals;
    private final int maxStack;
    private final int length;

    private Body(int maxLocals, int maxStack, int length) {
        this.maxLocals = maxLocals;
        this.maxStack = maxStack;
        this.length = length;
    }

    /**
     * Reads the code of a method.
     *
     * @throws WeaveRefusedException if it has subroutines, jumps to where no instruction is, uses
     *     variables that it does not declare, where ours will be, or refers to too much text
     */
    public static Body of(CodeModel code) {
        var attribute = (CodeAttribute) code;
        var body = new Body(attribute.maxLocals(), attribute.maxStack(), attribute.codeLength());
        var catches = new ArrayList<ExceptionCatch>();
        long text = 0;
        for (CodeElement element : code) {
            body.elements.add(element);
            switch (element) {
                case LabelTarget target -> {
                    body.places.put(target.label(), body.size());
                    body.labels.put(body.size(), target.label());
                }
                case DiscontinuedInstruction _ ->
                        throw new WeaveRefusedException(
                                Refusal.because("has subroutines (jsr or ret)")
                                        .withRemedy("Compile it anew"));
                case Instruction instruction -> {
                    if (Variables.end(instruction) > body.maxLocals) {
                        throw new WeaveRefusedException(
                                Refusal.because("uses variables that it does not declare"));
                    }
                    text += ReferredText.of(instruction);
                    ensureBounded(instruction, text);
                    body.instructions.add(instruction);
                }
                case ExceptionCatch line -> catches.add(line);
                default -> {}
            }
        }
        for (ExceptionCatch line : catches) {
            body.ranges.add(
                    new Range(
                            body.place(line.tryStart()),
                            body.place(line.tryEnd()),
                            body.place(line.handler()),
                            line.catchType()));
        }
        code.findAttribute(Attributes.stackMapTable())
                .ifPresent(
                        table -> {
                            for (StackMapFrameInfo frame : table.entries()) {
                                body.frames.put(body.place(frame.target()), frame);
                            }
                        });
        return body;
    }

    private static void ensureBounded(Instruction instruction, long text) {
        if (text > ReferredText.MOST) {
            throw new WeaveRefusedException(
                    Refusal.because(
                                    "refers to texts of more than "
                                            + ReferredText.MOST
                                            + " characters in all, each counted where it is used")
                            .withRemedy("Split it"));
        }
        if (instruction instanceof NewMultiArrayInstruction made
                && !made.arrayType().asInternalName().startsWith("[".repeat(made.dimensions()))) {
            throw new WeaveRefusedException(
                    Refusal.because(
                            "makes arrays of more dimensions than "
                                    + made.arrayType().asInternalName()
                                    + " has"));
        }
    }

    /** All that the code consists of, in its order. */
    public List<CodeElement> elements() {
        return elements;
    }

    public int size() {
        return instructions.size();
    }

    public Instruction instruction(int index) {
        return instructions.get(index);
    }

    /** The index of the instruction that a label stands before; the size if it is at the end. */
    public int place(Label label) {
        Integer place = places.get(label);
        if (place == null) {
            throw new WeaveRefusedException(
                    Refusal.because("refers to a place that it does not have"));
        }
        return place;
    }

    /** A label that stands before the target of a branch, or a handler. */
    public Label label(int place) {
        Label label = labels.get(place);
        if (label == null) {
            throw new WeaveRefusedException(
                    Refusal.because("refers to a place that it does not have"));
        }
        return label;
    }

    /** The place of the target of a branch. */
    public int target(Label label) {
        int place = place(label);
        if (place >= size()) {
            throw new WeaveRefusedException(Refusal.because("branches to its own end"));
        }
        return place;
    }

    /** The exception table, in its order. */
    public List<Range> ranges() {
        return ranges;
    }

    /** The stack map frame that stands before an instruction. */
    public @Nullable StackMapFrameInfo frame(int index) {
        return frames.get(index);
    }

    /** False for class files that are too old to have stack maps. */
    public boolean hasFrames() {
        return !frames.isEmpty();
    }

    public int maxLocals() {
        return maxLocals;
    }

    public int maxStack() {
        return maxStack;
    }

    /** The length of the code in bytes. */
    public int length() {
        return length;
    }
}
