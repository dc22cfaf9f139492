package dev.stint.channel;

import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.internal.wait.Line;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** The kinds of channels that the contract is run on, and what their tests share. */
enum Kind {
    RENDEZVOUS(0),
    ONE(1),
    TWO(2),
    MANY(64),
    UNBOUNDED(Integer.MAX_VALUE);

    private static final long PATIENCE_NANOS = 10_000_000_000L;

    final int capacity;

    Kind(int capacity) {
        this.capacity = capacity;
    }

    <T> Channel<T> open() {
        return switch (this) {
            case RENDEZVOUS -> Channel.rendezvous();
            case UNBOUNDED -> Channel.unbounded();
            case ONE, TWO, MANY -> Channel.buffered(capacity);
        };
    }

    /** A channel whose buffer is full of 0, 1, 2 and so on. */
    Channel<Integer> openFull() throws InterruptedException {
        Channel<Integer> channel = open();
        for (int i = 0; i < capacity; i++) {
            channel.send(i);
        }
        return channel;
    }

    boolean isBounded() {
        return this != UNBOUNDED;
    }

    /** Every kind in every setting. */
    static Stream<Arguments> grid() {
        return Arrays.stream(values()).flatMap(Kind::inAllSettings);
    }

    /** Those that can be full. */
    static Stream<Arguments> bounded() {
        return Arrays.stream(values()).filter(Kind::isBounded).flatMap(Kind::inAllSettings);
    }

    /** Those that can hold something. */
    static Stream<Arguments> buffers() {
        return Arrays.stream(values()).filter(k -> k.capacity > 0).flatMap(Kind::inAllSettings);
    }

    private Stream<Arguments> inAllSettings() {
        return Arrays.stream(Setting.values()).map(setting -> Arguments.of(this, setting));
    }

    /** 0, 1, 2 and so on, this many. */
    static List<Integer> upTo(int count) {
        return new ArrayList<>(IntStream.range(0, count).boxed().toList());
    }

    /** For a task: lets others run until the condition holds. */
    static void giveWayUntil(BooleanSupplier condition) throws InterruptedException {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > PATIENCE_NANOS) {
                throw new AssertionError("waited in vain");
            }
            Stint.yield();
        }
    }

    /**
     * True if no operation stands in a line of the channel, not even one whose wait is over, which
     * a snapshot does not count.
     */
    static boolean isDeserted(Channel<?> channel) {
        return lineOf(channel, "senders").isEmpty() && lineOf(channel, "receivers").isEmpty();
    }

    private static Line lineOf(Channel<?> channel, String name) {
        try {
            Field field = Exchange.class.getDeclaredField(name);
            field.setAccessible(true);
            return (Line) field.get(channel);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    static int sendersOf(Channel<?> channel) {
        return channel.snapshot().sendersWaiting();
    }

    static int receiversOf(Channel<?> channel) {
        return channel.snapshot().receiversWaiting();
    }
}
