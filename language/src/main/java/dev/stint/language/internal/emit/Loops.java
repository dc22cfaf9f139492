package dev.stint.language.internal.emit;

import dev.stint.language.internal.qtjir.Flow;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The loops of a graph: of each first block, the blocks that belong to it. */
final class Loops {
    private final Flow flow;
    private final SortedMap<Integer, BitSet> bodies = new TreeMap<>(); // by their first block

    Loops(Flow flow) {
        this.flow = flow;
        for (Flow.Block block : flow.blocks()) {
            for (int next : block.next()) {
                Flow.Block header = flow.blocks().get(next);
                if (flow.isReached(block) && flow.dominates(header.first(), block.last())) {
                    bodies.merge(next, body(header, block), Loops::union);
                }
            }
        }
    }

    SortedMap<Integer, BitSet> bodies() {
        return bodies;
    }

    /** The loop that begins with a block; null if none does. */
    @Nullable BitSet at(int block) {
        return bodies.get(block);
    }

    private static BitSet union(BitSet a, BitSet b) {
        a.or(b);
        return a;
    }

    private BitSet body(Flow.Block header, Flow.Block latch) {
        var body = new BitSet();
        body.set(header.index());
        Deque<Integer> open = new ArrayDeque<>();
        if (!body.get(latch.index())) {
            body.set(latch.index());
            open.add(latch.index());
        }
        while (!open.isEmpty()) {
            for (int before : flow.blocks().get(open.remove()).before()) {
                if (!body.get(before)) {
                    body.set(before);
                    open.add(before);
                }
            }
        }
        return body;
    }
}
