package dev.stint.weave.reference;

import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.SwitchCase;
import java.util.ArrayList;
import java.util.List;

/**
 * Random code without structure: blocks that go anywhere among themselves, with values on the
 * stack, and handlers that cover any run of it, themselves included. It is entered at its start and
 * left at its end.
 */
final class Region {
    /** What is on the stack where a block begins, above what is there throughout the region. */
    private static final List<List<Kind>> SHAPES =
            List.of(
                    List.of(),
                    List.of(),
                    List.of(Kind.INT),
                    List.of(Kind.THROWABLE),
                    List.of(Kind.LONG, Kind.INT),
                    List.of(Kind.OBJECT),
                    List.of(Kind.DOUBLE),
                    List.of(Kind.INTS, Kind.THING));

    private enum Role {
        ORDINARY,
        /** Catches from code before it. */
        HANDLER,
        /** Catches from anywhere, so that it may go round in a circle. */
        CIRCULAR_HANDLER
    }

    private record Block(Label label, List<Kind> shape, Role role) {}

    private final Choices pick;
    private final Code code;
    private final Structures structures;
    private final List<Block> blocks = new ArrayList<>();
    private final List<Label> cuts = new ArrayList<>();
    private final List<Integer> cutsBeforeBlock = new ArrayList<>();
    private int lastCut = -1;

    Region(Choices pick, Code code, Structures structures) {
        this.pick = pick;
        this.code = code;
        this.structures = structures;
    }

    void write() {
        int before = code.protect();
        plan();
        int end = blocks.size() - 1; // comes after the region
        for (int i = 0; i < end; i++) {
            enter(i);
            if (blocks.get(i).role() == Role.CIRCULAR_HANDLER) {
                structures.burn();
            }
            int count = pick.below(4);
            for (int k = 0; k < count; k++) {
                structures.piece();
                cut();
            }
            leave(i);
            cut();
        }
        enter(end);
        for (int i = 0; i < end; i++) {
            cover(i);
        }
        code.unprotect(before);
    }

    private void plan() {
        boolean mayCatch = code.prefix().isEmpty();
        int count = 1 + pick.below(5);
        blocks.add(new Block(code.newLabel(), List.of(), Role.ORDINARY));
        for (int i = 1; i < count; i++) {
            List<Kind> shape = pick.from(SHAPES);
            Role role = Role.ORDINARY;
            if (mayCatch && shape.equals(List.of(Kind.THROWABLE))) {
                role =
                        pick.onceIn(2) && structures.canReturn()
                                ? Role.CIRCULAR_HANDLER
                                : Role.HANDLER;
            }
            blocks.add(new Block(code.newLabel(), shape, role));
        }
        blocks.add(new Block(code.newLabel(), List.of(), Role.ORDINARY));
    }

    private void enter(int i) {
        List<Code.Entry> stack = new ArrayList<>(code.prefix());
        blocks.get(i).shape().forEach(kind -> stack.add(Code.Entry.of(kind)));
        code.assume(stack);
        cutsBeforeBlock.add(cuts.size());
        code.bind(blocks.get(i).label());
    }

    private void cut() {
        if (code.instructions() > lastCut) {
            Label label = code.newLabel();
            code.mark(label);
            cuts.add(label);
            lastCut = code.instructions();
        }
    }

    /** Gives a handler something to catch from. */
    private void cover(int i) {
        Role role = blocks.get(i).role();
        int limit = role == Role.HANDLER ? cutsBeforeBlock.get(i) : cuts.size();
        if (role == Role.ORDINARY || limit < 2) {
            return;
        }
        int times = 1 + pick.below(2);
        for (int k = 0; k < times; k++) {
            int from = pick.below(limit - 1);
            int to = from + 1 + pick.below(limit - 1 - from);
            code.catching(
                    cuts.get(from), cuts.get(to), blocks.get(i).label(), structures.anyCaught());
        }
    }

    // ---- the end of a block

    private void leave(int i) {
        List<Kind> nextShape = blocks.get(i + 1).shape();
        switch (pick.below(12)) {
            case 0, 1, 2 -> structures.straight().adjust(nextShape);
            case 3, 4 -> {
                int target = pick.below(blocks.size());
                burnIfBackwards(i, target);
                structures.straight().adjust(blocks.get(target).shape());
                code.branch(Opcode.GOTO, blocks.get(target).label(), 0);
            }
            case 5, 6, 7 -> conditionally(i, sameShape(nextShape));
            case 8, 9 -> switching(i);
            case 10 -> {
                if (structures.canReturn()) {
                    structures.leave();
                } else {
                    structures.fail();
                }
            }
            default -> structures.fail();
        }
    }

    private List<Integer> sameShape(List<Kind> shape) {
        List<Integer> same = new ArrayList<>();
        for (int j = blocks.size() - 1; j >= 0; j--) {
            if (blocks.get(j).shape().equals(shape)) {
                same.add(j);
            }
        }
        return same;
    }

    private void burnIfBackwards(int from, int to) {
        if (to <= from) {
            structures.burn();
        }
    }

    private void conditionally(int i, List<Integer> targets) {
        int target = pick.from(targets);
        Label label = blocks.get(target).label();
        structures.straight().adjust(blocks.get(target).shape());
        if (target <= i && pick.onceIn(2)) { // the fuel itself is the condition
            code.increment(structures.fuel(), -1);
            code.load(structures.fuel());
            code.branch(Opcode.IFGT, label, 1);
        } else {
            burnIfBackwards(i, target);
            structures.branch(label);
        }
    }

    private void switching(int i) {
        List<Kind> shape = pick.from(blocks).shape();
        List<Integer> targets = sameShape(shape);
        int otherwise = pick.from(targets);
        int first = pick.from(targets);
        int second = pick.from(targets);
        burnIfBackwards(i, Math.min(otherwise, Math.min(first, second)));
        structures.straight().adjust(shape);
        structures.straight().push(Kind.INT);
        Label toFirst = blocks.get(first).label();
        Label toSecond = blocks.get(second).label();
        Label toOther = blocks.get(otherwise).label();
        if (pick.onceIn(2)) {
            code.out()
                    .tableswitch(
                            0,
                            2,
                            toOther,
                            List.of(SwitchCase.of(0, toFirst), SwitchCase.of(2, toSecond)));
        } else {
            code.out()
                    .lookupswitch(
                            toOther,
                            List.of(
                                    SwitchCase.of(-1, toFirst),
                                    SwitchCase.of(1, toSecond),
                                    SwitchCase.of(7, toFirst)));
        }
        code.popped(1);
    }
}
