package dev.stint.channel;

import dev.stint.channel.Performance.Entry;
import dev.stint.channel.Performance.Operation;
import dev.stint.channel.Performance.Result;
import dev.stint.channel.Performance.What;
import dev.stint.channel.Script.Form;
import dev.stint.channel.Script.Kind;
import dev.stint.channel.Script.Option;
import dev.stint.channel.Script.Verb;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What channels ought to do, in the plainest way: queues and two lines each, one operation after
 * the other. Replays the log of a {@link Performance} and says where that differs.
 *
 * <p>Everything is determined by the order of the log except: which of several possible clauses a
 * select takes, which the log tells and this checks to be possible; and when a wait whose time is
 * up, or whose task has ended, stops being open to partners, which lies between that moment and its
 * return. Since the log tells how the wait did end, a partner that comes within has met it closed.
 */
final class Reference {
    private static final int MOST_COMPLAINTS = 5;

    /** An operation as it goes on here. */
    private static final class Call {
        final Operation operation;
        @Nullable Result known; // what it came to; null if it never returned
        @Nullable Result settled; // what it must come to
        boolean returned;

        Call(Operation operation) {
            this.operation = operation;
        }

        Option option(int number) {
            return operation.options().get(number);
        }

        boolean is(What what) {
            return known != null && known.what() == what;
        }
    }

    private record Place(Call call, int option) {
        int message() {
            return call.operation.messages().get(option);
        }
    }

    private static final class Pipe {
        final Kind kind;
        final Deque<Integer> buffer = new ArrayDeque<>();
        final List<Place> senders = new ArrayList<>();
        final List<Place> receivers = new ArrayList<>();
        boolean closed;
        boolean hasReason;
        long dropped;

        Pipe(Kind kind) {
            this.kind = kind;
        }
    }

    private final Performance performance;
    private final List<Pipe> pipes = new ArrayList<>();
    private final List<Call> calls = new ArrayList<>();
    private final Set<Integer> cancelled = new HashSet<>();
    private final List<String> complaints = new ArrayList<>();
    private int at; // in the log
    private long now;
    private long ended;

    private Reference(Performance performance) {
        this.performance = performance;
        performance.script.channels().forEach(kind -> pipes.add(new Pipe(kind)));
        performance.operations.forEach(operation -> calls.add(new Call(operation)));
        for (Entry entry : performance.log) {
            if (entry instanceof Entry.Return(int id, var _, var _, Result result, var _)) {
                calls.get(id).known = result;
            }
        }
    }

    /** Where the performance differs; empty if nowhere. */
    static List<String> complaints(Performance performance) {
        var reference = new Reference(performance);
        List<Entry> log = performance.log;
        for (int i = 0; i < log.size() && reference.complaints.size() < MOST_COMPLAINTS; i++) {
            reference.at = i;
            reference.replay(log.get(i), i + 1 < log.size() ? log.get(i + 1) : null);
        }
        return reference.complaints;
    }

    private void complain(Entry entry, String text) {
        complaints.add("log " + at + ": " + text + " in " + entry);
    }

    private void replay(Entry entry, @Nullable Entry next) {
        switch (entry) {
            case Entry.Arrival(int id, long then, long done, var _) -> {
                now = then;
                ended = done;
                compare(entry); // before it does anything
                arrive(calls.get(id), entry, next);
            }
            case Entry.Return(int id, long then, long done, Result result, var _) -> {
                now = then;
                ended = done;
                finish(calls.get(id), result, entry);
                compare(entry);
            }
            case Entry.Closing(int channel, boolean hasReason, long then, long done, var _) -> {
                now = then;
                ended = done;
                close(pipes.get(channel), hasReason);
                compare(entry);
            }
            case Entry.Cancelling(int task, var _) -> cancelled.add(task);
            case Entry.Quiet(int waiting, long then, long done, List<Integer> standing, var _) -> {
                now = then;
                ended = done;
                compare(entry);
                ensureQuiet(waiting, standing, entry);
            }
        }
    }

    // ---- operations

