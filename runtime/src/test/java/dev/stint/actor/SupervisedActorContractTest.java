package dev.stint.actor;

import static dev.stint.actor.Notebook.LONG;
import static dev.stint.actor.Notebook.assertConserved;
import static dev.stint.actor.Notebook.note;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.actor.Notebook.Message;
import dev.stint.budget.Budget;
import dev.stint.channel.Channel;
import dev.stint.config.Profile;
import dev.stint.error.ActorEndedException;
import dev.stint.error.SupervisorFailedException;
import dev.stint.error.TaskFailedException;
import dev.stint.supervisor.ChildSnapshot;
import dev.stint.supervisor.ChildSpec;
import dev.stint.supervisor.Decision;
import dev.stint.supervisor.Restart;
import dev.stint.supervisor.Strategy;
import dev.stint.supervisor.Supervisor;
import dev.stint.task.Task;
import dev.stint.task.TaskState;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** [SCHED:10.2.3] Actors under supervisors: the address and the mailbox outlive a restart. */
@Timeout(60)
class SupervisedActorContractTest {
    private static Scheduler open(Setting setting) {
        return setting.open(c -> c.withProfile(Profile.CLUSTER));
    }

    private static Actor.Supervised<Message> notebook(String name) {
        return Actor.supervised(a -> a.withName(name), self -> new Notebook());
    }

    private static List<Integer> numbers(ActorRef<Message> actor) throws Exception {
        return actor.ask(Message.All::new, LONG);
    }

    private static void untilHeld(Scheduler scheduler, Channel<?> gate)
            throws InterruptedException {
        Setting.until(scheduler, () -> gate.snapshot().receiversWaiting() == 1);
    }

    /** An answer is there before the message counts as handled, and a restart before it counts. */
    private static void untilHandled(Scheduler scheduler, ActorRef<?> actor, long count)
            throws InterruptedException {
        Setting.until(scheduler, () -> actor.snapshot().handled() == count);
    }

    private static void untilRestarted(Scheduler scheduler, Supervisor supervisor, Long... times)
            throws InterruptedException {
        Setting.until(
                scheduler,
                () ->
                        supervisor.children().stream()
                                .map(ChildSnapshot::restarts)
                                .toList()
                                .equals(List.of(times)));
    }

