package dev.stint.real;

import dev.stint.env.Readings;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Readings that a test sets: the same for all threads, and a clock that only the test moves. */
final class SetReadings implements Readings {
    final AtomicLong bytes = new AtomicLong();
    final AtomicLong nanos = new AtomicLong();
    final AtomicInteger looks = new AtomicInteger(); // at whether a thread wants a processor

    @Override
    public long allocatedBytes(Thread platform) {
        return bytes.get();
    }

    @Override
    public long processorNanos(Thread platform) {
        return nanos.get();
    }

    @Override
    public boolean wantsProcessor(Thread platform) {
        looks.incrementAndGet();
        return false;
    }

    @Override
    public long nanos() {
        return nanos.get();
    }
}
