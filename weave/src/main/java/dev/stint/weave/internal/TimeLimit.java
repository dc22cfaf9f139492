package dev.stint.weave.internal;

import dev.stint.weave.Refusal;
import dev.stint.weave.WeaveRefusedException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import jdk.internal.access.SharedSecrets;
import org.jspecify.annotations.Nullable;

/**
 * How long it may take to weave a class. A guard: work is bounded by counts in every step, and this
 * bounds what they have missed. It is looked at between methods.
 *
 * <p>Once a tenth of the limit has passed on the clock, the processor's time counts instead, so
 * that a machine with much else to do refuses nothing. Who comes to the first look after all of the
 * limit is refused by the clock.
 */
final class TimeLimit {
    private final Duration limit;
    private final LongSupplier clock;
    private final ToLongFunction<Thread> processorTime;
    private final long began;
    private @Nullable Thread carrier; // of which the processor's time is read
    private long beganToRead;
    private long processorAt;

    TimeLimit(Duration limit) {
        this(limit, System::nanoTime, TimeLimit::processorTime);
    }

    TimeLimit(Duration limit, LongSupplier clock, ToLongFunction<Thread> processorTime) {
        this.limit = limit;
        this.clock = clock;
        this.processorTime = processorTime;
        this.began = clock.getAsLong();
    }

    /** Refuses the class if it has taken longer. */
    void check() {
        if (nanos() > limit.toNanos()) {
            throw new WeaveRefusedException(
                    Refusal.because("takes longer to weave than the limit of " + limit)
                            .withRemedy(
                                    "Split it, or give the weaver longer by"
                                            + " Weaver.withTimeLimit(...)"));
        }
    }

    private long nanos() {
        long now = clock.getAsLong();
        long passed = now - began;
        if (passed <= limit.toNanos() / 10) {
            return passed;
        }
        Thread here = carrier();
        if (carrier == null) {
            carrier = here;
            beganToRead = passed;
            processorAt = processorTime.applyAsLong(here);
            return passed;
        }
        // A thread of the host that has gone over to another carrier is judged by the clock.
        return carrier == here
                ? beganToRead + processorTime.applyAsLong(here) - processorAt
                : passed;
    }

    private static Thread carrier() {
        return Thread.currentThread().isVirtual()
                ? SharedSecrets.getJavaLangAccess().currentCarrierThread()
                : Thread.currentThread();
    }

    private static long processorTime(Thread platform) {
        return ManagementFactory.getThreadMXBean().getThreadCpuTime(platform.threadId());
    }
}
