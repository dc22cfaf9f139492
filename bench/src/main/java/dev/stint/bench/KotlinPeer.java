package dev.stint.bench;

import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/** Kotlin coroutines; the fork's flags say on how many threads. */
final class KotlinPeer implements Peer {
    @Override
    public void spawn(int tasks, Runnable body) {
        KotlinShapes.spawn(tasks, body);
    }

    @Override
    public long skynet(int leaves) {
        return KotlinShapes.skynet(leaves);
    }

    @Override
    public int nest(int levels) {
        return KotlinShapes.nest(levels);
    }

    @Override
    public Tree tree(int branches, int each, Runnable armed, Runnable ended) {
        long millis = CancelTreeBench.SLEEP.toMillis();
        Runnable cancelAndJoin = KotlinShapes.tree(branches, each, millis, armed, ended);
        return cancelAndJoin::run;
    }

    @Override
    public void yields(int tasks, int each) {
        KotlinShapes.yields(tasks, each);
    }

    @Override
    public void compute(int tasks, long tokens) {
        KotlinShapes.compute(tasks, tokens);
    }

    @Override
    public void roundTrips(int trips) {
        KotlinShapes.roundTrips(trips);
    }

    @Override
    public void park(@Nullable Object[] places, Runnable parked, Runnable woken) {
        KotlinShapes.park(places, parked, woken);
    }

    @Override
    public void release(Object place) {
        KotlinShapes.release(place);
    }

    @Override
    public Runnable sleep(int tasks, IntToLongFunction until, Runnable armed, Runnable woken) {
        return KotlinShapes.sleep(tasks, until, armed, woken);
    }

    @Override
    public ChannelShapes channels() {
        return new KotlinChannels();
    }
}
