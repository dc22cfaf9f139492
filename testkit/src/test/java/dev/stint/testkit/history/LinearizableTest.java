package dev.stint.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.SideBySide;
import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.sync.Semaphore;
import dev.stint.testkit.SharedInt;
import dev.stint.testkit.Sim;
import dev.stint.testkit.config.Strategy;
import dev.stint.testkit.result.SimFailure;
import dev.stint.testkit.result.SimResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinearizableTest {
    @TempDir Path files;

    private SimResult explore(String strategy, Linearizable<?, ?> check) throws Exception {
        return Sim.explore(
                cfg ->
                        cfg.withStrategy(Strategy.parse(strategy))
                                .withSchedules(1_500)
                                .withFiles(files),
                check::check);
    }

    private static void assertNotLinearizable(SimResult result) {
        assertThat(result.failure()).isPresent();
        SimFailure failure = result.failure().get();
        assertThat(failure.kind()).as("%s", failure).isEqualTo(SimFailure.Kind.NOT_LINEARIZABLE);
    }

    private static void assertLinearizable(SimResult result) {
        assertThat(result.failure()).isEmpty();
        assertThat(result.distinct()).as("%s", result).isGreaterThan(20);
    }

    // ---- a counter

    private static final class Counter {
        final boolean races;
        int value;

        Counter(boolean races) {
            this.races = races;
        }

        int increment() {
            Sim.point();
            int seen = value;
            if (races) {
                Sim.point();
            }
            value = seen + 1;
            return seen + 1;
        }

        int get() {
            Sim.point();
            return value;
        }
    }

    private static Linearizable<Counter, AtomicInteger> counter(boolean races) {
        return Linearizable.of(() -> new Counter(races), AtomicInteger::new)
                .operation("increment", Counter::increment, AtomicInteger::incrementAndGet)
                .operation("get", Counter::get, AtomicInteger::get);
    }

    @SideBySide
    @ParameterizedTest
    @ValueSource(strings = {"random", "pct(3)", "pos", "exhaustive(2)"})
    void counter_readThenWrite_isFound(String strategy) throws Exception {
        assertNotLinearizable(explore(strategy, counter(true).withTasks(2, 2)));
    }

    @SideBySide
    @ParameterizedTest
    @ValueSource(strings = {"random", "pct(3)", "pos", "exhaustive(2)"})
    void counter_atomic_isAccepted(String strategy) throws Exception {
        assertLinearizable(explore(strategy, counter(false).withTasks(2, 2)));
    }

    /** Only what is looked at in the end shows what was lost. */
    @SideBySide
    @Test
    void counter_blindIncrements_areFoundByTheLastLook() throws Exception {
        var blind =
                Linearizable.of(() -> new Counter(true), AtomicInteger::new)
                        .action("count", Counter::increment, AtomicInteger::incrementAndGet)
                        .operation("get", Counter::get, AtomicInteger::get)
                        .withScripts("count", "count");

        assertLinearizableAtAll(explore("exhaustive(2)", blind));
        assertNotLinearizable(explore("exhaustive(2)", blind.withLast("get")));
    }

    private static void assertLinearizableAtAll(SimResult result) {
        assertThat(result.failure()).isEmpty();
        assertThat(result.complete()).isTrue();
    }

    // ---- a register

    /** A register in two halves: whoever reads between them sees half of a write. */
    private static final class Halves {
        final SharedInt low = new SharedInt(0);
        final SharedInt high = new SharedInt(0);

        void write(int value) {
            low.set(value);
            high.set(value);
        }

        int read() {
            return 10 * high.get() + low.get();
        }
    }

    @SideBySide
    @ParameterizedTest
    @ValueSource(strings = {"pct(3)", "exhaustive(2)"})
    void register_inTwoHalves_isFound(String strategy) throws Exception {
        var register =
                Linearizable.of(Halves::new, AtomicInteger::new)
                        .action("write", List.of(1, 2), Halves::write, (m, x) -> m.set(11 * x))
                        .operation("read", Halves::read, AtomicInteger::get)
                        .withTasks(2, 2);

        assertNotLinearizable(explore(strategy, register));
    }

    @SideBySide
    @ParameterizedTest
    @ValueSource(strings = {"pct(3)", "exhaustive(2)"})
    void register_whole_isAccepted(String strategy) throws Exception {
        var register =
                Linearizable.of(() -> new SharedInt(0), AtomicInteger::new)
                        .action("write", List.of(1, 2), SharedInt::set, AtomicInteger::set)
                        .operation("read", SharedInt::get, AtomicInteger::get)
                        .withTasks(2, 2);

        assertLinearizable(explore(strategy, register));
    }

    /** A register that answers with what was there before the last write. */
    private static final class Behind {
        final SharedInt value = new SharedInt(0);
        int before;

        void write(int next) {
            before = value.get();
            value.set(next);
        }

        int read() {
            return value.get() == 0 ? 0 : before;
        }
    }

    /** Every answer is one that some order gives, but not one in which what was over came first. */
    @SideBySide
    @Test
    void register_aWriteBehind_isFound() throws Exception {
        var register =
                Linearizable.of(Behind::new, AtomicInteger::new)
                        .action("write", List.of(1), Behind::write, AtomicInteger::set)
                        .operation("read", Behind::read, AtomicInteger::get);

        assertNotLinearizable(explore("exhaustive(2)", register.withScripts("write read")));
        assertNotLinearizable(
                explore("exhaustive(2)", register.withScripts("write").withLast("read")));
    }

    // ---- a queue and a stack

    /** Takes from either end; a race if it looks at the size in a step of its own. */
    private static final class Line {
        final SharedInt size = new SharedInt(0);
        final List<Integer> items = new ArrayList<>();
        final boolean races;

        Line(boolean races) {
            this.races = races;
        }

        boolean add(int item) {
            Sim.point();
            items.add(item);
            size.set(items.size());
            return true;
        }

        @Nullable Integer poll() {
            if (races && size.get() == 0) {
                return null; // what was added may not be counted yet
            }
            Sim.point();
            if (items.isEmpty()) {
                return null;
            }
            Integer first = items.getFirst();
            if (races) {
                Sim.point();
            }
            items.remove((Object) first);
            return first;
        }

        int pop() {
            if (races && items.isEmpty()) {
                throw new NoSuchElementException();
            }
            Sim.point();
            return items.removeLast();
        }
    }

    private static Linearizable<Line, List<Integer>> queue(boolean races) {
        return Linearizable.<Line, List<Integer>>of(() -> new Line(races), ArrayList::new)
                .operation("add", List.of(1, 2), Line::add, List::add)
                .operation("poll", Line::poll, m -> m.isEmpty() ? null : m.removeFirst())
                .withTasks(2, 3);
    }

    @SideBySide
    @ParameterizedTest
    @ValueSource(strings = {"random", "pct(3)", "pos"})
    void queue_withRace_isFound(String strategy) throws Exception {
        assertNotLinearizable(explore(strategy, queue(true)));
    }

    @SideBySide
    @Test
    void queue_withRace_isFoundByTryingAll() throws Exception {
        assertNotLinearizable(
                explore("exhaustive(2)", queue(true).withScripts("add poll", "poll")));
    }

    @SideBySide
    @ParameterizedTest
    @ValueSource(strings = {"random", "pct(3)", "pos", "exhaustive(2)"})
    void queue_withoutRace_isAccepted(String strategy) throws Exception {
        assertLinearizable(explore(strategy, queue(false)));
    }

    /** An answer may be an exception; the right one at the right time. */
    @SideBySide
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void stack_throwsWhenEmpty_isCompared(boolean races) throws Exception {
        var stack =
                Linearizable.<Line, List<Integer>>of(() -> new Line(races), ArrayList::new)
                        .operation("push", List.of(1, 2), Line::add, (m, x) -> m.add(x))
                        .operation("pop", Line::pop, m -> m.removeLast())
                        .withScripts("push pop", "pop");

        SimResult result = explore("exhaustive(2)", stack);

        // both look before either takes: the second finds nothing, and says so as the model would
        assertThat(result.failure()).isEmpty();
        assertThat(result.complete()).isTrue();
    }

    @SideBySide
    @Test
    void stack_throwsAnother_isFound() throws Exception {
        var stack =
                Linearizable.<Line, List<Integer>>of(() -> new Line(false), ArrayList::new)
                        .operation("pop", Line::pop, m -> m.get(0))
                        .withScripts("pop");

        assertNotLinearizable(explore("exhaustive(2)", stack));
    }

    // ---- operations that wait

    private static Linearizable<Channel<Integer>, List<Integer>> channel(int capacity) {
        return Linearizable.<Channel<Integer>, List<Integer>>of(
                        () -> Channel.buffered(capacity), ArrayList::new)
                .action(
                        "send",
                        List.of(1, 2),
                        Channel::send,
                        (m, x) -> {
                            if (m.size() == capacity) {
                                throw new WouldWaitException();
                            }
                            m.add(x);
                        })
                .operation(
                        "receive",
                        Channel::receive,
                        m -> {
                            if (m.isEmpty()) {
                                throw new WouldWaitException();
                            }
                            return m.removeFirst();
                        });
    }

    @SideBySide
    @ParameterizedTest
    @ValueSource(strings = {"pct(3)", "exhaustive(2)"})
    void channel_someWaitForEver_isAccepted(String strategy) throws Exception {
        assertLinearizable(explore(strategy, channel(1).withTasks(2, 2)));
    }

    @SideBySide
    @Test
    void channel_oneIsCancelled_isAccepted() throws Exception {
        var check = channel(1).withScripts("send send", "receive").withCancel();

        assertLinearizable(explore("exhaustive(2)", check));
    }

    /** Counts, and then lets itself be cancelled although it has counted; or before that. */
    @SideBySide
    @Test
    void counter_cancelledBeforeOrAfterItsEffect_isAccepted() throws Exception {
        var counter =
                Linearizable.of(() -> new Counter(false), AtomicInteger::new)
                        .action(
                                "count",
                                c -> {
                                    Stint.sleep(Duration.ofSeconds(1));
                                    c.increment();
                                    Stint.sleep(Duration.ofSeconds(1));
                                },
                                AtomicInteger::incrementAndGet)
                        .operation("get", Counter::get, AtomicInteger::get)
                        .withLast("get");

        assertLinearizableAtAll(
                explore("exhaustive(2)", counter.withScripts("count").withCancel()));
        assertLinearizableAtAll(explore("exhaustive(2)", cancelledByHand(counter)));
    }

    private static Linearizable<Counter, AtomicInteger> cancelledByHand(
            Linearizable<Counter, AtomicInteger> counter) {
        return counter.action(
                        "interrupted",
                        c -> {
                            c.increment();
                            throw new InterruptedException();
                        },
                        AtomicInteger::incrementAndGet)
                .withScripts("interrupted");
    }

    /** A semaphore that sometimes forgets whom it should wake. */
    private static final class Gate {
        final Semaphore semaphore = Semaphore.of(0);
        final SharedInt open = new SharedInt(0);
        final SharedInt waiting = new SharedInt(0);

        void pass() throws InterruptedException {
            if (open.get() == 0) {
                waiting.set(1);
                semaphore.acquire();
            }
        }

        void open() {
            open.set(1);
            if (waiting.get() == 1) {
                semaphore.release();
            }
        }
    }

    @SideBySide
    @ParameterizedTest
    @ValueSource(strings = {"pct(3)", "pos", "exhaustive(2)"})
    void gate_forgetsToWake_isFound(String strategy) throws Exception {
        var gate =
                Linearizable.of(Gate::new, AtomicInteger::new)
                        .action(
                                "pass",
                                Gate::pass,
                                m -> {
                                    if (m.get() == 0) {
                                        throw new WouldWaitException();
                                    }
                                })
                        .action("open", Gate::open, m -> m.set(1))
                        .withScripts("pass", "open");

        SimResult result = explore(strategy, gate);

        assertNotLinearizable(result);
        assertThat(result.failure().orElseThrow().where()).contains("waits for ever");
    }

    // ---- what is said

    /** The one who waits for ever is cancelled in the end, and takes no notice of that. */
    @SideBySide
    @Test
    void gate_cancelIsSwallowedAfterTheEnd_isNotHeldAgainstTheNextCall() throws Exception {
        var gate =
                Linearizable.of(() -> Channel.<Integer>rendezvous(), AtomicInteger::new)
                        .action(
                                "pass",
                                (Channel<Integer> channel) -> {
                                    try {
                                        channel.receive();
                                    } catch (InterruptedException e) {
                                        // goes on all the same
                                    }
                                },
                                (AtomicInteger model) -> {
                                    throw new WouldWaitException();
                                })
                        .action("count", channel -> {}, AtomicInteger::incrementAndGet)
                        .withScripts("pass count");

        assertThat(explore("exhaustive(1)", gate).failure()).isEmpty();
    }

    @SideBySide
    @Test
    void report_ofAFailure_hasATable() throws Exception {
        SimResult result =
                explore("exhaustive(2)", counter(true).withScripts("increment", "increment"));

        assertThatThrownBy(result::throwIfFailed)
                .hasMessageContaining(
                        "NOT_LINEARIZABLE: no order of these 2 operations explains their results")
                .hasMessageContaining(
                        """
                            task      operation    result  from  to
                            caller 1  increment()  1       0     3
                            caller 2  increment()  1       1     2
                        """
                                .stripTrailing());
    }

    @SideBySide
    @Test
    void of_nothingToCall_isRefused() throws Exception {
        SimResult result = explore("pct(3)", Linearizable.of(Object::new, Object::new));

        assertThat(result.failure().orElseThrow().summary()).contains("nothing to call");
    }

    @SideBySide
    @Test
    void withTasks_tooMany_isRefused() {
        assertThatThrownBy(() -> counter(false).withTasks(10, 10))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("100 operations is too long to be judged: at most 48");
        assertThatThrownBy(() -> counter(false).withTasks(0, 1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @SideBySide
    @Test
    void withScripts_unknownName_isRefused() {
        assertThatThrownBy(() -> counter(false).withScripts("decrement"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there is no operation 'decrement'; there are [increment, get]");
    }

    @SideBySide
    @Test
    void operation_nameTwice_isRefused() {
        assertThatThrownBy(() -> counter(false).operation("get", c -> 1, m -> 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("already");
        assertThatThrownBy(() -> counter(false).operation("get it", c -> 1, m -> 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("one word");
        assertThatThrownBy(
                        () -> counter(false).operation("add", List.of(), (c, x) -> 1, (m, x) -> 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at least one argument");
    }

    // ---- many at once

    /** Everything overlaps, nothing fits, and the model cannot be compared. */
    private static final class Hopeless {
        final SharedInt at = new SharedInt(0);

        int call() {
            at.get();
            return -1;
        }
    }

    @SideBySide
    @Test
    void check_tooMuchAtOnce_saysSo() throws Exception {
        var check =
                Linearizable.of(Hopeless::new, AtomicInteger::new)
                        .operation("call", Hopeless::call, m -> m.get() > 10 ? 0 : -1)
                        .action("count", h -> h.at.get(), AtomicInteger::incrementAndGet)
                        .operation("odd", h -> "odd", m -> "even")
                        .withScripts(
                                "count", "count", "count", "count", "count", "count", "count",
                                "count", "count", "count", "count", "odd");

        SimResult result =
                Sim.explore(
                        cfg ->
                                cfg.withStrategy(Strategy.roundRobin())
                                        .withSchedules(1)
                                        .withFiles(files),
                        check::check);

        assertThat(result.failure().orElseThrow().summary())
                .contains("no verdict on a history of 12 operations");
    }
}
