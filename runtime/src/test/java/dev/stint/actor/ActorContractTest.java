package dev.stint.actor;

import static dev.stint.actor.Notebook.LONG;
import static dev.stint.actor.Notebook.assertConserved;
import static dev.stint.actor.Notebook.note;
import static dev.stint.actor.Notebook.occupy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Apart;
import dev.stint.Scheduler;
import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.actor.Notebook.Message;
import dev.stint.budget.Budget;
import dev.stint.channel.Channel;
import dev.stint.channel.Overflow;
import dev.stint.error.ActorEndedException;
import dev.stint.error.ChannelFullException;
import dev.stint.error.TaskFailedException;
import dev.stint.task.Task;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Actors in nurseries, on either driver and on either kind of core. */
@Timeout(60)
class ActorContractTest {
    // ---- telling

    @ParameterizedTest
    @EnumSource
    void tell_byManyTasks_isHandledOneAtATimeInTheOrderOfEach(Setting setting) throws Exception {
        List<int[]> seen = new ArrayList<>(); // the actor's alone, so it needs no lock
        var inside = new AtomicInteger();
        try (var scheduler = setting.open()) {
            try (var nursery = scheduler.nursery()) {
                ActorRef<int[]> actor =
                        Actor.spawn(
                                nursery,
                                a -> a.withMailbox(Mailbox.of(3)),
                                self ->
                                        message -> {
                                            assertThat(inside.incrementAndGet()).isEqualTo(1);
                                            Stint.yield();
                                            seen.add(message);
                                            inside.decrementAndGet();
                                        });
                try (var tellers = scheduler.nursery()) {
                    for (int t = 0; t < 5; t++) {
                        int teller = t;
                        tellers.spawn(
                                () -> {
                                    for (int i = 0; i < 40; i++) {
                                        actor.tell(new int[] {teller, i});
                                    }
                                });
                    }
                    for (int i = 0; i < 40; i++) {
                        actor.tell(new int[] {5, i}); // a thread outside
                    }
                    tellers.join();
                }
                actor.stop();
                nursery.join();
                assertThat(actor.snapshot().handled()).isEqualTo(240);
                assertThat(actor.snapshot().ended()).isTrue();
                assertThat(actor.name()).isEmpty();
            }
        }
        assertThat(seen).hasSize(240);
        for (int t = 0; t < 6; t++) {
            int teller = t;
            assertThat(seen.stream().filter(m -> m[0] == teller).map(m -> m[1])).isSorted();
        }
    }

    @ParameterizedTest
    @EnumSource
    void tell_fullMailboxThatSuspends_waitsForRoom(Setting setting) throws Exception {
        setting.everywhere(
                place -> {
                    try (var nursery = place.open()) {
                        ActorRef<Message> actor = Notebook.spawn(nursery, Mailbox.of(2));
                        Channel<Integer> gate = occupy(place, actor, 2);
                        assertThat(actor.tryTell(note(9))).isFalse();
                        nursery.spawn(() -> actor.tell(note(3)));
                        place.until(() -> actor.snapshot().mailbox().sendersWaiting() == 1);
                        gate.close();
                        actor.tell(note(4));
                        List<Integer> all = actor.ask(Message.All::new, LONG);
                        assertThat(all).containsExactly(1, 2, 3, 4);
                        actor.stop();
                    }
                });
    }

    @ParameterizedTest
    @EnumSource
    void tell_fullMailboxThatDrops_countsWhatIsLost(Setting setting) throws Exception {
        setting.everywhere(
                place -> {
                    for (Overflow drop : List.of(Overflow.DROP_OLDEST, Overflow.DROP_NEWEST)) {
                        try (var nursery = place.open()) {
                            ActorRef<Message> actor = Notebook.spawn(nursery, Mailbox.of(2, drop));
                            Channel<Integer> gate = occupy(place, actor, 2);
                            actor.tell(note(3));
                            assertThat(actor.tryTell(note(4))).isTrue();
                            assertThat(actor.snapshot().mailbox().dropped()).isEqualTo(2);
                            gate.close();
                            place.until(() -> actor.snapshot().handled() == 3);
                            List<Integer> all = actor.ask(Message.All::new, LONG);
                            assertThat(all)
                                    .isEqualTo(
                                            drop == Overflow.DROP_OLDEST
                                                    ? List.of(3, 4)
                                                    : List.of(1, 2));
                            actor.stop();
                            nursery.join();
                            assertConserved(6, actor);
                        }
                    }
                });
    }