    private void arrive(Call call, Entry entry, @Nullable Entry next) {
        boolean isNext =
                next instanceof Entry.Return(int id, var _, var _, var _, var _)
                        && id == call.operation.id();
        if (isRefused(call, isNext)) {
            call.settled = Result.of(What.CANCELLED);
        } else if (call.option(0).verb() == Verb.DRAIN) {
            call.settled = new Result(What.DONE, 0, drain(pipes.get(call.option(0).channel())));
        } else {
            attempt(call, entry);
        }
        if (call.settled != null && !isNext) {
            complain(entry, "it was possible at once and did wait");
        }
    }

    /** A task that is cancelled learns of it before it touches the channel. */
    private boolean isRefused(Call call, boolean isNext) {
        int actor = call.operation.actor();
        return cancelled.contains(actor)
                || (isNext && call.is(What.CANCELLED) && isPastDeadline(actor));
    }

    private boolean isPastDeadline(int actor) {
        return actor != Script.OUTSIDE
                && performance.deadlines[performance.script.parts().get(actor).nursery()] <= now;
    }

    private void attempt(Call call, Entry entry) {
        List<Option> options = call.operation.options();
        var possible = new ArrayList<Integer>();
        for (int i = 0; i < options.size(); i++) {
            if (isPossible(options.get(i))) {
                possible.add(i);
            }
        }
        if (!possible.isEmpty()) {
            boolean inOrder = call.operation.form() != Form.SELECT;
            int choice = inOrder ? possible.get(0) : choice(call, possible);
            if (choice < 0) {
                complain(entry, "it came to " + call.known + ", possible were " + possible);
                choice = possible.get(0);
            }
            call.settled = take(call, choice);
        } else if (call.operation.waitsUntil() <= now) {
            call.settled = Result.of(What.TIMEOUT);
        } else if (failsWhenFull(call)) {
            call.settled = Result.of(What.FULL);
        } else {
            stand(call);
        }
    }

    private boolean failsWhenFull(Call call) {
        Option option = call.option(0);
        return !isSelect(call)
                && option.sends()
                && pipes.get(option.channel()).kind.whenFull() == Overflow.FAIL;
    }

    private static boolean isSelect(Call call) {
        Form form = call.operation.form();
        return form == Form.SELECT || form == Form.SELECT_IN_ORDER;
    }

    /** Which of the possible ones the log says it was; negative if none of them. */
    private int choice(Call call, List<Integer> possible) {
        Result known = call.known;
        if (known == null) {
            return -1;
        }
        if (known.option() != Result.NONE) {
            return possible.contains(known.option()) ? known.option() : -1;
        }
        for (int each : possible) { // an error, which does not tell its option
            Option option = call.option(each);
            boolean throwsClosed = option.sends() || option.verb() == Verb.RECEIVE;
            if (throwsClosed && isOver(option) && known.equals(closedNoOption(option))) {
                return each;
            }
        }
        return -1;
    }

    /** True if all that it can come to is the news that the channel is closed. */
    private boolean isOver(Option option) {
        Pipe pipe = pipes.get(option.channel());
        return pipe.closed && (option.sends() || pipe.buffer.isEmpty());
    }

    private Result closedNoOption(Option option) {
        return Result.closed(Result.NONE, pipes.get(option.channel()).hasReason);
    }

    private boolean isPossible(Option option) {
        if (option.verb() == Verb.END) {
            return hasEnded(option);
        }
        if (option.verb() == Verb.TIMEOUT) {
            return false;
        }
        Pipe pipe = pipes.get(option.channel());
        if (option.sends()) {
            return pipe.closed
                    || first(pipe.receivers) != null
                    || pipe.buffer.size() < pipe.kind.capacity()
                    || pipe.kind.whenFull() == Overflow.DROP_NEWEST
                    || pipe.kind.whenFull() == Overflow.DROP_OLDEST;
        }
        return !pipe.buffer.isEmpty() || first(pipe.senders) != null || pipe.closed;
    }

    private boolean hasEnded(Option option) {
        return (ended >>> option.task() & 1) != 0;
    }

    private Result take(Call call, int choice) {
        Option option = call.option(choice);
        if (option.verb() == Verb.END) {
            return Result.sent(choice);
        }
        Pipe pipe = pipes.get(option.channel());
        if (option.sends()) {
            if (pipe.closed) {
                return Result.closed(choice, pipe.hasReason);
            }
            put(pipe, call.operation.messages().get(choice));
            return Result.sent(choice);
        }
        Integer value = poll(pipe);
        return value == null
                ? Result.closed(choice, pipe.hasReason)
                : Result.received(choice, value);
    }

