package dev.stint.bench;

import java.time.Duration;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** How long does it take to cancel a tree of sleeping tasks, until the last has ended? */
public class CancelTreeBench {
    /** Long enough not to end by itself. */
    static final Duration SLEEP = Duration.ofHours(1);

    /** How many tasks a branch has. */
    private static final int EACH = 1000;

    private static final int WARM_UPS = 10;
    private static final int WARM_UP_SIZE = 20_000;

    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Figures {
        public double cancelled;
    }

    /** The way of a cancelled task must be hot, or frozen frames are deoptimised one by one. */
    @State(Scope.Benchmark)
    public static class WarmUp {
        @Setup
        public void run(PeerState state) throws Exception {
            for (int i = 0; i < WARM_UPS; i++) {
                nanosPerTask(state.peer(), Math.min(state.size, WARM_UP_SIZE), false);
            }
        }
    }

    @Benchmark
    public void cancel(PeerState state, WarmUp warmUp, Figures figures) throws Exception {
        figures.cancelled = nanosPerTask(state.peer(), state.size, true);
    }

    private static double nanosPerTask(Peer peer, int size, boolean measure) throws Exception {
        int each = Math.min(EACH, size);
        int branches = size / each;
        int tasks = branches * each;
        var armed = new Finish(tasks);
        var ended = new Finish(tasks);
        var tree = peer.tree(branches, each, armed, ended);
        armed.await();
        if (measure) {
            System.gc(); // or the end would pay for what the start has left behind
        }
        Check.equal("of %d tasks only %d sleep", tasks, ended.left());
        long started = System.nanoTime();
        tree.cancelAndJoin();
        double nanos = (double) (System.nanoTime() - started) / tasks;
        Check.equal("%d tasks may outlive their scope, and %d did", 0, ended.left());
        return nanos;
    }
}