    @ParameterizedTest
    @EnumSource
    void tell_fullMailboxThatFails_throws(Setting setting) throws Exception {
        setting.everywhere(
                place -> {
                    try (var nursery = place.open()) {
                        ActorRef<Message> actor =
                                Notebook.spawn(nursery, Mailbox.of(2, Overflow.FAIL));
                        Channel<Integer> gate = occupy(place, actor, 2);
                        assertThatThrownBy(() -> actor.tell(note(3)))
                                .isInstanceOf(ChannelFullException.class)
                                .hasMessageContaining("mailbox of actor 'notebook'");
                        assertThatThrownBy(() -> actor.ask(Message.All::new, LONG))
                                .isInstanceOf(ChannelFullException.class);
                        assertThat(actor.tryTell(note(3))).isFalse();
                        gate.close();
                        actor.stop();
                        nursery.join();
                        assertConserved(3, actor);
                        assertThat(actor.snapshot().handled()).isEqualTo(3);
                    }
                });
    }

    @ParameterizedTest
    @EnumSource
    void tell_unboundedMailbox_neverWaits(Setting setting) throws Exception {
        setting.everywhere(
                place -> {
                    try (var nursery = place.open()) {
                        ActorRef<Message> actor = Notebook.spawn(nursery, Mailbox.unbounded());
                        occupy(place, actor, 5_000).close();
                        actor.stop();
                        nursery.join();
                        assertThat(actor.snapshot().handled()).isEqualTo(5_001);
                    }
                });
    }

    // ---- stopping

    @ParameterizedTest
    @EnumSource
    void stop_messagesWait_areHandledFirst(Setting setting) throws Exception {
        setting.everywhere(
                place -> {
                    try (var nursery = place.open()) {
                        ActorRef<Message> actor = Notebook.spawn(nursery);
                        Channel<Integer> gate = occupy(place, actor, 5);
                        actor.stop();
                        actor.stop();
                        assertThatThrownBy(() -> actor.tell(note(6)))
                                .isInstanceOf(ActorEndedException.class)
                                .hasMessageContaining("it was stopped");
                        assertThatThrownBy(() -> actor.tryTell(note(6)))
                                .isInstanceOf(ActorEndedException.class);
                        assertThat(actor.snapshot().ended()).isFalse();
                        gate.close();
                        actor.awaitEnd();
                        assertThat(actor.snapshot().handled()).isEqualTo(6);
                        assertThat(actor.deadLetters().drain()).isEmpty();
                        assertThat(actor.deadLetters().isClosed()).isTrue();
                        assertThatThrownBy(() -> actor.tell(note(6)))
                                .isInstanceOf(ActorEndedException.class)
                                .hasMessageContaining("it has ended");
                    }
                });
    }

    @ParameterizedTest
    @EnumSource
    void stop_aTellWaits_isRefused(Setting setting) throws Exception {
        setting.everywhere(
                place -> {
                    try (var nursery = place.open(n -> n.withCancelOnError(false))) {
                        ActorRef<Message> actor = Notebook.spawn(nursery, Mailbox.of(1));
                        Channel<Integer> gate = occupy(place, actor, 1);
                        Task<?> teller = nursery.spawn(() -> actor.tell(note(2)));
                        place.until(() -> actor.snapshot().mailbox().sendersWaiting() == 1);
                        actor.stop();
                        assertThatThrownBy(teller::await)
                                .hasCauseInstanceOf(ActorEndedException.class);
                        gate.close();
                        nursery.awaitAll();
                        assertThat(actor.snapshot().handled()).isEqualTo(2);
                    }
                });
    }

    // ---- failing

    @ParameterizedTest
    @EnumSource
    void receive_throws_failsTheNurseryAndLosesNoMessage(Setting setting) throws Exception {
        setting.everywhere(
                place -> {
                    try (var nursery = place.open()) {
                        ActorRef<Message> actor = Notebook.spawn(nursery);
                        Channel<Integer> gate = occupy(place, actor, 2);
                        actor.tell(new Message.Break("page torn"));
                        actor.tell(note(3));
                        actor.tell(note(4));
                        gate.close();
                        assertThatThrownBy(nursery::join)
                                .isInstanceOf(TaskFailedException.class)
                                .hasRootCauseMessage("page torn");
                        List<DeadLetter<Message>> letters = actor.deadLetters().drain();
                        assertThat(letters)
                                .extracting(DeadLetter::message)
                                .containsExactly(new Message.Break("page torn"), note(3), note(4));
                        assertThat(letters)
                                .allMatch(l -> l.cause().orElseThrow() instanceof IOException)
                                .allMatch(l -> l.actor().equals("notebook"));
                        assertConserved(6, actor);
                        assertThat(actor.snapshot().deadLetters()).isEqualTo(3);
                        assertThatThrownBy(() -> actor.tell(note(5)))
                                .isInstanceOf(ActorEndedException.class)
                                .hasMessageContaining("page torn")
                                .hasCauseInstanceOf(IOException.class);
                    }
                });
    }

