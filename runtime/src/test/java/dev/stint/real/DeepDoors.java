package dev.stint.real;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.channel.Broadcast;
import dev.stint.channel.Channel;
import dev.stint.channel.Lease;
import dev.stint.channel.ObjectPool;
import dev.stint.channel.Overflow;
import dev.stint.channel.Receiver;
import dev.stint.channel.Watch;
import dev.stint.config.Cores;
import dev.stint.nursery.Nursery;
import dev.stint.sync.Condition;
import dev.stint.sync.Mutex;
import dev.stint.sync.Semaphore;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;

/**
 * Ends, at the end of the stack, what was begun far above it: what was refused there must still be
 * possible when the stack is small again, and nothing may be lost. A program of its own like {@link
 * DeepStack}, with the same arguments.
 */
final class DeepDoors {
    private static final int MANY = 60;
    private static final int FRAMES = 20_000;

    /** The same thing to do, many times over. */
    private interface Deed {
        /** True if it was done; an overflow means that nothing was. */
        boolean run(int number) throws Exception;
    }

    private final Scheduler scheduler;
    private final boolean outside;
    private final Nursery nursery;
    private final List<String> wrong = new ArrayList<>();
    private int left;
    private int next;
    private int refused;
    private int refusedInAll;

    DeepDoors(Scheduler scheduler, boolean outside) {
        this.scheduler = scheduler;
        this.outside = outside;
        this.nursery = scheduler.nursery(n -> n.withCancelOnError(false));
    }

    @SuppressWarnings("InfiniteRecursion") // that is the point
    private void down(Deed deed) throws Exception {
        try {
            down(deed);
        } catch (StackOverflowError e) {
            // As deep as it goes, or so.
        }
        if (left > 0 && next < MANY) {
            left--;
            try {
                if (deed.run(next)) {
                    next++;
                }
            } catch (StackOverflowError e) {
                refused++;
            }
        }
    }

    /** At every depth, and what is left over where there is stack again. */
    private void dive(Deed deed) throws Exception {
        left = FRAMES;
        next = 0;
        refused = 0;
        down(deed);
        while (next < MANY) {
            next += deed.run(next) ? 1 : 0;
        }
        refusedInAll += refused;
    }

    private void inTheDeep(String name, Deed deed) throws Exception {
        runAside(() -> dive(deed));
        expect(name + " was refused", refused > 0);
    }

    private void runAside(dev.stint.task.Action action) throws Exception {
        if (!outside) {
            nursery.spawn("deep", action).await();
            return;
        }
        var failed = new Throwable[1];
        var thread =
                new Thread(
                        null,
                        () -> {
                            try {
                                action.run();
                            } catch (Throwable e) {
                                failed[0] = e;
                            }
                        },
                        "deep",
                        DeepStack.SMALL_STACK);
        thread.start();
        thread.join();
        if (failed[0] != null) {
            throw new AssertionError(failed[0]);
        }
    }

    private void expect(String what, boolean holds) {
        if (!holds) {
            wrong.add("not so: " + what);
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // others have more to do
    private void await(String what, BooleanSupplier condition) {
        long until = System.nanoTime() + DeepStack.PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > until) {
                expect(what, false);
                return;
            }
            Thread.yield();
        }
    }

    // ---- what is done

