package dev.stint.language.internal.emit;

import dev.stint.language.internal.qtjir.Flow;
import dev.stint.language.internal.qtjir.Graph;
import dev.stint.language.internal.qtjir.Node;
import dev.stint.language.internal.qtjir.Opcode;
import dev.stint.language.internal.qtjir.Payload;
import dev.stint.language.internal.type.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Follows integers through the blocks of a graph: variables, and values that more than one block
 * uses. What a block ends with is kept for each block that follows it, because a comparison at its
 * end says more on one way than on the other.
 */
final class RangeWalk {
    private static final long MOST_ELEMENTS = 1L << 28;

    private final Graph graph;
    private final Flow flow;
    private final int[] variable; // of nodes; -1: none
    private final List<Type.Int> types = new ArrayList<>(); // of variables
    private final Map<Long, Ranges.State> ways = new HashMap<>(); // by the blocks at both ends
    private final Ranges.@Nullable State[] entries; // of blocks; null: not reached yet
    private final Map<Integer, BitSet> changed = new HashMap<>(); // variables, by loops
    private final Loops loops;
    private final BitSet unknown = new BitSet(); // blocks that are entered from anywhere

    // where we are
    private Ranges.State now = new Ranges.State(0);
    private final long[] low;
    private final long[] high;
    private final int[] holds; // a node of this block: the slot whose content it is; -1: none
    private final int[] heldSince; // and since which store into that slot
    private final int[] stores; // into slots
    private Flow.@Nullable Block here;
    private long from; // the bounds of what was computed last
    private long to;
    private boolean wraps; // it does not fit into a long

    RangeWalk(Graph graph, Flow flow, Plan plan, Loops loops) {
        this.graph = graph;
        this.flow = flow;
        int count = graph.nodes().size();
        this.variable = new int[count];
        this.low = new long[count];
        this.high = new long[count];
        this.holds = new int[count];
        this.heldSince = new int[count];
        this.stores = new int[count];
        this.entries = new Ranges.State[flow.blocks().size()];
        Arrays.fill(variable, -1);
        Arrays.fill(holds, -1);
        BitSet shared = shared();
        for (Node node : graph.nodes()) {
            if (node.opcode() == Opcode.Cleanup_Begin) {
                unknown.set(flow.block(node.input(1)).index());
            }
            if (node.type() instanceof Type.Slot slot) {
                if (node.opcode() == Opcode.Alloca && !plan.isCell(node.id())) {
                    track(node.id(), slot.value());
                }
            } else if (shared.get(node.id())) {
                track(node.id(), node.type());
            }
        }
        loops.bodies().forEach((first, body) -> changed.put(first, changed(body)));
        this.loops = loops;
    }

    /** The variables that get values in a loop. */
    private BitSet changed(BitSet body) {
        var found = new BitSet();
        for (int index = body.nextSetBit(0); index >= 0; index = body.nextSetBit(index + 1)) {
            Flow.Block block = flow.blocks().get(index);
            for (int i = block.first(); i <= block.last(); i++) {
                Node node = graph.node(i);
                int id = node.opcode() == Opcode.Store ? node.input(0) : i;
                if (variable[id] >= 0) {
                    found.set(variable[id]);
                }
            }
        }
        return found;
    }

    private void track(int id, Type type) {
        if (type instanceof Type.Int number && isKnown(number)) {
            variable[id] = types.size();
            types.add(number);
        }
    }

    /** Of those whose numbers are all longs. */
    private static boolean isKnown(Type.Int type) {
        return type.bits() < Long.SIZE || type.isSigned();
    }

    /** Values that are used in other blocks. */
    private BitSet shared() {
        var shared = new BitSet();
        for (Node node : graph.nodes()) {
            for (int input : node.inputs()) {
                if (flow.block(input) != flow.block(node.id())) {
                    shared.set(input);
                }
            }
        }
        return shared;
    }

    int width() {
        return types.size();
    }

    boolean isTracked(int id) {
        return variable[id] >= 0;
    }

    // ---- blocks

    /** Goes through a block with what comes to it; true if that is not what it was before. */
    boolean meet(Flow.Block block, boolean widens, boolean joins) {
        Ranges.State in = arriving(block);
        Ranges.State before = entries[block.index()];
        if (in == null) {
            return false;
        }
        if (before != null && joins) {
            in.join(before);
            if (widens) {
                in.widen(before, types);
            }
        }
        if (in.isSame(before)) {
            return false;
        }
        entries[block.index()] = in;
        enter(block);
        for (int i = block.first(); i < block.last(); i++) {
            pass(graph.node(i));
        }
        leave(block);
        return true;
    }

    private Ranges.@Nullable State arriving(Flow.Block block) {
        if (block.index() == 0 || unknown.get(block.index())) {
            return anything();
        }
        BitSet loop = loops.at(block.index());
        Ranges.State all = null;
        for (int before : block.before()) {
            Ranges.State way = ways.get(way(before, block.index()));
            if (way != null && (loop == null || !loop.get(before))) {
                if (all == null) {
                    all = way.copy();
                } else {
                    all.join(way);
                }
            }
        }
        if (all != null && loop != null) {
            comeAround(all, block, loop);
        }
        return all;
    }

