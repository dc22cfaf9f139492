package dev.stint.language.internal.std;

import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.channel.Clause;
import dev.stint.channel.Received;
import dev.stint.channel.Select;
import dev.stint.hooks.Hook;
import dev.stint.language.internal.run.Value;
import dev.stint.language.internal.type.PanicException;
import dev.stint.language.internal.type.TypeTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What tasks tell each other by that they shall stop. A token is cancelled once and stays so, by
 * somebody, when its time is up, or with the one that it is a child of. Tasks share it.
 *
 * <p>Nothing runs for a token: that a time is up, or that a parent was cancelled, is found when
 * somebody asks or waits. So a child costs its parent nothing, and is gone when nobody has it.
 *
 * <pre>
 * mark     by           to
 * none     cancel       explicit, at the time of the call
 * none     who looks    timeout, at the deadline; parent, at the mark of the parent
 * others   nobody
 * </pre>
 *
 * The mark is set by a compare-and-set, and read by volatile reads, before the channel is closed:
 * who waits for that sees it.
 */
public final class TokenValue {
    private static final int DEEPEST = 64;
    private static final long BYTES = 96;
    private static final long NANOS = 1_000_000; // of a millisecond
    private static final int LEVELS = 8; // looked at for one operation

    /** By their numbers in CancelReason. */
    private enum Reason {
        NONE(0),
        EXPLICIT(1),
        TIMEOUT(2),
        PARENT(3);

        final long number;

        Reason(long number) {
            this.number = number;
        }
    }

    private record Mark(Reason reason, long at) {
        static final Mark NONE = new Mark(Reason.NONE, Long.MAX_VALUE);

        boolean isSet() {
            return reason != Reason.NONE;
        }
    }

    private final @Nullable TokenValue parent;
    private final int depth;
    private final long deadline; // by the scheduler's clock; MAX_VALUE: never
    private final AtomicReference<Mark> mark = new AtomicReference<>(); // null: not cancelled
    private final Channel<Object> ended = Channel.rendezvous(); // closed by cancel, and only by it

    private TokenValue(@Nullable TokenValue parent, long deadline) throws InterruptedException {
        this.parent = parent;
        this.depth = parent == null ? 0 : parent.depth + 1;
        this.deadline = deadline;
        if (depth > DEEPEST) {
            throw new PanicException(
                    PanicException.MEMORY, "a token has at most " + DEEPEST + " others above it");
        }
        Hook.pay(1, BYTES, 0);
    }

    public static TokenValue make() throws InterruptedException {
        return new TokenValue(null, Long.MAX_VALUE);
    }

    public static TokenValue child(TokenValue of) throws InterruptedException {
        return new TokenValue(of, Long.MAX_VALUE);
    }

    /** A child whose time is up after so many milliseconds. */
    public static TokenValue within(TokenValue of, long millis) throws InterruptedException {
        if (millis < 0) {
            throw new PanicException(
                    PanicException.OVERFLOW, "a time of " + millis + " ms; the least is 0");
        }
        long now = Stint.nanoTime();
        boolean isEndless = millis > (Long.MAX_VALUE - Math.max(0, now)) / NANOS;
        return new TokenValue(of, isEndless ? Long.MAX_VALUE : now + millis * NANOS);
    }

    public static void cancel(TokenValue token) throws InterruptedException {
        token.look();
        token.mark.compareAndSet(null, new Mark(Reason.EXPLICIT, Stint.nanoTime()));
        token.ended.close();
    }

    public static boolean is_cancelled(TokenValue token) throws InterruptedException {
        return token.look().isSet();
    }

    public static Object reason(TokenValue token) throws InterruptedException {
        return token.look().reason().number;
    }

    /** An error if it was cancelled. */
    public static Object check(TokenValue token) throws InterruptedException {
        return switch (token.look().reason()) {
            case NONE -> Value.UNIT;
            case TIMEOUT -> failed("Timeout");
            case EXPLICIT, PARENT -> failed("Cancelled");
        };
    }

    private static Object failed(String name) {
        return new Value.Failed(new Value.Fault(TypeTable.CANCEL_ERRORS + "." + name));
    }

    /** Waits until it is cancelled; says why. */
    public static Object await(TokenValue token) throws InterruptedException {
        do {
            Select.<Boolean>from(token.ends());
        } while (!token.look().isSet()); // a timer may be early by what a clock is coarse
        return token.mark().reason().number;
    }

    private List<Clause<Boolean>> ends() {
        List<Clause<Boolean>> ends = new ArrayList<>();
        long first = Long.MAX_VALUE;
        for (TokenValue at = this; at != null; at = at.parent) {
            ends.add(at.ended.onReceiveOrClosed((Received<Object> _) -> true));
            first = Math.min(first, at.deadline);
        }
        if (first != Long.MAX_VALUE) {
            long left = Math.max(0, first - Stint.nanoTime());
            ends.add(Select.onTimeout(Duration.ofNanos(left), () -> true));
        }
        return ends;
    }

    /** What is known of it now; from the outermost down, so that the earliest reason wins. */
    private Mark look() throws InterruptedException {
        Hook.pay(1 + depth / LEVELS, 0, 0);
        List<TokenValue> line = new ArrayList<>(depth + 1);
        for (TokenValue at = this; at != null; at = at.parent) {
            line.add(at);
        }
        Mark above = Mark.NONE;
        long now = Stint.nanoTime();
        for (TokenValue at : line.reversed()) {
            above = at.lookHere(above, now);
        }
        return above;
    }

    private Mark lookHere(Mark above, long now) {
        boolean isLate = now >= deadline;
        if (isLate && deadline < above.at()) {
            mark.compareAndSet(null, new Mark(Reason.TIMEOUT, deadline));
        } else if (above.isSet()) {
            mark.compareAndSet(null, new Mark(Reason.PARENT, above.at()));
        }
        return mark();
    }

    private Mark mark() {
        Mark found = mark.get();
        return found == null ? Mark.NONE : found;
    }
}
