package dev.stint.channel;

import static dev.stint.channel.Kind.receiversOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.error.CapabilityMissingException;
import dev.stint.nursery.Nursery;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.tenant.Tenant;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a select refuses, and the ends of tasks as clauses. */
@Timeout(60)
class SelectArgumentsTest {
    @ParameterizedTest
    @EnumSource
    @SuppressWarnings({"NullAway", "unchecked"}) // that is what is refused
    void from_unsoundArguments_isRefusedAndTouchesNothing(Setting setting) throws Exception {
        setting.everywhere(
                place -> {
                    Channel<Integer> channel = Channel.buffered(1);
                    channel.send(1);
                    assertThatThrownBy(() -> Select.from())
                            .isInstanceOf(IllegalArgumentException.class)
                            .hasMessageContaining("at least one clause")
                            .hasMessageContaining("wait for ever");
                    assertThatThrownBy(() -> Select.from(channel.onReceive(v -> v), null))
                            .isInstanceOf(NullPointerException.class)
                            .hasMessage("a clause of a select");
                    assertThatThrownBy(() -> Select.from((Clause<Integer>[]) null))
                            .isInstanceOf(NullPointerException.class);
                    assertThatThrownBy(
                                    () ->
                                            Select.from(
                                                    channel.onReceive(v -> v),
                                                    Select.otherwise(() -> 0),
                                                    Select.onTimeout(Duration.ZERO, () -> 0)))
                            .isInstanceOf(IllegalArgumentException.class)
                            .hasMessageContaining("not 2")
                            .hasMessageContaining("only one of them could ever be chosen");
                    assertThat(channel.drain()).containsExactly(1);
                });
    }

    @Test
    @SuppressWarnings("NullAway") // that is what is refused
    void clause_missingParts_areRefused() {
        Channel<Integer> channel = Channel.rendezvous();
        assertThatThrownBy(() -> channel.onReceive(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> channel.onReceiveOrClosed(null))
                .isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> channel.onSend(1, null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> Select.onTimeout(null, () -> 0)).hasMessage("timeout of a select");
        assertThatThrownBy(() -> Select.otherwise(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> Select.onEnd(null, o -> 0))
                .hasMessage("the task whose end is awaited");
    }

    /** The array is the caller's: what it does with it later is nothing to the select. */
    @ParameterizedTest
    @EnumSource
    void from_arrayChangedWhileItWaits_doesWhatItWasGiven(Setting setting) throws Exception {
        setting.everywhere(
                place -> {
                    Channel<Integer> channel = Channel.rendezvous();
                    @SuppressWarnings({"unchecked", "rawtypes"}) // arrays are not generic
                    Clause<Integer>[] clauses =
                            new Clause[] {
                                channel.onReceive(v -> v), Channel.rendezvous().onReceive(v -> -1)
                            };
                    try (Nursery nursery = place.open()) {
                        Task<Integer> select = nursery.spawn(() -> Select.<Integer>from(clauses));
                        place.until(() -> receiversOf(channel) == 1);
                        clauses[0] = Select.otherwise(() -> -2);
                        channel.send(3);
                        assertThat(select.await()).isEqualTo(3);
                    }
                });
    }

    // ---- ends of tasks

    @ParameterizedTest
    @EnumSource
    void onEnd_anyOutcome_isGiven(Setting setting) throws Exception {
        setting.everywhere(
                place -> {
                    for (boolean waits : new boolean[] {true, false}) {
                        try (Nursery nursery = place.open(n -> n.withCancelOnError(false))) {
                            Task<String> good = nursery.spawn(() -> later(waits, "good"));
                            Task<String> bad =
                                    nursery.spawn(
                                            () -> {
                                                throw new IllegalStateException(
                                                        later(waits, "bad"));
                                            });
                            Task<String> gone = nursery.spawn(() -> later(true, "x"));
                            gone.cancel();
                            assertThat(Select.<Outcome<String>>from(Select.onEnd(good, o -> o)))
                                    .isEqualTo(new Outcome.Success<>("good"));
                            assertThat(Select.<Outcome<String>>from(Select.onEnd(bad, o -> o)))
                                    .isInstanceOf(Outcome.Failure.class);
                            assertThat(Select.<Outcome<String>>from(Select.onEnd(gone, o -> o)))
                                    .isInstanceOf(Outcome.Cancelled.class);
                            nursery.awaitAll();
                        }
                    }
                });
    }

    private static String later(boolean waits, String value) throws InterruptedException {
        if (waits) {
            Stint.sleep(Duration.ofMillis(1));
        }
        return value;
    }

    @ParameterizedTest
    @EnumSource
    void onEnd_firstOfMany_isTheFirst(Setting setting) throws Exception {
        setting.everywhere(
                place -> {
                    Channel<Integer> never = Channel.rendezvous();
                    try (Nursery nursery = place.open()) {
                        Task<Integer> slow = nursery.spawn(() -> never.receive());
                        Task<Integer> quick = nursery.spawn(() -> 1);
                        assertThat(
                                        Select.<String>from(
                                                Select.onEnd(slow, o -> "slow"),
                                                Select.onEnd(quick, o -> "quick")))
                                .isEqualTo("quick");
                        never.send(1);
                    }
                });
    }

    /** Refused whichever clause is possible: not only when the select comes to look at it. */
    @Test
    void onEnd_taskOfAnotherTenant_isRefused() throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withSeed(7).withWorkers(1))) {
            Tenant one = scheduler.openTenant(t -> t.withName("one"));
            Tenant two = scheduler.openTenant(t -> t.withName("two"));
            Channel<Integer> ready = Channel.unbounded();
            ready.send(1);
            Channel<Integer> end = Channel.rendezvous();
            Task<?> lives = two.root().spawn(() -> end.receive());
            Task<?> ended = two.root().spawn(() -> 1);
            ended.awaitOutcome();
            for (Task<?> secret : new Task<?>[] {lives, ended}) {
                for (int i = 0; i < 8; i++) {
                    Task<?> spy =
                            one.root()
                                    .spawn(
                                            () ->
                                                    Select.<Integer>from(
                                                            ready.onReceive(v -> v),
                                                            Select.onEnd(secret, o -> 2)));
                    assertThatThrownBy(spy::await)
                            .hasRootCauseInstanceOf(CapabilityMissingException.class)
                            .hasMessageContaining("cannot see how");
                }
            }
            assertThat(ready.drain()).containsExactly(1);
            end.send(0);
        }
    }

    @Test
    void from_tooManyClauses_isRefused() {
        Channel<Integer> channel = Channel.rendezvous();
        @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
        Clause<Integer>[] clauses = new Clause[Choice.MOST + 1];
        Arrays.fill(clauses, channel.onReceive(value -> value));

        assertThatThrownBy(() -> Select.from(clauses))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at most 1024 clauses, not 1025")
                .hasMessageContaining("share a channel");
    }
}
