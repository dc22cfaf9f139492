package dev.stint.real;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.channel.Broadcast;
import dev.stint.channel.Channel;
import dev.stint.channel.Clause;
import dev.stint.channel.Lease;
import dev.stint.channel.ObjectPool;
import dev.stint.channel.OrderedChannel;
import dev.stint.channel.Overflow;
import dev.stint.channel.Receiver;
import dev.stint.channel.Select;
import dev.stint.channel.Watch;
import dev.stint.nursery.Nursery;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Something to wait for: all of it or, if the stack overflows, nothing. What the deep side calls
 * was made before, because the JDK would be broken for good if it were linked down there.
 */
@SuppressWarnings("NullAway.Init") // in(...) comes first
abstract class Wait {
    static final Duration MOMENT = Duration.ofMillis(1);
    private static final Duration LONG = Duration.ofHours(1);

    private static Map<String, Supplier<Wait>> kinds() {
        return Map.ofEntries(
                Map.entry("receive", () -> new Receive(null)),
                Map.entry("receive in time", () -> new Receive(LONG)),
                Map.entry("receive too late", TooLate::new),
                Map.entry("send", Send::new),
                Map.entry("select", Choose::new),
                Map.entry("await", () -> new End(false)),
                Map.entry("future", () -> new End(true)),
                Map.entry("select an end", ChooseEnd::new),
                Map.entry("sleep", SyncWaits.Sleep::new),
                Map.entry("lock", SyncWaits.Lock::new),
                Map.entry("acquire", SyncWaits.Acquire::new),
                Map.entry("hold", SyncWaits.Hold::new),
                Map.entry("condition", SyncWaits.Signalled::new),
                Map.entry("latch", SyncWaits.Latched::new),
                Map.entry("pace", SyncWaits.Paced::new),
                Map.entry("nursery", () -> new Block(Block.How.CLOSE)),
                Map.entry("awaitAll", () -> new Block(Block.How.AWAIT)),
                Map.entry("executor", () -> new Block(Block.How.INVOKE)),
                Map.entry("watch", Watched::new),
                Map.entry("pool", Pooled::new),
                Map.entry("ordered", Ordered::new),
                Map.entry("broadcast", Told::new));
    }

    static List<String> names() {
        return kinds().keySet().stream().sorted().toList();
    }

    String name = "";
    Scheduler scheduler;
    Nursery nursery;
    boolean outside;
    private final List<String> wrong = new ArrayList<>();

    static Wait of(String name) {
        Wait made = Objects.requireNonNull(kinds().get(name)).get();
        made.name = name;
        return made;
    }

    /** Where partners are started; before anything else. */
    void in(Scheduler scheduler, Nursery nursery, boolean outside) throws Exception {
        this.scheduler = scheduler;
        this.nursery = nursery;
        this.outside = outside;
    }

    /** On the deep side, but before it goes down. */
    void before() throws Exception {}

    /** Waits to the end, or has done nothing. */
    abstract void run() throws Exception;

    /** On the deep side, when it is up again. */
    void after() throws Exception {}

    /** Ends the wait, if there is one; by the main thread, often. */
    abstract void complete() throws Exception;

    /** How many wait; none does when nobody is there any more. */
    long waiting() {
        return 0;
    }

    final void expect(String what, long seen, long wanted) {
        if (seen != wanted) {
            wrong.add(what + ": " + seen + " instead of " + wanted);
        }
    }

    /** What was found, after the deep side has ended. */
    List<String> wrong(String where) {
        expect("still waiting", waiting(), 0);
        return wrong.stream().map(each -> where + each).toList();
    }

    // ---- channels

    private static final class Receive extends Wait {
        private final Channel<Integer> channel = Channel.rendezvous();
        private final @Nullable Duration limit;
        private int sent;
        private int got;

        Receive(@Nullable Duration limit) {
            this.limit = limit;
        }

        @Override
        void run() throws Exception {
            Receiver<Integer> from = channel.receiver();
            int each = limit == null ? from.receive() : from.receive(limit).orElseThrow();
            expect("received", each, got);
            got++;
        }

        @Override
        void complete() throws Exception {
            sent += channel.sender().trySend(sent) ? 1 : 0;
        }

        @Override
        long waiting() {
            expect("sent", sent, got);
            return channel.snapshot().receiversWaiting();
        }
    }

