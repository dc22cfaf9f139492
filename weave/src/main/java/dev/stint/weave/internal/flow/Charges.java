package dev.stint.weave.internal.flow;

import java.lang.classfile.Instruction;

/** The costs of the blocks of a method, and the instruction before which each is charged. */
public final class Charges {
    private static final int NOWHERE = -1;

    /** The number of variables and operands of a method that are free. */
    private static final int LARGE_FRAME = 64;

    /** The number of lines of an exception table that are free. */
    private static final int LONG_TABLE = 64;

    private final int[] ops; // by block
    private final long[] bytes; // by block
    private final int[] places; // by block: index of the instruction that it is charged before
    private final int[] unpaid; // by block: the weight that may be unpaid behind it
    private final int extraAtEntry;
    private boolean goesBackwards;

    /**
     * Adds up a method.
     *
     * @param calledByJdk whether the method costs 1 more each time it is entered
     */
    public Charges(
            Body body, Flow flow, Handlers handlers, InstructionCosts costs, boolean calledByJdk) {
        int atEntry = (calledByJdk ? 1 : 0) + extraOfFrame(body);
        int count = flow.blocks().size();
        this.ops = new int[count];
        this.bytes = new long[count];
        this.places = new int[count];
        this.unpaid = new int[count];
        for (Block block : flow.blocks()) { // in the order of the code
            count(block, body, costs);
            if (block.isHandler()) {
                ops[block.number()]++;
            }
            weigh(block, body, unpaidBefore(block, body, flow));
            if (handlers.isCharged(block)) {
                places[block.number()] = block.start();
            } else if (handlers.isRelease(block)) { // not while it holds the monitor
                places[block.number()] = block.last();
            }
        }
        // A first block that is a branch target, or a handler, is entered more often than the
        // method is.
        Block first = flow.blocks().getFirst();
        boolean again = flow.isBranchTarget(0) || first.isHandler();
        this.extraAtEntry = again ? atEntry : 0;
        if (atEntry > 0 && !again) {
            ops[0] += atEntry;
            places[0] = 0;
        }
    }

    /** What entering a method with a large frame costs, since stack itself is not charged. */
    private static int extraOfFrame(Body body) {
        return Math.max(0, (body.maxLocals() + body.maxStack() - 1) / LARGE_FRAME);
    }

    private void count(Block block, Body body, InstructionCosts costs) {
        int b = block.number();
        places[b] = NOWHERE;
        for (int i = block.start(); i < block.end(); i++) {
            Instruction instruction = body.instruction(i);
            if (InstructionCosts.isSite(instruction)) {
                ops[b]++;
                bytes[b] += costs.bytes(instruction);
                if (places[b] == NOWHERE) {
                    places[b] = i;
                }
            }
        }
        Instruction last = body.instruction(block.last());
        boolean backwards = Flow.goesBack(body, block);
        goesBackwards |= backwards;
        if (backwards && Flow.isGoto(last)) {
            ops[b]++;
            if (places[b] == NOWHERE) {
                places[b] = block.last();
            }
        }
    }

    /**
     * The most that may be unpaid where a block begins. A method and a handler begin with what a
     * long exception table weighs, through which the JVM looks to get from one to the other. A way
     * forwards brings what is unpaid at its end. One backwards has cost an operation, so it brings
     * nothing.
     */
    private int unpaidBefore(Block block, Body body, Flow flow) {
        boolean looksThrough = block.start() == 0 || block.isHandler();
        int most = looksThrough ? Math.max(0, body.ranges().size() - LONG_TABLE) : 0;
        for (Block from : block.predecessors()) {
            if (from.last() < block.start() && flow.isReached(from)) {
                most = Math.max(most, unpaid[from.number()]);
            }
        }
        return most;
    }

    /** Has a block pay for the weight of its instructions, as far as it does not anyway. */
    private void weigh(Block block, Body body, int before) {
        int b = block.number();
        int weight = 0;
        for (int i = block.start(); i < block.end(); i++) {
            weight += Weights.of(body.instruction(i));
        }
        int due = before + weight;
        int more = Math.max(0, due / Weights.OF_AN_OPERATION - ops[b]);
        ops[b] += more;
        unpaid[b] = Math.max(0, due - ops[b] * Weights.OF_AN_OPERATION);
        if (more > 0 || (ops[b] > 0 && weight > Weights.OF_AN_OPERATION)) {
            places[b] = block.start();
        }
    }

    public int ops(Block block) {
        return ops[block.number()];
    }

    public long bytes(Block block) {
        return bytes[block.number()];
    }

    /** True if the block is charged right before this instruction. */
    public boolean isAt(Block block, int index) {
        return places[block.number()] == index;
    }

    /** What entering the method costs before its first instruction, which may be run again. */
    public int extraAtEntry() {
        return extraAtEntry;
    }

    /** True if nothing in the method costs anything. */
    public boolean areNone() {
        for (int cost : ops) {
            if (cost > 0) {
                return false;
            }
        }
        return extraAtEntry == 0 && !goesBackwards;
    }

    /** True if some branch goes backwards. */
    boolean goBackwards() {
        return goesBackwards;
    }
}
