package dev.stint.verify.suite;

import static dev.stint.verify.suite.Small.together;

import dev.stint.Stint;
import dev.stint.actor.Actor;
import dev.stint.actor.ActorRef;
import dev.stint.actor.Reply;
import dev.stint.budget.Budget;
import dev.stint.budget.OnExhaustion;
import dev.stint.channel.Channel;
import dev.stint.channel.Received;
import dev.stint.channel.Select;
import dev.stint.channel.Sent;
import dev.stint.channel.Watch;
import dev.stint.error.ActorEndedException;
import dev.stint.error.ChannelClosedException;
import dev.stint.error.TaskFailedException;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.Policy;
import dev.stint.sync.Latch;
import dev.stint.sync.Mutex;
import dev.stint.sync.Semaphore;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.testkit.Sim;
import dev.stint.verify.history.WeakReceive;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Two or three tasks that meet where most can go wrong, and all that may come of it. */
public final class SmallPrograms {
    private static final Duration A_WHILE = Duration.ofMillis(10);
    private static final Duration LONG = Duration.ofSeconds(30);

    private SmallPrograms() {}

    /** All of them. */
    public static List<Small> all() {
        return List.of(
                new Small("Meeting", SmallPrograms::meeting, Set.of("sent, got 1")),
                new Small(
                        "ReceiveAgainstCancel",
                        sim -> receiveAgainstCancel(sim, Channel::receive),
                        Set.of("sent, got 1, -", "refused, cancelled, -")),
                new Small(
                        "ReceiveAgainstCancelWeakened",
                        sim -> receiveAgainstCancel(sim, WeakReceive::receive),
                        Set.of("sent, got 1, -", "refused, cancelled, -")),
                new Small(
                        "ReceiveAgainstTimeout",
                        SmallPrograms::receiveAgainstTimeout,
                        Set.of("sent, got 1", "refused, nothing")),
                new Small(
                        "MeetingAgainstClose",
                        SmallPrograms::meetingAgainstClose,
                        Set.of("sent, got 1, -", "closed, closed, -")),
                new Small(
                        "SelectAgainstSendAndClose",
                        SmallPrograms::selectAgainstSendAndClose,
                        Set.of("got 1, sent, -", "closed, refused, -")),
                new Small(
                        "SelectAgainstEnd",
                        SmallPrograms::selectAgainstEnd,
                        Set.of("got 1, sent, -", "ended, refused, -")),
                new Small(
                        "FailFast",
                        SmallPrograms::failFast,
                        Set.of("a failed, b done", "a failed, b cancelled")),
                new Small(
                        "TwoFailures",
                        SmallPrograms::twoFailures,
                        Set.of("a first, b too", "b first, a too", "a first", "b first")),
                new Small(
                        "MutexAgainstCancel",
                        SmallPrograms::mutexAgainstCancel,
                        Set.of("held, held, -, free", "held, cancelled, -, free")),
                new Small(
                        "SemaphoreAgainstCancel",
                        SmallPrograms::semaphoreAgainstCancel,
                        Set.of("held, held, -, 1 left", "held, cancelled, -, 1 left")),
                new Small(
                        "LatchAgainstCancel",
                        SmallPrograms::latchAgainstCancel,
                        Set.of("open, -, -", "cancelled, -, -")),
                new Small(
                        "WatchAgainstClose",
                        SmallPrograms::watchAgainstClose,
                        Set.of("saw 1, set, -", "closed, closed, -")),
                new Small(
                        "SpawnAgainstRechargeAndCancel",
                        SmallPrograms::spawnAgainstRechargeAndCancel,
                        Set.of("spawned with 0 left, -", "cancelled with 1 left, -")),
                new Small(
                        "AskAgainstStop",
                        SmallPrograms::askAgainstStop,
                        Set.of("answered, -", "ended, -")));
    }

    private static String sent(boolean isSent) {
        return isSent ? "sent" : "refused";
    }

    // ---- channels

