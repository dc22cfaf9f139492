package dev.stint.real;

import dev.stint.Scheduler;
import dev.stint.channel.Channel;
import dev.stint.channel.Clause;
import dev.stint.channel.Receiver;
import dev.stint.channel.Select;
import dev.stint.config.Cores;
import dev.stint.error.ChannelClosedException;
import dev.stint.hooks.Meter;
import dev.stint.nursery.Nursery;
import dev.stint.sync.Latch;
import dev.stint.sync.Mutex;
import dev.stint.sync.Semaphore;
import dev.stint.task.Task;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Recurses to the end of the stack and on the way back does everything that touches the scheduler,
 * at every depth, beside partners who notice whatever is lost. A program of its own, so that it can
 * be run in JVMs of several kinds: its arguments are kinds of cores, or {@code OUTSIDE}.
 */
final class DeepStack {
    private static final int FRAMES = 3_000; // at most; there are many more below
    private static final int ENOUGH = 40; // times that something was done, and not refused
    private static final int MANY = FRAMES;
    static final int SMALL_STACK = 400 << 10;
    static final Duration PATIENCE = Duration.ofSeconds(Integer.getInteger("patience", 120));

    /** Something to do, all of it or, if the stack overflows, nothing; true if it was done. */
    private interface Op {
        boolean run() throws Exception;
    }

    private final Channel<Integer> buffered = Channel.buffered(MANY);
    private final Channel<Integer> offered = Channel.rendezvous();
    private final Channel<Integer> chosen = Channel.rendezvous();
    private final Channel<Integer> fed = Channel.rendezvous();
    private final Semaphore permits = Semaphore.of(0);
    private final Latch latch = Latch.of(MANY + 1);
    private final Mutex mutex = Mutex.unlocked();
    private final List<Channel<Integer>> closable = new ArrayList<>();
    private final List<Task<?>> cancellable = new ArrayList<>();
    private final List<Task<?>> closed = new ArrayList<>();
    private final AtomicInteger spawned = new AtomicInteger();
    private final AtomicInteger acquired = new AtomicInteger();
    private final Nursery nursery;
    private final String[] names = {
        "send",
        "trySend",
        "select",
        "tryReceive",
        "spawn",
        "release",
        "countDown",
        "lock",
        "cancel",
        "close"
    };
    private final Op[] ops;
    private final int[] done = new int[names.length];
    private final int[] refused = new int[names.length];
    private final List<String> wrong = new ArrayList<>();
    private int left;
    private Mutex.@Nullable Guard guard;

    DeepStack(Nursery nursery) {
        this.nursery = nursery;
        // Made here, because the JDK would be broken for good if they were linked down there.
        Callable<Integer> count = spawned::incrementAndGet;
        Clause.Then<Boolean> yes = () -> true;
        Clause.Then<Boolean> no = () -> false;
        ops =
                new Op[] {
                    () -> {
                        buffered.sender().send(done[0]);
                        return true;
                    },
                    () -> offered.sender().trySend(done[1]),
                    () -> Select.from(chosen.sender().onSend(done[2], yes), Select.otherwise(no)),
                    () -> {
                        Optional<Integer> got = fed.receiver().tryReceive();
                        return got.isPresent();
                    },
                    () -> {
                        nursery.spawn(count);
                        return true;
                    },
                    () -> {
                        permits.release();
                        return true;
                    },
                    () -> {
                        latch.countDown();
                        return true;
                    },
                    this::lockOrUnlock,
                    () -> cancellable.get(done[8]).cancel(),
                    () -> {
                        closable.get(done[9]).close();
                        return true;
                    }
                };
    }

    private boolean lockOrUnlock() throws InterruptedException {
        if (guard != null) {
            guard.close();
            guard = null;
            return true;
        }
        guard = mutex.tryLock().orElse(null);
        return false;
    }

    // ---- the deep side

    private void dive() throws Exception {
        left = FRAMES;
        down();
        guard = guard == null ? mutex.lock() : guard;
        guard.close();
    }

    @SuppressWarnings({"InfiniteRecursion", "ThreadPriorityCheck"}) // that is the point
    private void down() throws Exception {
        try {
            down();
        } catch (StackOverflowError e) {
            // As deep as it goes, or so.
        }
        if (left > 0) {
            left--;
            for (int i = 0; i < ops.length; i++) {
                try {
                    if (ops[i].run()) {
                        done[i]++;
                    }
                } catch (StackOverflowError e) {
                    refused[i]++;
                }
            }
            if (done[0] >= ENOUGH && done[9] >= ENOUGH && done[1] > 1 && done[2] > 1) {
                left = 0;
            } else if (done[0] >= ENOUGH && !Thread.currentThread().isVirtual()) {
                Thread.yield(); // the partners have not had their turn
            }
        }
    }

    // ---- partners

    private Task<Integer> counter(Receiver<Integer> from) {
        return nursery.spawn(
                () -> {
                    int next = 0;
                    for (int each : from) {
                        mutex.lock().close(); // the deep side wants it, too
                        if (each != next++) {
                            throw new AssertionError("got " + each + " instead of " + (next - 1));
                        }
                    }
                    return next;
                });
    }

    private Task<Integer> feeder() {
        return nursery.spawn(
                () -> {
                    int sent = 0;
                    try {
                        while (true) {
                            fed.sender().send(sent);
                            sent++;
                        }
                    } catch (ChannelClosedException e) {
                        return sent;
                    }
                });
    }

