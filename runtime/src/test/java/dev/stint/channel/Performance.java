package dev.stint.channel;

import dev.stint.Apart;
import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.channel.Script.Form;
import dev.stint.channel.Script.Option;
import dev.stint.channel.Script.Part;
import dev.stint.channel.Script.Step;
import dev.stint.channel.Script.Verb;
import dev.stint.error.ChannelClosedException;
import dev.stint.error.ChannelFullException;
import dev.stint.event.DeadlockException;
import dev.stint.event.Event;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.NurseryConfig;
import dev.stint.nursery.Policy;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One run of a {@link Script} under a seed, which writes down what happens.
 *
 * <p>Only one task or thread runs at a time, and between two suspensions nobody else does. So an
 * operation that need not wait stands in the log with nothing between its arrival and its return,
 * and the order of the log is the order in which the operations took effect. A value is a number of
 * its own: {@link #MESSAGES} times its sender, counted from 1, and the sender's count.
 */
final class Performance {
    static final int MESSAGES = 1000;
    private static final int NURSERIES = 2;

    /** What an operation came to. */
    enum What {
        DONE,
        CLOSED,
        FAILED,
        TIMEOUT,
        FULL,
        CANCELLED,
        DEADLOCK,
        BROKEN
    }

    /**
     * What exactly.
     *
     * @param option which one it was, if it was one
     * @param values what was received
     */
    record Result(What what, int option, List<Integer> values) {
        static final int NONE = -1;

        static Result of(What what) {
            return new Result(what, NONE, List.of());
        }

        static Result sent(int option) {
            return new Result(What.DONE, option, List.of());
        }

        static Result received(int option, int value) {
            return new Result(What.DONE, option, List.of(value));
        }

        static Result closed(int option, boolean hasReason) {
            return new Result(hasReason ? What.FAILED : What.CLOSED, option, List.of());
        }
    }

    /**
     * An operation.
     *
     * @param messages what it would send, by option; 0 where it would not
     * @param waitsUntil when its time is up; its arrival if it does not wait at all
     */
    record Operation(
            int id,
            int actor,
            Form form,
            List<Option> options,
            List<Integer> messages,
            long waitsUntil) {}

    sealed interface Entry {
        /** What all channels looked like then. */
        List<ChannelSnapshot> picture();

        /**
         * Somebody is about to operate.
         *
         * @param ended the tasks that have ended, as bits
         */
        record Arrival(int id, long now, long ended, List<ChannelSnapshot> picture)
                implements Entry {}

        record Return(int id, long now, long ended, Result result, List<ChannelSnapshot> picture)
                implements Entry {}

        record Closing(
                int channel, boolean hasReason, long now, long ended, List<ChannelSnapshot> picture)
                implements Entry {}

        record Cancelling(int task, List<ChannelSnapshot> picture) implements Entry {}

        /**
         * Nothing can go on.
         *
         * @param waiting so many tasks wait
         * @param standing so many operations stand in the lines of each channel, ended or not
         */
        record Quiet(
                int waiting,
                long now,
                long ended,
                List<Integer> standing,
                List<ChannelSnapshot> picture)
                implements Entry {}
    }

    final Script script;
    final List<Operation> operations = new ArrayList<>();
    final List<Entry> log = new ArrayList<>();
    final List<String> broken = new ArrayList<>();
    final long[] deadlines = {Long.MAX_VALUE, Long.MAX_VALUE};
    private final List<Channel<Integer>> channels = new ArrayList<>();
    private final List<RuntimeException> reasons = new ArrayList<>();
    private final @Nullable Task<?>[] tasks;
    private final int[] sent;
    private volatile long now; // written by the driver, which runs while nobody else does

    Performance(Script script) {
        this.script = script;
        for (int i = 0; i < script.channels().size(); i++) {
            channels.add(script.channels().get(i).make("c" + i));
            reasons.add(new IllegalStateException("why c" + i));
        }
        tasks = new Task<?>[script.parts().size()];
        sent = new int[tasks.length + 1];
    }

    /** The sink of the scheduler: time passes only in jumps. */
    void hear(Event event) {
        if (event instanceof Event.ClockJumped(long _, long to)) {
            now = to;
        }
    }

    void runOn(Scheduler scheduler) throws InterruptedException {
        Nursery[] nurseries = new Nursery[NURSERIES];
        nurseries[0] = open(scheduler, "n0", n -> n);
        if (script.deadlineMillis() == Script.NO_DEADLINE) {
            nurseries[1] = open(scheduler, "n1", n -> n);
        } else {
            Duration time = Duration.ofMillis(script.deadlineMillis());
            nurseries[1] = open(scheduler, "n1", n -> n.withDeadline(time));
            deadlines[1] = now + time.toNanos();
        }
        for (Step step : script.outside()) {
            if (step instanceof Step.Spawn(int number)) {
                spawn(script.parts().get(number), nurseries);
            } else {
                perform(Script.OUTSIDE, step);
            }
        }
        end(nurseries);
        for (int i = 0; i < channels.size(); i++) {
            operate(Script.OUTSIDE, Form.PLAIN, List.of(Option.on(Verb.DRAIN, i)));
        }
    }

    private static Nursery open(
            Scheduler scheduler, String name, UnaryOperator<NurseryConfig> more) {
        return Apart.open(
                () ->
                        scheduler.nursery(
                                n -> more.apply(n.withName(name).withPolicy(Policy.runAll()))));
    }

    private void spawn(Part part, Nursery[] nurseries) {
        try {
            tasks[part.number()] =
                    nurseries[part.nursery()].spawn("t" + part.number(), () -> play(part));
        } catch (dev.stint.error.NurseryNotActiveException e) {
            // its deadline has passed
        }
    }

    private void end(Nursery[] nurseries) throws InterruptedException {
        if (!awaitAll(nurseries) && script.closesAtEnd()) {
            for (int i = 0; i < channels.size(); i++) {
                close(i, false);
            }
        }
        if (!awaitAll(nurseries)) {
            for (int i = 0; i < tasks.length; i++) {
                log.add(new Entry.Cancelling(i, picture()));
            }
            for (Nursery nursery : nurseries) {
                nursery.cancel();
            }
        }
        for (Nursery nursery : nurseries) {
            nursery.awaitAll();
        }
        log.add(new Entry.Quiet(0, now, ended(), standing(), picture()));
    }

    /** False if nothing goes on. */
    private boolean awaitAll(Nursery[] nurseries) throws InterruptedException {
        try {
            for (Nursery nursery : nurseries) {
                nursery.awaitAll();
            }
            return true;
        } catch (DeadlockException e) {
            quiet(e);
            return false;
        }
    }

    private void quiet(DeadlockException e) {
        log.add(new Entry.Quiet(e.waiting().size(), now, ended(), standing(), picture()));
    }

    // ---- steps

    private void play(Part part) throws InterruptedException {
        for (Step step : part.steps()) {
            try {
                perform(part.number(), step);
            } catch (InterruptedException e) {
                if (!part.isStubborn()) {
                    throw e;
                }
            }
        }
    }

    private void perform(int me, Step step) throws InterruptedException {
        switch (step) {
            case Step.Operate(Form form, List<Option> options) -> operate(me, form, options);
            case Step.Close(int channel, boolean hasReason) -> close(channel, hasReason);
            case Step.Cancel(int other) -> {
                Task<?> task = tasks[other];
                if (task != null && task.cancel()) {
                    log.add(new Entry.Cancelling(other, picture()));
                }
            }
            case Step.Sleep(int millis) -> Stint.sleep(Duration.ofMillis(millis));
            case Step.Yield() -> Stint.yield();
            case Step.Spawn _ -> throw new AssertionError("only outside");
        }
    }

    private void close(int channel, boolean hasReason) {
        if (hasReason) {
            channels.get(channel).close(reasons.get(channel));
        } else {
            channels.get(channel).close();
        }
        log.add(new Entry.Closing(channel, hasReason, now, ended(), picture()));
    }

    private void operate(int me, Form asked, List<Option> wanted) throws InterruptedException {
        // threads outside have no clock whose moments they could name
        Form form = me == Script.OUTSIDE && asked == Form.UNTIL ? Form.TIMED : asked;
        var operation = operation(me, form, wanted);
        operations.add(operation);
        log.add(new Entry.Arrival(operation.id(), now, ended(), picture()));
        Result result;
        try {
            result = call(operation);
        } catch (InterruptedException e) {
            finish(operation, Result.of(What.CANCELLED));
            throw e;
        } catch (DeadlockException e) {
            finish(operation, Result.of(What.DEADLOCK));
            quiet(e);
            return;
        } catch (ChannelFullException e) {
            result = Result.of(What.FULL);
        } catch (RuntimeException | Error e) {
            broken.add(operation + " threw " + e + " at " + e.getStackTrace()[0]);
            result = Result.of(What.BROKEN);
        }
        finish(operation, result);
    }

    private void finish(Operation operation, Result result) {
        log.add(new Entry.Return(operation.id(), now, ended(), result, picture()));
    }

    private Operation operation(int me, Form form, List<Option> wanted) {
        var options = new ArrayList<Option>();
        var messages = new ArrayList<Integer>();
        long until = form == Form.TRY ? now : Long.MAX_VALUE;
        for (Option option : wanted) {
            if (option.verb() == Verb.END && tasks[option.task()] == null) {
                continue; // there is none yet
            }
            if (option.verb() == Verb.TIMEOUT) {
                until = now + TimeUnit.MILLISECONDS.toNanos(option.millis());
            }
            options.add(option);
            messages.add(option.sends() ? (me + 2) * MESSAGES + ++sent[me + 1] : 0);
        }
        if (options.isEmpty()) {
            options.add(Option.after(0));
            messages.add(0);
            until = now;
        }
        return new Operation(operations.size(), me, form, options, messages, until);
    }

    private long ended() {
        long bits = 0;
        for (int i = 0; i < tasks.length; i++) {
            Task<?> task = tasks[i];
            bits |= task != null && task.tryOutcome().isPresent() ? 1L << i : 0;
        }
        return bits;
    }

    private List<ChannelSnapshot> picture() {
        return channels.stream().map(Channel::snapshot).toList();
    }

    private List<Integer> standing() {
        return channels.stream().map(Lines::standing).toList();
    }

    // ---- operations

    private Result call(Operation it) throws InterruptedException {
        if (it.form() == Form.SELECT || it.form() == Form.SELECT_IN_ORDER) {
            return select(it);
        }
        Option option = it.options().get(0);
        Channel<Integer> channel = channels.get(option.channel());
        try {
            return switch (option.verb()) {
                case SEND -> send(it, channel, it.messages().get(0));
                case DRAIN -> new Result(What.DONE, 0, channel.drain());
                default -> receive(it, channel);
            };
        } catch (ChannelClosedException e) {
            return closed(0, option.channel(), e.getCause());
        }
    }

    private Result send(Operation it, Channel<Integer> channel, int message)
            throws InterruptedException {
        boolean sent =
                switch (it.form()) {
                    case TRY -> channel.trySend(message);
                    case TIMED -> channel.send(message, timeout(it));
                    case UNTIL -> channel.sendUntil(message, it.waitsUntil());
                    case OR_CLOSED -> {
                        switch (channel.sender().sendOrClosed(message)) {
                            case Sent.Taken() -> {}
                            case Sent.Done() -> throw new ChannelClosedException("a result", null);
                            case Sent.Failed(Throwable cause) ->
                                    throw new ChannelClosedException("a result", cause);
                        }
                        yield true;
                    }
                    default -> {
                        channel.send(message);
                        yield true;
                    }
                };
        return sent ? Result.sent(0) : Result.of(What.TIMEOUT);
    }

    private Result receive(Operation it, Channel<Integer> channel) throws InterruptedException {
        Optional<Integer> value =
                switch (it.form()) {
                    case TRY -> channel.tryReceive();
                    case TIMED -> channel.receive(timeout(it));
                    case UNTIL -> channel.receiveUntil(it.waitsUntil());
                    case OR_CLOSED ->
                            switch (channel.receiver().receiveOrClosed()) {
                                case Received.Value<Integer>(Integer got) -> Optional.of(got);
                                case Received.Done<Integer>() ->
                                        throw new ChannelClosedException("a result", null);
                                case Received.Failed<Integer>(Throwable cause) ->
                                        throw new ChannelClosedException("a result", cause);
                            };
                    default -> Optional.of(channel.receive());
                };
        return value.isPresent() ? Result.received(0, value.get()) : Result.of(What.TIMEOUT);
    }

    private Duration timeout(Operation it) {
        return Duration.ofMillis(it.options().get(1).millis());
    }

    private Result closed(int option, int channel, @Nullable Throwable cause) {
        if (cause != null && cause != reasons.get(channel)) {
            broken.add("c" + channel + " was closed because of " + cause);
        }
        return Result.closed(option, cause != null);
    }

    private Result select(Operation it) throws InterruptedException {
        List<Clause<Result>> clauses = new ArrayList<>();
        for (int i = 0; i < it.options().size(); i++) {
            clauses.add(clause(it, i));
        }
        try {
            @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
            Clause<Result>[] all = (Clause<Result>[]) clauses.toArray(new Clause[0]);
            return it.form() == Form.SELECT ? Select.from(all) : Select.inOrder(all);
        } catch (ChannelClosedException e) {
            return closed(Result.NONE, closedChannel(it, e), e.getCause());
        }
    }

    /** The exception names the channel only in words. */
    private int closedChannel(Operation it, ChannelClosedException e) {
        String text = String.valueOf(e.getMessage());
        for (Option option : it.options()) {
            if (text.contains("'c" + option.channel() + "'")) {
                return option.channel();
            }
        }
        throw new AssertionError("no channel in " + text, e);
    }

    private Clause<Result> clause(Operation it, int i) {
        Option option = it.options().get(i);
        Channel<Integer> channel = channels.get(option.channel());
        return switch (option.verb()) {
            case SEND -> channel.onSend(it.messages().get(i), () -> Result.sent(i));
            case RECEIVE -> channel.onReceive(value -> Result.received(i, value));
            case RECEIVE_OR_CLOSED ->
                    channel.onReceiveOrClosed(
                            got ->
                                    switch (got) {
                                        case Received.Value<Integer>(Integer value) ->
                                                Result.received(i, value);
                                        case Received.Done<Integer>() -> Result.closed(i, false);
                                        case Received.Failed<Integer>(Throwable cause) ->
                                                closed(i, option.channel(), cause);
                                    });
            case END ->
                    Select.onEnd(Objects.requireNonNull(tasks[option.task()]), _ -> Result.sent(i));
            case TIMEOUT ->
                    option.millis() == 0
                            ? Select.otherwise(() -> Result.of(What.TIMEOUT))
                            : Select.onTimeout(
                                    Duration.ofMillis(option.millis()),
                                    () -> Result.of(What.TIMEOUT));
            case DRAIN -> throw new AssertionError("no clause");
        };
    }

    /** Everything that the same seed must give again. */
    String story() {
        var out = new StringBuilder();
        for (Entry entry : log) {
            switch (entry) {
                case Entry.Arrival(int id, long at, var _, var _) ->
                        out.append(at).append(" arrives ").append(operations.get(id));
                case Entry.Return(int id, long at, var _, Result result, var _) ->
                        out.append(at).append(" returns ").append(id).append(' ').append(result);
                default -> out.append(entry);
            }
            out.append("\n    ");
            for (ChannelSnapshot each : entry.picture()) {
                out.append(each.name()).append(each.closed() ? " closed" : "");
                out.append(" holds ").append(each.buffered());
                out.append(", ").append(each.sendersWaiting()).append(" send, ");
                out.append(each.receiversWaiting()).append(" receive; ");
            }
            out.append('\n');
        }
        return out.toString();
    }
}
