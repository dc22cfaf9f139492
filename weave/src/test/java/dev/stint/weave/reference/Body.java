package dev.stint.weave.reference;

import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The code of a method as a list of instructions; places in it are indices into the list. */
final class Body {
    /** A line of the exception table; without a type it catches everything. */
    record Handler(int from, int to, int entry, @Nullable String type) {}

    private final Instruction[] instructions;
    private final Map<Label, Integer> places = new HashMap<>();
    private final List<Handler> handlers = new ArrayList<>();
    private final int maxLocals;
    private final int maxStack;

    /** What was found out about an instruction when it was first run. */
    final @Nullable Object[] links;

    Body(CodeAttribute code) {
        List<Instruction> list = new ArrayList<>();
        for (CodeElement element : code) {
            switch (element) {
                case LabelTarget target -> places.put(target.label(), list.size());
                case Instruction instruction -> list.add(instruction);
                default -> {}
            }
        }
        instructions = list.toArray(new Instruction[0]);
        links = new Object[instructions.length];
        for (ExceptionCatch line : code.exceptionHandlers()) {
            handlers.add(
                    new Handler(
                            place(line.tryStart()),
                            place(line.tryEnd()),
                            place(line.handler()),
                            line.catchType().map(type -> type.asInternalName()).orElse(null)));
        }
        maxLocals = code.maxLocals();
        maxStack = code.maxStack();
    }

    int size() {
        return instructions.length;
    }

    Instruction at(int index) {
        return instructions[index];
    }

    int place(Label label) {
        Integer place = places.get(label);
        if (place == null) {
            throw new Fault("a label without a place");
        }
        return place;
    }

    List<Handler> handlers() {
        return handlers;
    }

    /** Its variables and operands. */
    int frameWords() {
        return maxLocals + maxStack;
    }

    Frame newFrame() {
        return new Frame(maxLocals, maxStack);
    }

    // ---- control flow

    /** Where the instruction may go other than to the next. */
    List<Integer> targetsOf(int index) {
        return switch (instructions[index]) {
            case BranchInstruction branch -> List.of(place(branch.target()));
            case TableSwitchInstruction s -> arms(s.cases(), s.defaultTarget());
            case LookupSwitchInstruction s -> arms(s.cases(), s.defaultTarget());
            default -> List.of();
        };
    }

    private List<Integer> arms(List<SwitchCase> cases, Label otherwise) {
        List<Integer> targets = new ArrayList<>();
        for (SwitchCase arm : cases) {
            targets.add(place(arm.target()));
        }
        targets.add(place(otherwise));
        return targets;
    }

    /** True if the next instruction begins a block whatever it is. */
    boolean endsBlock(int index) {
        return switch (instructions[index]) {
            case BranchInstruction _,
                    TableSwitchInstruction _,
                    LookupSwitchInstruction _,
                    ReturnInstruction _,
                    ThrowInstruction _ ->
                    true;
            default -> false;
        };
    }

    /** True if control may go on to the next instruction. */
    boolean goesOn(int index) {
        Opcode opcode = instructions[index].opcode();
        boolean conditional =
                instructions[index] instanceof BranchInstruction
                        && opcode != Opcode.GOTO
                        && opcode != Opcode.GOTO_W;
        return conditional || !endsBlock(index);
    }

    boolean isGotoBackwards(int index) {
        Opcode opcode = instructions[index].opcode();
        return (opcode == Opcode.GOTO || opcode == Opcode.GOTO_W)
                && targetsOf(index).getFirst() <= index;
    }
}
