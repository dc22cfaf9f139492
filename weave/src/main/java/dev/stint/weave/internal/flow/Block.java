package dev.stint.weave.internal.flow;

import java.util.ArrayList;
import java.util.List;

/** A run of instructions that is entered at its first only, as the charging rule says. */
public final class Block {
    private final int number;
    private final int start;
    private final int end;
    private final List<Block> successors = new ArrayList<>(2);
    private final List<Block> predecessors = new ArrayList<>(2);
    private final List<Block> handlers = new ArrayList<>(0);
    private boolean handler;

    Block(int number, int start, int end) {
        this.number = number;
        this.start = start;
        this.end = end;
    }

    /** Its place among the blocks of the method. */
    public int number() {
        return number;
    }

    public int start() {
        return start;
    }

    /** The index after its last instruction. */
    public int end() {
        return end;
    }

    public int last() {
        return end - 1;
    }

    /** The blocks that its end leads to, without exceptions. */
    public List<Block> successors() {
        return successors;
    }

    /** The blocks whose end leads here. */
    public List<Block> predecessors() {
        return predecessors;
    }

    /** The handlers that an exception in it may lead to. */
    List<Block> handlers() {
        return handlers;
    }

    /** All blocks that may be next. */
    List<Block> outgoing() {
        if (handlers.isEmpty()) {
            return successors;
        }
        var all = new ArrayList<>(successors);
        all.addAll(handlers);
        return all;
    }

    /** True if it is the entry of an exception handler. */
    public boolean isHandler() {
        return handler;
    }

    void leadsTo(Block next) {
        successors.add(next);
        next.predecessors.add(this);
    }

    void mayThrowTo(Block catcher) {
        handlers.add(catcher);
    }

    void becomeHandler() {
        handler = true;
    }
}
