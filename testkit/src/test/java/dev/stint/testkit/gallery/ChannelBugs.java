package dev.stint.testkit.gallery;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.channel.Received;
import dev.stint.channel.Select;
import dev.stint.channel.Sent;
import dev.stint.nursery.Nursery;
import dev.stint.sync.Mutex;
import dev.stint.testkit.SharedFlag;
import dev.stint.testkit.SharedInt;
import dev.stint.testkit.Sim;
import dev.stint.testkit.gallery.Exhibit.Bounds;
import java.time.Duration;
import java.util.List;

/** Bugs around channels. */
final class ChannelBugs {
    private ChannelBugs() {}

    static List<Exhibit> all() {
        return List.of(
                Exhibit.deadlocking(
                        "dining philosophers",
                        "Forks are tokens in channels, and everybody takes the left one first.",
                        ChannelBugs::philosophers,
                        new Bounds(20, 250, 30, 30)),
                Exhibit.deadlocking(
                        "token not returned",
                        "A channel of one token is a lock, and one way out does not put it back.",
                        ChannelBugs::tokenNotReturned,
                        new Bounds(150, 200, 100, 40)),
                Exhibit.failing(
                        "lost message on close",
                        "The channel is closed between the look at it and the send.",
                        ChannelBugs::lostOnClose,
                        new Bounds(40, 60, 100, 10)),
                Exhibit.failing(
                        "select loser leak",
                        "Two receives race, and the loser has taken a value that nobody gets.",
                        ChannelBugs::loserLeak,
                        new Bounds(10, 60, 15, 10)),
                Exhibit.failing(
                        "message lost by cancel",
                        "A task is cancelled between taking a message and handling it.",
                        ChannelBugs::lostByCancel,
                        new Bounds(60, 60, 40, 10)),
                Exhibit.deadlocking(
                        "producer gives up",
                        "A send that times out ends the producer, and nobody closes the channel.",
                        ChannelBugs::producerGivesUp,
                        new Bounds(30, 60, 30, 30)),
                Exhibit.deadlocking(
                        "ask races stop",
                        "A server that stops leaves a question unanswered in its mailbox.",
                        ChannelBugs::askRacesStop,
                        new Bounds(40, 15, 30, 15)),
                Exhibit.failing(
                        "work is done too early",
                        "A job is counted as done before the jobs that it makes are counted.",
                        ChannelBugs::doneTooEarly,
                        new Bounds(60, 400, 200, 150)),
                Exhibit.failing(
                        "two messages for one",
                        "A key and its value are two sends, and two senders mix theirs.",
                        ChannelBugs::twoForOne,
                        new Bounds(15, 50, 40, 10)));
    }

    private static final int DINERS = 3;

    private static void philosophers(Sim sim, boolean buggy) throws Exception {
        List<Channel<String>> forks =
                List.of(Channel.buffered(1), Channel.buffered(1), Channel.buffered(1));
        for (int i = 0; i < DINERS; i++) {
            forks.get(i).named("fork " + i).send("fork");
        }
        sim.run(
                nursery -> {
                    for (int i = 0; i < DINERS; i++) {
                        boolean turned = !buggy && i == DINERS - 1;
                        Channel<String> left = forks.get(i);
                        Channel<String> right = forks.get((i + 1) % DINERS);
                        nursery.spawn(
                                "diner " + i,
                                () -> {
                                    (turned ? right : left).receive();
                                    (turned ? left : right).receive();
                                    left.send("fork");
                                    right.send("fork");
                                });
                    }
                });
    }

    private static void tokenNotReturned(Sim sim, boolean buggy) throws Exception {
        var token = Channel.<String>buffered(1).named("token");
        token.send("token");
        var stopped = new SharedFlag().named("stopped");
        sim.run(
                nursery -> {
                    for (int i = 0; i < 2; i++) {
                        nursery.spawn(
                                "worker " + i,
                                () -> {
                                    if (stopped.get()) {
                                        return;
                                    }
                                    String mine = token.receive();
                                    if (buggy && stopped.get()) {
                                        return;
                                    }
                                    token.send(mine);
                                });
                    }
                    nursery.spawn("stopper", () -> stopped.set(true));
                });
    }

    private static void lostOnClose(Sim sim, boolean buggy) throws Exception {
        var jobs = Channel.<Integer>unbounded().named("jobs");
        var accepted = new SharedInt(0).named("accepted");
        var handled = new SharedInt(0).named("handled");
        sim.run(
                nursery -> {
                    nursery.spawn(
                            "submitter",
                            () -> {
                                if (buggy) {
                                    if (!jobs.isClosed()) {
                                        jobs.sendOrClosed(1);
                                        accepted.incrementAndGet();
                                    }
                                } else if (jobs.sendOrClosed(1) instanceof Sent.Taken) {
                                    accepted.incrementAndGet();
                                }
                            });
                    nursery.spawn(
                            "handler",
                            () -> {
                                jobs.close();
                                handled.addAndGet(jobs.drain().size());
                            });
                });
        assertEquals(accepted.get(), handled.get());
    }