    private void put(Pipe pipe, int message) {
        Place receiver = first(pipe.receivers);
        if (receiver != null) {
            receiver.call.settled = Result.received(receiver.option, message);
            pipe.receivers.remove(receiver);
        } else if (pipe.buffer.size() < pipe.kind.capacity()) {
            pipe.buffer.add(message);
        } else {
            pipe.dropped++;
            if (pipe.kind.whenFull() == Overflow.DROP_OLDEST) {
                pipe.buffer.remove();
                pipe.buffer.add(message);
            }
        }
    }

    private @Nullable Integer poll(Pipe pipe) {
        Integer oldest = pipe.buffer.poll();
        Place sender = first(pipe.senders);
        if (sender == null) {
            return oldest;
        }
        sender.call.settled = Result.sent(sender.option);
        pipe.senders.remove(sender);
        if (oldest == null) {
            return sender.message();
        }
        pipe.buffer.add(sender.message());
        return oldest;
    }

    private List<Integer> drain(Pipe pipe) {
        var taken = new ArrayList<Integer>();
        Integer value = poll(pipe);
        while (value != null) {
            taken.add(value);
            value = poll(pipe);
        }
        return taken;
    }

    private void close(Pipe pipe, boolean hasReason) {
        if (pipe.closed) {
            return;
        }
        pipe.closed = true;
        pipe.hasReason = hasReason;
        for (List<Place> line : List.of(pipe.senders, pipe.receivers)) {
            for (Place place : line) {
                if (isOpen(place.call)) {
                    place.call.settled = Result.closed(place.option, hasReason);
                }
            }
            line.clear();
        }
    }

    private void finish(Call call, Result result, Entry entry) {
        call.returned = true;
        Result due = call.settled;
        if (due != null) {
            Option option = due.option() == Result.NONE ? null : call.option(due.option());
            boolean closes = due.what() == What.CLOSED || due.what() == What.FAILED;
            boolean asError =
                    closes
                            && isSelect(call)
                            && option != null
                            && option.verb() != Verb.RECEIVE_OR_CLOSED;
            Result expected = asError ? Result.closed(Result.NONE, due.what() == What.FAILED) : due;
            if (!expected.equals(result)) {
                complain(entry, "it must come to " + expected);
            }
            return;
        }
        boolean mayWithdraw =
                switch (result.what()) {
                    case TIMEOUT -> call.operation.waitsUntil() == now; // time waits for it
                    case CANCELLED ->
                            cancelled.contains(call.operation.actor())
                                    || isPastDeadline(call.operation.actor());
                    case DEADLOCK -> call.operation.actor() == Script.OUTSIDE;
                    case DONE -> {
                        Option option = call.option(result.option());
                        yield option.verb() == Verb.END && hasEnded(option);
                    }
                    default -> false;
                };
        if (!mayWithdraw) {
            complain(entry, "nobody has ended its wait");
        }
        for (Pipe pipe : pipes) {
            pipe.senders.removeIf(place -> place.call == call);
            pipe.receivers.removeIf(place -> place.call == call);
        }
    }

    // ---- lines

    /** One place in each line; which of several options for it, the log says if it matters. */
    private void stand(Call call) {
        for (int i = 0; i < call.operation.options().size(); i++) {
            Option option = call.option(i);
            if ((option.sends() || option.receives()) && i == standsFor(call, option)) {
                Pipe pipe = pipes.get(option.channel());
                (option.sends() ? pipe.senders : pipe.receivers).add(new Place(call, i));
            }
        }
    }

    private static int standsFor(Call call, Option like) {
        int first = -1;
        for (int i = 0; i < call.operation.options().size(); i++) {
            Option option = call.option(i);
            boolean sameLine =
                    option.sends() == like.sends()
                            && option.receives() == like.receives()
                            && option.channel() == like.channel();
            if (sameLine && call.operation.form() == Form.SELECT && isWhatCame(call, i)) {
                return i;
            }
            first = sameLine && first < 0 ? i : first;
        }
        return first;
    }

