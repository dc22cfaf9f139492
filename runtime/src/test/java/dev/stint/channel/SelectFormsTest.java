package dev.stint.channel;

import static dev.stint.channel.Kind.receiversOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.event.DeadlockException;
import dev.stint.nursery.Nursery;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Selects over collections, and clauses that are switched off. */
@Timeout(60)
class SelectFormsTest {
    private static final Duration SHORT = Duration.ofMillis(5);

    private static List<Clause<Integer>> receives(List<? extends Receiver<Integer>> from) {
        var clauses = new ArrayList<Clause<Integer>>();
        for (Receiver<Integer> each : from) {
            clauses.add(each.onReceive(v -> v));
        }
        return clauses;
    }

    // ---- collections

    @ParameterizedTest
    @EnumSource
    void from_receiversInACollection_getsWhatComesFirst(Setting setting) throws Exception {
        setting.everywhere(
                place -> {
                    List<Channel<Integer>> channels = new ArrayList<>();
                    for (int i = 0; i < 20; i++) {
                        channels.add(Channel.rendezvous());
                    }
                    try (Nursery nursery = place.open()) {
                        for (int i = 0; i < 20; i++) {
                            int number = i;
                            nursery.spawn(() -> channels.get(number).send(number));
                        }
                        var got = new ArrayList<Integer>();
                        for (int i = 0; i < 20; i++) {
                            got.add(Select.<Integer>from(receives(channels)));
                        }
                        assertThat(got).hasSize(20).doesNotHaveDuplicates();
                    }
                });
    }

    @ParameterizedTest
    @EnumSource
    void inOrder_collection_theFirstPossibleIsDone(Setting setting) throws Exception {
        setting.everywhere(
                place -> {
                    Channel<Integer> never = Channel.rendezvous();
                    Channel<Integer> one = Channel.buffered(9);
                    Channel<Integer> two = Channel.buffered(9);
                    for (int i = 0; i < 9; i++) {
                        one.send(1);
                        two.send(2);
                        List<Clause<Integer>> all = receives(List.of(never, two, one));
                        assertThat(Select.<Integer>inOrder(all)).isEqualTo(2);
                    }
                });
    }

    @ParameterizedTest
    @EnumSource
    void from_collectionChangedWhileItWaits_doesWhatItWasGiven(Setting setting) throws Exception {
        setting.everywhere(
                place -> {
                    Channel<Integer> channel = Channel.rendezvous();
                    List<Clause<Integer>> clauses = receives(List.of(channel));
                    try (Nursery nursery = place.open()) {
                        Task<Integer> select = nursery.spawn(() -> Select.<Integer>from(clauses));
                        place.until(() -> receiversOf(channel) == 1);
                        clauses.clear();
                        channel.send(3);
                        assertThat(select.await()).isEqualTo(3);
                    }
                });
    }

    @Test
    @SuppressWarnings("NullAway") // that is what is refused
    void from_unsoundCollection_isRefused() {
        Collection<Clause<Integer>> none = List.of();
        assertThatThrownBy(() -> Select.<Integer>from(none))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at least one clause");
        assertThatThrownBy(() -> Select.<Integer>inOrder(none))
                .isInstanceOf(IllegalArgumentException.class);
        Collection<Clause<Integer>> hole = Arrays.asList(Select.otherwise(() -> 1), null);
        assertThatThrownBy(() -> Select.<Integer>from(hole))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("a clause of a select");
        assertThatThrownBy(() -> Select.<Integer>from((Collection<Clause<Integer>>) null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("the clauses of a select");
        List<Channel<Integer>> many = new ArrayList<>();
        for (int i = 0; i < 1_025; i++) {
            many.add(Channel.rendezvous());
        }
        assertThatThrownBy(() -> Select.<Integer>from(receives(many)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at most 1024");
    }

    /** The largest select there may be, with its channels in every order. */
    @ParameterizedTest
    @EnumSource
    void from_manyClauses_findsTheOneThatIsPossible(Setting setting) throws Exception {
        setting.everywhere(
                place -> {
                    List<Channel<Integer>> channels = new ArrayList<>();
                    for (int i = 0; i < 1_024; i++) {
                        channels.add(Channel.rendezvous());
                    }
                    for (List<Channel<Integer>> order : List.of(channels, channels.reversed())) {
                        try (Nursery nursery = place.open()) {
                            Task<Integer> waits =
                                    nursery.spawn(() -> Select.<Integer>from(receives(order)));
                            place.until(() -> receiversOf(channels.get(700)) == 1);
                            channels.get(700).send(5);
                            assertThat(waits.await()).isEqualTo(5);
                        }
                        assertThat(channels.stream().mapToInt(Kind::receiversOf).sum()).isZero();
                    }
                });
    }

    // ---- never

    @ParameterizedTest
    @EnumSource
    void never_besideOthers_isNotDone(Setting setting) throws Exception {
        setting.everywhere(
                place -> {
                    Channel<Integer> channel = Channel.buffered(1);
                    for (int i = 0; i < 100; i++) {
                        channel.send(i);
                        int got =
                                Select.<Integer>from(
                                        Select.never(), channel.onReceive(v -> v), Select.never());
                        assertThat(got).isEqualTo(i);
                    }
                    int otherwise =
                            Select.<Integer>from(Select.never(), Select.otherwise(() -> -1));
                    assertThat(otherwise).isEqualTo(-1);
                    int late =
                            Select.<Integer>inOrder(
                                    Select.never(), Select.onTimeout(SHORT, () -> -2));
                    assertThat(late).isEqualTo(-2);
                });
    }

    @ParameterizedTest
    @EnumSource
    void never_alone_waitsUntilCancelled(Setting setting) throws Exception {
        setting.everywhere(
                place -> {
                    try (Nursery nursery = place.open()) {
                        Task<Integer> task =
                                nursery.spawn(() -> Select.<Integer>from(Select.never()));
                        assertThat(task.tryOutcome()).isEmpty();
                        task.cancel();
                        assertThatThrownBy(task::await).isInstanceOf(CancellationException.class);
                    }
                });
    }

    @Test
    void never_aloneUnderASeed_isADeadlockThatSaysSo() {
        try (var scheduler = Scheduler.open(c -> c.withSeed(3).withWorkers(1))) {
            assertThatThrownBy(() -> scheduler.run(() -> Select.<Integer>from(Select.never())))
                    .isInstanceOf(DeadlockException.class)
                    .hasMessageContaining("waits for one of: nothing");
        }
    }

    @ParameterizedTest
    @EnumSource
    void never_costsWhatTheSelectCosts(Setting setting) throws Exception {
        try (var scheduler = setting.open()) {
            scheduler.run(
                    () -> {
                        Channel<Integer> channel = Channel.buffered(2);
                        channel.send(1);
                        var before = Stint.budgetLeft();
                        Select.<Integer>from(Select.never(), channel.onReceive(v -> v));
                        assertThat(before.channelOps() - Stint.budgetLeft().channelOps()).isOne();
                        before = Stint.budgetLeft();
                        Select.<Integer>from(Select.never(), Select.otherwise(() -> 1));
                        assertThat(before.channelOps()).isEqualTo(Stint.budgetLeft().channelOps());
                        assertThat(before.ops() - Stint.budgetLeft().ops()).isOne();
                    });
        }
    }
}
