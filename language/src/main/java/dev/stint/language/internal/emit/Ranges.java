package dev.stint.language.internal.emit;

import dev.stint.language.internal.qtjir.Flow;
import dev.stint.language.internal.qtjir.Graph;
import dev.stint.language.internal.qtjir.Node;
import dev.stint.language.internal.qtjir.Opcode;
import dev.stint.language.internal.type.Type;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Between which numbers the integers of a graph are, wherever it stands: what cannot overflow needs
 * no check, and what fits into an int of Java is computed as one, so that the JVM's compiler knows
 * its loops. Found by going through the blocks until nothing changes; see {@link RangeWalk}.
 */
final class Ranges {
    private static final int ROUNDS = 16;
    private static final int EXACT_ROUNDS = 3; // from then on what still grows has no bound
    private static final int NARROWING_ROUNDS = 2;
    private static final long MOST_WORK = 1 << 21;

    private final Graph graph;
    private final BitSet exact = new BitSet();
    private final BitSet ints = new BitSet(); // nodes
    private final BitSet intSlots = new BitSet();
    private final BitSet intInputs = new BitSet(); // of a node its first two
    private final BitSet positive = new BitSet();

    Ranges(Graph graph, Flow flow, Plan plan, Loops loops) {
        this.graph = graph;
        var walk = new RangeWalk(graph, flow, plan, loops);
        long work = (long) walk.width() * flow.blocks().size();
        if (walk.width() > 0 && work <= MOST_WORK) {
            find(flow, plan, walk);
        }
    }

    private void find(Flow flow, Plan plan, RangeWalk walk) {
        boolean isStable = false;
        for (int round = 0; round < ROUNDS && !isStable; round++) {
            isStable = !goThrough(flow, plan, walk, round >= EXACT_ROUNDS, true);
        }
        if (!isStable) {
            return;
        }
        for (int round = 0; round < NARROWING_ROUNDS; round++) {
            goThrough(flow, plan, walk, false, false);
        }
        BitSet wide = new BitSet(); // slots into which too large a number is stored
        for (Flow.Block block : flow.blocks()) {
            if (plan.isEmitted(block) && walk.enter(block)) {
                for (int i = block.first(); i <= block.last(); i++) {
                    note(graph.node(i), walk, wide);
                    walk.pass(graph.node(i));
                    noteResult(graph.node(i), walk);
                }
            }
        }
        for (Node node : graph.nodes()) {
            if (node.opcode() == Opcode.Alloca && walk.isTracked(node.id())) {
                intSlots.set(node.id(), !wide.get(node.id()));
            }
        }
    }

    /** True if something has changed. */
    private static boolean goThrough(
            Flow flow, Plan plan, RangeWalk walk, boolean widens, boolean joins) {
        boolean changed = false;
        for (Flow.Block block : flow.blocks()) {
            if (plan.isEmitted(block)) {
                changed |= walk.meet(block, widens, joins);
            }
        }
        return changed;
    }

    private void note(Node node, RangeWalk walk, BitSet wide) {
        if (node.opcode() == Opcode.Store && !walk.isInt(node.input(1))) {
            wide.set(node.input(0));
        }
        for (int k = 0; k < Math.min(2, node.inputs().size()); k++) {
            if (walk.isInt(node.input(k))) {
                intInputs.set(2 * node.id() + k);
            }
        }
        if (node.opcode() == Opcode.Div || node.opcode() == Opcode.Mod) {
            positive.set(node.id(), walk.isUsualDivisor(node.input(1)));
        }
        exact.set(node.id(), walk.isExact(node));
    }

    private void noteResult(Node node, RangeWalk walk) {
        boolean isNumber = node.type() instanceof Type.Int && node.opcode() != Opcode.Phi;
        ints.set(node.id(), isNumber && walk.isInt(node.id()));
    }

    /** True if the result always fits into its type. */
    boolean isExact(Node node) {
        return exact.get(node.id());
    }

    /** True for a value that is always an int of Java. */
    boolean isInt(int id) {
        return ints.get(id);
    }

    /** True for a variable that always holds an int of Java. */
    boolean isIntSlot(int slot) {
        return intSlots.get(slot);
    }

    /** True if one of the first two inputs is an int of Java whenever the node is reached. */
    boolean isIntInput(Node node, int input) {
        return intInputs.get(2 * node.id() + input);
    }

    /** True for a division by what is greater than 0. */
    boolean isPlainDivision(Node node) {
        return positive.get(node.id());
    }

    /** The ranges of what is known at one place: a lower and an upper bound for each variable. */
    static final class State {
        final long[] low;
        final long[] high;

        State(int width) {
            this.low = new long[width];
            this.high = new long[width];
        }

        State copy() {
            var copy = new State(low.length);
            copy.set(this);
            return copy;
        }

        void set(State other) {
            System.arraycopy(other.low, 0, low, 0, low.length);
            System.arraycopy(other.high, 0, high, 0, high.length);
        }

        void join(State other) {
            var all = new BitSet();
            all.set(0, low.length);
            join(other, all);
        }

        void join(State other, BitSet these) {
            for (int i = these.nextSetBit(0); i >= 0; i = these.nextSetBit(i + 1)) {
                low[i] = Math.min(low[i], other.low[i]);
                high[i] = Math.max(high[i], other.high[i]);
            }
        }

        boolean isSame(@Nullable State other) {
            return other != null
                    && Arrays.equals(low, other.low)
                    && Arrays.equals(high, other.high);
        }

        /** What has grown since then is without a bound on that side. */
        void widen(State before, List<Type.Int> types) {
            for (int i = 0; i < low.length; i++) {
                if (low[i] < before.low[i]) {
                    low[i] = RangeWalk.least(types.get(i));
                }
                if (high[i] > before.high[i]) {
                    high[i] = RangeWalk.most(types.get(i));
                }
            }
        }
    }
}
