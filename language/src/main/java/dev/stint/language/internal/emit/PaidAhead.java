package dev.stint.language.internal.emit;

import dev.stint.language.internal.qtjir.Flow;
import dev.stint.language.internal.qtjir.Graph;
import dev.stint.language.internal.qtjir.Node;
import dev.stint.language.internal.qtjir.Opcode;
import dev.stint.language.internal.qtjir.Payload;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the loops that are written twice: as many rounds as can be paid run in a copy that counts
 * nothing. They are the innermost ones that go through a range of ints and pay at the end of a
 * round alone.
 */
final class PaidAhead {
    private static final int LARGEST = 300; // nodes

    /** Nodes of a function: the JVM compiles no method of more than 8,000 bytes. */
    private static final int LARGEST_FUNCTION = 800;

    /**
     * Such a loop.
     *
     * @param body its blocks
     * @param counter the slot of its counter
     * @param last behind the end of its range
     * @param exit the label where it ends
     * @param cost of a round
     */
    record Loop(
            Flow.Block first,
            BitSet body,
            Flow.Block latch,
            int counter,
            int last,
            int exit,
            int cost) {}

    private final Graph graph;
    private final Flow flow;
    private final Plan plan;
    private final Ranges ranges;
    private final Money money;
    private final Openings openings;
    private final Map<Integer, Loop> found = new HashMap<>(); // by the first block

    PaidAhead(
            Graph graph,
            Flow flow,
            Plan plan,
            Ranges ranges,
            Money money,
            Openings openings,
            Loops loops) {
        this.graph = graph;
        this.flow = flow;
        this.plan = plan;
        this.ranges = ranges;
        this.money = money;
        this.openings = openings;
        if (graph.nodes().size() <= LARGEST_FUNCTION) {
            loops.bodies().forEach((first, body) -> add(first, body, loops));
        }
    }

    private void add(int first, BitSet body, Loops loops) {
        boolean isInnermost =
                loops.bodies().keySet().stream().noneMatch(i -> i != first && body.get(i));
        Loop loop = isInnermost ? loop(first, body) : null;
        if (loop != null) {
            found.put(first, loop);
        }
    }

    @Nullable Loop at(Flow.Block block) {
        return found.get(block.index());
    }

    private @Nullable Loop loop(int first, BitSet body) {
        Flow.Block header = flow.blocks().get(first);
        Flow.Block latch = latch(header, body);
        if (latch == null || body.nextSetBit(0) != first || hasPhi(header.first())) {
            return null;
        }
        Node end = graph.node(latch.last());
        if (end.opcode() != Opcode.Branch || end.input(1) != header.first()) {
            return null;
        }
        int exit = end.input(2);
        Node test = graph.node(end.input(0));
        int charge = charge(body, latch);
        boolean isPlain =
                isPlain(latch)
                        && isQuiet(body)
                        && charge >= 0
                        && !body.get(flow.block(exit).index())
                        && !hasPhi(exit);
        if (!isPlain || !isTestOfRange(test, latch)) {
            return null;
        }
        Node next = graph.node(test.input(0));
        int counter = graph.node(next.input(0)).input(0);
        int last = test.input(1);
        boolean isFixed =
                graph.node(last).opcode() == Opcode.Constant || !body.get(flow.block(last).index());
        if (!isFixed || !ranges.isIntSlot(counter) || stores(counter, body) != 1) {
            return null;
        }
        var cost = (Payload.OfCost) graph.node(charge).payload();
        return new Loop(header, body, latch, counter, last, exit, (int) cost.ops());
    }

    /** The only block that goes back. */
    private Flow.@Nullable Block latch(Flow.Block header, BitSet body) {
        Flow.Block latch = null;
        for (int before : header.before()) {
            if (body.get(before)) {
                if (latch != null) {
                    return null;
                }
                latch = flow.blocks().get(before);
            }
        }
        return latch;
    }

    private boolean hasPhi(int label) {
        return graph.node(label + 1).opcode() == Opcode.Phi;
    }

    /** The counter, one further, is compared with what it may not reach. */
    private boolean isTestOfRange(Node test, Flow.Block latch) {
        if (test.opcode() != Opcode.Less
                || flow.block(test.id()) != latch
                || plan.way(test.id()) != Plan.Way.STACK
                || !ranges.isIntInput(test, 0)
                || !ranges.isIntInput(test, 1)) {
            return false;
        }
        Node next = graph.node(test.input(0));
        if (next.opcode() != Opcode.Add || flow.block(next.id()) != latch) {
            return false;
        }
        Node now = graph.node(next.input(0));
        return now.opcode() == Opcode.Load
                && flow.block(now.id()) == latch
                && ranges.isExact(next)
                && graph.node(now.input(0)).payload().equals(new Payload.OfText("for"))
                && graph.node(next.input(1)).payload().equals(new Payload.OfInt(1));
    }

    /** Nothing in it fails or is seen. */
    private boolean isPlain(Flow.Block latch) {
        for (int i = latch.first(); i <= latch.last(); i++) {
            switch (graph.node(i).opcode()) {
                case Label,
                        Load,
                        Constant,
                        Budget_Check,
                        Budget_Decrement,
                        Add,
                        Store,
                        Less,
                        Branch -> {}
                default -> {
                    return false;
                }
            }
        }
        return true;
    }

    /** The only charge, which is at the end; -1 if there are others. */
    private int charge(BitSet body, Flow.Block latch) {
        int charge = -1;
        for (int index = body.nextSetBit(0); index >= 0; index = body.nextSetBit(index + 1)) {
            Flow.Block block = flow.blocks().get(index);
            for (int i = block.first(); i <= block.last(); i++) {
                Opcode opcode = graph.node(i).opcode();
                boolean isMoney =
                        opcode == Opcode.Budget_Decrement || opcode == Opcode.Budget_Check;
                if (isMoney && block != latch) {
                    return -1;
                }
                if (opcode == Opcode.Budget_Decrement) {
                    if (charge >= 0 || !money.counts(graph.node(i))) {
                        return -1;
                    }
                    charge = i;
                }
            }
        }
        return charge;
    }

    private boolean isQuiet(BitSet body) {
        int nodes = 0;
        for (int index = body.nextSetBit(0); index >= 0; index = body.nextSetBit(index + 1)) {
            Flow.Block block = flow.blocks().get(index);
            nodes += block.last() - block.first();
            if (!plan.isEmitted(block) || !openings.at(block).isEmpty()) {
                return false;
            }
            for (int i = block.first(); i <= block.last(); i++) {
                switch (graph.node(i).opcode()) {
                    case Cleanup_Begin, Cleanup_End -> {
                        return false;
                    }
                    default -> {}
                }
            }
        }
        return nodes <= LARGEST;
    }

    private int stores(int slot, BitSet body) {
        int count = 0;
        for (int index = body.nextSetBit(0); index >= 0; index = body.nextSetBit(index + 1)) {
            Flow.Block block = flow.blocks().get(index);
            for (int i = block.first(); i <= block.last(); i++) {
                Node node = graph.node(i);
                if (node.opcode() == Opcode.Store && node.input(0) == slot) {
                    count++;
                }
            }
        }
        return count;
    }
}