    /** What a loop does not change is what it was when it began. */
    private void comeAround(Ranges.State all, Flow.Block header, BitSet loop) {
        for (int before : header.before()) {
            Ranges.State way = ways.get(way(before, header.index()));
            if (way != null && loop.get(before)) {
                all.join(way, Objects.requireNonNull(changed.get(header.index())));
            }
        }
    }

    private static long way(int from, int to) {
        return ((long) from << Integer.SIZE) + to;
    }

    private Ranges.State anything() {
        var all = new Ranges.State(width());
        for (int i = 0; i < width(); i++) {
            all.low[i] = least(types.get(i));
            all.high[i] = most(types.get(i));
        }
        return all;
    }

    /** False if it is never reached. */
    boolean enter(Flow.Block block) {
        Ranges.State state = entries[block.index()];
        if (state == null) {
            return false;
        }
        now = state.copy();
        here = block;
        Arrays.fill(holds, block.first(), block.last() + 1, -1);
        return true;
    }

    private void leave(Flow.Block block) {
        Node last = graph.node(block.last());
        if (last.opcode() == Opcode.Branch && last.input(1) != last.input(2)) {
            leaveIf(block, last, 1, true);
            leaveIf(block, last, 2, false);
            return;
        }
        for (int next : block.next()) {
            ways.put(way(block.index(), next), now.copy());
        }
    }

    private void leaveIf(Flow.Block block, Node branch, int target, boolean holdsTrue) {
        Node test = graph.node(branch.input(0));
        Ranges.State kept = now;
        now = kept.copy();
        if (flow.block(test.id()) == block) {
            assume(test, holdsTrue);
        }
        ways.put(way(block.index(), flow.block(branch.input(target)).index()), now);
        now = kept;
    }

    // ---- what a comparison says

    private void assume(Node test, boolean isTrue) {
        switch (test.opcode()) {
            case Less -> order(test, isTrue ? 0 : 1, isTrue);
            case GreaterEqual -> order(test, isTrue ? 1 : 0, !isTrue);
            case Greater -> order(test, isTrue ? 1 : 0, isTrue);
            case LessEqual -> order(test, isTrue ? 0 : 1, !isTrue);
            case Equal -> equal(test, isTrue);
            case NotEqual -> equal(test, !isTrue);
            default -> {}
        }
    }

    /** One input is smaller than the other, or perhaps as large. */
    private void order(Node test, int smaller, boolean isStrict) {
        int a = test.input(smaller);
        int b = test.input(1 - smaller);
        if (isNumber(a) && isNumber(b)) {
            long step = isStrict ? 1 : 0;
            long most = high(b);
            long least = low(a);
            if (most > Long.MIN_VALUE) {
                restrict(a, Long.MIN_VALUE, most - step);
            }
            if (least < Long.MAX_VALUE) {
                restrict(b, least + step, Long.MAX_VALUE);
            }
        }
    }

    private void equal(Node test, boolean isTrue) {
        int a = test.input(0);
        int b = test.input(1);
        if (isTrue && isNumber(a) && isNumber(b)) {
            restrict(a, low(b), high(b));
            restrict(b, low(a), high(a));
        }
    }

    /** From here on a value is known to be between these, and the slot that holds it, too. */
    private void restrict(int id, long least, long most) {
        long newLow = Math.max(low(id), least);
        long newHigh = Math.min(high(id), most);
        if (newLow > newHigh || graph.node(id).opcode() == Opcode.Constant) {
            return; // never: what is said of it does not matter
        }
        set(id, newLow, newHigh);
        int slot = flow.block(id) == here ? holds[id] : -1;
        if (slot >= 0 && heldSince[id] == stores[slot]) {
            int place = variable[slot];
            now.low[place] = Math.max(now.low[place], newLow);
            now.high[place] = Math.min(now.high[place], newHigh);
        }
    }

    // ---- nodes

    private boolean isNumber(int id) {
        return graph.node(id).type() instanceof Type.Int type && isKnown(type);
    }

    private long low(int id) {
        return variable[id] >= 0 ? now.low[variable[id]] : low[id];
    }

    private long high(int id) {
        return variable[id] >= 0 ? now.high[variable[id]] : high[id];
    }

    private void set(int id, long least, long most) {
        if (variable[id] >= 0) {
            now.low[variable[id]] = least;
            now.high[variable[id]] = most;
        } else {
            low[id] = least;
            high[id] = most;
        }
    }

    /** Whether a value is an int of Java, here. */
    boolean isInt(int id) {
        return isNumber(id) && low(id) >= Integer.MIN_VALUE && high(id) <= Integer.MAX_VALUE;
    }

    boolean isUsualDivisor(int id) {
        return isNumber(id) && low(id) > 0;
    }

