package dev.stint.bench;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntToLongFunction;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * What do very many sleepers cost: bytes while they sleep, time when they wake?
 *
 * <p>A time is counted from the first deadline to the last sleeper that has run on, divided by the
 * sleepers, so it holds the timer, the wake-up and the switch. The few that wake among many asleep
 * show whether the cost follows the expired or the armed.
 */
public class SleepersBench {
    private static final int WARM_UPS = 10;
    private static final int WARM_UP_SIZE = 20_000;
    private static final int FEW_ROUNDS = 9;

    /** Shorter than waking a million takes, so that it is the work that is measured. */
    private static final long SPREAD_NANOS_EACH = 100;

    private static final long FAR = 3_600_000_000_000L;

    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Figures {
        public double bytes;
        public double equal;
        public double spread;
        public double fewAlone;
        public double fewAmongMany;
    }

    @Benchmark
    public void sleepers(PeerState state, Figures figures) throws Exception {
        var peer = state.peer();
        int many = state.size;
        int few = Math.max(1, many / 1000);
        for (int i = 0; i < WARM_UPS; i++) {
            wakeTogether(peer, Math.min(many, WARM_UP_SIZE));
        }
        figures.equal = wakeTogether(peer, many);
        figures.spread = wakeSpread(peer, many);
        figures.fewAlone = medianOfFew(peer, few);

        var armed = new Finish(many);
        var woken = new Finish(many);
        long before = Heap.used();
        long far = System.nanoTime() + FAR;
        Runnable cancel = peer.sleep(many, i -> far, armed, woken);
        armed.await();
        figures.bytes = (double) (Heap.used() - before) / many;
        figures.fewAmongMany = medianOfFew(peer, few);
        cancel.run();
        woken.await();
    }

    private static double medianOfFew(Peer peer, int few) throws Exception {
        var rounds = new double[FEW_ROUNDS];
        for (int i = 0; i < rounds.length; i++) {
            rounds[i] = wakeTogether(peer, few);
        }
        Arrays.sort(rounds);
        return rounds[rounds.length / 2];
    }

    private static double wakeTogether(Peer peer, int sleepers) throws Exception {
        return nanosPerWake(peer, sleepers, i -> 0);
    }

    private static double wakeSpread(Peer peer, int sleepers) throws Exception {
        var random = new SplittableRandom(1);
        var offsets = random.longs(sleepers, 0, sleepers * SPREAD_NANOS_EACH).toArray();
        return nanosPerWake(peer, sleepers, i -> offsets[i]);
    }

    private static double nanosPerWake(Peer peer, int sleepers, IntToLongFunction offset)
            throws Exception {
        // Enough to have all of them asleep before the first is due; more if that was not.
        for (long lead = 20_000_000 + sleepers * 2_000L; ; lead *= 2) {
            var armed = new Finish(sleepers);
            var woken = new Finish(sleepers);
            long due = System.nanoTime() + lead;
            peer.sleep(sleepers, i -> due + offset.applyAsLong(i), armed, woken);
            boolean inTime = armed.await() < due - lead / 8;
            double nanos = (double) (woken.await() - due) / sleepers;
            if (inTime) {
                return nanos;
            }
        }
    }
}
