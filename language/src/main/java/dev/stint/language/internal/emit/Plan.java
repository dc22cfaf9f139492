package dev.stint.language.internal.emit;

import dev.stint.language.internal.qtjir.Flow;
import dev.stint.language.internal.qtjir.Graph;
import dev.stint.language.internal.qtjir.Node;
import dev.stint.language.internal.qtjir.Opcode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Where the values of a graph are while it runs: made where they are used, or in a variable of
 * Java. What has an effect or may trap is done in the order in which it stands.
 */
final class Plan {
    /** How a value comes to those who use it. */
    enum Way {
        /** It is made by who uses it, where it is used: constants, parameters, variables. */
        FREE,
        /** It is left on the stack for the only one who uses it. */
        STACK,
        /** It is kept in a variable of Java. */
        LOCAL
    }

    private final Graph graph;
    private final Flow flow;
    private final Lifting lifting;
    private final Way[] ways;
    private final int[] uses;
    private final int[] lastUse; // in the block of the value; -1 if there are others
    private final BitSet cells = new BitSet(); // slots that closures share

    Plan(Graph graph, Flow flow, Lifting lifting) {
        this.graph = graph;
        this.flow = flow;
        this.lifting = lifting;
        int count = graph.nodes().size();
        this.ways = new Way[count];
        this.uses = new int[count];
        this.lastUse = new int[count];
        Arrays.fill(ways, Way.LOCAL);
        countUses();
        for (Flow.Block block : flow.blocks()) {
            if (isEmitted(block)) {
                plan(block);
            }
        }
    }

    boolean isEmitted(Flow.Block block) {
        return flow.isReached(block) && !lifting.isGone(block);
    }

    Way way(int id) {
        return ways[id];
    }

    boolean isUsed(int id) {
        return uses[id] > 0;
    }

    /** True for a variable that is an object, because closures share it. */
    boolean isCell(int slot) {
        return cells.get(slot);
    }

    private void countUses() {
        for (Flow.Block block : flow.blocks()) {
            if (!isEmitted(block)) {
                continue;
            }
            for (int i = block.first(); i <= block.last(); i++) {
                Node node = graph.node(i);
                for (int k = 0; k < node.inputs().size(); k++) {
                    use(node, k, block);
                }
            }
        }
        for (Lifting.Lifted lifted : lifting.lifted().values()) {
            for (int id : lifted.captured()) {
                uses[id] += 2; // from elsewhere
                lastUse[id] = -1;
                cells.set(id, graph.node(id).opcode() == Opcode.Alloca || cells.get(id));
            }
        }
    }

    private void use(Node node, int index, Flow.Block block) {
        int id = node.input(index);
        Node used = graph.node(id);
        boolean isNear = flow.block(id) == block && node.opcode() != Opcode.Phi;
        lastUse[id] = isNear && (uses[id] == 0 || lastUse[id] >= 0) ? node.id() : -1;
        uses[id]++;
        if (used.opcode() == Opcode.Alloca) {
            boolean isAccess = node.opcode() == Opcode.Load || node.opcode() == Opcode.Store;
            if (!isAccess || index != 0) {
                cells.set(id);
            }
        }
    }

    /** Values whose only user comes next are left on the stack for it. */
    private void plan(Flow.Block block) {
        List<Integer> roots = new ArrayList<>(); // in order, what nobody has taken yet
        for (int i = block.first(); i <= block.last(); i++) {
            Node node = graph.node(i);
            if (node.opcode() == Opcode.Label || node.opcode() == Opcode.Budget_Check) {
                continue;
            }
            if (node.opcode() == Opcode.Phi) {
                roots.add(i);
                continue;
            }
            if (isFree(node)) {
                ways[i] = Way.FREE;
                continue;
            }
            take(node, roots);
            roots.add(i);
        }
    }

    private void take(Node node, List<Integer> roots) {
        if (node.opcode() == Opcode.Jump || node.opcode() == Opcode.Cleanup_Begin) {
            return;
        }
        for (int k = node.inputs().size() - 1; k >= 0; k--) {
            int id = node.input(k);
            if (!isStackable(id, node)) {
                continue;
            }
            if (roots.isEmpty() || roots.getLast() != id) {
                return;
            }
            ways[id] = Way.STACK;
            roots.removeLast();
        }
    }

    private boolean isStackable(int id, Node user) {
        Node used = graph.node(id);
        return ways[id] != Way.FREE
                && uses[id] == 1
                && used.opcode() != Opcode.Phi
                && used.opcode() != Opcode.Label
                && used.opcode() != Opcode.Alloca
                && flow.block(id) == flow.block(user.id())
                && Shapes.kind(used.type()) != Kind.PAIR
                && !takesPair(user)
                && Shapes.kind(used.type()) != Kind.NONE;
    }

    /** Those who take an error union look at it in its variables. */
    private boolean takesPair(Node user) {
        return user.inputs().stream()
                .anyMatch(id -> Shapes.kind(graph.node(id).type()) == Kind.PAIR);
    }

    private boolean isFree(Node node) {
        return switch (node.opcode()) {
            case Constant, Argument, Closure_Env_Load, Optional_None -> true;
            case Alloca -> false;
            case Load -> isFreeLoad(node);
            default -> false;
        };
    }

    /** A variable that is not changed until the last one has read it. */
    private boolean isFreeLoad(Node load) {
        int slot = load.input(0);
        if (graph.node(slot).opcode() != Opcode.Alloca
                || isCell(slot)
                || lastUse[load.id()] < 0
                || Shapes.kind(load.type()) == Kind.PAIR) {
            return false;
        }
        for (int i = load.id() + 1; i < lastUse[load.id()]; i++) {
            Node node = graph.node(i);
            if (node.opcode() == Opcode.Store && node.input(0) == slot) {
                return false;
            }
        }
        return true;
    }
}
