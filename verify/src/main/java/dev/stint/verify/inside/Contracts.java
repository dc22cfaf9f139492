package dev.stint.verify.inside;

import static dev.stint.verify.suite.Small.together;

import dev.stint.Stint;
import dev.stint.actor.Actor;
import dev.stint.actor.ActorRef;
import dev.stint.channel.Broadcast;
import dev.stint.channel.ObjectPool;
import dev.stint.channel.OrderedChannel;
import dev.stint.channel.Overflow;
import dev.stint.channel.Received;
import dev.stint.channel.Receiver;
import dev.stint.channel.Watch;
import dev.stint.error.ActorEndedException;
import dev.stint.error.ChannelClosedException;
import dev.stint.nursery.Nursery;
import dev.stint.sync.Condition;
import dev.stint.sync.Latch;
import dev.stint.sync.Mutex;
import dev.stint.sync.RateLimiter;
import dev.stint.sync.Semaphore;
import dev.stint.task.Outcome;
import dev.stint.testkit.Sim;
import dev.stint.verify.suite.Small;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A program for each primitive: two or three tasks that meet in it, and all that may come of it.
 */
final class Contracts {
    private static final Duration A_WHILE = Duration.ofMillis(10);

    private Contracts() {}

    static List<Small> all() {
        return List.of(
                new Small("Mutex", Contracts::mutex, Set.of("held, held, free")),
                new Small(
                        "MutexTimeout",
                        Contracts::mutexTimeout,
                        Set.of("held, held, free", "held, late, free")),
                new Small("Condition", Contracts::condition, Set.of("through, opened, free")),
                new Small(
                        "ConditionTwo",
                        Contracts::conditionTwo,
                        Set.of("through, through, opened, free")),
                new Small(
                        "ConditionCancel",
                        Contracts::conditionCancel,
                        Set.of("through, opened, -, free", "cancelled, opened, -, free")),
                new Small(
                        "ConditionTimeout",
                        Contracts::conditionTimeout,
                        Set.of("signalled, opened, free", "late, opened, free")),
                new Small("Semaphore", Contracts::semaphore, Set.of("held, held, 2 left")),
                new Small(
                        "SemaphoreTimeout",
                        Contracts::semaphoreTimeout,
                        Set.of("held, held, 1 left", "held, late, 1 left")),
                new Small("RateLimiter", Contracts::rateLimiter, Set.of("taken, taken, 0 wait")),
                new Small("Latch", Contracts::latch, Set.of("open, -, -")),
                new Small(
                        "ObjectPool", Contracts::objectPool, Set.of("used, used, 1 made, 1 idle")),
                new Small(
                        "ObjectPoolClose",
                        Contracts::objectPoolClose,
                        Set.of("used, -, 0 left", "closed, -, 0 left")),
                new Small("Watch", Contracts::watch, Set.of("-, -, saw 2")),
                new Small(
                        "Broadcast",
                        Contracts::broadcast,
                        Set.of("sent, -, [1] and [1]", "closed, -, [] and []")),
                new Small(
                        "BroadcastOrder",
                        Contracts::broadcastOrder,
                        Set.of("-, -, [1, 2] and [1, 2]", "-, -, [2, 1] and [2, 1]")),
                new Small(
                        "OrderedChannel",
                        Contracts::orderedChannel,
                        Set.of("sent, got 1, -", "closed, closed, -")),
                new Small(
                        "Actor",
                        Contracts::actor,
                        Set.of("told, told, 2 dead", "told, ended, 1 dead", "ended, told, 1 dead")),
                new Small(
                        "Future",
                        Contracts::future,
                        Set.of("got 1, too late", "cancelled, cancelled")),
                new Small("Bell", Contracts::bell, Set.of("heard, -")));
    }

    // ---- synchronisers

    private static String mutex(Sim sim) throws Exception {
        Mutex mutex = Mutex.unlocked();
        return together(
                        sim,
                        tasks -> mutex.withLock(Contracts::holdOn),
                        tasks -> mutex.withLock(() -> "held"))
                + together(sim, tasks -> mutex.tryLock().isPresent() ? ", free" : ", held");
    }

    private static String holdOn() throws InterruptedException {
        Stint.yield();
        return "held";
    }

    private static String mutexTimeout(Sim sim) throws Exception {
        Mutex mutex = Mutex.unlocked();
        return together(
                        sim,
                        tasks -> {
                            try (var _ = mutex.lock()) {
                                Stint.sleep(A_WHILE);
                            }
                            return "held";
                        },
                        tasks -> {
                            var guard = mutex.lock(A_WHILE);
                            guard.ifPresent(Mutex.Guard::close);
                            return guard.isPresent() ? "held" : "late";
                        })
                + together(sim, tasks -> mutex.tryLock().isPresent() ? ", free" : ", held");
    }

