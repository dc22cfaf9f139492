package dev.stint.weave.internal.flow;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/**
 * The dominators of blocks: a block dominates another if every way to that other goes through it.
 * Found by the iterative algorithm of Cooper, Harvey and Kennedy. Exceptions are ways, too. Blocks
 * that are not reached are left out.
 */
final class Dominators {
    private static final int UNKNOWN = -1;

    private final List<Block> order; // reverse postorder
    private final int[] rank; // by block number: place in the order
    private final int[] parent; // by rank: rank of the immediate dominator, which is lower
    private final int[] preorder; // by rank: number in the tree of dominators
    private final int[] size; // by rank: of the part of the tree below it
    private final List<List<Block>> incoming; // by rank, exceptions included
    private long workLeft;

    private Dominators(Flow flow, long mostWork) {
        this.order = reversePostorder(flow);
        this.rank = new int[flow.blocks().size()];
        this.parent = new int[order.size()];
        this.preorder = new int[order.size()];
        this.size = new int[order.size()];
        this.incoming = new ArrayList<>(order.size());
        this.workLeft = mostWork;
        Arrays.fill(rank, UNKNOWN);
        for (int i = 0; i < order.size(); i++) {
            rank[order.get(i).number()] = i;
            incoming.add(new ArrayList<>(2));
        }
        for (Block block : order) {
            for (Block next : block.outgoing()) {
                incoming.get(rank[next.number()]).add(block);
            }
        }
    }

    /**
     * @param mostWork the number of steps after which it gives up
     * @throws TooMuchWork if it is given up
     */
    static Dominators of(Flow flow, long mostWork) throws TooMuchWork {
        var dominators = new Dominators(flow, mostWork);
        dominators.solve();
        dominators.number();
        return dominators;
    }

    boolean isReached(Block block) {
        return rank[block.number()] != UNKNOWN;
    }

    /** The reached blocks, each before those that it dominates. */
    List<Block> order() {
        return order;
    }

    /** The reached blocks that lead to a reached one, also by an exception. */
    List<Block> incoming(Block block) {
        return incoming.get(rank[block.number()]);
    }

    /** True if each way to {@code block} goes over {@code over}. Both are reached. */
    boolean dominates(Block over, Block block) {
        int above = rank[over.number()];
        int at = preorder[rank[block.number()]];
        return preorder[above] <= at && at < preorder[above] + size[above];
    }

    private void solve() throws TooMuchWork {
        Arrays.fill(parent, UNKNOWN);
        parent[0] = 0;
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int i = 1; i < parent.length; i++) {
                int found = UNKNOWN;
                for (Block block : incoming.get(i)) {
                    int from = rank[block.number()];
                    if (parent[from] != UNKNOWN) {
                        found = found == UNKNOWN ? from : common(found, from);
                    }
                }
                if (found != parent[i]) {
                    parent[i] = found;
                    changed = true;
                }
            }
        }
    }

    /**
     * Numbers the tree, so that one block is below another if its number is in the other's span.
     */
    private void number() {
        Arrays.fill(size, 1);
        for (int i = parent.length - 1; i > 0; i--) {
            size[parent[i]] += size[i];
        }
        var next = new int[parent.length];
        next[0] = 1;
        for (int i = 1; i < parent.length; i++) {
            preorder[i] = next[parent[i]];
            next[parent[i]] += size[i];
            next[i] = preorder[i] + 1;
        }
    }

    private int common(int a, int b) throws TooMuchWork {
        while (a != b) {
            workLeft--;
            if (workLeft < 0) {
                throw new TooMuchWork();
            }
            if (a > b) {
                a = parent[a];
            } else {
                b = parent[b];
            }
        }
        return a;
    }

    private static List<Block> reversePostorder(Flow flow) {
        var postorder = new ArrayList<Block>();
        var seen = new boolean[flow.blocks().size()];
        var path = new ArrayDeque<Block>();
        var ways = new ArrayDeque<Iterator<Block>>();
        Block entry = flow.blocks().getFirst();
        seen[entry.number()] = true;
        path.push(entry);
        ways.push(entry.outgoing().iterator());
        while (!path.isEmpty()) {
            Iterator<Block> way = ways.element();
            if (way.hasNext()) {
                Block next = way.next();
                if (!seen[next.number()]) {
                    seen[next.number()] = true;
                    path.push(next);
                    ways.push(next.outgoing().iterator());
                }
            } else {
                postorder.add(path.pop());
                ways.pop();
            }
        }
        return postorder.reversed();
    }

    /** The method is too tangled to be worth it. */
    static final class TooMuchWork extends Exception {
        private static final long serialVersionUID = 1;
    }
}
