package dev.stint.seeded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Apart;
import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.actor.Actor;
import dev.stint.actor.ActorRef;
import dev.stint.actor.ActorSnapshot;
import dev.stint.actor.Behaviour;
import dev.stint.actor.DeadLetter;
import dev.stint.actor.Mailbox;
import dev.stint.actor.Reply;
import dev.stint.channel.Overflow;
import dev.stint.config.Cores;
import dev.stint.config.Profile;
import dev.stint.env.Xoshiro256;
import dev.stint.error.ActorEndedException;
import dev.stint.error.ChannelFullException;
import dev.stint.error.TaskFailedException;
import dev.stint.nursery.Nursery;
import dev.stint.supervisor.Restart;
import dev.stint.supervisor.Strategy;
import dev.stint.supervisor.Supervisor;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Actors under many schedules and on a clock that can be looked at. */
@Timeout(240)
class ActorTest {
    private static final Duration LONG = Duration.ofHours(1);

    private static Replay cluster(Cores cores) {
        return Replay.with(cores, 3).and(c -> c.withProfile(Profile.CLUSTER));
    }

    private static long millis() {
        return Duration.ofNanos(Stint.nanoTime()).toMillis();
    }

    // ---- time

    /** Answers after so long. */
    private record Slow(int millis, Reply<String> reply) {
        static ActorRef<Slow> actor(Nursery nursery, int capacity) {
            return Actor.spawn(
                    nursery,
                    a -> a.withName("slow").withMailbox(Mailbox.of(capacity)),
                    self ->
                            message -> {
                                Stint.sleep(Duration.ofMillis(message.millis));
                                message.reply.send("done");
                            });
        }

        static String ask(ActorRef<Slow> actor, int millis, int patience) throws Exception {
            return actor.ask(r -> new Slow(millis, r), Duration.ofMillis(patience));
        }
    }

    @Test
    void ask_timeout_isExactOnTheVirtualClock() {
        cluster(Cores.VIRTUAL)
                .seeds(
                        1,
                        50,
                        scheduler ->
                                scheduler.run(
                                        () -> {
                                            try (var nursery = Stint.nursery()) {
                                                timesOut(Slow.actor(nursery, 8));
                                            }
                                        }));
    }

    private static void timesOut(ActorRef<Slow> actor) throws Exception {
        assertThat(Slow.ask(actor, 10, 20)).isEqualTo("done");
        assertThat(millis()).isEqualTo(10);
        assertThatThrownBy(() -> Slow.ask(actor, 100, 30)).isInstanceOf(TimeoutException.class);
        assertThat(millis()).isEqualTo(40);
        // It is busy until 110: the next waits behind the one that nobody waits for any more.
        assertThatThrownBy(() -> Slow.ask(actor, 5, 50)).isInstanceOf(TimeoutException.class);
        assertThat(millis()).isEqualTo(90);
        assertThat(Slow.ask(actor, 5, 50)).isEqualTo("done");
        assertThat(millis()).isEqualTo(120);
        assertThat(actor.snapshot().lateReplies()).isEqualTo(2);
        actor.stop();
    }

    @Test
    void ask_waitForRoom_isPartOfTheTime() {
        cluster(Cores.VIRTUAL)
                .seeds(
                        1,
                        50,
                        scheduler ->
                                scheduler.run(
                                        () -> {
                                            try (var nursery = Stint.nursery()) {
                                                waitsForRoom(Slow.actor(nursery, 1), nursery);
                                            }
                                        }));
    }

    private static void waitsForRoom(ActorRef<Slow> actor, Nursery nursery) throws Exception {
        var first = nursery.spawn(() -> Slow.ask(actor, 30, 1_000));
        while (actor.snapshot().starts() == 0 || actor.snapshot().mailbox().buffered() > 0) {
            Stint.yield();
        }
        Stint.sleep(Duration.ofMillis(1));
        var second = nursery.spawn(() -> Slow.ask(actor, 20, 1_000));
        Stint.sleep(Duration.ofMillis(1));
        // Room at 30, its turn at 50, an answer at 60.
        assertThatThrownBy(() -> Slow.ask(actor, 10, 50)).isInstanceOf(TimeoutException.class);
        assertThat(millis()).isEqualTo(52);
        assertThat(first.await()).isEqualTo("done");
        assertThat(second.await()).isEqualTo("done");
        actor.stop();
    }

    // ---- any schedule: nothing is lost

    /** What is drawn from the seed for one run. */
    private static final class Chance {
        private final Xoshiro256 dice;

        Chance(long seed) {
            dice = new Xoshiro256(seed);
        }

        int below(int bound) {
            return dice.nextInt(bound);
        }

        <T> T among(List<T> all) {
            return all.get(below(all.size()));
        }

        boolean oneIn(int n) {
            return below(n) == 0;
        }
    }

    private record Job(int number, int kind, Optional<Reply<Integer>> reply) {}