    /** A gate: a flag that a mutex guards, and a condition for those who wait for it. */
    private static final class Gate {
        private final Mutex mutex = Mutex.unlocked();
        private final Condition opened = mutex.condition();
        private boolean isOpen;

        String pass() throws Exception {
            try (var _ = mutex.lock()) {
                while (!isOpen) {
                    opened.await();
                }
                return mutex.isMine() ? "through" : "through without the mutex";
            }
        }

        String passWithin(Duration timeout) throws Exception {
            try (var _ = mutex.lock()) {
                boolean isSignalled = isOpen || opened.await(timeout);
                return mutex.isMine() ? isSignalled ? "signalled" : "late" : "without the mutex";
            }
        }

        String open(boolean all) throws Exception {
            try (var _ = mutex.lock()) {
                isOpen = true;
                if (all) {
                    opened.signalAll();
                } else {
                    opened.signal();
                }
            }
            return "opened";
        }

        String rest(Sim sim) throws Exception {
            return together(
                    sim,
                    tasks ->
                            mutex.tryLock().isPresent()
                                            && opened.snapshot().waiting() == 0
                                            && mutex.snapshot().waiting() == 0
                                    ? ", free"
                                    : ", " + mutex.snapshot() + opened.snapshot());
        }
    }

    private static String condition(Sim sim) throws Exception {
        var gate = new Gate();
        return together(sim, tasks -> gate.pass(), tasks -> gate.open(false)) + gate.rest(sim);
    }

    private static String conditionTwo(Sim sim) throws Exception {
        var gate = new Gate();
        Small.Part passes = tasks -> gate.pass();
        return together(sim, passes, passes, tasks -> gate.open(true)) + gate.rest(sim);
    }

    private static String conditionCancel(Sim sim) throws Exception {
        var gate = new Gate();
        return together(
                        sim,
                        tasks -> gate.pass(),
                        tasks -> gate.open(false),
                        tasks -> {
                            tasks.get(0).cancel();
                            return "-";
                        })
                + gate.rest(sim);
    }

    private static String conditionTimeout(Sim sim) throws Exception {
        var gate = new Gate();
        return together(
                        sim,
                        tasks -> gate.passWithin(A_WHILE),
                        tasks -> {
                            Stint.sleep(A_WHILE);
                            return gate.open(false);
                        })
                + gate.rest(sim);
    }

    private static String semaphore(Sim sim) throws Exception {
        var semaphore = Semaphore.of(2);
        Small.Part holds =
                tasks -> {
                    semaphore.acquire();
                    semaphore.release();
                    return "held";
                };
        return together(sim, holds, holds) + ", " + semaphore.snapshot().permits() + " left";
    }

    private static String semaphoreTimeout(Sim sim) throws Exception {
        var semaphore = Semaphore.of(1);
        return together(
                        sim,
                        tasks -> {
                            semaphore.acquire();
                            Stint.sleep(A_WHILE);
                            semaphore.release();
                            return "held";
                        },
                        tasks -> {
                            boolean isHeld = semaphore.acquire(1, A_WHILE);
                            if (isHeld) {
                                semaphore.release();
                            }
                            return isHeld ? "held" : "late";
                        })
                + ", "
                + semaphore.snapshot().permits()
                + " left";
    }

    /** The second comes when the first has what it waited for, and hands on its turn. */
    private static String rateLimiter(Sim sim) throws Exception {
        var limiter = RateLimiter.of(1, A_WHILE);
        limiter.tryAcquire(); // the burst: both of them wait
        return together(
                        sim,
                        tasks -> {
                            limiter.acquire();
                            return "taken";
                        },
                        tasks -> {
                            Stint.sleep(A_WHILE);
                            limiter.acquire();
                            return "taken";
                        })
                + ", "
                + limiter.snapshot().waiting()
                + " wait";
    }

    private static String latch(Sim sim) throws Exception {
        Latch latch = Latch.of(2);
        Small.Part counts =
                tasks -> {
                    latch.countDown();
                    return "-";
                };
        return together(
                sim,
                tasks -> {
                    latch.await();
                    return "open";
                },
                counts,
                counts);
    }

    // ---- channels of other kinds

    private static String objectPool(Sim sim) throws Exception {
        var made = new AtomicInteger();
        var pool = ObjectPool.open(1, made::incrementAndGet);
        Small.Part uses =
                tasks -> {
                    try (var lease = pool.take()) {
                        return lease.get() == 1 ? "used" : "another";
                    }
                };
        return together(sim, uses, uses)
                + ", "
                + made.get()
                + " made, "
                + pool.snapshot().idle()
                + " idle";
    }

