package dev.stint.nativecode.internal.heap;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.stint.env.HeapWatch;
import dev.stint.guard.KeptClass;
import dev.stint.nativecode.error.NativeCodeException;
import dev.stint.nativecode.internal.Ground;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;

/** The functions of heap.c. The JVM samples for one library at a time, so there is one of it. */
final class HeapCalls implements Samples {
    /** struct stint_heap_reading. */
    private static final long READING = 56;

    private static final long YOUNG = 16;
    private static final long YOUNG_SQUARE = 32;

    /** struct stint_heap_class. */
    private static final long CLASS = 256;

    private static final long NAME = 16;

    private final MethodHandle sample;
    private final MethodHandle word;
    private final MethodHandle open;
    private final MethodHandle close;
    private final MethodHandle age;
    private final MethodHandle sweep;
    private final MethodHandle read;
    private final MethodHandle classes;

    private HeapCalls(Ground ground) {
        sample = ground.call("stint_heap_sample", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG));
        word = ground.call("stint_heap_word", FunctionDescriptor.of(ADDRESS));
        open = ground.call("stint_heap_open", FunctionDescriptor.of(JAVA_LONG));
        close = ground.call("stint_heap_close", FunctionDescriptor.ofVoid(JAVA_LONG));
        age = ground.call("stint_heap_age", FunctionDescriptor.of(JAVA_LONG));
        sweep = ground.call("stint_heap_sweep", FunctionDescriptor.ofVoid(JAVA_LONG));
        read = ground.call("stint_heap_read", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, ADDRESS));
        classes =
                ground.call(
                        "stint_heap_classes",
                        FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_LONG));
    }

    /**
     * Has the JVM get ready to sample.
     *
     * @throws NativeCodeException if it does not; the message is a sentence that says why
     */
    static HeapCalls start() {
        Ground ground = Ground.require();
        long error;
        try {
            error =
                    (long)
                            ground.call("stint_heap_start", FunctionDescriptor.of(JAVA_LONG))
                                    .invokeExact();
        } catch (Throwable e) {
            throw Ground.unexpected(e);
        }
        if (error != 0) {
            throw new NativeCodeException(inWords(error), error);
        }
        return new HeapCalls(ground);
    }

    private static String inWords(long error) {
        return error == 98 // JVMTI_ERROR_NOT_AVAILABLE
                ? "this JVM samples allocations for another agent, and does so for one at a time."
                        + " Start it without that agent."
                : "this JVM does not sample allocations (JVMTI error " + error + ").";
    }

    /** The mark of the calling thread. */
    @SuppressWarnings("restricted") // a word that C has given us
    HeapWatch.Mark mark() {
        try {
            MemorySegment at =
                    ((MemorySegment) word.invokeExact()).reinterpret(JAVA_LONG.byteSize());
            return number -> at.set(JAVA_LONG, 0, number);
        } catch (Throwable e) {
            throw Ground.unexpected(e);
        }
    }

    @Override
    public void sampleEach(long bytes) {
        try {
            ensureNone((long) sample.invokeExact(bytes));
        } catch (Throwable e) {
            throw Ground.unexpected(e);
        }
    }

    private static void ensureNone(long error) {
        if (error != 0) {
            throw new NativeCodeException(inWords(error), error);
        }
    }

    @Override
    public long open() {
        try {
            return (long) open.invokeExact();
        } catch (Throwable e) {
            throw Ground.unexpected(e);
        }
    }

    @Override
    public void close(long number) {
        try {
            close.invokeExact(number);
        } catch (Throwable e) {
            throw Ground.unexpected(e);
        }
    }

    @Override
    public long nextAge() {
        try {
            return (long) age.invokeExact();
        } catch (Throwable e) {
            throw Ground.unexpected(e);
        }
    }

    @Override
    public void sweep(long number) {
        try {
            sweep.invokeExact(number);
        } catch (Throwable e) {
            throw Ground.unexpected(e);
        }
    }

    @Override
    public Sum bornBefore(long number, int lastAges) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment reading = arena.allocate(READING, JAVA_LONG.byteAlignment());
            if ((long) read.invokeExact(number, reading) == 0) {
                return Sum.NOTHING;
            }
            double bytes = reading.get(JAVA_DOUBLE, 0);
            double square = reading.get(JAVA_DOUBLE, JAVA_DOUBLE.byteSize());
            for (int i = 0; i < lastAges; i++) {
                bytes -= reading.get(JAVA_DOUBLE, YOUNG + i * JAVA_DOUBLE.byteSize());
                square -= reading.get(JAVA_DOUBLE, YOUNG_SQUARE + i * JAVA_DOUBLE.byteSize());
            }
            return new Sum(Math.max(0, bytes), Math.max(0, square)); // less than 0 by rounding only
        } catch (Throwable e) {
            throw Ground.unexpected(e);
        }
    }

    @Override
    public List<KeptClass> byClass(long number, long age, int most) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment all = arena.allocate(CLASS * most, JAVA_LONG.byteAlignment());
            long count = (long) classes.invokeExact(number, age, all, (long) most);
            List<KeptClass> kept = new ArrayList<>();
            for (long i = 0; i < count; i++) {
                String name = all.getString(i * CLASS + NAME);
                long bytes = Math.round(all.get(JAVA_DOUBLE, i * CLASS));
                kept.add(new KeptClass(ClassNames.inSource(name), bytes));
            }
            return kept;
        } catch (Throwable e) {
            throw Ground.unexpected(e);
        }
    }
}