    /** What happened, as those saw it who did it. Tasks under a seed take turns. */
    private static final class Tally {
        final Set<Integer> told = new HashSet<>();
        final List<Integer> handled = new ArrayList<>();
        int next;
        int answers; // that were taken, as the actor saw it
        int answered; // as the askers saw it
        int timedOut;
        int failed;
        int unanswered;
        int refused;
    }

    /** Handles jobs by their kind: at once, after a yield, after a sleep, or not at all. */
    private static Behaviour<Job> worker(Tally tally) {
        return job -> {
            switch (job.kind % 8) {
                case 0 -> Stint.yield();
                case 1 -> Stint.sleep(Duration.ofMillis(job.kind % 5));
                case 2 -> throw new IOException("job " + job.number);
                case 3 -> {
                    Stint.yield();
                    throw new IllegalStateException("job " + job.number);
                }
                default -> {}
            }
            if (job.reply.isPresent() && job.reply.get().send(job.number)) {
                tally.answers++;
            }
            tally.handled.add(job.number);
        };
    }

    private static void tellSome(ActorRef<Job> actor, Tally tally, Chance chance)
            throws InterruptedException {
        for (int i = 0; i < 12; i++) {
            int number = tally.next++;
            int kind = chance.below(1_000);
            try {
                boolean told =
                        switch (chance.below(3)) {
                            case 0 -> ask(actor, tally, number, kind, chance.below(20));
                            case 1 -> actor.tryTell(new Job(number, kind, Optional.empty()));
                            default -> {
                                actor.tell(new Job(number, kind, Optional.empty()));
                                yield true;
                            }
                        };
                if (told) {
                    tally.told.add(number);
                }
            } catch (ActorEndedException | ChannelFullException e) {
                assertThat(e.getMessage()).contains("cannot");
                tally.refused++;
            }
            if (chance.oneIn(4)) {
                Stint.sleep(Duration.ofMillis(chance.below(3)));
            }
        }
    }

    /** True if the actor got the message, whatever it did with it. */
    private static boolean ask(ActorRef<Job> actor, Tally tally, int number, int kind, int patience)
            throws InterruptedException {
        try {
            int answer =
                    actor.<Integer>ask(
                            r -> new Job(number, kind, Optional.of(r)),
                            Duration.ofMillis(patience));
            assertThat(answer).isEqualTo(number);
            tally.answered++;
            return true;
        } catch (TimeoutException e) {
            tally.timedOut++;
            return !String.valueOf(e.getMessage()).contains("had no room");
        } catch (TaskFailedException e) {
            assertThat(e).rootCause().hasMessage("job " + number);
            tally.failed++;
            return true;
        } catch (ActorEndedException e) {
            if (String.valueOf(e.getMessage()).contains("gets no answer")) {
                tally.unanswered++;
                return true;
            }
            throw e;
        }
    }

    /** told = handled + dead letters + dropped: by count, and by what they are. */
    private static void assertConserved(ActorRef<Job> actor, Tally tally)
            throws InterruptedException {
        ActorSnapshot now = actor.snapshot();
        assertThat(now.ended()).isTrue();
        assertThat(now.mailbox().buffered()).isZero();
        assertThat(now.handled() + now.deadLetters() + now.mailbox().dropped())
                .as("told %d: %s", tally.told.size(), now)
                .isEqualTo(tally.told.size());
        assertThat(tally.handled).doesNotHaveDuplicates().hasSize((int) now.handled());
        Set<Integer> dead = new HashSet<>();
        for (DeadLetter<Job> letter : actor.deadLetters().drain()) {
            assertThat(dead.add(letter.message().number)).isTrue();
        }
        assertThat(dead).hasSize((int) now.deadLetters());
        assertThat(Collections.disjoint(dead, tally.handled)).isTrue();
        assertThat(tally.answered).isEqualTo(tally.answers);
        assertThat(tally.told).containsAll(dead).containsAll(tally.handled);
    }

    private static final List<Tally> ALL = new ArrayList<>();

    @ParameterizedTest
    @EnumSource(Cores.class)
    void messages_supervisedAndAnySchedule_areConserved(Cores cores) {
        ALL.clear();
        Set<Long> hashes = cluster(cores).seeds(1, 200, ActorTest::underASupervisor);
        assertThat(hashes).hasSizeGreaterThan(150);
        // All of it has happened, or the test shows less than it says.
        assertThat(ALL).anyMatch(t -> t.answered > 0);
        assertThat(ALL).anyMatch(t -> t.timedOut > 0);
        assertThat(ALL).anyMatch(t -> t.failed > 0);
        assertThat(ALL).anyMatch(t -> t.unanswered > 0);
        assertThat(ALL).anyMatch(t -> t.refused > 0);
        assertThat(ALL).anyMatch(t -> t.handled.size() > 20);
    }

