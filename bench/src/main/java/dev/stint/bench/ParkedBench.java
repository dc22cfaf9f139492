package dev.stint.bench;

import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** How many bytes of heap does a parked task hold on to, all in all? */
public class ParkedBench {
    /** Compiled frames are smaller than interpreted ones, so the code must be hot first. */
    private static final int WARM_UPS = 20;

    private static final int WARM_UP_SIZE = 20_000;

    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Figures {
        public double bytes;
    }

    @Benchmark
    public void parked(PeerState state, Figures figures) throws Exception {
        var peer = state.peer();
        for (int i = 0; i < WARM_UPS; i++) {
            bytesOf(peer, Math.min(state.size, WARM_UP_SIZE), false);
        }
        figures.bytes = bytesOf(peer, state.size, true);
    }

    private static double bytesOf(Peer peer, int tasks, boolean measure) throws Exception {
        var places = new @Nullable Object[tasks];
        var parked = new Finish(tasks);
        var woken = new Finish(tasks);
        long before = measure ? Heap.used() : 0;
        peer.park(places, parked, woken);
        parked.await();
        double bytes = measure ? (double) (Heap.used() - before) / tasks : 0;
        for (Object place : places) {
            if (place == null) {
                throw new IllegalStateException("a task parked and left nothing to wake it by");
            }
            peer.release(place);
        }
        woken.await();
        return bytes;
    }
}