    private static final class TooLate extends Wait {
        private final Channel<Integer> channel = Channel.rendezvous();

        @Override
        void run() throws Exception {
            expect("received", channel.receiver().receive(MOMENT).isPresent() ? 1 : 0, 0);
        }

        @Override
        void complete() {}

        @Override
        long waiting() {
            return channel.snapshot().receiversWaiting();
        }
    }

    private static final class Send extends Wait {
        private final Channel<Integer> channel = Channel.rendezvous();
        private int sent;
        private int got;

        @Override
        void run() throws Exception {
            channel.sender().send(sent);
            sent++;
        }

        @Override
        void complete() throws Exception {
            var each = channel.receiver().tryReceive();
            if (each.isPresent()) {
                expect("received", each.get(), got);
                got++;
            }
        }

        @Override
        long waiting() {
            expect("received in all", got, sent);
            return channel.snapshot().sendersWaiting();
        }
    }

    private static final class Choose extends Wait {
        private final Channel<Integer> one = Channel.rendezvous();
        private final Channel<Integer> two = Channel.rendezvous();
        private final Clause.With<Integer, Integer> same = value -> value;
        private final Clause.Then<Integer> late = () -> -1;
        private int sent;
        private int got;

        @Override
        void run() throws Exception {
            int each =
                    Select.from(
                            one.receiver().onReceive(same),
                            two.receiver().onReceive(same),
                            Select.onTimeout(LONG, late));
            expect("received", each, got);
            got++;
        }

        @Override
        void complete() throws Exception {
            sent += (sent % 2 == 0 ? one : two).sender().trySend(sent) ? 1 : 0;
        }

        @Override
        long waiting() {
            expect("sent", sent, got);
            return 0L + one.snapshot().receiversWaiting() + two.snapshot().receiversWaiting();
        }
    }

    private static final class Watched extends Wait {
        private final Watch<Integer> watch = Watch.of(0);
        private final Watch.Observer<Integer> eye = watch.observe();
        private int seen;

        @Override
        void before() throws Exception {
            eye.get();
        }

        @Override
        void run() throws Exception {
            seen = eye.awaitChange();
        }

        @Override
        void complete() throws Exception {
            if (waitingNow() > 0) {
                watch.set(watch.get() + 1);
            }
        }

        private int waitingNow() {
            return watch.snapshot().waiting();
        }

        @Override
        long waiting() {
            expect("changes", watch.get(), seen);
            return waitingNow();
        }
    }

    private static final class Pooled extends Wait {
        private final ObjectPool<String> pool = ObjectPool.open(1, () -> "it");
        private @Nullable Lease<String> mine;
        private @Nullable Lease<String> theirs;

        @Override
        void in(Scheduler scheduler, Nursery nursery, boolean outside) throws Exception {
            super.in(scheduler, nursery, outside);
            mine = pool.take();
        }

        @Override
        void run() throws Exception {
            if (theirs == null) {
                theirs = pool.take();
            }
            theirs.close(); // if refused, next time
            theirs = null;
        }

        @Override
        void after() {
            if (theirs != null) {
                theirs.close();
            }
        }

        @Override
        void complete() throws Exception {
            if (mine != null && pool.snapshot().waiting() > 0) {
                mine.close();
                mine = pool.take(Duration.ofSeconds(20)).orElseThrow();
            }
        }

        @Override
        long waiting() {
            expect("objects out", pool.snapshot().out(), 1);
            return pool.snapshot().waiting();
        }
    }

    private static final class Ordered extends Wait {
        private final Channel<Integer> gate = Channel.rendezvous();
        private final Callable<Integer> body = () -> gate.receiver().receive();
        private @Nullable OrderedChannel<Integer> line;
        private int sent;
        private int opened;
        private int got;

        @Override
        void in(Scheduler scheduler, Nursery nursery, boolean outside) throws Exception {
            super.in(scheduler, nursery, outside);
            line = OrderedChannel.over(nursery, 1);
        }

        @Override
        void run() throws Exception {
            OrderedChannel<Integer> to = Objects.requireNonNull(line);
            if (sent == got) {
                to.send(body);
                sent++;
            }
            expect("received", to.receive(), got);
            got++;
        }

        @Override
        void complete() throws Exception {
            opened += gate.sender().trySend(opened) ? 1 : 0;
        }