    private void releaseGuards() throws Exception {
        Semaphore permits = Semaphore.bounded(MANY);
        List<Semaphore.Guard> guards = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            guards.add(permits.hold());
        }
        inTheDeep(
                "guard",
                i -> {
                    guards.get(i).close();
                    return true;
                });
        expect("all permits are back", permits.snapshot().permits() == MANY);
    }

    private void signal() throws Exception {
        Mutex mutex = Mutex.unlocked();
        Condition condition = mutex.condition();
        for (int i = 0; i < MANY; i++) {
            nursery.spawn(
                    () -> {
                        try (var _ = mutex.lock()) {
                            condition.await();
                        }
                    });
        }
        await("all wait", () -> condition.snapshot().waiting() == MANY);
        Deed deed =
                i -> {
                    condition.signal();
                    return true;
                };
        runAside(
                () -> {
                    try (var _ = mutex.lock()) {
                        dive(deed);
                    }
                });
        expect("signal was refused", refused > 0);
        await("who was signalled goes on", () -> nursery.children().isEmpty());
    }

    private void seal() throws Exception {
        List<Nursery> all = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            all.add(scheduler.root().spawn(() -> scheduler).await().nursery());
        }
        inTheDeep("seal", i -> all.get(i).seal());
        for (Nursery each : all) {
            await("a sealed nursery ends", () -> each.state().isFinal());
        }
    }

    private void cancelFutures() throws Exception {
        Channel<Integer> never = Channel.rendezvous();
        ExecutorService executor = nursery.asExecutor();
        List<Future<Integer>> futures = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            futures.add(executor.submit(() -> never.receiver().receive()));
        }
        await("all wait", () -> never.snapshot().receiversWaiting() == MANY);
        inTheDeep("cancel of a future", i -> futures.get(i).cancel(true));
        await("who was cancelled ends", () -> nursery.children().isEmpty());
    }

    private void discard() throws Exception {
        ObjectPool<String> pool = ObjectPool.open(MANY, () -> "it");
        List<Lease<String>> leases = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            leases.add(pool.take());
        }
        inTheDeep(
                "discard",
                i -> {
                    leases.get(i).discard();
                    return true;
                });
        expect("nothing is out: " + pool.snapshot(), pool.snapshot().out() == 0);
        expect("a place is free", pool.take(Duration.ZERO).isPresent());
    }

    private void closeBroadcasts() throws Exception {
        List<Broadcast<Integer>> all = new ArrayList<>();
        List<Receiver<Integer>> receivers = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            Broadcast<Integer> each = Broadcast.open();
            all.add(each);
            receivers.add(each.subscribe(1, Overflow.SUSPEND));
            receivers.add(each.subscribe(1, Overflow.SUSPEND));
        }
        inTheDeep(
                "close of a broadcast",
                i -> {
                    all.get(i).close();
                    return true;
                });
        for (Receiver<Integer> each : receivers) {
            expect("a subscriber knows of the end", each.isClosed());
        }
    }

    private void openNurseries() throws Exception {
        List<Nursery> opened = new ArrayList<>();
        Deed deed =
                i -> {
                    opened.add(outside ? scheduler.nursery() : Stint.nursery());
                    return true;
                };
        runAside(
                () -> {
                    dive(deed);
                    for (Nursery each : opened.reversed()) {
                        each.close();
                    }
                });
        expect("opening was refused", refused > 0);
        expect("as many were opened", opened.size() == MANY);
    }

    /** Whoever only looks takes the lock, too: afterwards somebody else must still get it. */
    private void look() throws Exception {
        Mutex mutex = Mutex.unlocked();
        Condition condition = mutex.condition();
        Watch<Integer> watch = Watch.of(1);
        Watch.Observer<Integer> observer = watch.observe();
        Task<?> ended = nursery.spawn(() -> {});
        ended.await();
        look("isMine", mutex::isMine);
        look("isLocked", mutex::isLocked);
        look("snapshot of a condition", condition::snapshot);
        look("hasChanged", observer::hasChanged);
        look("get of an observer", observer::get);
        look("budgetLeft", ended::budgetLeft);
        look("receipt of a task", ended::receipt);
        look("ledger", nursery::ledger);
        look("bills", nursery::bills);
        look("children", nursery::children);
        try (var _ = mutex.lock()) {
            condition.signal();
        }
        watch.set(2);
        expect("a change is seen", observer.awaitChange() == 2);
        expect("a task is started", nursery.spawn(() -> 3).await() == 3);
    }

    private void look(String name, Callable<?> look) throws Exception {
        inTheDeep(name, i -> look.call() != null);
    }

    private void run() throws Exception {
        look();
        releaseGuards();
        signal();
        seal();
        cancelFutures();
        discard();
        closeBroadcasts();
        openNurseries();
        nursery.close();
    }

    public static void main(String[] kinds) throws Exception {
        DeepStack.makeCarriersSmall();
        for (String kind : kinds) {
            boolean outside = kind.equals("OUTSIDE");
            Cores cores = outside ? Cores.VIRTUAL : Cores.valueOf(kind);
            Scheduler scheduler = Scheduler.open(c -> c.withWorkers(2).withCores(cores));
            var deep = new DeepDoors(scheduler, outside);
            deep.run();
            scheduler.close();
            System.out.println(
                    kind
                            + ": "
                            + (deep.wrong.isEmpty() ? "well" : String.join("; ", deep.wrong))
                            + ", refused "
                            + deep.refusedInAll);
        }
        System.exit(0);
    }
}