    /** What is known after a node. */
    void pass(Node node) {
        switch (node.opcode()) {
            case Alloca -> store(node.id(), -1, 0, 0);
            case Store -> {
                if (isNumber(node.input(1))) {
                    store(node.input(0), node.input(1), low(node.input(1)), high(node.input(1)));
                }
            }
            case Array_Fill -> restrict(node.input(0), 0, MOST_ELEMENTS);
            case Index, Index_Store -> {
                if (isNumber(node.input(1)) && !isList(node.input(0))) {
                    restrict(node.input(1), 0, Integer.MAX_VALUE - 1L);
                }
                result(node);
            }
            default -> result(node);
        }
    }

    private boolean isList(int id) {
        Type type = graph.node(id).type();
        return !(type instanceof Type.Array || type instanceof Type.Slice);
    }

    private void store(int slot, int value, long least, long most) {
        if (variable[slot] < 0) {
            return;
        }
        stores[slot]++;
        now.low[variable[slot]] = least;
        now.high[variable[slot]] = most;
        if (value >= 0 && flow.block(value) == here) {
            hold(value, slot);
        }
    }

    private void hold(int id, int slot) {
        holds[id] = slot;
        heldSince[id] = stores[slot];
    }

    private void result(Node node) {
        if (!isNumber(node.id())) {
            return;
        }
        Type.Int type = (Type.Int) node.type();
        from = least(type);
        to = most(type);
        switch (node.opcode()) {
            case Constant -> {
                if (node.payload() instanceof Payload.OfInt(long value)) {
                    from = value;
                    to = value;
                }
            }
            case Load -> {
                int slot = node.input(0);
                if (variable[slot] >= 0) {
                    from = now.low[variable[slot]];
                    to = now.high[variable[slot]];
                    hold(node.id(), slot);
                }
            }
            case SliceLen -> {
                from = 0;
                to = Integer.MAX_VALUE;
            }
            case Convert -> {
                if (isNumber(node.input(0))) {
                    from = Math.max(from, low(node.input(0)));
                    to = Math.min(to, high(node.input(0)));
                }
            }
            default -> {
                if (compute(node)) {
                    from = Math.max(from, least(type));
                    to = Math.min(to, most(type));
                }
            }
        }
        if (from > to) { // it always traps
            from = least(type);
            to = most(type);
        }
        set(node.id(), from, to);
    }

    static long least(Type.Int type) {
        return type.isSigned() ? Long.MIN_VALUE >> (Long.SIZE - type.bits()) : 0;
    }

    static long most(Type.Int type) {
        return type.isSigned() ? ~least(type) : (1L << type.bits()) - 1;
    }

    /** True if whatever is computed here fits into the type. */
    boolean isExact(Node node) {
        if (!isNumber(node.id()) || !compute(node)) {
            return false;
        }
        Type.Int type = (Type.Int) node.type();
        return !wraps && from >= least(type) && to <= most(type);
    }

    /** Leaves the bounds of a result, as far as longs go; false if they are not known. */
    private boolean compute(Node node) {
        wraps = false;
        if (node.inputs().size() != 2 || !isNumber(node.input(0)) || !isNumber(node.input(1))) {
            return false;
        }
        long a = low(node.input(0));
        long b = high(node.input(0));
        long c = low(node.input(1));
        long d = high(node.input(1));
        switch (node.opcode()) {
            case Add -> between(plus(a, c), plus(b, d));
            case Sub -> between(minus(a, d), minus(b, c));
            case Mul -> hull(times(a, c), times(a, d), times(b, c), times(b, d));
            case Div -> {
                if (c <= 0) {
                    return false;
                }
                hull(a / c, a / d, b / c, b / d);
            }
            case Mod -> {
                if (c <= 0) {
                    return false;
                }
                between(a >= 0 ? 0 : Math.max(a, 1 - d), b <= 0 ? 0 : Math.min(b, d - 1));
            }
            case BitAnd -> {
                if (a < 0 && c < 0) {
                    return false;
                }
                between(0, c < 0 ? b : a < 0 ? d : Math.min(b, d));
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void between(long least, long most) {
        from = least;
        to = most;
    }

    private void hull(long a, long b, long c, long d) {
        between(Math.min(Math.min(a, b), Math.min(c, d)), Math.max(Math.max(a, b), Math.max(c, d)));
    }

    private long plus(long a, long b) {
        long sum = a + b;
        if (((a ^ sum) & (b ^ sum)) < 0) {
            wraps = true;
            return a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        return sum;
    }

    private long minus(long a, long b) {
        long difference = a - b;
        if (((a ^ b) & (a ^ difference)) < 0) {
            wraps = true;
            return a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        return difference;
    }

    private long times(long a, long b) {
        long product = a * b;
        if (Math.multiplyHigh(a, b) != product >> (Long.SIZE - 1)) {
            wraps = true;
            return (a ^ b) < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        return product;
    }
}
