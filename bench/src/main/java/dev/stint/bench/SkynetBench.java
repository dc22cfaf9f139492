package dev.stint.bench;

import org.openjdk.jmh.annotations.Benchmark;

/**
 * What does a task cost that is a node of a tree: opens a scope, starts ten children in it, waits
 * for them and adds up what they say?
 */
public class SkynetBench {
    static final int CHILDREN = 10;

    @Benchmark
    public void skynet(PeerState state, CpuTime cpu) throws Exception {
        int leaves = state.size;
        cpu.measure(nodes(leaves), () -> check(leaves, state.peer().skynet(leaves)));
    }

    static void check(int leaves, long sum) {
        Check.equal("the leaves sum up to %d, not %d", leaves * (leaves - 1L) / 2, sum);
    }

    /** How many tasks there are in all, the one at the top included. */
    static long nodes(int leaves) {
        long nodes = 1;
        int level = leaves;
        for (; level > 1; level /= CHILDREN) {
            if (level % CHILDREN != 0) {
                throw new IllegalArgumentException(
                        "the tree has " + leaves + " leaves, which is no power of " + CHILDREN);
            }
            nodes += level;
        }
        return nodes;
    }
}