    private static String meeting(Sim sim) throws Exception {
        var channel = Channel.<Integer>rendezvous();
        return together(
                sim,
                tasks -> {
                    channel.send(1);
                    return "sent";
                },
                tasks -> "got " + channel.receive());
    }

    private interface Receive {
        int from(Channel<Integer> channel) throws InterruptedException;
    }

    /** Who was cancelled has received nothing, and who has sent was received from. */
    private static String receiveAgainstCancel(Sim sim, Receive receive) throws Exception {
        var channel = Channel.<Integer>rendezvous();
        return together(
                sim,
                tasks -> sent(channel.send(1, A_WHILE)),
                tasks -> "got " + receive.from(channel),
                tasks -> {
                    tasks.get(1).cancel();
                    return "-";
                });
    }

    private static String receiveAgainstTimeout(Sim sim) throws Exception {
        var channel = Channel.<Integer>rendezvous();
        return together(
                sim,
                tasks -> sent(channel.trySend(1)),
                tasks -> channel.receive(A_WHILE).map(i -> "got " + i).orElse("nothing"));
    }

    private static String meetingAgainstClose(Sim sim) throws Exception {
        var channel = Channel.<Integer>rendezvous();
        return together(
                sim,
                tasks -> channel.sendOrClosed(1) instanceof Sent.Taken ? "sent" : "closed",
                tasks -> gotOrClosed(channel.receiveOrClosed()),
                tasks -> {
                    channel.close();
                    return "-";
                });
    }

    private static String gotOrClosed(Received<Integer> received) {
        return received instanceof Received.Value<Integer>(var i) ? "got " + i : "closed";
    }

    private static String selectAgainstSendAndClose(Sim sim) throws Exception {
        var one = Channel.<Integer>rendezvous();
        var two = Channel.<Integer>rendezvous();
        return together(
                sim,
                tasks ->
                        Select.from(
                                one.onReceive(i -> "got " + i),
                                two.onReceiveOrClosed(SmallPrograms::gotOrClosed)),
                tasks -> sent(one.send(1, A_WHILE)),
                tasks -> {
                    two.close();
                    return "-";
                });
    }

    private static String selectAgainstEnd(Sim sim) throws Exception {
        var channel = Channel.<Integer>rendezvous();
        return together(
                sim,
                tasks ->
                        Select.from(
                                channel.onReceive(i -> "got " + i),
                                Select.onEnd(tasks.get(2), end -> "ended")),
                tasks -> sent(channel.send(1, A_WHILE)),
                tasks -> "-");
    }

    private static String watchAgainstClose(Sim sim) throws Exception {
        var watch = Watch.of(0);
        var observer = watch.observe();
        return together(
                sim,
                tasks ->
                        observer.awaitChangeOrClosed() instanceof Received.Value<Integer>(var i)
                                ? "saw " + i
                                : "closed",
                tasks -> {
                    try {
                        watch.set(1);
                        return "set";
                    } catch (ChannelClosedException e) {
                        return "closed";
                    }
                },
                tasks -> {
                    watch.close();
                    return "-";
                });
    }

    // ---- nurseries

    private static String failFast(Sim sim) throws Exception {
        try (Nursery nursery = sim.scheduler().nursery()) {
            nursery.spawn(
                    "a",
                    () -> {
                        throw new IllegalStateException("a");
                    });
            Task<String> b =
                    nursery.spawn(
                            "b",
                            () -> {
                                Stint.checkpoint();
                                return "b done";
                            });
            try {
                nursery.join();
                return "nobody failed";
            } catch (TaskFailedException e) {
                return "a failed, "
                        + (b.awaitOutcome() instanceof Outcome.Success<String>(var end)
                                ? end
                                : "b cancelled");
            }
        }
    }

