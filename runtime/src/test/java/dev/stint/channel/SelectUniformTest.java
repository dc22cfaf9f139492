package dev.stint.channel;

import static dev.stint.channel.Kind.receiversOf;
import static dev.stint.channel.Kind.sendersOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.nursery.Nursery;
import dev.stint.task.Task;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Of several possible clauses each is done with the same chance, wherever it stands.
 *
 * <p>The bound on chi-squared is passed by chance less than once in a hundred million runs; a share
 * that is off by a tenth passes it.
 */
@Timeout(120)
class SelectUniformTest {
    private static final int ROUNDS = 10_000;
    private static final double BOUND = 45;

    /** Where possible clauses, x, stand among those that are not. */
    private static final List<String> PLACES =
            List.of(
                    "x" + ".".repeat(98) + "x",
                    ".".repeat(98) + "xx",
                    "xx" + ".".repeat(6),
                    "...x....x",
                    ".xx..x...",
                    "x.x",
                    "xxx");

    /** Asserts that the choices were about equally many. */
    private static void assertUniform(int[] chosen, String where) {
        double expected = Arrays.stream(chosen).sum() / (double) chosen.length;
        double chiSquared = 0;
        for (int c : chosen) {
            chiSquared += (c - expected) * (c - expected) / expected;
        }
        assertThat(chiSquared)
                .as("chosen %s, with clauses %s", Arrays.toString(chosen), where)
                .isLessThan(BOUND);
    }

    // ---- clauses that are possible at once

    @ParameterizedTest
    @EnumSource
    void from_receives_eachPossibleOneAsOften(Setting setting) throws Exception {
        setting.everywhere(
                place -> {
                    for (String where : PLACES) {
                        assertUniform(receives(where, false), where);
                        assertUniform(receives(where, true), where + " or otherwise");
                    }
                });
    }

    @ParameterizedTest
    @EnumSource
    void from_sends_eachPossibleOneAsOften(Setting setting) throws Exception {
        setting.everywhere(
                place -> {
                    for (String where : PLACES) {
                        assertUniform(sends(where, false), where);
                        assertUniform(sends(where, true), where + " or otherwise");
                    }
                });
    }

    private static int[] receives(String where, boolean tries) throws InterruptedException {
        var full = new ArrayList<Channel<Integer>>();
        var clauses = new ArrayList<Clause<Integer>>();
        for (int c : where.chars().toArray()) {
            Channel<Integer> channel = Channel.buffered(1);
            if (c == 'x') {
                channel.send(full.size());
                full.add(channel);
            }
            clauses.add(channel.onReceive(v -> v));
        }
        int[] chosen = new int[full.size()];
        Clause<Integer>[] all = array(clauses, tries);
        for (int i = 0; i < ROUNDS; i++) {
            int which = Select.<Integer>from(all);
            chosen[which]++;
            full.get(which).send(which);
        }
        return chosen;
    }

