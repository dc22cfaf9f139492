package dev.stint.language.internal.qtjir;

import dev.stint.language.internal.type.Types;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Says what is wrong with graphs: blocks without an end, values that are used where they may not
 * have been made, types that do not fit, nurseries that stay open, loops and calls that nobody
 * checks.
 */
public final class Verifier {
    /** The graphs of a program are wrong, after a pass or in a file. */
    public static final class InvalidGraphException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        InvalidGraphException(String message) {
            super(message);
        }
    }

    private final Program program;
    private final Graph graph;
    private final List<String> found = new ArrayList<>();

    private Verifier(Program program, Graph graph) {
        this.program = program;
        this.graph = graph;
    }

    /** All that is wrong; empty if nothing is. */
    public static List<String> check(Program program) {
        var found = new ArrayList<String>();
        for (Graph graph : program.graphs()) {
            var verifier = new Verifier(program, graph);
            verifier.run();
            found.addAll(verifier.found);
        }
        return List.copyOf(found);
    }

    /** Throws if something is wrong. */
    public static Program ensureValid(Program program, String after) {
        List<String> found = check(program);
        if (!found.isEmpty()) {
            throw new InvalidGraphException(
                    "the program is not valid after " + after + ": " + String.join("; ", found));
        }
        return program;
    }

    private void run() {
        checkBlocks();
        if (!found.isEmpty()) {
            return; // the rest asks about blocks
        }
        var flow = new Flow(graph);
        checkUses(flow);
        if (!found.isEmpty()) {
            return;
        }
        var rules = new TypeRules(program, graph);
        for (Node node : graph.nodes()) {
            if (flow.isReached(flow.block(node.id()))) {
                report(node, rules.check(node));
            }
        }
        if (!found.isEmpty()) {
            return;
        }
        new PaymentRules(graph, flow, this::report).check();
        new NurseryRules(graph, flow, this::report).check();
    }

    private void report(Node node, @Nullable String what) {
        if (what != null) {
            found.add("@%s %%%d %s: %s".formatted(graph.name(), node.id(), node.opcode(), what));
        }
    }

    // ---- blocks

    private void checkBlocks() {
        List<Node> nodes = graph.nodes();
        if (nodes.isEmpty() || !nodes.getLast().opcode().isTerminator()) {
            found.add("@" + graph.name() + ": it has no end");
            return;
        }
        boolean begins = true;
        for (int i = 0; i < nodes.size(); i++) {
            Node node = nodes.get(i);
            if (node.id() != i) {
                report(node, "its number is not its place, " + i);
            }
            boolean isLabel = node.opcode() == Opcode.Label;
            if (isLabel && !begins) {
                report(node, "a label begins a block, and the one before has no end");
            }
            if (!isLabel && begins && i > 0) {
                report(node, "after the end of a block comes a label");
            }
            begins = node.opcode().isTerminator();
            checkInputs(node);
        }
    }

    private void checkInputs(Node node) {
        for (int input : node.inputs()) {
            if (input < 0 || input >= graph.nodes().size()) {
                report(node, "there is no %" + input);
                return;
            }
        }
        int labels = node.opcode() == Opcode.Jump ? 1 : 2;
        if (node.opcode().isTerminator() && hasTargets(node)) {
            int first = node.opcode() == Opcode.Branch ? 1 : 0;
            if (node.inputs().size() < first + labels) {
                report(node, "it goes nowhere");
                return;
            }
            for (int i = first; i < first + labels; i++) {
                if (graph.node(node.input(i)).opcode() != Opcode.Label) {
                    report(node, "%" + node.input(i) + " is no label");
                }
            }
        }
    }

    private static boolean hasTargets(Node node) {
        return switch (node.opcode()) {
            case Jump, Branch, Cleanup_Begin -> true;
            default -> false;
        };
    }

    // ---- uses

    private void checkUses(Flow flow) {
        for (Flow.Block block : flow.blocks()) {
            if (!flow.isReached(block)) {
                continue;
            }
            for (int i = block.first(); i <= block.last(); i++) {
                Node node = graph.node(i);
                if (node.opcode() == Opcode.Phi) {
                    checkPhi(node, block, flow);
                } else {
                    checkUsesOf(node, flow);
                }
            }
        }
    }

    private void checkUsesOf(Node node, Flow flow) {
        for (int input : node.inputs()) {
            Node used = graph.node(input);
            boolean isLabel = used.opcode() == Opcode.Label;
            if (isLabel) {
                if (!Flow.targets(node).contains(input)) {
                    report(node, "%" + input + " is a label, not a value");
                }
            } else if (used.type().equals(Types.VOID)) {
                report(node, "%" + input + " has no value");
            } else if (!flow.dominates(input, node.id())) {
                report(node, "%" + input + " may not have been made before");
            }
        }
    }

    /** A phi has a value and a label for each block that comes before. */
    private void checkPhi(Node node, Flow.Block block, Flow flow) {
        if (node.inputs().size() != 2 * block.before().size()) {
            report(node, "it has not one value for each block before");
            return;
        }
        var from = new ArrayList<Integer>();
        for (int i = 0; i < node.inputs().size(); i += 2) {
            Node label = graph.node(node.input(i + 1));
            Flow.Block source = flow.block(label.id());
            boolean begins = label.id() == source.first();
            if (!begins || !block.before().contains(source.index())) {
                report(node, "%" + label.id() + " begins no block before it");
            } else if (from.contains(source.index())) {
                report(node, "%" + label.id() + " is named twice");
            } else if (!flow.dominatesEnd(node.input(i), source)) {
                report(node, "%" + node.input(i) + " may not have been made before");
            }
            from.add(source.index());
        }
    }
}
