package dev.stint.bench;

import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/** Kotlin coroutines; the fork's flags say on how many threads. */
final class KotlinPeer implements Peer {
    @Override
    public void spawn(int tasks) {
        KotlinShapes.spawn(tasks);
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
    public void close() {}
}
