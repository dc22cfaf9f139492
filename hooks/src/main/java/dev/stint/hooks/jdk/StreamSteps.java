package dev.stint.hooks.jdk;

import dev.stint.hooks.AccessRefusedException;
import dev.stint.hooks.Hook;
import dev.stint.hooks.Stop;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a stream between its source and its end. An element that passes many pays for each:
 * a function of woven code does by itself, one of the JDK is wrapped, and before a step without a
 * function stands one that pays, unless there are few.
 *
 * <p>Some of what a stream does goes through all steps at once, and no element pays for that: it
 * begins, it ends, it asks before each element whether any are wanted. So their number is limited.
 */
@SuppressWarnings("overloads") // the table picks by the types of what is called
public final class StreamSteps {
    static final int MOST = 256;
    private static final int FEW = 8;
    private static final int BYTES = 64; // of a step

    private static final Class<?> PIPELINE = pipeline();
    private static final MethodHandle DEPTH = JdkFields.getter(PIPELINE, "depth", int.class);
    private static final MethodHandle SOURCE =
            JdkFields.getter(PIPELINE, "sourceStage", Object.class);
    private static final MethodHandle CLOSER =
            JdkFields.getter(PIPELINE, "sourceCloseAction", Runnable.class);

    private StreamSteps() {}

    private static Class<?> pipeline() {
        try {
            return Class.forName("java.util.stream.AbstractPipeline");
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** How many steps there are; of a stream that is not the JDK's, none are known. */
    private static int depth(BaseStream<?, ?> of) {
        try {
            return PIPELINE.isInstance(of) ? (int) DEPTH.invokeExact((Object) of) : 0;
        } catch (Throwable e) {
            throw new AssertionError("a field cannot be read", e);
        }
    }

    /** One more step. */
    static void added(BaseStream<?, ?> to) {
        Hook.bytes(BYTES);
        if (to != null && depth(to) >= MOST) {
            throw new AccessRefusedException(
                    "a stream of more than "
                            + MOST
                            + " steps is not open to code that is metered: all of them are asked"
                            + " for each element. Go on from a list of what there is by now:"
                            + " toList().stream().");
        }
    }

    /** One more step that calls nothing; true if it is to be paid for by a further one. */
    static boolean isCharged(BaseStream<?, ?> to) {
        added(to);
        return to != null && depth(to) > FEW;
    }

    // ---- steps that call a function; of other types the JDK makes none

    public static void stage(BaseStream<?, ?> self, @Nullable Object by) {
        added(self);
    }

    public static Function<?, ?> stage(BaseStream<?, ?> self, Function<?, ?> by) {
        added(self);
        return CombinedFunctions.paying(by);
    }

    public static Predicate<?> stage(BaseStream<?, ?> self, Predicate<?> by) {
        added(self);
        return CombinedFunctions.paying(by);
    }

    public static Consumer<?> stage(BaseStream<?, ?> self, Consumer<?> by) {
        added(self);
        return CombinedFunctions.paying(by);
    }

    public static BiConsumer<?, ?> stage(BaseStream<?, ?> self, BiConsumer<?, ?> by) {
        added(self);
        return CombinedFunctions.paying(by);
    }

    public static IntPredicate stage(BaseStream<?, ?> self, IntPredicate by) {
        added(self);
        return CombinedFunctions.paying(by);
    }

    public static IntUnaryOperator stage(BaseStream<?, ?> self, IntUnaryOperator by) {
        added(self);
        return CombinedFunctions.paying(by);
    }

    public static IntConsumer stage(BaseStream<?, ?> self, IntConsumer by) {
        added(self);
        return CombinedFunctions.paying(by);
    }

    public static LongPredicate stage(BaseStream<?, ?> self, LongPredicate by) {
        added(self);
        return CombinedFunctions.paying(by);
    }

    public static LongUnaryOperator stage(BaseStream<?, ?> self, LongUnaryOperator by) {
        added(self);
        return CombinedFunctions.paying(by);
    }

    public static LongConsumer stage(BaseStream<?, ?> self, LongConsumer by) {
        added(self);
        return CombinedFunctions.paying(by);
    }

    public static DoublePredicate stage(BaseStream<?, ?> self, DoublePredicate by) {
        added(self);
        return CombinedFunctions.paying(by);
    }

    public static DoubleUnaryOperator stage(BaseStream<?, ?> self, DoubleUnaryOperator by) {
        added(self);
        return CombinedFunctions.paying(by);
    }

    public static DoubleConsumer stage(BaseStream<?, ?> self, DoubleConsumer by) {
        added(self);
        return CombinedFunctions.paying(by);
    }

    public static void unordered(BaseStream<?, ?> self) {
        added(self);
    }

    // ---- what is run when a stream is closed; the JDK's own handlers lie in each other

    /** All handlers of a stream, one after the other. */
    private static final class Closing implements Runnable {
        private final List<Runnable> handlers = new ArrayList<>(1);

        @Override
        public void run() {
            Throwable first = null;
            for (Runnable handler : handlers) {
                int left = CombinedFunctions.enter();
                try {
                    handler.run();
                } catch (Stop stop) {
                    throw stop;
                } catch (RuntimeException | Error e) {
                    first = joined(first, e);
                } finally {
                    Hook.back(left);
                }
            }
            if (first instanceof RuntimeException e) {
                throw e;
            }
            if (first instanceof Error e) {
                throw e;
            }
        }

        private static Throwable joined(@Nullable Throwable first, Throwable further) {
            if (first == null) {
                return further;
            }
            if (first != further) {
                first.addSuppressed(further);
            }
            return first;
        }
    }

    static Runnable closing(Runnable handler) {
        var closing = new Closing();
        closing.handlers.add(handler);
        return closing;
    }

    public static BaseStream<?, ?> onClose(BaseStream<?, ?> of, Runnable handler) {
        Hook.bytes(BYTES);
        Runnable before = closer(of);
        if (before == null || handler == null) {
            return of.onClose(handler == null ? handler : closing(handler));
        }
        if (!(before instanceof Closing closing)) {
            throw new AccessRefusedException(
                    "another handler cannot be added to a stream that closes something of the JDK:"
                            + " handlers that lie in each other, as many as one likes, would all"
                            + " be run for the price of one. Close the stream, and then do the"
                            + " rest.");
        }
        closing.handlers.add(handler);
        return of;
    }

    private static @Nullable Runnable closer(BaseStream<?, ?> of) {
        if (!PIPELINE.isInstance(of)) {
            return null;
        }
        try {
            Object source = (Object) SOURCE.invokeExact((Object) of);
            return (Runnable) CLOSER.invokeExact(source);
        } catch (Throwable e) {
            throw new AssertionError("a field cannot be read", e);
        }
    }
}
