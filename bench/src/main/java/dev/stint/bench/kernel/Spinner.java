package dev.stint.bench.kernel;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;

/** A loop that gives way to nobody: counts its rounds until somebody says that it is over. */
public final class Spinner implements BiConsumer<AtomicLong, AtomicBoolean> {
    private static final int TURNS = 1_000;

    @Override
    public void accept(AtomicLong rounds, AtomicBoolean isOver) {
        int x = 1;
        while (!isOver.getOpaque()) {
            for (int i = 0; i < TURNS; i++) {
                x = x * 31 + (x >>> 7);
            }
            rounds.lazySet(rounds.getPlain() + 1 + (x & 0)); // so that nobody leaves x out
        }
    }
}
