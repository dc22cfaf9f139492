package dev.stint.language.internal.qtjir;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;

/** The blocks of a graph, who follows whom, and which are always passed before which. */
public final class Flow {
    /** The nodes from {@code first} to {@code last}, both included. */
    public record Block(int index, int first, int last, List<Integer> next, List<Integer> before) {}

    private final Graph graph;
    private final List<Block> blocks = new ArrayList<>();
    private final int[] blockOf;
    private final int[] enter; // of the tree of dominators; -1: not reached
    private final int[] leave;

    /** Of a graph whose blocks are well formed; see {@link Verifier}. */
    public Flow(Graph graph) {
        this.graph = graph;
        this.blockOf = new int[graph.nodes().size()];
        cut();
        this.enter = new int[blocks.size()];
        this.leave = new int[blocks.size()];
        connect();
        dominate();
    }

    private void cut() {
        int first = 0;
        for (int i = 0; i < graph.nodes().size(); i++) {
            blockOf[i] = blocks.size();
            if (graph.node(i).opcode().isTerminator()) {
                blocks.add(
                        new Block(blocks.size(), first, i, new ArrayList<>(), new ArrayList<>()));
                first = i + 1;
            }
        }
    }

    private void connect() {
        for (Block block : blocks) {
            for (int label : targets(graph.node(block.last()))) {
                int to = blockOf[label];
                if (!block.next().contains(to)) {
                    block.next().add(to);
                    blocks.get(to).before().add(block.index());
                }
            }
        }
    }

    /** The labels that a terminator goes to. */
    public static List<Integer> targets(Node node) {
        return switch (node.opcode()) {
            case Jump -> node.inputs().subList(0, 1);
            case Branch -> node.inputs().subList(1, 3);
            case Cleanup_Begin -> node.inputs().subList(0, 2);
            default -> List.of();
        };
    }

    // ---- dominators, after Cooper, Harvey and Kennedy

    private void dominate() {
        int[] order = postOrder();
        int[] place = new int[blocks.size()]; // in that order
        Arrays.fill(place, -1);
        for (int i = 0; i < order.length; i++) {
            place[order[i]] = i;
        }
        int[] parent = new int[blocks.size()];
        Arrays.fill(parent, -1);
        if (order.length > 0) {
            parent[0] = 0;
        }
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int i = order.length - 2; i >= 0; i--) {
                int found = nearest(blocks.get(order[i]), parent, place);
                if (found != parent[order[i]]) {
                    parent[order[i]] = found;
                    changed = true;
                }
            }
        }
        number(parent, order);
    }

    private static int nearest(Block block, int[] parent, int[] place) {
        int found = -1;
        for (int p : block.before()) {
            if (parent[p] < 0) {
                continue;
            }
            int other = p;
            while (found >= 0 && found != other) {
                if (place[found] < place[other]) {
                    found = parent[found];
                } else {
                    other = parent[other];
                }
            }
            found = other;
        }
        return found;
    }

    /** The blocks that are reached, each after those that follow it. */
    private int[] postOrder() {
        var order = new ArrayList<Integer>();
        var seen = new BitSet(blocks.size());
        Deque<int[]> open = new ArrayDeque<>();
        if (!blocks.isEmpty()) {
            open.push(new int[] {0, 0});
            seen.set(0);
        }
        while (!open.isEmpty()) {
            int[] top = open.element();
            List<Integer> next = blocks.get(top[0]).next();
            if (top[1] == next.size()) {
                order.add(open.pop()[0]);
            } else {
                int to = next.get(top[1]++);
                if (!seen.get(to)) {
                    seen.set(to);
                    open.push(new int[] {to, 0});
                }
            }
        }
        return order.stream().mapToInt(i -> i).toArray();
    }

    /** Numbers the tree of dominators, so that "above" is a comparison. */
    private void number(int[] parent, int[] order) {
        List<List<Integer>> below = new ArrayList<>();
        for (int i = 0; i < blocks.size(); i++) {
            below.add(new ArrayList<>());
        }
        for (int index : order) {
            if (index != 0) {
                below.get(parent[index]).add(index);
            }
        }
        Arrays.fill(enter, -1);
        int clock = 0;
        Deque<int[]> open = new ArrayDeque<>();
        if (order.length > 0) {
            open.push(new int[] {0, 0});
        }
        while (!open.isEmpty()) {
            int[] top = open.element();
            if (top[1] == 0) {
                enter[top[0]] = clock++;
            }
            List<Integer> children = below.get(top[0]);
            if (top[1] == children.size()) {
                leave[open.pop()[0]] = clock++;
            } else {
                open.push(new int[] {children.get(top[1]++), 0});
            }
        }
    }

    private boolean isAbove(int block, int other) {
        boolean isReached = enter[block] >= 0 && enter[other] >= 0;
        return isReached && enter[block] <= enter[other] && leave[other] <= leave[block];
    }

    public List<Block> blocks() {
        return blocks;
    }

    public Block block(int node) {
        return blocks.get(blockOf[node]);
    }

    /** True if the node is always passed before the end of the block, or is in it. */
    boolean dominatesEnd(int node, Block block) {
        return isAbove(blockOf[node], block.index());
    }

    /** True if one node is always passed before the other. */
    public boolean dominates(int node, int other) {
        return blockOf[node] == blockOf[other]
                ? node < other
                : isAbove(blockOf[node], blockOf[other]);
    }

    public boolean isReached(Block block) {
        return enter[block.index()] >= 0;
    }
}