    private static void underASupervisor(Scheduler scheduler) throws Exception {
        var chance = new Chance(scheduler.config().seed().orElseThrow());
        List<Tally> tallies = List.of(new Tally(), new Tally());
        List<Actor.Supervised<Job>> actors = new ArrayList<>();
        for (Tally tally : tallies) {
            var mailbox = Mailbox.of(1 + chance.below(6), chance.among(List.of(Overflow.values())));
            actors.add(
                    Actor.supervised(
                            a -> a.withName("actor" + actors.size()).withMailbox(mailbox),
                            self -> worker(tally)));
        }
        Strategy strategy = chance.among(List.of(Strategy.values()));
        int mostRestarts = chance.oneIn(3) ? 2 : 100;
        Restart restart = chance.oneIn(6) ? Restart.TEMPORARY : Restart.TRANSIENT;
        Duration pause = Duration.ofMillis(chance.below(4));
        Supervisor supervisor =
                scheduler.supervise(
                        s ->
                                s.withStrategy(strategy)
                                        .withIntensity(mostRestarts, LONG)
                                        .withBackoff(pause, pause)
                                        .withChild(actors.get(0).child())
                                        .withChild(actors.get(1).child().withRestart(restart)));
        try (var tellers = scheduler.nursery()) {
            for (int t = 0; t < 6; t++) {
                int at = t % 2;
                tellers.spawn(() -> tellSome(actors.get(at).ref(), tallies.get(at), chance));
            }
            int moment = chance.below(60);
            int way = chance.below(4);
            tellers.spawn(
                    () -> {
                        Stint.sleep(Duration.ofMillis(moment));
                        switch (way) {
                            case 0 -> supervisor.shutdown();
                            case 1 -> supervisor.task().cancel();
                            case 2 -> actors.get(0).ref().stop();
                            default -> {}
                        }
                    });
            tellers.join();
        }
        for (var actor : actors) {
            actor.ref().stop();
        }
        supervisor.task().awaitOutcome();
        for (int i = 0; i < actors.size(); i++) {
            actors.get(i).ref().awaitEnd();
            assertConserved(actors.get(i).ref(), tallies.get(i));
        }
        ALL.addAll(tallies);
    }

    @ParameterizedTest
    @EnumSource(Cores.class)
    void messages_inANurseryAndAnySchedule_areConserved(Cores cores) {
        ALL.clear();
        Replay.with(cores, 3).seeds(1, 150, ActorTest::inANursery);
        assertThat(ALL).anyMatch(t -> t.failed > 0);
        assertThat(ALL).anyMatch(t -> t.unanswered > 0);
        assertThat(ALL).anyMatch(t -> t.handled.size() > 10);
    }

    private static void inANursery(Scheduler scheduler) throws Exception {
        var chance = new Chance(scheduler.config().seed().orElseThrow());
        var tally = new Tally();
        ActorRef<Job> actor;
        try (var nursery = Apart.open(() -> scheduler.nursery(n -> n.withCancelOnError(false)));
                var tellers = scheduler.nursery()) {
            var mailbox = Mailbox.of(1 + chance.below(6), chance.among(List.of(Overflow.values())));
            actor =
                    Actor.spawn(
                            nursery,
                            a -> a.withName("actor").withMailbox(mailbox),
                            self -> worker(tally));
            ActorRef<Job> told = actor;
            for (int t = 0; t < 3; t++) {
                tellers.spawn(() -> tellSome(told, tally, chance));
            }
            int moment = chance.below(40);
            boolean cancel = chance.oneIn(2);
            tellers.spawn(
                    () -> {
                        Stint.sleep(Duration.ofMillis(moment));
                        if (cancel) {
                            nursery.cancel();
                        } else {
                            told.stop();
                        }
                    });
            tellers.join();
            nursery.awaitAll();
        }
        actor.awaitEnd();
        assertConserved(actor, tally);
        ALL.add(tally);
    }

    // ---- storms

    @Test
    void restartStorm_everyMessageFails_eachIsADeadLetterInOrder() {
        cluster(Cores.VIRTUAL).seeds(1, 20, ActorTest::storm);
    }

    private static void storm(Scheduler scheduler) throws Exception {
        Actor.Supervised<Integer> actor =
                Actor.supervised(
                        a -> a.withName("doomed").withMailbox(Mailbox.of(5)),
                        self ->
                                number -> {
                                    throw new IOException("no " + number);
                                });
        try (var supervisor =
                scheduler.supervise(s -> s.withIntensity(1_000, LONG).withChild(actor.child()))) {
            scheduler.run(
                    () -> {
                        for (int i = 0; i < 300; i++) {
                            actor.ref().tell(i);
                        }
                        actor.ref().stop();
                    });
            supervisor.task().await();
        }
        assertThat(actor.ref().snapshot().starts()).isEqualTo(301);
        List<DeadLetter<Integer>> letters = actor.ref().deadLetters().drain();
        assertThat(letters).hasSize(300).extracting(DeadLetter::message).isSorted();
        for (DeadLetter<Integer> letter : letters) {
            assertThat(letter.cause().orElseThrow()).hasMessage("no " + letter.message());
        }
    }
}