    private static String twoFailures(Sim sim) throws Exception {
        try (Nursery nursery = sim.scheduler().nursery()) {
            Task<?> a = nursery.spawn("a", () -> failing("a"));
            Task<?> b = nursery.spawn("b", () -> failing("b"));
            try {
                nursery.join();
                return "nobody failed";
            } catch (TaskFailedException e) {
                Throwable cause = e.getCause();
                boolean isA = cause != null && "a".equals(cause.getMessage());
                Task<?> other = isA ? b : a;
                return (isA ? "a" : "b")
                        + " first"
                        + (other.awaitOutcome() instanceof Outcome.Failure<?>
                                ? isA ? ", b too" : ", a too"
                                : "");
            }
        }
    }

    private static String failing(String name) throws InterruptedException {
        Stint.checkpoint();
        Sim.point(); // so that the other may fail when this is past its last look
        throw new IllegalStateException(name);
    }

    // ---- synchronisers

    private static String mutexAgainstCancel(Sim sim) throws Exception {
        Mutex mutex = Mutex.unlocked();
        Small.Part holds = tasks -> mutex.withLock(() -> "held");
        return together(
                        sim,
                        holds,
                        holds,
                        tasks -> {
                            tasks.get(1).cancel();
                            return "-";
                        })
                + together(sim, tasks -> mutex.tryLock().isPresent() ? ", free" : ", held");
    }

    private static String semaphoreAgainstCancel(Sim sim) throws Exception {
        var semaphore = Semaphore.of(1);
        Small.Part holds =
                tasks -> {
                    semaphore.acquire();
                    semaphore.release();
                    return "held";
                };
        return together(
                        sim,
                        holds,
                        holds,
                        tasks -> {
                            tasks.get(1).cancel();
                            return "-";
                        })
                + ", "
                + semaphore.snapshot().permits()
                + " left";
    }

    private static String latchAgainstCancel(Sim sim) throws Exception {
        Latch latch = Latch.of(1);
        return together(
                sim,
                tasks -> {
                    latch.await();
                    return "open";
                },
                tasks -> {
                    latch.countDown();
                    return "-";
                },
                tasks -> {
                    tasks.get(0).cancel();
                    return "-";
                });
    }

    // ---- budgets

    /** A spawn that waits for money is woken by a recharge or by cancellation, never by both. */
    private static String spawnAgainstRechargeAndCancel(Sim sim) throws Exception {
        var poor = new AtomicReference<@Nullable Task<?>>();
        return together(
                sim,
                tasks -> openPoolAndRecharge(poor),
                tasks -> {
                    Task<?> victim = poor.get();
                    if (victim != null) {
                        victim.cancel();
                    }
                    return "-";
                });
    }

    private static String openPoolAndRecharge(AtomicReference<@Nullable Task<?>> poor)
            throws InterruptedException {
        try (Nursery pool =
                Stint.nursery(
                        n ->
                                n.withPolicy(Policy.runAll())
                                        .withBudget(Budget.ofOps(100).withSpawns(1))
                                        .withChildBudget(Budget.ofOps(10))
                                        .withOnExhaustion(OnExhaustion.WAIT))) {
            Task<String> spawner =
                    pool.spawn(
                            () -> {
                                pool.spawn(() -> "rich");
                                return "spawned";
                            });
            poor.set(spawner);
            Stint.checkpoint();
            pool.recharge(Budget.ZERO.withSpawns(1));
            Outcome<String> end = spawner.awaitOutcome();
            return (end instanceof Outcome.Success<String>(var how) ? how : "cancelled")
                    + " with "
                    + pool.ledger().pooled().spawns()
                    + " left";
        }
    }

    // ---- actors

    private record Question(Reply<String> reply) {}

    private static String askAgainstStop(Sim sim) throws Exception {
        try (Nursery nursery = sim.scheduler().nursery()) {
            ActorRef<Question> actor =
                    Actor.spawn(nursery, a -> a, self -> q -> q.reply.send("answered"));
            return together(
                    sim,
                    tasks -> {
                        try {
                            return actor.<String>ask(Question::new, LONG);
                        } catch (ActorEndedException e) {
                            return "ended";
                        } catch (TimeoutException e) {
                            return "forgotten";
                        }
                    },
                    tasks -> {
                        actor.stop();
                        return "-";
                    });
        }
    }
}