    private static boolean isWhatCame(Call call, int option) {
        Result known = call.known;
        if (known == null || known.option() != Result.NONE) {
            return known != null && known.option() == option;
        }
        boolean closed = known.what() == What.CLOSED || known.what() == What.FAILED;
        return closed && call.option(option).verb() != Verb.RECEIVE_OR_CLOSED;
    }

    private @Nullable Place first(List<Place> line) {
        for (Place place : line) {
            if (isOpen(place.call)) {
                return place;
            }
        }
        return null;
    }

    /** True if it waits and a partner can have it. */
    private boolean isOpen(Call call) {
        return call.settled == null && !call.returned && !mayBeOver(call);
    }

    /** True if it waits, and has perhaps been ended by its timer or by the end of a task. */
    private boolean mayBeOver(Call call) {
        if (call.is(What.TIMEOUT)) {
            return call.operation.waitsUntil() <= now;
        }
        Result known = call.known;
        if (known == null || known.what() != What.DONE) {
            return false;
        }
        Option option = call.option(known.option());
        return option.verb() == Verb.END && hasEnded(option);
    }

    // ---- looking

    private void compare(Entry entry) {
        for (int i = 0; i < pipes.size(); i++) {
            Pipe pipe = pipes.get(i);
            ChannelSnapshot seen = entry.picture().get(i);
            if (seen.closed() != pipe.closed
                    || seen.dropped() != pipe.dropped
                    || seen.buffered() != pipe.buffer.size()
                    || !fits(seen.sendersWaiting(), pipe.senders)
                    || !fits(seen.receiversWaiting(), pipe.receivers)) {
                complain(
                        entry,
                        "c"
                                + i
                                + " must hold "
                                + pipe.buffer
                                + " with "
                                + pipe.dropped
                                + " dropped, senders "
                                + open(pipe.senders)
                                + " and receivers "
                                + open(pipe.receivers)
                                + (pipe.closed ? ", closed" : ""));
            }
        }
    }

    private boolean fits(int seen, List<Place> line) {
        int unsure = 0;
        for (Place place : line) {
            unsure += place.call.settled == null && mayBeOver(place.call) ? 1 : 0;
        }
        int sure = open(line).size();
        return sure <= seen && seen <= sure + unsure;
    }

    private List<Integer> open(List<Place> line) {
        return line.stream()
                .filter(place -> isOpen(place.call))
                .map(place -> place.call.operation.id())
                .toList();
    }

    /** True if its time is up, or one has ended whose end it awaits. */
    private boolean isDue(Call call) {
        return call.operation.waitsUntil() <= now
                || call.operation.options().stream()
                        .anyMatch(o -> o.verb() == Verb.END && hasEnded(o));
    }

    /** Whoever waits when nothing goes on has a reason, and a task waits for nothing else. */
    private void ensureQuiet(int waiting, List<Integer> standing, Entry entry) {
        int arrived = 0;
        for (Entry each : performance.log.subList(0, at)) {
            if (each instanceof Entry.Arrival(int id, var _, var _, var _)) {
                Call call = calls.get(id);
                if (!call.returned && (call.settled != null || isDue(call))) {
                    complain(entry, call.operation + " waits, due is " + call.settled);
                }
                arrived += !call.returned && call.operation.actor() != Script.OUTSIDE ? 1 : 0;
            }
        }
        if (arrived != waiting) {
            complain(entry, arrived + " operations of tasks wait");
        }
        for (int i = 0; i < pipes.size(); i++) {
            Pipe pipe = pipes.get(i);
            if (standing.get(i) != open(pipe.senders).size() + open(pipe.receivers).size()) {
                complain(entry, "somebody has left the lines of c" + i + " and stands there");
            }
            var meeting = new HashSet<>(open(pipe.senders));
            meeting.addAll(open(pipe.receivers));
            boolean faceEachOther =
                    first(pipe.senders) != null
                            && first(pipe.receivers) != null
                            && meeting.size() > 1;
            boolean missSomething =
                    (first(pipe.receivers) != null && !pipe.buffer.isEmpty())
                            || (first(pipe.senders) != null
                                    && pipe.buffer.size() < pipe.kind.capacity());
            if (faceEachOther || missSomething) {
                complain(entry, meeting + " wait for what is there");
            }
        }
    }
}
