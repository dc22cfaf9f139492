package dev.stint.language.internal.emit;

import dev.stint.language.internal.qtjir.Flow;
import dev.stint.language.internal.qtjir.Graph;
import dev.stint.language.internal.qtjir.Node;
import dev.stint.language.internal.qtjir.Opcode;
import dev.stint.language.internal.qtjir.Payload;
import dev.stint.language.internal.std.Natives;
import dev.stint.language.internal.type.Types;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;

/**
 * Where a function pays. Loops in which nobody else pays, calls or waits count in a variable;
 * before anything that does, what was counted is booked.
 */
final class Money {
    private final Graph graph;
    private final Flow flow;
    private final BitSet counting = new BitSet(); // charges that count in the variable
    private final BitSet armed = new BitSet(); // blocks that begin with something in it, perhaps

    Money(Graph graph, Flow flow, Loops loops) {
        this.graph = graph;
        this.flow = flow;
        findCounting(loops);
        if (isCounting()) {
            arm();
        }
    }

    /** True if there is a variable at all. */
    boolean isCounting() {
        return !counting.isEmpty();
    }

    /** True if a charge counts in the variable. */
    boolean counts(Node charge) {
        return counting.get(charge.id());
    }

    boolean isArmed(Flow.Block block) {
        return armed.get(block.index());
    }

    /** True if somebody else may look at the books, or is paid, while this is done. */
    boolean isLoud(Node node) {
        return isLoud(graph, node);
    }

    static boolean isLoud(Graph graph, Node node) {
        return switch (node.opcode()) {
            case Call,
                    Closure_Call,
                    Return,
                    Array_Fill,
                    Copy,
                    Transfer,
                    Text_Of,
                    Text_Join,
                    Print ->
                    true;
            case Using_Begin, Cap_Spawn, Cap_AtMost, Cap_AtMostEver -> true;
            case Host_Call -> true;
            case Std_Call -> Natives.named(node.name()).pays();
            case Text_Call ->
                    switch (node.name()) {
                        case "str_length", "str_is_empty", "str_at" -> false;
                        default -> true;
                    };
            case Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual ->
                    graph.node(node.input(0)).type().equals(Types.TEXT);
            case Budget_Decrement ->
                    !(node.payload() instanceof Payload.OfCost cost)
                            || cost.bytes() > 0
                            || cost.ops() > Short.MAX_VALUE;
            default -> node.opcode().isScheduled();
        };
    }

    // ---- loops

    private void findCounting(Loops loops) {
        List<BitSet> bodies = new ArrayList<>(loops.bodies().values());
        bodies.sort((a, b) -> Integer.compare(a.cardinality(), b.cardinality()));
        var seen = new BitSet();
        for (BitSet body : bodies) { // the innermost first
            boolean isQuiet = body.stream().noneMatch(this::isLoud);
            body.stream().filter(i -> isQuiet && !seen.get(i)).forEach(this::count);
            seen.or(body);
        }
    }

    private boolean isLoud(int block) {
        Flow.Block b = flow.blocks().get(block);
        for (int i = b.first(); i <= b.last(); i++) {
            Node node = graph.node(i);
            if (node.opcode() != Opcode.Return && isLoud(node)) {
                return true;
            }
        }
        return false;
    }

    private void count(int block) {
        Flow.Block b = flow.blocks().get(block);
        for (int i = b.first(); i <= b.last(); i++) {
            if (graph.node(i).opcode() == Opcode.Budget_Decrement) {
                counting.set(i);
            }
        }
    }

    // ---- where the variable may hold something

    private void arm() {
        Deque<Flow.Block> todo = new ArrayDeque<>(flow.blocks());
        while (!todo.isEmpty()) {
            Flow.Block block = todo.remove();
            boolean is = armed.get(block.index());
            for (int i = block.first(); i <= block.last(); i++) {
                is = isArmedAfter(graph.node(i), is);
            }
            for (int next : block.next()) {
                if (is && !armed.get(next)) {
                    armed.set(next);
                    todo.add(flow.blocks().get(next));
                }
            }
        }
    }

    boolean isArmedAfter(Node node, boolean before) {
        if (node.opcode() == Opcode.Budget_Decrement) {
            return counts(node);
        }
        return before && !isLoud(node);
    }
}