        @Override
        long waiting() {
            ChannelCounts now = ChannelCounts.of(Objects.requireNonNull(line).snapshot());
            return 0L + now.senders() + now.receivers();
        }
    }

    private record ChannelCounts(int senders, int receivers) {
        static ChannelCounts of(dev.stint.channel.ChannelSnapshot of) {
            return new ChannelCounts(of.sendersWaiting(), of.receiversWaiting());
        }
    }

    private static final class Told extends Wait {
        private final Broadcast<Integer> broadcast = Broadcast.open();
        private final Receiver<Integer> listener = broadcast.subscribe(1, Overflow.SUSPEND);
        private int sent;
        private int got;

        @Override
        void run() throws Exception {
            broadcast.send(sent);
            sent++;
        }

        @Override
        void complete() throws Exception {
            var each = listener.tryReceive();
            if (each.isPresent()) {
                expect("received", each.get(), got);
                got++;
            }
        }

        @Override
        long waiting() {
            expect("not received", sent - got, sent == got ? 0 : 1);
            return broadcast.snapshot().sendersWaiting();
        }
    }

    // ---- ends

    private static final class End extends Wait {
        private final Channel<Integer> gate = Channel.rendezvous();
        private final Callable<Integer> body = () -> gate.receiver().receive();
        private final boolean asFuture;
        private @Nullable Task<Integer> task;
        private @Nullable Future<Integer> future;
        private int opened;
        private int got;

        End(boolean asFuture) {
            this.asFuture = asFuture;
        }

        @Override
        void run() throws Exception {
            if (asFuture) {
                future = future == null ? nursery.asExecutor().submit(body) : future;
                expect("result", future.get(), got);
                future = null;
            } else {
                task = task == null ? nursery.spawn(body) : task;
                expect("result", task.await(), got);
                task = null;
            }
            got++;
        }

        @Override
        void complete() throws Exception {
            opened += gate.sender().trySend(opened) ? 1 : 0;
        }
    }

    private static final class ChooseEnd extends Wait {
        private final Channel<Integer> gate = Channel.rendezvous();
        private final Channel<Integer> never = Channel.rendezvous();
        private final Callable<Integer> body = () -> gate.receiver().receive();
        private final Clause.With<dev.stint.task.Outcome<Integer>, Integer> one = outcome -> 1;
        private final Clause.With<Integer, Integer> none = value -> 0;
        private @Nullable Task<Integer> task;
        private int opened;

        @Override
        void run() throws Exception {
            task = task == null ? nursery.spawn(body) : task;
            expect(
                    "chosen",
                    Select.from(never.receiver().onReceive(none), Select.onEnd(task, one)),
                    1);
            task = null;
        }

        @Override
        void complete() throws Exception {
            opened += gate.sender().trySend(opened) ? 1 : 0;
        }

        @Override
        long waiting() {
            return never.snapshot().receiversWaiting();
        }
    }

    /** A nursery that is opened, used and closed; whatever was refused is done next time. */
    private static final class Block extends Wait {
        enum How {
            CLOSE,
            AWAIT,
            INVOKE
        }

        private final Channel<Integer> gate = Channel.rendezvous();
        private final AtomicInteger begun = new AtomicInteger();
        private final Callable<Integer> body =
                () -> {
                    begun.incrementAndGet();
                    return gate.receiver().receive();
                };
        private final List<Callable<Integer>> bodies = List.of(body, body);
        private final How how;
        private @Nullable Nursery open;
        private boolean spawned;
        private int opened;

        Block(How how) {
            this.how = how;
        }

        @Override
        void run() throws Exception {
            if (open == null) {
                open = outside ? scheduler.nursery() : Stint.nursery();
            }
            if (how == How.INVOKE && !spawned) {
                open.asExecutor().invokeAll(bodies);
                spawned = true;
            }
            if (!spawned) {
                open.spawn(body);
                spawned = true;
            }
            if (how == How.AWAIT) {
                open.awaitAll();
            }
            open.close();
            open = null;
            spawned = false;
        }

        @Override
        void after() {
            if (open != null) {
                open.cancel();
                open.close();
            }
        }

        @Override
        void complete() throws Exception {
            opened += gate.sender().trySend(opened) ? 1 : 0;
        }
    }
}