    private static void loserLeak(Sim sim, boolean buggy) throws Exception {
        var left = Channel.<Integer>unbounded().named("left");
        var right = Channel.<Integer>unbounded().named("right");
        var got = new SharedInt(0).named("got");
        sim.run(
                nursery -> {
                    nursery.spawn("send left", () -> left.send(1));
                    nursery.spawn("send right", () -> right.send(2));
                    nursery.spawn(
                            "chooser",
                            () ->
                                    got.set(
                                            buggy
                                                    ? race(left, right)
                                                    : Select.<Integer>from(
                                                            left.onReceive(v -> v),
                                                            right.onReceive(v -> v))));
                });
        int rest = left.drain().size() + 2 * right.drain().size();
        assertEquals(3, got.get() + rest);
    }

    /** A select as one would write it who does not know that there is one. */
    private static int race(Channel<Integer> left, Channel<Integer> right) throws Exception {
        var first = Channel.<Integer>buffered(2);
        try (Nursery nursery = Stint.nursery()) {
            nursery.spawn("race left", () -> first.send(left.receive()));
            nursery.spawn("race right", () -> first.send(right.receive()));
            int got = first.receive();
            nursery.cancel();
            nursery.awaitAll();
            return got;
        }
    }

    private static void lostByCancel(Sim sim, boolean buggy) throws Exception {
        var jobs = Channel.<Integer>unbounded().named("jobs");
        jobs.send(1);
        jobs.send(2);
        var handled = new SharedInt(0).named("handled");
        sim.run(
                nursery -> {
                    var worker =
                            nursery.spawn(
                                    "worker",
                                    () -> {
                                        while (true) {
                                            jobs.receive();
                                            if (buggy) {
                                                Stint.checkpoint();
                                                handled.incrementAndGet();
                                            } else {
                                                handled.incrementAndGet();
                                                Stint.checkpoint();
                                            }
                                        }
                                    });
                    nursery.spawn("canceller", worker::cancel);
                    worker.awaitOutcome();
                });
        assertEquals(2, handled.get() + jobs.drain().size());
    }

    private static void producerGivesUp(Sim sim, boolean buggy) throws Exception {
        var items = Channel.<Integer>buffered(1).named("items");
        Duration pause = Duration.ofMillis(4L * sim.choose(4));
        sim.run(
                nursery -> {
                    nursery.spawn(
                            "producer",
                            () -> {
                                for (int i = 0; i < 3; i++) {
                                    if (!items.send(i, Duration.ofMillis(10))) {
                                        if (!buggy) {
                                            items.close();
                                        }
                                        return;
                                    }
                                }
                                items.close();
                            });
                    nursery.spawn(
                            "consumer",
                            () -> {
                                while (items.receiveOrClosed() instanceof Received.Value) {
                                    Stint.sleep(pause);
                                }
                            });
                });
    }

    private static void askRacesStop(Sim sim, boolean buggy) throws Exception {
        var mailbox = Channel.<Channel<String>>unbounded().named("mailbox");
        var stopped = new SharedFlag().named("stopped");
        sim.run(
                nursery -> {
                    nursery.spawn(
                            "server",
                            () -> {
                                while (!stopped.get()) {
                                    var question = mailbox.receive(Duration.ofMillis(1));
                                    if (question.isPresent()) {
                                        question.get().send("answer");
                                    }
                                }
                                if (!buggy) {
                                    mailbox.close();
                                    mailbox.drain().forEach(Channel::close);
                                }
                            });
                    nursery.spawn(
                            "asker",
                            () -> {
                                var reply = Channel.<String>buffered(1).named("reply");
                                if (mailbox.sendOrClosed(reply) instanceof Sent.Taken) {
                                    reply.receiveOrClosed();
                                }
                            });
                    nursery.spawn("stopper", () -> stopped.set(true));
                });
    }

    private static void doneTooEarly(Sim sim, boolean buggy) throws Exception {
        var jobs = Channel.<Integer>unbounded().named("jobs");
        jobs.send(0);
        jobs.send(1);
        var pending = new SharedInt(2).named("pending");
        var done = new SharedInt(0).named("done");
        sim.run(
                nursery -> {
                    for (int i = 0; i < 2; i++) {
                        nursery.spawn("worker " + i, () -> workOff(jobs, pending, done, buggy));
                    }
                });
        assertEquals(3, done.get());
    }

    /** A job is the number of jobs that it makes. */
    private static void workOff(
            Channel<Integer> jobs, SharedInt pending, SharedInt done, boolean buggy)
            throws InterruptedException {
        for (int job : jobs) {
            if (buggy) {
                pending.decrementAndGet();
            }
            for (int made = 0; made < job; made++) {
                pending.incrementAndGet();
                jobs.send(0);
            }
            done.incrementAndGet();
            if ((buggy ? pending.get() : pending.decrementAndGet()) == 0) {
                jobs.close();
            }
        }
    }

    private static void twoForOne(Sim sim, boolean buggy) throws Exception {
        var wire = Channel.<String>unbounded().named("wire");
        var turn = Mutex.unlocked().named("turn");
        sim.run(
                nursery -> {
                    for (String who : List.of("a", "b")) {
                        nursery.spawn(
                                "sender " + who,
                                () -> {
                                    if (buggy) {
                                        wire.send(who);
                                        wire.send(who);
                                    } else {
                                        try (var _ = turn.lock()) {
                                            wire.send(who);
                                            wire.send(who);
                                        }
                                    }
                                });
                    }
                });
        List<String> sent = wire.drain();
        assertEquals(sent.get(0), sent.get(1));
    }
}
