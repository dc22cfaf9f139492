package dev.stint.bench;

/**
 * The shapes that tasks make with channels. Every method runs one shape in tasks of its own, waits
 * for their end, and answers what proves that the messages have come through.
 *
 * <p>Messages are numbers. Those of {@link #pingPong}, {@link #pass}, {@link #select} and {@link
 * #chameneos} are small, so that no implementation on the JVM allocates them.
 */
interface ChannelShapes {
    /** The largest number in messages that are not to be allocated; a power of two less one. */
    int SMALL = 127;

    /** What so many small messages of one sender sum up to. */
    static long sum(int messages) {
        long cycle = (long) SMALL * (SMALL + 1) / 2;
        long rest = messages & SMALL;
        return messages / (SMALL + 1) * cycle + rest * (rest - 1) / 2;
    }

    /**
     * Two tasks and two channels without a buffer: one task sends a number and receives what the
     * other sends back. The sum of what came back.
     */
    long pingPong(int trips) throws Exception;

    /**
     * Senders that share one channel with receivers, each with an equal part of the messages. The
     * sum of what was received.
     */
    long pass(int capacity, int senders, int receivers, int messages) throws Exception;

    /**
     * Tasks in a row, channels without a buffer between them. Each passes a number on, one larger;
     * what comes out at the end goes in at the front again. What came out last.
     */
    int chain(int tasks, int laps) throws Exception;

    /**
     * Tasks in a ring, channels without a buffer between them, and one token, a number that each
     * task passes on, one smaller. The task that received 0, counted from 0.
     */
    int ring(int tasks, int hops) throws Exception;

    /**
     * A task that receives from whichever channel has something, none of which has a buffer; a
     * sender for each. The sum of what was received.
     */
    long select(int channels, int messages) throws Exception;

    /**
     * Eratosthenes: a row of tasks, each of which keeps back the multiples of one prime; those that
     * come out at the end are primes, for each of which a task is added there. No channel has a
     * buffer. The sum of the primes.
     */
    long sieve(int limit) throws Exception;

    /**
     * Creatures of three colours that meet in pairs, as a task pairs them, and take the third
     * colour if they differ: a shared channel on which they come, and one for each on which it
     * hears whom it met, all without a buffer. How often a creature has met another.
     */
    long chameneos(int creatures, int meetings) throws Exception;
}
