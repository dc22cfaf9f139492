package dev.stint.actor;

import static dev.stint.actor.Notebook.LONG;
import static dev.stint.actor.Notebook.assertConserved;
import static dev.stint.actor.Notebook.occupy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Apart;
import dev.stint.Setting;
import dev.stint.actor.Notebook.Message;
import dev.stint.channel.Channel;
import dev.stint.error.ActorEndedException;
import dev.stint.error.TaskFailedException;
import dev.stint.task.Task;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Asking an actor, on either driver and on either kind of core. */
@Timeout(60)
class AskContractTest {
    private final Queue<Reply<String>> owed = new ConcurrentLinkedQueue<>();

    @ParameterizedTest
    @EnumSource
    void ask_manyAtOnce_eachGetsItsOwnAnswer(Setting setting) throws Exception {
        record Square(int of, Reply<Integer> reply) {}

        try (var scheduler = setting.open();
                var nursery = scheduler.nursery()) {
            ActorRef<Square> actor =
                    Actor.spawn(
                            nursery,
                            a -> a.withMailbox(Mailbox.of(2)),
                            self -> m -> assertThat(m.reply.send(m.of * m.of)).isTrue());
            List<Task<Integer>> answers = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                int number = i;
                answers.add(
                        nursery.spawn(() -> actor.<Integer>ask(r -> new Square(number, r), LONG)));
            }
            for (int i = 0; i < 50; i++) {
                assertThat(answers.get(i).await()).isEqualTo(i * i);
            }
            assertThat(actor.<Integer>ask(r -> new Square(7, r), LONG)).isEqualTo(49);
            actor.stop();
        }
    }

    @ParameterizedTest
    @EnumSource
    void ask_noAnswerInTime_timesOutAndTheAnswerIsLate(Setting setting) throws Exception {
        setting.everywhere(
                place -> {
                    try (var nursery = place.open()) {
                        ActorRef<Message> actor = Notebook.spawn(nursery);
                        assertThatThrownBy(
                                        () ->
                                                actor.<String>ask(
                                                        r -> new Message.Later(owed, r),
                                                        Duration.ofMillis(5)))
                                .isInstanceOf(TimeoutException.class)
                                .hasMessage("actor 'notebook' had not answered after PT0.005S");
                        place.until(() -> !owed.isEmpty());
                        assertThat(owed.remove().send("late")).isFalse();
                        assertThat(actor.snapshot().lateReplies()).isEqualTo(1);
                        actor.stop();
                    }
                });
    }

    @ParameterizedTest
    @EnumSource
    void ask_noRoomInTime_timesOutAndNothingWasTold(Setting setting) throws Exception {
        setting.everywhere(
                place -> {
                    try (var nursery = place.open()) {
                        ActorRef<Message> actor = Notebook.spawn(nursery, Mailbox.of(1));
                        Channel<Integer> gate = occupy(place, actor, 1);
                        for (Duration d : List.of(Duration.ZERO, Duration.ofMillis(3))) {
                            assertThatThrownBy(
                                            () ->
                                                    actor.<String>ask(
                                                            r -> new Message.Later(owed, r), d))
                                    .isInstanceOf(TimeoutException.class)
                                    .hasMessageContaining("had no room");
                        }
                        gate.close();
                        actor.stop();
                        nursery.join();
                        assertConserved(2, actor);
                    }
                });
    }

    @ParameterizedTest
    @EnumSource
    void ask_answeredByAnotherTask_takesTheFirstAnswer(Setting setting) throws Exception {
        setting.everywhere(
                place -> {
                    try (var nursery = place.open()) {
                        ActorRef<Message> actor = Notebook.spawn(nursery);
                        Task<String> asker = nursery.spawn(() -> ask(actor));
                        place.until(() -> !owed.isEmpty());
                        Reply<String> reply = owed.remove();
                        assertThat(reply.send("first")).isTrue();
                        assertThat(reply.send("second")).isFalse();
                        assertThat(asker.await()).isEqualTo("first");
                        actor.stop();
                    }
                });
    }

    private String ask(ActorRef<Message> actor) throws InterruptedException, TimeoutException {
        return actor.<String>ask(r -> new Message.Later(owed, r), LONG);
    }

    @ParameterizedTest
    @EnumSource
    void ask_actorHasEnded_failsAtOnce(Setting setting) throws Exception {
        setting.everywhere(
                place -> {
                    try (var nursery = place.open()) {
                        ActorRef<Message> actor = Notebook.spawn(nursery);
                        actor.stop();
                        nursery.join();
                        assertThatThrownBy(() -> ask(actor))
                                .isInstanceOf(ActorEndedException.class)
                                .hasMessageContaining("cannot ask actor 'notebook' anything")
                                .hasMessageContaining("it has ended")
                                .hasNoCause();
                    }
                });
    }

    /** Its message is in the mailbox, in hand, or handled but not answered: never until LONG. */
    @ParameterizedTest
    @EnumSource
    void ask_actorEndsMeanwhile_failsAtOnce(Setting setting) throws Exception {
        try (var scheduler = setting.open()) {
            try (var actors = Apart.open(() -> scheduler.nursery(n -> n.withCancelOnError(false)));
                    var askers = scheduler.nursery(n -> n.withCancelOnError(false))) {
                ActorRef<Message> actor = Notebook.spawn(actors);
                Task<?> unanswered = askers.spawn(() -> ask(actor));
                Setting.until(scheduler, () -> !owed.isEmpty());
                Task<?> inHand = askers.spawn(() -> actor.ask(Message.HoldInstead::new, LONG));
                Setting.until(
                        scheduler,
                        () ->
                                actor.snapshot().handled() == 1
                                        && actor.snapshot().mailbox().receiversWaiting() == 0
                                        && actor.snapshot().mailbox().buffered() == 0);
                Task<?> inMailbox = askers.spawn(() -> ask(actor));
                Setting.until(scheduler, () -> actor.snapshot().mailbox().buffered() == 1);
                actors.cancel();
                for (Task<?> asker : List.of(unanswered, inHand, inMailbox)) {
                    assertThatThrownBy(asker::await).hasCauseInstanceOf(ActorEndedException.class);
                }
                assertThatThrownBy(inHand::await)
                        .hasMessageContaining("was cancelled while it handled what it was asked");
                assertThat(actor.snapshot().deadLetters()).isEqualTo(2);
                assertConserved(3, actor);
                assertThat(actor.deadLetters().drain())
                        .extracting(DeadLetter::cause)
                        .containsOnly(Optional.empty())
                        .hasSize(2);
                assertThat(owed.remove().send("late")).isFalse();
                askers.awaitAll();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void ask_messageMakesItFail_tellsTheAskerWhy(Setting setting) throws Exception {
        setting.everywhere(
                place -> {
                    try (var nursery = place.open(n -> n.withCancelOnError(false))) {
                        ActorRef<Message> actor = Notebook.spawn(nursery);
                        assertThatThrownBy(() -> actor.ask(Message.BreakInstead::new, LONG))
                                .isInstanceOf(TaskFailedException.class)
                                .hasMessage("actor 'notebook' failed: java.io.IOException: instead")
                                .hasCauseInstanceOf(IOException.class);
                        actor.awaitEnd();
                        assertThatThrownBy(() -> ask(actor))
                                .isInstanceOf(ActorEndedException.class)
                                .hasMessageContaining("it failed with java.io.IOException: instead")
                                .hasCauseInstanceOf(IOException.class);
                        nursery.awaitAll();
                    }
                });
    }

    @ParameterizedTest
    @EnumSource
    void ask_askerIsCancelled_leavesNothing(Setting setting) throws Exception {
        setting.everywhere(
                place -> {
                    try (var nursery = place.open()) {
                        ActorRef<Message> actor = Notebook.spawn(nursery);
                        Task<?> asker = nursery.spawn(() -> ask(actor));
                        place.until(() -> !owed.isEmpty());
                        asker.cancel();
                        assertThatThrownBy(asker::await).isInstanceOf(CancellationException.class);
                        Reply<String> reply = owed.remove();
                        assertThat(reply.send("late")).isFalse();
                        assertThat(actor.snapshot().lateReplies()).isEqualTo(1);
                        actor.stop();
                    }
                });
    }
}
