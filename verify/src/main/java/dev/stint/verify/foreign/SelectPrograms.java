package dev.stint.verify.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.channel.Clause;
import dev.stint.channel.Received;
import dev.stint.channel.Select;
import dev.stint.error.ChannelClosedException;
import dev.stint.nursery.Nursery;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What Go's tests ask of select: fairness, exactly one, closed and idle clauses. */
final class SelectPrograms {
    private static final int DRAWS = 1000;

    /** Six standard deviations of so many fair draws between two. */
    private static final int OFF = 95;

    private SelectPrograms() {}

    // ---- fairness

    @Scene
    static void isFair(Place place) throws Exception {
        Channel<Integer> one = full(DRAWS);
        Channel<Integer> two = full(DRAWS);
        int[] count = new int[2];
        for (int i = 0; i < DRAWS; i++) {
            count[Select.<Integer>from(one.onReceive(_ -> 0), two.onReceive(_ -> 1))]++;
        }
        assertThat(count[0]).isBetween(DRAWS / 2 - OFF, DRAWS / 2 + OFF);
    }

    private static Channel<Integer> full(int count) throws InterruptedException {
        Channel<Integer> channel = Channel.unbounded();
        for (int i = 0; i < count; i++) {
            channel.send(i);
        }
        return channel;
    }

