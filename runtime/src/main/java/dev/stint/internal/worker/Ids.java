package dev.stint.internal.worker;

/** The ids that one worker gives out, drawn from the engine in blocks. The owner's. */
final class Ids {
    private static final int BLOCK = 256;

    private final Engine engine;
    private long next;
    private long limit;

    Ids(Engine engine) {
        this.engine = engine;
    }

    long next() {
        if (next == limit) {
            next = engine.drawIds(BLOCK);
            limit = next + BLOCK;
        }
        return next++;
    }
}
