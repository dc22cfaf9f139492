package dev.stint.bench;

import java.time.Duration;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** How long does it take to cancel a tree of sleeping tasks, until the last has ended? */
public class CancelTreeBench {
    /** Long enough not to end by itself. */
    static final Duration SLEEP = Duration.ofHours(1);

    /** How many tasks a branch has. */
    private static final int EACH = 1000;

    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Figures {
        public double cancelled;
    }

    @Benchmark
    public void cancel(PeerState state, Figures figures) throws Exception {
        int each = Math.min(EACH, state.size);
        int branches = state.size / each;
        int tasks = branches * each;
        var armed = new Finish(tasks);
        var ended = new Finish(tasks);
        var tree = state.peer().tree(branches, each, armed, ended);
        armed.await();
        System.gc(); // or the young ones of the start would be paid for by the end
        Check.equal("of %d tasks only %d sleep", tasks, ended.left());
        long started = System.nanoTime();
        tree.cancelAndJoin();
        figures.cancelled = (double) (System.nanoTime() - started) / tasks;
        Check.equal("%d tasks must not outlive their scope, and %d did", 0, ended.left());
    }
}