    private void startVictims() throws InterruptedException {
        Channel<Integer> never = Channel.rendezvous();
        for (int i = 0; i < MANY; i++) {
            cancellable.add(nursery.spawn(() -> never.receiver().receive()));
            Channel<Integer> own = Channel.rendezvous();
            closable.add(own);
            closed.add(nursery.spawn(() -> own.receiver().receiveOrClosed()));
        }
    }

    private List<String> run(boolean outside) throws Exception {
        startVictims();
        List<Task<Integer>> counters =
                List.of(
                        counter(buffered.receiver()),
                        counter(offered.receiver()),
                        counter(chosen.receiver()));
        Task<Integer> feeder = feeder();
        Task<?> taker =
                nursery.spawn(
                        () -> {
                            while (true) {
                                permits.acquire();
                                acquired.incrementAndGet();
                            }
                        });
        // Or the deep side may be done before they are there, after thousands of victims.
        await("partners wait", this::arePartnersWaiting);
        if (outside) {
            var failed = new Throwable[1];
            var thread =
                    new Thread(
                            null,
                            () -> {
                                try {
                                    dive();
                                } catch (Throwable e) {
                                    failed[0] = e;
                                }
                            },
                            "deep",
                            SMALL_STACK);
            thread.start();
            thread.join(PATIENCE);
            expect("the thread has ended", thread.isAlive() ? 0 : 1, 1);
            if (failed[0] != null) {
                throw new AssertionError(failed[0]);
            }
        } else {
            nursery.spawn("deep", this::dive).await(PATIENCE);
        }
        Optional<Mutex.Guard> free = mutex.lock(PATIENCE);
        expect("the mutex is free", free.isPresent() ? 1 : 0, 1);
        free.ifPresent(Mutex.Guard::close);
        buffered.close();
        offered.close();
        chosen.close();
        for (int i = 0; i < counters.size(); i++) {
            expect(names[i], ended(names[i], counters.get(i)), done[i]);
        }
        fed.close();
        expect(names[3], ended(names[3], feeder), done[3]);
        await(names[4] + " " + done[4], () -> spawned.get() == done[4]);
        await(names[5] + " " + done[5], () -> acquired.get() == done[5]);
        expect(names[6], latch.count(), MANY + 1 - done[6]);
        taker.cancel();
        for (int i = 0; i < MANY; i++) {
            if (i < done[8]) {
                ended(names[8], cancellable.get(i));
            } else {
                expect(
                        "cancelled and did not say so",
                        cancellable.get(i).state().isFinal() ? 1 : 0,
                        0);
            }
            if (i < done[9]) {
                ended(names[9], closed.get(i));
            }
        }
        for (int i = 0; i < names.length; i++) {
            if (refused[i] == 0 && i != 7) {
                wrong.add(names[i] + " was never refused: not deep enough");
            }
            if (done[i] == 0) {
                wrong.add(names[i] + " was never done");
            }
        }
        nursery.cancel();
        return wrong;
    }

    private boolean arePartnersWaiting() {
        return offered.snapshot().receiversWaiting() == 1
                && chosen.snapshot().receiversWaiting() == 1
                && fed.snapshot().sendersWaiting() == 1;
    }

    private void expect(String what, long seen, long wanted) {
        if (seen != wanted) {
            wrong.add(what + ": " + seen + " instead of " + wanted);
        }
    }

    private interface Condition {
        boolean holds();
    }

    private void await(String what, Condition condition) {
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.holds()) {
            if (System.nanoTime() > until) {
                wrong.add(what + ": not so");
                return;
            }
            Thread.onSpinWait();
        }
    }

    private int ended(String what, Task<?> task) throws InterruptedException {
        try {
            return task.await(wrong.isEmpty() ? PATIENCE : Duration.ofMillis(1))
                            instanceof Integer count
                    ? count
                    : 0;
        } catch (TimeoutException e) {
            wrong.add(what + ": " + task + " has not ended");
        } catch (RuntimeException e) {
            if (!task.state().isFinal()) {
                wrong.add(what + ": " + e);
            }
        }
        return -1;
    }

    /** The stacks of carriers are so large that it takes long to overflow them. */
    static void makeCarriersSmall() throws ReflectiveOperationException {
        setCarrierStack(SMALL_STACK);
    }

    /** How large the stacks of carriers are from now on; returns how large they were. */
    static long setCarrierStack(long bytes) throws ReflectiveOperationException {
        Field size = Meter.class.getDeclaredField("realStack");
        size.setAccessible(true);
        long before = size.getLong(null);
        size.setLong(null, bytes);
        return before;
    }

    public static void main(String[] kinds) throws Exception {
        makeCarriersSmall();
        for (String kind : kinds) {
            boolean outside = kind.equals("OUTSIDE");
            Scheduler scheduler =
                    Scheduler.open(
                            c ->
                                    c.withWorkers(2)
                                            .withCores(
                                                    outside ? Cores.VIRTUAL : Cores.valueOf(kind)));
            var deep = new DeepStack(scheduler.nursery(n -> n.withCancelOnError(false)));
            List<String> wrong = deep.run(outside);
            System.out.println(
                    kind
                            + ": "
                            + (wrong.isEmpty() ? "well" : String.join("; ", wrong))
                            + ", done "
                            + Arrays.toString(deep.done)
                            + ", refused "
                            + Arrays.toString(deep.refused));
        }
        System.exit(0);
    }
}