    @ParameterizedTest
    @EnumSource
    void fails_isStartedAgain_losesOnlyTheMessageInHand(Setting setting) throws Exception {
        var book = notebook("book");
        ActorRef<Message> actor = book.ref();
        actor.tell(note(1)); // before there is a supervisor
        try (var scheduler = open(setting)) {
            try (Supervisor supervisor = scheduler.supervise(s -> s.withChild(book.child()))) {
                assertThat(numbers(actor)).containsExactly(1);
                Channel<Integer> gate = Channel.rendezvous();
                actor.tell(new Message.Hold(gate));
                untilHeld(scheduler, gate);
                actor.tell(new Message.Break("torn"));
                actor.tell(note(2));
                actor.tell(note(3));
                gate.close();
                assertThat(numbers(actor)).as("a state of its own").containsExactly(2, 3);
                untilRestarted(scheduler, supervisor, 1L);
                DeadLetter<Message> letter = actor.deadLetters().receive();
                assertThat(letter.message()).isEqualTo(new Message.Break("torn"));
                assertThat(letter.cause().orElseThrow()).isInstanceOf(IOException.class);
                assertThat(actor.snapshot().starts()).isEqualTo(2);
                untilHandled(scheduler, actor, 6);
                assertConserved(7, actor);
                assertThatThrownBy(() -> actor.ask(Message.BreakInstead::new, LONG))
                        .isInstanceOf(TaskFailedException.class)
                        .hasCauseInstanceOf(IOException.class);
                assertThat(numbers(actor)).isEmpty();
                actor.stop();
                supervisor.task().await(); // it has nothing left to do
                assertThat(actor.snapshot().ended()).isTrue();
                assertThat(actor.deadLetters().drain()).hasSize(1);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void start_throws_isTriedAgainAndTheMailboxStays(Setting setting) throws Exception {
        int[] tries = {0};
        Actor.Supervised<Message> book =
                Actor.supervised(
                        a -> a.withName("book"),
                        self -> {
                            if (++tries[0] < 3) {
                                throw new IOException("not yet");
                            }
                            return new Notebook();
                        });
        book.ref().tell(note(1));
        try (var scheduler = open(setting);
                var supervisor = scheduler.supervise(s -> s.withChild(book.child()))) {
            assertThat(numbers(book.ref())).containsExactly(1);
            assertThat(book.ref().snapshot().starts()).isEqualTo(3);
            assertThat(book.ref().snapshot().deadLetters()).isZero();
            assertThat(supervisor.children()).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void strategy_siblingFails_othersKeepTheirMailboxes(Setting setting) throws Exception {
        for (Strategy strategy : Strategy.values()) {
            var first = notebook("first");
            var last = notebook("last");
            Channel<Integer> gate = Channel.rendezvous();
            try (var scheduler = open(setting);
                    var supervisor =
                            scheduler.supervise(
                                    s ->
                                            s.withStrategy(strategy)
                                                    .withChild(first.child())
                                                    .withChild(last.child()))) {
                last.ref().tell(note(1));
                last.ref().tell(new Message.Hold(gate));
                untilHeld(scheduler, gate);
                last.ref().tell(note(2));
                first.ref().tell(new Message.Break("x"));
                assertThat(numbers(first.ref())).isEmpty();
                gate.close(); // nobody waits there any more, unless it was left alone
                boolean alone = strategy == Strategy.ONE_FOR_ONE;
                assertThat(numbers(last.ref())).isEqualTo(alone ? List.of(1, 2) : List.of(2));
                assertThat(last.ref().snapshot().deadLetters()).isEqualTo(alone ? 0 : 1);
                assertThat(last.ref().deadLetters().drain())
                        .allMatch(l -> l.cause().equals(Optional.empty()));
                untilRestarted(scheduler, supervisor, 1L, alone ? 0L : 1L);
                untilHandled(scheduler, last.ref(), alone ? 4 : 3);
                assertConserved(4, last.ref());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void stopped_siblingFails_isNotStartedAgain(Setting setting) throws Exception {
        var done = notebook("done");
        var other = notebook("other");
        try (var scheduler = open(setting);
                var supervisor =
                        scheduler.supervise(
                                s ->
                                        s.withStrategy(Strategy.ONE_FOR_ALL)
                                                .withChild(done.child())
                                                .withChild(other.child()))) {
            done.ref().tell(note(1));
            done.ref().stop();
            done.ref().awaitEnd();
            other.ref().tell(new Message.Break("x"));
            assertThat(numbers(other.ref())).isEmpty();
            assertThat(done.ref().snapshot().starts()).isEqualTo(1);
            assertThat(done.ref().snapshot().handled()).isEqualTo(1);
            untilRestarted(scheduler, supervisor, 0L, 1L);
        }
    }

    @ParameterizedTest
    @EnumSource
    void stop_aMessageFailsAfterIt_theRestIsStillHandled(Setting setting) throws Exception {
        var book = notebook("book");
        for (int i = 0; i < 3; i++) {
            book.ref().tell(new Message.Break("x" + i));
            book.ref().tell(note(i));
        }
        book.ref().stop();
        try (var scheduler = open(setting);
                var supervisor = scheduler.supervise(s -> s.withChild(book.child()))) {
            supervisor.task().await();
            assertThat(book.ref().snapshot().handled()).isEqualTo(3);
            assertThat(book.ref().snapshot().starts()).isEqualTo(4);
            assertThat(book.ref().deadLetters().drain())
                    .extracting(DeadLetter::message)
                    .containsExactly(
                            new Message.Break("x0"),
                            new Message.Break("x1"),
                            new Message.Break("x2"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void temporary_fails_hasEnded(Setting setting) throws Exception {
        var book = notebook("book");
        book.ref().tell(new Message.Break("x"));
        book.ref().tell(note(1));
        try (var scheduler = open(setting);
                var supervisor =
                        scheduler.supervise(
                                s -> s.withChild(book.child().withRestart(Restart.TEMPORARY)))) {
            book.ref().awaitEnd();
            assertThatThrownBy(() -> numbers(book.ref()))
                    .isInstanceOf(ActorEndedException.class)
                    .hasCauseInstanceOf(IOException.class);
            assertThat(book.ref().deadLetters().drain()).hasSize(2);
            supervisor.task().await();
        }
    }

    @ParameterizedTest
    @EnumSource
    void permanent_stopped_supervisorGivesUpAndSaysWhy(Setting setting) throws Exception {
        var book = notebook("book");
        try (var scheduler = open(setting)) {
            Supervisor supervisor =
                    scheduler.supervise(
                            s -> s.withChild(book.child().withRestart(Restart.PERMANENT)));
            book.ref().stop();
            assertThatThrownBy(() -> supervisor.task().await())
                    .cause()
                    .isInstanceOf(SupervisorFailedException.class)
                    .cause()
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("cannot start actor 'book' again: it has ended")
                    .hasMessageContaining("TRANSIENT");
            assertThat(book.ref().snapshot().starts()).isEqualTo(1);
            assertThat(book.ref().snapshot().ended()).isTrue();
        }
    }

    /** Tells it to break, so often or until it has ended for good; returns how often. */
    private static int tellUntilEnded(ActorRef<Message> actor, int most)
            throws InterruptedException {
        for (int told = 0; told < most; told++) {
            try {
                actor.tell(new Message.Break("x" + told));
            } catch (ActorEndedException e) {
                return told;
            }
        }
        return most;
    }

    @ParameterizedTest
    @EnumSource
    void supervisorGivesUp_askersLearnAtOnce(Setting setting) throws Exception {
        var book = notebook("book");
        var other = notebook("other");
        Channel<Integer> gate = Channel.rendezvous();
        try (var scheduler = open(setting)) {
            Supervisor supervisor =
                    scheduler.supervise(
                            s ->
                                    s.withIntensity(2, LONG)
                                            .withChild(other.child())
                                            .withChild(book.child()));
            other.ref().tell(new Message.Hold(gate));
            untilHeld(scheduler, gate);
            Task<List<Integer>> asker = scheduler.root().spawn(() -> numbers(other.ref()));
            Setting.until(scheduler, () -> other.ref().snapshot().mailbox().buffered() == 1);
            int told = tellUntilEnded(book.ref(), 5);
            assertThatThrownBy(asker::await).hasCauseInstanceOf(ActorEndedException.class);
            assertThatThrownBy(() -> supervisor.task().await())
                    .hasCauseInstanceOf(SupervisorFailedException.class);
            assertThat(book.ref().snapshot().starts()).isEqualTo(3);
            assertThat(told).isBetween(3, 5);
            assertThat(book.ref().snapshot().deadLetters()).isEqualTo(told);
            assertThat(other.ref().snapshot().deadLetters()).isEqualTo(2);
            assertThatThrownBy(() -> book.ref().tell(note(1)))
                    .isInstanceOf(ActorEndedException.class);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shutdown_whatWaitsIsDeadLetters(Setting setting) throws Exception {
        var book = notebook("book");
        Channel<Integer> gate = Channel.rendezvous();
        try (var scheduler = open(setting)) {
            try (var supervisor = scheduler.supervise(s -> s.withChild(book.child()))) {
                book.ref().tell(new Message.Hold(gate));
                untilHeld(scheduler, gate);
                book.ref().tell(note(1));
                assertThat(supervisor.children())
                        .extracting(ChildSnapshot::state)
                        .containsExactly(TaskState.BLOCKED);
            }
            assertThat(book.ref().deadLetters().drain())
                    .extracting(DeadLetter::message)
                    .containsExactly(new Message.Hold(gate), note(1));
            assertThatThrownBy(() -> numbers(book.ref())).isInstanceOf(ActorEndedException.class);
        }
    }

    @ParameterizedTest
    @EnumSource
    void supervisor_isCancelled_actorHasEnded(Setting setting) throws Exception {
        var book = notebook("book");
        book.ref().tell(note(1));
        try (var scheduler = open(setting)) {
            scheduler.supervise(s -> s.withChild(book.child())).task().cancel();
            book.ref().awaitEnd(); // perhaps it has never started
            ActorSnapshot now = book.ref().snapshot();
            assertThat(now.handled() + now.deadLetters()).isEqualTo(1);
            if (setting.isSeeded()) {
                assertThat(now.starts()).as("nothing runs before somebody waits").isZero();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void supervise_inATaskThatIsCancelled_actorHasEnded(Setting setting) throws Exception {
        var book = notebook("book");
        Channel<Integer> gate = Channel.rendezvous();
        try (var scheduler = open(setting)) {
            Task<?> task =
                    scheduler.root().spawn(() -> Stint.supervise(s -> s.withChild(book.child())));
            book.ref().tell(new Message.Hold(gate));
            untilHeld(scheduler, gate);
            Task<List<Integer>> asker = scheduler.root().spawn(() -> numbers(book.ref()));
            Setting.until(scheduler, () -> book.ref().snapshot().mailbox().buffered() == 1);
            task.cancel();
            assertThatThrownBy(asker::await).hasCauseInstanceOf(ActorEndedException.class);
            book.ref().awaitEnd();
            assertThat(book.ref().snapshot().deadLetters()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void child_ofTwoSupervisors_theSecondIsRefused(Setting setting) throws Exception {
        var book = notebook("book");
        try (var scheduler = open(setting);
                var one = scheduler.supervise(s -> s.withChild(book.child()))) {
            assertThat(numbers(book.ref())).isEmpty();
            assertThatThrownBy(
                            () ->
                                    scheduler.run(
                                            () ->
                                                    Stint.supervise(
                                                            s ->
                                                                    s.withIntensity(0, LONG)
                                                                            .withChild(
                                                                                    book.child()))))
                    .hasRootCauseInstanceOf(IllegalStateException.class)
                    .rootCause()
                    .hasMessageContaining("is already run by task")
                    .hasMessageContaining("one supervisor only");
            assertThat(one.children()).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void bill_isRecharged_theMessageIsHandled(Setting setting) throws Exception {
        Actor.Supervised<Integer> meter =
                Actor.supervised(
                        a -> a.withName("meter").withBudget(Budget.ofOps(500).withChannelOps(50)),
                        self -> ops -> Stint.checkpoint(ops));
        assertThat(meter.child().budget()).contains(Budget.ofOps(500).withChannelOps(50));
        for (int i = 0; i < 5; i++) {
            meter.ref().tell(400);
        }
        meter.ref().stop();
        try (var scheduler = open(setting);
                var supervisor =
                        scheduler.supervise(
                                s ->
                                        s.withOnBill(bill -> Decision.recharge(Budget.ofOps(2_000)))
                                                .withChild(meter.child()))) {
            supervisor.task().await();
            assertThat(meter.ref().snapshot().handled()).isEqualTo(5);
            assertThat(meter.ref().snapshot().starts()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void nestedSupervisor_withAnActorOfItsOwn_works(Setting setting) throws Exception {
        Channel<ActorRef<Message>> addresses = Channel.buffered(5);
        ChildSpec nested =
                ChildSpec.of(
                                "nested",
                                () -> {
                                    var book = notebook("book");
                                    addresses.send(book.ref());
                                    Stint.supervise(
                                            s -> s.withIntensity(0, LONG).withChild(book.child()));
                                })
                        .withBudget(Budget.DEFAULT.withSpawns(10));
        try (var scheduler = open(setting);
                var supervisor = scheduler.supervise(s -> s.withChild(nested))) {
            ActorRef<Message> old = addresses.receive();
            old.tell(new Message.Break("x"));
            ActorRef<Message> young = addresses.receive();
            assertThat(numbers(young)).isEmpty();
            assertThatThrownBy(() -> old.tell(note(1))).isInstanceOf(ActorEndedException.class);
            untilRestarted(scheduler, supervisor, 1L);
        }
    }
}