    @ParameterizedTest
    @EnumSource
    void deadLetters_moreThanAreKept_dropsTheOldestAndCountsAll(Setting setting) throws Exception {
        setting.everywhere(
                place -> {
                    try (var nursery = place.open()) {
                        ActorRef<Message> actor =
                                Actor.spawn(
                                        nursery,
                                        a -> a.withDeadLettersKept(2),
                                        self -> new Notebook());
                        occupy(place, actor, 6);
                        nursery.cancel();
                        nursery.awaitAll();
                        assertThat(actor.snapshot().deadLetters()).isEqualTo(7);
                        assertThat(actor.snapshot().deadLetterBox().dropped()).isEqualTo(5);
                        assertThat(actor.deadLetters().drain())
                                .extracting(DeadLetter::message)
                                .containsExactly(note(5), note(6));
                    }
                });
    }

    @ParameterizedTest
    @EnumSource
    void deadLetters_somebodyWaitsForThem_getsThemAndTheEnd(Setting setting) throws Exception {
        try (var scheduler = setting.open()) {
            try (var actors = scheduler.nursery(n -> n.withCancelOnError(false));
                    var readers = scheduler.nursery()) {
                ActorRef<Message> actor = Notebook.spawn(actors);
                Task<List<Message>> reader =
                        readers.spawn(
                                () -> {
                                    List<Message> read = new ArrayList<>();
                                    for (DeadLetter<Message> letter : actor.deadLetters()) {
                                        read.add(letter.message());
                                    }
                                    return read;
                                });
                Setting.until(
                        scheduler, () -> actor.snapshot().deadLetterBox().receiversWaiting() == 1);
                actor.tell(new Message.Break("a"));
                assertThat(reader.await()).containsExactly(new Message.Break("a"));
                actors.awaitAll();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void spawn_cancelledBeforeItStarts_messagesAreDeadLetters(Setting setting) throws Exception {
        try (var scheduler = setting.open()) {
            var started = new AtomicInteger();
            scheduler.run(
                    () -> {
                        try (var inner = Stint.nursery()) {
                            inner.cancel();
                            assertThatThrownBy(() -> Notebook.spawn(inner))
                                    .hasMessageContaining("nursery");
                        }
                        try (var inner = Stint.nursery()) {
                            ActorRef<Message> actor =
                                    Actor.spawn(
                                            inner,
                                            a -> a,
                                            self -> {
                                                started.incrementAndGet();
                                                Stint.sleep(LONG);
                                                return new Notebook();
                                            });
                            actor.tell(note(1));
                            inner.cancel(); // with luck it has not started; it never handles
                            inner.awaitAll();
                            actor.awaitEnd();
                            assertThat(actor.snapshot().deadLetters()).isEqualTo(1);
                            assertThat(actor.snapshot().starts()).isEqualTo(started.get());
                            assertThat(actor.deadLetters().receive().message()).isEqualTo(note(1));
                            assertThatThrownBy(() -> actor.tell(note(2)))
                                    .isInstanceOf(ActorEndedException.class);
                        }
                    });
        }
    }

    @ParameterizedTest
    @EnumSource
    void close_ofTheBehaviour_runsHoweverItEnds(Setting setting) throws Exception {
        for (int way = 0; way < 3; way++) {
            var closed = new AtomicInteger();
            try (var scheduler = setting.open();
                    var nursery =
                            Apart.open(() -> scheduler.nursery(n -> n.withCancelOnError(false)))) {
                ActorRef<Message> actor = Actor.spawn(nursery, a -> a, self -> new Closing(closed));
                actor.tell(note(1));
                Setting.until(scheduler, () -> actor.snapshot().handled() == 1);
                switch (way) {
                    case 0 -> actor.stop();
                    case 1 -> nursery.cancel();
                    default -> actor.tell(new Message.Break("x"));
                }
                actor.awaitEnd();
                nursery.awaitAll();
                assertThat(closed.get()).as("way %d", way).isEqualTo(1);
            }
        }
    }

    private static final class Closing implements Behaviour<Message> {
        private final AtomicInteger closed;

        Closing(AtomicInteger closed) {
            this.closed = closed;
        }

        @Override
        public void receive(Message message) throws Exception {
            if (message instanceof Message.Break(String how)) {
                throw new IOException(how);
            }
        }

        @Override
        public void close() throws Exception {
            Stint.sleep(Duration.ofMillis(1)); // it may still wait
            closed.incrementAndGet();
        }
    }

    @ParameterizedTest
    @EnumSource
    void close_throwsToo_isSuppressed(Setting setting) throws Exception {
        try (var scheduler = setting.open();
                var nursery = scheduler.nursery(n -> n.withCancelOnError(false))) {
            ActorRef<String> actor =
                    Actor.spawn(
                            nursery,
                            a -> a,
                            self ->
                                    new Behaviour<>() {
                                        @Override
                                        public void receive(String message) throws IOException {
                                            throw new IOException(message);
                                        }

                                        @Override
                                        public void close() throws IOException {
                                            throw new IOException("close");
                                        }
                                    });
            actor.tell("receive");
            DeadLetter<String> letter = actor.deadLetters().receive();
            actor.awaitEnd();
            nursery.awaitAll();
            assertThat(letter.cause().orElseThrow())
                    .hasMessage("receive")
                    .hasSuppressedException(new IOException("close"));
        }
    }

    // ---- itself

    @ParameterizedTest
    @EnumSource
    void self_askOrTooMuchTold_isRefused(Setting setting) throws Exception {
        setting.everywhere(
                place -> {
                    List<Throwable> refused = new ArrayList<>();
                    try (var nursery = place.open()) {
                        ActorRef<Integer> actor =
                                Actor.spawn(
                                        nursery,
                                        a -> a.withName("narcissus").withMailbox(Mailbox.of(1)),
                                        self ->
                                                number -> {
                                                    if (number == 1) {
                                                        self.tell(2);
                                                        refused.add(thrown(() -> self.tell(3)));
                                                        refused.add(
                                                                thrown(
                                                                        () ->
                                                                                self.ask(
                                                                                        r -> 4,
                                                                                        LONG)));
                                                        self.stop();
                                                    }
                                                });
                        actor.tell(1);
                        nursery.join();
                        assertThat(actor.snapshot().handled()).isEqualTo(2);
                    }
                    assertThat(refused.getFirst())
                            .isInstanceOf(ChannelFullException.class)
                            .hasMessageContaining("its mailbox of 1 is full");
                    assertThat(refused.get(1))
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessageContaining("actor 'narcissus' cannot ask itself");
                });
    }

    private interface Attempt {
        void run() throws Exception;
    }

    private static Throwable thrown(Attempt attempt) {
        try {
            attempt.run();
            return new AssertionError("nothing was thrown");
        } catch (Exception e) {
            return e;
        }
    }

    // ---- money

    @ParameterizedTest
    @EnumSource
    void costs_areThoseOfChannels(Setting setting) throws Exception {
        try (var scheduler = setting.open();
                var nursery = scheduler.nursery()) {
            ActorRef<Message> actor = Notebook.spawn(nursery);
            scheduler.run(
                    () -> {
                        Budget before = Stint.budgetLeft();
                        actor.tell(note(1));
                        Budget told = Stint.budgetLeft();
                        assertThat(before.channelOps() - told.channelOps()).isEqualTo(1);
                        List<Integer> all = actor.ask(Message.All::new, LONG);
                        assertThat(told.channelOps() - Stint.budgetLeft().channelOps())
                                .as("a send and a select")
                                .isEqualTo(2);
                        assertThat(all).containsExactly(1);
                    });
            actor.stop();
        }
    }

    @ParameterizedTest
    @EnumSource
    void receive_cannotPay_isADeadLetter(Setting setting) throws Exception {
        Channel<Integer> gate = Channel.rendezvous();
        try (Scheduler scheduler = setting.open();
                var nursery =
                        scheduler.nursery(n -> n.withCancelOnError(false).withBudget(pool()))) {
            ActorRef<Message> actor =
                    Actor.spawn(
                            nursery,
                            a -> a.withBudget(Budget.ofOps(100).withChannelOps(100)),
                            self -> {
                                gate.receiveOrClosed();
                                return message -> Stint.checkpoint(1_000_000);
                            });
            actor.tell(note(1));
            actor.tell(note(2));
            gate.close();
            actor.awaitEnd();
            nursery.awaitAll();
            assertThat(actor.deadLetters().drain())
                    .extracting(DeadLetter::message)
                    .containsExactly(note(1), note(2));
        }
    }

    private static Budget pool() {
        return Budget.ofOps(200).withChannelOps(200).withSpawns(5);
    }
}
