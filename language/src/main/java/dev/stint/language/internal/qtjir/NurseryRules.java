package dev.stint.language.internal.qtjir;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Nurseries and clean-ups are closed on every path, the innermost first, and tasks are started only
 * in between.
 *
 * <p>What is open at the beginning of a block is a list of the nodes that have opened it. A
 * clean-up is entered with what was open when it was set up: what was opened later has been closed
 * by then.
 */
final class NurseryRules {
    private final Graph graph;
    private final Flow flow;
    private final BiConsumer<Node, String> report;
    private final @Nullable List<Integer>[] openAt;

    @SuppressWarnings({"unchecked", "rawtypes"}) // arrays are not generic
    NurseryRules(Graph graph, Flow flow, BiConsumer<Node, String> report) {
        this.graph = graph;
        this.flow = flow;
        this.report = report;
        this.openAt = new List[flow.blocks().size()];
    }

    void check() {
        Deque<Integer> todo = new ArrayDeque<>();
        openAt[0] = List.of();
        todo.add(0);
        while (!todo.isEmpty()) {
            Flow.Block block = flow.blocks().get(todo.remove());
            List<Integer> open = new ArrayList<>(openIn(block.index()));
            for (int i = block.first(); i < block.last(); i++) {
                step(graph.node(i), open);
            }
            Node end = graph.node(block.last());
            if (end.opcode() == Opcode.Return && !open.isEmpty()) {
                report.accept(end, "%" + open.getLast() + " is still open");
            }
            for (int label : Flow.targets(end)) {
                List<Integer> after = after(end, label, open);
                int to = flow.block(label).index();
                List<Integer> before = openAt[to];
                if (before == null) {
                    openAt[to] = after;
                    todo.add(to);
                } else if (!before.equals(after)) {
                    report.accept(
                            end,
                            "%" + label + " is reached with " + before + " open and with " + after);
                }
            }
        }
    }

    private List<Integer> openIn(int block) {
        List<Integer> open = openAt[block];
        return open == null ? List.of() : open;
    }

    private List<Integer> after(Node end, int label, List<Integer> open) {
        var after = new ArrayList<>(open);
        if (end.opcode() == Opcode.Cleanup_Begin) {
            if (label == end.input(0)) {
                after.add(end.id());
            } else if (end.inputs().size() > 2 && end.payload() instanceof Payload.OfBool) {
                // A guard leaves it open: its code closes it.
                close(end, end.input(2), after);
            }
        }
        return List.copyOf(after);
    }

    private void step(Node node, List<Integer> open) {
        switch (node.opcode()) {
            case Nursery_Begin -> open.add(node.id());
            case Nursery_End -> close(node, node.input(0), open);
            case Cleanup_End -> {
                int last = open.isEmpty() ? -1 : open.getLast();
                if (last < 0 || graph.node(last).opcode() != Opcode.Cleanup_Begin) {
                    report.accept(node, "no clean-up is the innermost that is open");
                } else {
                    open.removeLast();
                }
            }
            case Spawn, Spawn_With, Async_Call, Task_Create -> {
                boolean isOpen =
                        open.stream().anyMatch(i -> graph.node(i).opcode() == Opcode.Nursery_Begin);
                if (!isOpen) {
                    report.accept(node, "NurseryNotActive: no nursery is open here");
                }
            }
            default -> {}
        }
    }

    /** A nursery may be closed below clean-ups of its own body, which run after it. */
    private void close(Node node, int begin, List<Integer> open) {
        for (int i = open.size() - 1; i >= 0; i--) {
            int id = open.get(i);
            if (id == begin) {
                open.subList(i, i + 1).clear();
                return;
            }
            Node other = graph.node(id);
            boolean belongs =
                    other.opcode() == Opcode.Cleanup_Begin
                            && other.inputs().size() > 2
                            && other.input(2) == begin;
            if (!belongs) {
                report.accept(node, "%" + id + " was opened later and is still open");
                return;
            }
        }
        report.accept(node, "%" + begin + " is not open here");
    }
}