    /** Two ready ones with idle ones before, between and behind them. */
    @Scene
    static void isFairBehindIdleOnes(Place place) throws Exception {
        Channel<Integer> idle = Channel.rendezvous();
        Channel<Integer> one = full(DRAWS);
        Channel<Integer> two = full(DRAWS);
        var clauses = new ArrayList<Clause<Integer>>();
        for (int i = 0; i < 20; i++) {
            clauses.add(
                    i == 0
                            ? one.onReceive(_ -> 0)
                            : i == 15 ? two.onReceive(_ -> 1) : idle.onReceive(_ -> 2));
        }
        int[] count = new int[3];
        for (int i = 0; i < DRAWS; i++) {
            count[Select.<Integer>from(array(clauses))]++;
        }
        assertThat(count[2]).isZero();
        assertThat(count[0]).isBetween(DRAWS / 2 - OFF, DRAWS / 2 + OFF);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array for varargs
    private static Clause<Integer>[] array(List<Clause<Integer>> clauses) {
        return clauses.toArray(new Clause[0]);
    }

    /** One channel in two clauses of a select that waits: each is served about as often. */
    @Scene
    static void isFairWhenItWaits(Place place) throws Exception {
        Channel<Integer> channel = Channel.rendezvous();
        int[] count = new int[2];
        try (Nursery nursery = Stint.nursery()) {
            Task<?> waits =
                    nursery.spawn(
                            () -> {
                                for (int i = 0; i < DRAWS; i++) {
                                    int which =
                                            Select.<Integer>from(
                                                    channel.onReceive(_ -> 0),
                                                    channel.onReceive(_ -> 1));
                                    count[which]++;
                                }
                            });
            for (int i = 0; i < DRAWS; i++) {
                place.until(() -> channel.snapshot().receiversWaiting() > 0);
                channel.send(i);
            }
            waits.await();
        }
        assertThat(count[0]).isBetween(DRAWS / 2 - OFF, DRAWS / 2 + OFF);
    }

    @Scene
    static void sendsAtRandom(Place place) throws Exception {
        for (int capacity : new int[] {0, 1, DRAWS}) {
            Channel<Integer> channel =
                    capacity == 0 ? Channel.rendezvous() : Channel.buffered(capacity);
            try (Nursery nursery = Stint.nursery()) {
                Task<Integer> zeros =
                        nursery.spawn(
                                () -> {
                                    int sum = 0;
                                    for (int i = 0; i < DRAWS; i++) {
                                        sum += channel.receive();
                                    }
                                    return sum;
                                });
                for (int i = 0; i < DRAWS; i++) {
                    Select.from(channel.onSend(0, () -> true), channel.onSend(1, () -> true));
                }
                assertThat(zeros.await()).isBetween(DRAWS / 2 - OFF, DRAWS / 2 + OFF);
            }
        }
    }

    // ---- exactly one

    /** Two who both send and receive in one select only ever meet the other. */
    @Scene
    static void isNeverItsOwnPartner(Place place) throws Exception {
        for (int capacity : new int[] {0, 10}) {
            Channel<Integer> channel =
                    capacity == 0 ? Channel.rendezvous() : Channel.buffered(capacity);
            try (Nursery nursery = Stint.nursery()) {
                for (int p = 0; p < 2; p++) {
                    int me = p;
                    nursery.spawn(() -> sendOrReceive(channel, me, capacity == 0));
                }
            }
        }
    }

    private static void sendOrReceive(Channel<Integer> channel, int me, boolean meets)
            throws InterruptedException {
        for (int i = 0; i < 100; i++) {
            // Whoever is left alone at the end gives up.
            Select.from(
                    channel.onReceive(
                            from -> {
                                if (meets && from == me) {
                                    throw new AssertionError(me + " received from itself");
                                }
                                return true;
                            }),
                    channel.onSend(me, () -> true),
                    Select.onTimeout(Duration.ofMillis(50), () -> false));
        }
    }

    @Scene
    static void againstSelect(Place place) throws Exception {
        int each = 40;
        List<Channel<Integer>> channels =
                List.of(
                        Channel.rendezvous(),
                        Channel.rendezvous(),
                        Channel.buffered(2),
                        Channel.buffered(3));
        try (Nursery nursery = Stint.nursery()) {
            for (Channel<Integer> channel : channels) {
                nursery.spawn(
                        () -> {
                            for (int i = 0; i < each; i++) {
                                channel.send(i);
                            }
                        });
                nursery.spawn(
                        () -> {
                            for (int i = 0; i < each; i++) {
                                channel.receive();
                            }
                        });
            }
            nursery.spawn(() -> everyOne(channels, each, true));
            nursery.spawn(() -> everyOne(channels, each, false));
        }
        for (Channel<Integer> channel : channels) {
            assertThat(channel.snapshot().buffered()).isZero();
            assertThat(channel.snapshot().sendersWaiting()).isZero();
            assertThat(channel.snapshot().receiversWaiting()).isZero();
        }
    }

    /** As many on each channel, by selects over those that still lack some. */
    private static void everyOne(List<Channel<Integer>> channels, int each, boolean sends)
            throws InterruptedException {
        var done = new int[channels.size()];
        for (int n = 0; n < each * channels.size(); n++) {
            var clauses = new ArrayList<Clause<Integer>>();
            for (int i = 0; i < done.length; i++) {
                int which = i;
                if (done[i] < each) {
                    clauses.add(
                            sends
                                    ? channels.get(i).onSend(n, () -> which)
                                    : channels.get(i).onReceive(_ -> which));
                }
            }
            done[Select.<Integer>from(array(clauses))]++;
        }
    }

    /** A value that several selects offer at several places at once goes out once. */
    @Scene
    static void doesOneThingOnly(Place place) throws Exception {
        int count = 100;
        List<Channel<Integer>> channels =
                List.of(
                        Channel.rendezvous(),
                        Channel.rendezvous(),
                        Channel.rendezvous(),
                        Channel.rendezvous());
        Channel<Integer> gathered = Channel.unbounded();
        try (Nursery nursery = Stint.nursery()) {
            Task<?> sender =
                    nursery.spawn(
                            () -> {
                                for (int i = 0; i < count; i++) {
                                    var clauses = new ArrayList<Clause<Integer>>();
                                    for (Channel<Integer> channel : channels) {
                                        clauses.add(channel.onSend(i, () -> 0));
                                    }
                                    Select.<Integer>from(array(clauses));
                                }
                            });
            for (Channel<Integer> channel : channels) {
                nursery.spawn(
                        () -> {
                            for (int value : channel) {
                                gathered.send(value);
                            }
                        });
            }
            sender.await();
            channels.forEach(Channel::close);
        }
        List<Integer> all = gathered.drain();
        assertThat(all).hasSize(count).doesNotHaveDuplicates();
    }

    @Scene
    static void leavesNoTrace(Place place) throws Exception {
        Channel<Integer> busy = Channel.rendezvous();
        Channel<Integer> idle = Channel.rendezvous();
        try (Nursery nursery = Stint.nursery()) {
            nursery.spawn(
                    () -> {
                        for (int i = 0; i < 300; i++) {
                            busy.send(i);
                        }
                    });
            for (int i = 0; i < 300; i++) {
                Select.from(
                        idle.onReceive(_ -> 0), busy.onReceive(v -> v), idle.onSend(1, () -> 0));
                assertThat(idle.snapshot().receiversWaiting()).isZero();
                assertThat(idle.snapshot().sendersWaiting()).isZero();
            }
        }
    }

    /** Who gives up in the middle of a line does not take those behind along. */
    @Scene
    static void leavesTheMiddleOfALine(Place place) throws Exception {
        Channel<Integer> line = Channel.rendezvous();
        Channel<Integer> other = Channel.rendezvous();
        try (Nursery nursery = Stint.nursery()) {
            Task<Integer> first = nursery.spawn(() -> line.receive());
            place.until(() -> line.snapshot().receiversWaiting() == 1);
            Task<Integer> chooses =
                    nursery.spawn(
                            () ->
                                    Select.<Integer>from(
                                            line.onReceive(v -> v), other.onReceive(v -> -v)));
            place.until(() -> line.snapshot().receiversWaiting() == 2);
            Task<Integer> last = nursery.spawn(() -> line.receive());
            place.until(() -> line.snapshot().receiversWaiting() == 3);
            other.send(9);
            assertThat(chooses.await()).isEqualTo(-9);
            line.send(1);
            line.send(2);
            assertThat(first.await()).isEqualTo(1);
            assertThat(last.await()).isEqualTo(2);
        }
    }

    // ---- ready, closed, idle

    /** Before the first value is taken back the second is there: one of them always is. */
    @Scene
    static void oneReadyNeverFallsThrough(Place place) throws Exception {
        for (int i = 0; i < 30; i++) {
            Channel<Integer> one = Channel.buffered(1);
            Channel<Integer> two = Channel.buffered(1);
            one.send(1);
            try (Nursery nursery = Stint.nursery()) {
                Task<Integer> looks =
                        nursery.spawn(
                                () ->
                                        Select.<Integer>from(
                                                one.onReceive(v -> v),
                                                two.onReceive(v -> v),
                                                Select.otherwise(() -> -1)));
                two.send(2);
                one.tryReceive();
                assertThat(looks.await()).isPositive();
            }
        }
    }

    @Scene
    static void oneClosedNeverFallsThrough(Place place) throws Exception {
        for (int i = 0; i < 30; i++) {
            Channel<Integer> one = Channel.buffered(1);
            Channel<Integer> two = Channel.buffered(1);
            one.send(1);
            try (Nursery nursery = Stint.nursery()) {
                Task<Integer> looks =
                        nursery.spawn(
                                () ->
                                        Select.<Integer>from(
                                                one.onReceive(v -> v),
                                                two.onReceiveOrClosed(_ -> 2),
                                                Select.otherwise(() -> -1)));
                two.close();
                one.tryReceive();
                assertThat(looks.await()).isPositive();
            }
        }
    }

    /** For every kind of clause and state of its channel: done at once, or not. */
    @Scene
    static void tableOfWhatWaits(Place place) throws Exception {
        Channel<Integer> empty = Channel.buffered(1);
        Channel<Integer> full = Channel.buffered(1);
        full.send(1);
        Channel<Integer> closed = Channel.buffered(1);
        closed.close();
        Channel<Integer> closedWithOne = Channel.buffered(1);
        closedWithOne.send(1);
        closedWithOne.close();
        Channel<Integer> nobody = Channel.rendezvous();

        assertThat(atOnce(empty.onReceive(_ -> true))).isFalse();
        assertThat(atOnce(empty.onReceiveOrClosed(_ -> true))).isFalse();
        assertThat(atOnce(full.onSend(2, () -> true))).isFalse();
        assertThat(atOnce(nobody.onSend(2, () -> true))).isFalse();
        assertThat(atOnce(nobody.onReceive(_ -> true))).isFalse();
        assertThat(atOnce(full.onReceive(v -> v == 1))).isTrue();
        assertThat(atOnce(full.onSend(2, () -> true))).isTrue();
        assertThat(atOnce(closedWithOne.onReceive(v -> v == 1))).isTrue();
        assertThat(atOnce(closedWithOne.onReceiveOrClosed(r -> r instanceof Received.Done)))
                .isTrue();
        assertThatThrownBy(() -> atOnce(closed.onReceive(_ -> true)))
                .isInstanceOf(ChannelClosedException.class);
        assertThatThrownBy(() -> atOnce(closed.onSend(1, () -> true)))
                .isInstanceOf(ChannelClosedException.class);
        assertThatThrownBy(() -> Select.from(closed.onSend(1, () -> true)))
                .isInstanceOf(ChannelClosedException.class);
        assertThat(Select.<Boolean>from(Select.onTimeout(Place.SHORT, () -> true))).isTrue();
        try (Nursery nursery = Stint.nursery()) {
            Task<?> sends = nursery.spawn(() -> nobody.send(3));
            place.untilBlocked(sends);
            assertThat(atOnce(nobody.onReceive(v -> v == 3))).isTrue();
        }
    }

    private static boolean atOnce(Clause<Boolean> clause) throws InterruptedException {
        return Select.from(clause, Select.otherwise(() -> false));
    }

    @FunctionalInterface
    private interface Form {
        void run(Channel<Integer> channel) throws InterruptedException;
    }

    @Scene
    static void inEveryFormMeetsEveryForm(Place place) throws Exception {
        Channel<Integer> never = Channel.rendezvous();
        List<Form> receives =
                List.of(
                        c -> c.receive(),
                        c -> Select.from(c.onReceive(v -> v)),
                        c -> Select.from(c.onReceive(v -> v), never.onReceive(v -> v)),
                        c -> Select.from(never.onReceive(v -> v), c.onReceiveOrClosed(_ -> 0)),
                        c -> c.receive(Place.LONG));
        List<Form> sends =
                List.of(
                        c -> c.send(1),
                        c -> Select.from(c.onSend(1, () -> 0)),
                        c -> Select.from(c.onSend(1, () -> 0), never.onSend(1, () -> 0)),
                        c -> c.send(1, Place.LONG),
                        c -> c.sendOrClosed(1));
        for (int capacity = 0; capacity < 3; capacity++) {
            for (Form receive : receives) {
                for (Form send : sends) {
                    Channel<Integer> channel =
                            capacity == 0 ? Channel.rendezvous() : Channel.buffered(capacity);
                    try (Nursery nursery = Stint.nursery()) {
                        nursery.spawn(() -> send.run(channel));
                        nursery.spawn(() -> receive.run(channel));
                    }
                    assertThat(channel.snapshot().buffered()).isZero();
                }
            }
        }
    }

    @Scene
    static void withTheSameChannelTwice(Place place) throws Exception {
        Channel<Integer> channel = Channel.rendezvous();
        Channel<Integer> other = Channel.rendezvous();
        try (Nursery nursery = Stint.nursery()) {
            for (int round = 0; round < 10; round++) {
                Task<Integer> chooses =
                        nursery.spawn(
                                () ->
                                        Select.<Integer>from(
                                                channel.onReceive(v -> v),
                                                other.onReceive(v -> v),
                                                channel.onReceive(v -> v),
                                                channel.onReceive(v -> v)));
                place.untilBlocked(chooses);
                Channel<Integer> used = round % 2 == 0 ? channel : other;
                used.send(round);
                assertThat(chooses.await()).isEqualTo(round);
                assertThat(channel.trySend(1)).isFalse();
                assertThat(other.trySend(1)).isFalse();
            }
        }
    }

    /** Two inputs are merged; the clause of one that is closed is left out from then on. */
    @Scene
    static void withClausesSwitchedOff(Place place) throws Exception {
        Channel<Integer> even = Channel.buffered(1);
        Channel<Integer> odd = Channel.rendezvous();
        try (Nursery nursery = Stint.nursery()) {
            nursery.spawn(() -> count(even, 0, 20));
            nursery.spawn(() -> count(odd, 1, 60));
            var open = new ArrayList<>(List.of(even, odd));
            var seen = new ArrayList<Integer>();
            while (!open.isEmpty()) {
                var clauses = new ArrayList<Clause<Integer>>();
                for (Channel<Integer> channel : List.copyOf(open)) {
                    clauses.add(
                            channel.onReceiveOrClosed(
                                    r -> {
                                        r.toOptional()
                                                .ifPresentOrElse(
                                                        seen::add, () -> open.remove(channel));
                                        return 0;
                                    }));
                }
                Select.<Integer>from(array(clauses));
            }
            assertThat(seen).hasSize(10 + 30).doesNotHaveDuplicates();
            assertThat(seen.stream().filter(v -> v % 2 == 0)).isSorted();
            assertThat(seen.stream().filter(v -> v % 2 == 1)).isSorted();
        }
    }

    private static void count(Channel<Integer> to, int from, int below)
            throws InterruptedException {
        for (int i = from; i < below; i += 2) {
            to.send(i);
        }
        to.close();
    }

    @Scene
    static void withATimer(Place place) throws Exception {
        Channel<Integer> slow = Channel.rendezvous();
        try (Nursery nursery = Stint.nursery()) {
            nursery.spawn(
                    () -> {
                        Stint.sleep(Place.SHORT);
                        slow.send(1);
                    });
            long begun = Stint.nanoTime();
            boolean early =
                    Select.<Boolean>from(
                            slow.onReceive(_ -> false),
                            Select.onTimeout(Duration.ofNanos(1000), () -> true));
            boolean late =
                    Select.<Boolean>from(
                            slow.onReceive(_ -> false), Select.onTimeout(Place.LONG, () -> true));
            if (place.seeded()) {
                assertThat(early).isTrue();
                assertThat(late).isFalse();
                assertThat(Stint.nanoTime() - begun).isLessThan(Place.SHORT.toNanos() * 2);
            } else if (!early) {
                nursery.cancel(); // the machine was slow: nobody sends a second time
            }
        }
    }

    @Scene
    static void inOrder(Place place) throws Exception {
        Channel<Integer> first = full(20);
        Channel<Integer> second = full(20);
        for (int i = 0; i < 20; i++) {
            assertThat(Select.<Integer>inOrder(first.onReceive(_ -> 1), second.onReceive(_ -> 2)))
                    .isEqualTo(1);
        }
        assertThat(Select.<Integer>inOrder(first.onReceive(_ -> 1), second.onReceive(_ -> 2)))
                .isEqualTo(2);
    }

    /** What is given to a clause runs only if it is chosen, and after all others are withdrawn. */
    @Scene
    static void runsOnlyWhatWasChosen(Place place) throws Exception {
        Channel<Integer> one = full(1);
        Channel<Integer> two = full(1);
        var ran = new ArrayList<String>();
        Select.from(
                one.onReceive(
                        _ -> {
                            assertThat(two.trySend(7)).isTrue();
                            return ran.add("one");
                        }),
                two.onReceive(
                        _ -> {
                            assertThat(one.trySend(7)).isTrue();
                            return ran.add("two");
                        }));
        assertThat(ran).hasSize(1);
        assertThat(one.snapshot().buffered() + two.snapshot().buffered()).isEqualTo(2);
    }
}
