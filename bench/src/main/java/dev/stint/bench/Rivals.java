package dev.stint.bench;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Tenants of one implementation that compete for the same processors: some have loops that give way
 * to nobody, and one answers when it is rung.
 */
interface Rivals extends AutoCloseable {
    /**
     * Opens a tenant.
     *
     * @param weight its share against that of others, where there is such a thing
     * @param slice how much it asks for at once, in operations, where there is such a thing
     */
    Rival open(int weight, long slice) throws Exception;

    /** Ends all tasks, and waits for that. */
    @Override
    void close();

    /** What wakes a task. */
    interface Bell {
        void ring() throws InterruptedException;
    }

    /** One of them. */
    interface Rival {
        /** Starts a task that spins, and counts its rounds. */
        void spin(AtomicLong rounds) throws Exception;

        /** Starts a task that answers whenever it is rung. */
        Bell answerWith(Runnable answer) throws Exception;
    }

    static Rivals of(Impl impl, int workers) throws Exception {
        return switch (impl) {
            case STINT -> new StintRivals(workers);
            case VIRTUAL_THREADS -> ThreadRivals.virtual();
            case THREAD_POOLS -> ThreadRivals.pools(workers);
            case KOTLIN -> new KotlinRivals();
            default -> throw new IllegalArgumentException(impl.label() + " has no tenants");
        };
    }
}
