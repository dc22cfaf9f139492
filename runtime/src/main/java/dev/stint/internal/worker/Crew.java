package dev.stint.internal.worker;

import java.util.Arrays;

/**
 * The workers at one moment, and the counts that retired ones left behind. Replaced as a whole, so
 * that a sum over it is a sum over one consistent set. Compared by identity.
 */
public final class Crew {
    private final Worker[] workers;
    private final Worker[] shared; // without those that are leased
    private final Sleeper[] sleepers; // of these
    private final long retiredPublished;
    private final long retiredCompleted;

    Crew(Worker[] workers) {
        this(workers, 0, 0);
    }

    private Crew(Worker[] workers, long retiredPublished, long retiredCompleted) {
        this.workers = workers;
        this.shared = Arrays.stream(workers).filter(w -> w.lease() == null).toArray(Worker[]::new);
        this.sleepers = Arrays.stream(shared).map(Worker::sleeper).toArray(Sleeper[]::new);
        this.retiredPublished = retiredPublished;
        this.retiredCompleted = retiredCompleted;
    }

    /** Not to be changed. */
    public Worker[] workers() {
        return workers;
    }

    /** Those that run whatever there is. Not to be changed. */
    Worker[] shared() {
        return shared;
    }

    /** Those of the shared workers, in the same order. Not to be changed. */
    Sleeper[] sleepers() {
        return sleepers;
    }

    /** Tasks that these workers, present and retired, have published. */
    long published() {
        long sum = retiredPublished;
        for (Worker worker : workers) {
            sum += worker.begun().countPublished();
        }
        return sum;
    }

    /** Tasks whose end these workers, present and retired, have counted. */
    public long completed() {
        long sum = retiredCompleted;
        for (Worker worker : workers) {
            sum += worker.ended().reported();
        }
        return sum;
    }

    /** Steps that the present ones have made. */
    long steps() {
        long sum = 0;
        for (Worker worker : workers) {
            sum += worker.pulse().steps();
        }
        return sum;
    }

    /** The same workers, some of which are leased since, or not any more. */
    Crew again() {
        return new Crew(workers, retiredPublished, retiredCompleted);
    }

    Crew with(Worker joining) {
        Worker[] more = Arrays.copyOf(workers, workers.length + 1);
        more[workers.length] = joining;
        return new Crew(more, retiredPublished, retiredCompleted);
    }

    Crew without(Worker leaving) {
        Worker[] fewer = Arrays.stream(workers).filter(w -> w != leaving).toArray(Worker[]::new);
        return new Crew(
                fewer,
                retiredPublished + leaving.begun().countPublished(),
                retiredCompleted + leaving.ended().reported());
    }
}
