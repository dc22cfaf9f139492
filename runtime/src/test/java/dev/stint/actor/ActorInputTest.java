package dev.stint.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.channel.Overflow;
import dev.stint.task.Priority;
import dev.stint.task.TaskOptions;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is refused before an actor does anything, and in which words. */
@Timeout(60)
class ActorInputTest {
    @Test
    void mailbox_withoutRoom_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Mailbox.of(0))
                .withMessage(
                        "a mailbox holds 1 message or more, not 0: an actor is told things that it"
                                + " handles later. To wait until one is handled, ask(...).");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Mailbox.of(-1, Overflow.FAIL))
                .withMessageContaining("not -1");
        assertThat(Mailbox.unbounded().capacity()).isEqualTo(Integer.MAX_VALUE);
        assertThat(Mailbox.DEFAULT).isEqualTo(new Mailbox(64, Overflow.SUSPEND));
    }

    @Test
    void config_keepsNoDeadLetters_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ActorConfig.defaults().withDeadLettersKept(0))
                .withMessageContaining("1 dead letter or more, not 0");
    }

    @Test
    void supervised_withPriority_isRefused() {
        var urgent = TaskOptions.named("urgent").withPriority(Priority.HIGH);
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> Actor.<String>supervised(a -> a.withTask(urgent), self -> m -> {}))
                .withMessageContaining("actor 'urgent' cannot have capabilities or a priority");
    }

    @Test
    void supervised_withoutName_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Actor.<String>supervised(a -> a, self -> m -> {}))
                .withMessageContaining("needs a name");
    }

    @Test
    @SuppressWarnings("NullAway") // what it is about
    void nulls_areRefused() throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withSeed(1).withWorkers(1));
                var nursery = scheduler.nursery()) {
            ActorRef<String> actor = Actor.spawn(nursery, a -> a, self -> m -> {});
            assertThatNullPointerException()
                    .isThrownBy(() -> actor.tell(null))
                    .withMessage("a message to an actor");
            assertThatNullPointerException()
                    .isThrownBy(() -> actor.tryTell(null))
                    .withMessage("a message to an actor");
            assertThatNullPointerException()
                    .isThrownBy(() -> actor.ask(r -> null, Duration.ZERO))
                    .withMessage("the message made for an ask");
            assertThatNullPointerException()
                    .isThrownBy(() -> actor.ask(r -> "", null))
                    .withMessage("timeout of an ask");
            assertThatNullPointerException()
                    .isThrownBy(() -> Actor.spawn(nursery, a -> null, self -> m -> {}))
                    .withMessageContaining("returned null");
            assertThatNullPointerException()
                    .isThrownBy(() -> Actor.spawn(nursery, a -> a, null))
                    .withMessageContaining("makes the behaviour");
            actor.stop();
        }
    }

    @Test
    @SuppressWarnings("NullAway") // what it is about
    void start_makesNoBehaviour_fails() throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withSeed(1).withWorkers(1))) {
            try (var nursery = scheduler.nursery()) {
                Actor.<String>spawn(nursery, a -> a, self -> null);
                assertThatThrownBy(nursery::join).hasRootCauseMessage("the behaviour of an actor");
            }
        }
    }
}