    private static String objectPoolClose(Sim sim) throws Exception {
        var left = new AtomicInteger();
        var pool =
                ObjectPool.open(
                        1,
                        left::incrementAndGet,
                        c -> c.withOnDestroy(o -> left.decrementAndGet()));
        return together(
                        sim,
                        tasks -> {
                            try (var _ = pool.take()) {
                                return "used";
                            } catch (ChannelClosedException e) {
                                return "closed";
                            }
                        },
                        tasks -> {
                            pool.close();
                            return "-";
                        })
                + ", "
                + left.get()
                + " left";
    }

    private static String watch(Sim sim) throws Exception {
        var watch = Watch.of(0);
        var observer = watch.observe();
        Small.Part adds =
                tasks -> {
                    watch.update(i -> i + 1);
                    return "-";
                };
        return together(
                sim,
                adds,
                adds,
                tasks -> {
                    int seen = 0;
                    while (seen < 2) {
                        seen = observer.awaitChange();
                    }
                    return "saw " + seen;
                });
    }

    private static String broadcast(Sim sim) throws Exception {
        var broadcast = Broadcast.<Integer>open();
        Receiver<Integer> left = broadcast.subscribe(1, Overflow.SUSPEND);
        Receiver<Integer> right = broadcast.subscribe(1, Overflow.SUSPEND);
        return together(
                        sim,
                        tasks -> {
                            try {
                                broadcast.send(1);
                                return "sent";
                            } catch (ChannelClosedException e) {
                                return "closed";
                            }
                        },
                        tasks -> {
                            broadcast.close();
                            return "-";
                        })
                + together(sim, tasks -> ", " + left.drain() + " and " + right.drain());
    }

    /** All subscribers get everything in the same order. */
    private static String broadcastOrder(Sim sim) throws Exception {
        var broadcast = Broadcast.<Integer>open();
        Receiver<Integer> left = broadcast.subscribe(2, Overflow.SUSPEND);
        Receiver<Integer> right = broadcast.subscribe(2, Overflow.SUSPEND);
        return together(sim, sends(broadcast, 1), sends(broadcast, 2))
                + together(sim, tasks -> ", " + left.drain() + " and " + right.drain());
    }

    private static Small.Part sends(Broadcast<Integer> broadcast, int value) {
        return tasks -> {
            broadcast.send(value);
            return "-";
        };
    }

    private static String orderedChannel(Sim sim) throws Exception {
        try (Nursery nursery = sim.scheduler().nursery()) {
            OrderedChannel<Integer> ordered = OrderedChannel.over(nursery, 1);
            return together(
                    sim,
                    tasks -> {
                        try {
                            ordered.send(() -> 1);
                            return "sent";
                        } catch (ChannelClosedException e) {
                            return "closed";
                        }
                    },
                    tasks ->
                            ordered.receiveOrClosed()
                                            instanceof
                                            Received.Value<Outcome<Integer>>(
                                                    Outcome.Success<Integer>(var i))
                                    ? "got " + i
                                    : "closed",
                    tasks -> {
                        ordered.close();
                        return "-";
                    });
        }
    }

    // ---- actors and supervisors

    /** What was told is accounted for, although the actor fails at the first message. */
    private static String actor(Sim sim) throws Exception {
        ActorRef<Integer> actor =
                Actor.spawn(
                        sim.scheduler().root(),
                        a -> a,
                        self ->
                                message -> {
                                    throw new IllegalStateException("message " + message);
                                });
        return together(sim, tells(actor), tells(actor))
                + together(
                        sim,
                        tasks -> {
                            actor.awaitEnd();
                            return ", " + actor.snapshot().deadLetters() + " dead";
                        });
    }

    private static Small.Part tells(ActorRef<Integer> actor) {
        return tasks -> {
            try {
                actor.tell(1);
                return "told";
            } catch (ActorEndedException e) {
                return "ended";
            }
        };
    }

    /** A future has one end for all who look. */
    private static String future(Sim sim) throws Exception {
        try (ExecutorService executor = sim.scheduler().executor("executor")) {
            Future<Integer> future = executor.submit(() -> 1);
            return together(
                    sim,
                    tasks -> {
                        try {
                            return "got " + future.get();
                        } catch (CancellationException e) {
                            return "cancelled";
                        }
                    },
                    tasks -> future.cancel(false) ? "cancelled" : "too late");
        }
    }

    /** The bell of a supervisor: who changes something and rings is noticed. */
    private static String bell(Sim sim) throws Exception {
        var bell = new Rings();
        return together(
                sim,
                tasks -> {
                    while (!bell.isAnythingNew()) {
                        bell.await();
                    }
                    return "heard";
                },
                tasks -> {
                    bell.changeAndRing();
                    return "-";
                });
    }
}
