package dev.stint.nativecode.internal.heap;

import dev.stint.env.HeapWatch;
import dev.stint.guard.HeapLimit;
import dev.stint.guard.KeptHeap;
import dev.stint.nativecode.error.NativeCodeException;
import dev.stint.nativecode.internal.Ground;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The watch of this JVM: estimates what tenants keep alive from allocations that the JVM samples.
 * Nothing is sampled before the first tenant is watched, nor after the last.
 */
public final class SampledHeap implements HeapWatch {
    /** Bytes between two samples, on average, instead of what suits the limits. */
    static final String INTERVAL = "stint.heap.interval";

    private static final long PERIOD_MILLIS = 10;

    /** The library, ready; or the reason why it is not. Made when it is first asked for. */
    private static final class Ready {
        static final @Nullable HeapCalls CALLS;
        static final @Nullable Watch WATCH;
        static final String WHY;

        static {
            HeapCalls calls = null;
            String why = Ground.whyNot().or(JvmCollector::whyNot).orElse("");
            if (why.isEmpty()) {
                try {
                    calls = HeapCalls.start();
                } catch (NativeCodeException e) {
                    why = String.valueOf(e.getMessage());
                }
            }
            CALLS = calls;
            WATCH =
                    calls == null
                            ? null
                            : new Watch(calls, new JvmCollector(), Long.getLong(INTERVAL, 0));
            WHY = why;
        }

        private Ready() {}
    }

    private static final System.Logger LOG = System.getLogger("dev.stint");
    private static final Object LOCK = new Object();
    private static boolean isLooking; // a thread does; guarded by LOCK

    @Override
    public Optional<String> whyNot() {
        return Ready.WATCH == null ? Optional.of(Ready.WHY) : Optional.empty();
    }

    @Override
    public Watched watch(HeapLimit limit, Consumer<KeptHeap> told) {
        Watch watch = required(Ready.WATCH);
        synchronized (LOCK) {
            Watched watched = watch.add(limit, told);
            if (!isLooking) {
                isLooking = true;
                Thread.ofPlatform().daemon().name("stint-heap").start(() -> lookWhileNeeded(watch));
            }
            return watched;
        }
    }

    /** Has the whole heap collected now, and tells everybody. For tests. */
    static void lookNow() {
        required(Ready.WATCH).collectAndTell();
    }

    @Override
    public Mark markOfThisThread() {
        return required(Ready.CALLS).mark();
    }

    private static <T> T required(@Nullable T part) {
        if (part == null) {
            throw new NativeCodeException(Ready.WHY);
        }
        return part;
    }

    private static void lookWhileNeeded(Watch watch) {
        while (isNeeded(watch)) {
            try {
                watch.look();
                Thread.sleep(PERIOD_MILLIS);
            } catch (InterruptedException e) {
                // nobody who knows it interrupts it: it ends when nobody is watched
            } catch (OutOfMemoryError e) {
                // this is when it is needed most: it looks again
            } catch (RuntimeException | Error e) {
                LOG.log(System.Logger.Level.ERROR, "a look at the heap has failed", e);
            }
        }
    }

    private static boolean isNeeded(Watch watch) {
        synchronized (LOCK) {
            isLooking = !watch.isEmpty();
            return isLooking;
        }
    }
}