    private static int[] sends(String where, boolean tries) throws InterruptedException {
        var free = new ArrayList<Channel<Integer>>();
        var clauses = new ArrayList<Clause<Integer>>();
        for (int c : where.chars().toArray()) {
            int which = free.size();
            Channel<Integer> channel = Channel.buffered(1);
            if (c == 'x') {
                free.add(channel);
            } else {
                channel.send(-1);
            }
            clauses.add(channel.onSend(which, () -> which));
        }
        int[] chosen = new int[free.size()];
        Clause<Integer>[] all = array(clauses, tries);
        for (int i = 0; i < ROUNDS; i++) {
            int which = Select.<Integer>from(all);
            chosen[which]++;
            assertThat(free.get(which).receive()).isEqualTo(which);
        }
        return chosen;
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // arrays are not generic
    private static Clause<Integer>[] array(List<Clause<Integer>> clauses, boolean tries) {
        if (tries) {
            clauses.add(Select.otherwise(() -> -1));
        }
        return clauses.toArray(new Clause[0]);
    }

    @ParameterizedTest
    @EnumSource
    void from_endsAndChannels_eachPossibleOneAsOften(Setting setting) throws Exception {
        setting.everywhere(
                place -> {
                    Channel<Integer> closed = Channel.rendezvous();
                    closed.close();
                    Channel<Integer> never = Channel.rendezvous();
                    int[] chosen = new int[3];
                    try (Nursery nursery = place.open()) {
                        Task<Integer> ended = nursery.spawn(() -> 1);
                        ended.await();
                        for (int i = 0; i < ROUNDS; i++) {
                            chosen[
                                    Select.<Integer>from(
                                            never.onReceive(v -> -1),
                                            closed.onReceiveOrClosed(v -> 0),
                                            never.onReceive(v -> -1),
                                            Select.onEnd(ended, o -> 1),
                                            Select.onEnd(ended, o -> 2))]++;
                        }
                    }
                    assertUniform(chosen, "closed, ended, ended");
                });
    }

    // ---- clauses that become possible together, while the select waits

    /** Several clauses of one channel: somebody who comes may take any of them. */
    @ParameterizedTest
    @EnumSource
    void from_waitsInSeveralReceivesOfOneChannel_eachAsOften(Setting setting) throws Exception {
        Channel<Integer> channel = Channel.rendezvous();
        Channel<Integer> never = Channel.rendezvous();
        int[] chosen = new int[3];
        meet(
                setting,
                () ->
                        chosen[
                                Select.<Integer>from(
                                        channel.onReceive(v -> 0),
                                        never.onReceive(v -> -1),
                                        never.onReceive(v -> -1),
                                        never.onSend(1, () -> -1),
                                        channel.onReceiveOrClosed(v -> 1),
                                        channel.onReceive(v -> 2))]++,
                () -> receiversOf(channel) > 0,
                () -> channel.send(1));
        assertUniform(chosen, "receive, never, never, never, receive, receive");
    }

    @ParameterizedTest
    @EnumSource
    void from_waitsInSeveralSendsToOneChannel_eachAsOften(Setting setting) throws Exception {
        Channel<Integer> channel = Channel.rendezvous();
        Channel<Integer> never = Channel.rendezvous();
        int[] chosen = new int[2];
        int[] received = new int[2];
        meet(
                setting,
                () ->
                        chosen[
                                Select.<Integer>from(
                                        channel.onSend(0, () -> 0),
                                        channel.onSend(1, () -> 1),
                                        never.onSend(9, () -> -1))]++,
                () -> sendersOf(channel) > 0,
                () -> received[channel.receive()]++);
        assertUniform(chosen, "send, send, never");
        assertThat(received).isEqualTo(chosen);
    }

    @ParameterizedTest
    @EnumSource
    void from_waitsForOneTaskTwice_eachAsOften(Setting setting) throws Exception {
        int[] chosen = new int[2];
        try (var scheduler = setting.open()) {
            scheduler.run(
                    () -> {
                        for (int i = 0; i < 1_000; i++) {
                            Channel<Integer> gate = Channel.rendezvous();
                            try (Nursery nursery = Stint.nursery()) {
                                Task<Integer> task = nursery.spawn(() -> gate.receive());
                                Task<Integer> waiter =
                                        nursery.spawn(
                                                () ->
                                                        Select.<Integer>from(
                                                                Select.onEnd(task, o -> 0),
                                                                Select.onEnd(task, o -> 1)));
                                gate.send(1);
                                chosen[waiter.await()]++;
                            }
                        }
                    });
        }
        assertUniform(chosen, "end, end");
    }

    @FunctionalInterface
    private interface Step {
        void run() throws InterruptedException;
    }

    /** Has one task wait in a select, and another come to it, again and again. */
    private static void meet(Setting setting, Step select, BooleanSupplier waits, Step come)
            throws Exception {
        try (var scheduler = setting.open()) {
            Task<?> partner =
                    scheduler
                            .root()
                            .spawn(
                                    "partner",
                                    () -> {
                                        for (int i = 0; i < ROUNDS; i++) {
                                            while (!waits.getAsBoolean()) {
                                                Stint.yield();
                                            }
                                            come.run();
                                        }
                                    });
            scheduler.run(
                    () -> {
                        for (int i = 0; i < ROUNDS; i++) {
                            select.run();
                        }
                    });
            partner.await();
        }
    }

    @ParameterizedTest
    @EnumSource
    void inOrder_waitsInSeveralClausesOfOneChannel_theFirstIsDone(Setting setting)
            throws Exception {
        Channel<Integer> channel = Channel.rendezvous();
        int[] chosen = new int[2];
        meet(
                setting,
                () ->
                        chosen[
                                Select.<Integer>inOrder(
                                        channel.onReceive(v -> 0), channel.onReceive(v -> 1))]++,
                () -> receiversOf(channel) > 0,
                () -> channel.send(1));
        assertThat(chosen).containsExactly(ROUNDS, 0);
    }

    // ---- as programs use it

    /** A bit source: of two sends to one channel each wins about half the time. */
    @ParameterizedTest
    @EnumSource
    void from_twoSendsToOneChannel_isACoin(Setting setting) throws Exception {
        for (int capacity : new int[] {0, 1, 8}) {
            Channel<Integer> channel =
                    capacity == 0 ? Channel.rendezvous() : Channel.buffered(capacity);
            int[] seen = new int[2];
            try (var scheduler = setting.open()) {
                Task<?> coin =
                        scheduler
                                .root()
                                .spawn(
                                        () -> {
                                            for (int i = 0; i < ROUNDS; i++) {
                                                Select.<Integer>from(
                                                        channel.onSend(0, () -> 0),
                                                        channel.onSend(1, () -> 1));
                                            }
                                            channel.close();
                                        });
                scheduler.run(
                        () -> {
                            for (int side : channel) {
                                seen[side]++;
                            }
                        });
                coin.await();
            }
            assertThat(seen[0] + seen[1]).isEqualTo(ROUNDS);
            assertUniform(seen, "two sends, capacity " + capacity);
        }
    }

    /** Two channels that always have something, among some that never have: neither starves. */
    @ParameterizedTest
    @EnumSource
    void from_twoBusyChannels_neitherStarves(Setting setting) throws Exception {
        Channel<Integer> first = Channel.buffered(ROUNDS + 1);
        Channel<Integer> second = Channel.buffered(ROUNDS + 1);
        Channel<Integer> never = Channel.rendezvous();
        Channel<Integer> done = Channel.rendezvous();
        for (int i = 0; i <= ROUNDS; i++) {
            first.send(0);
            second.send(1);
        }
        setting.everywhere(
                place -> {
                    int[] chosen = new int[2];
                    for (int i = 0; i < ROUNDS / 2; i++) {
                        chosen[
                                Select.<Integer>from(
                                        never.onReceive(v -> -1),
                                        first.onReceive(v -> v),
                                        done.onReceiveOrClosed(v -> -1),
                                        never.onSend(1, () -> -1),
                                        second.onReceive(v -> v))]++;
                    }
                    assertUniform(chosen, "never, first, done, never, second");
                });
    }
}
