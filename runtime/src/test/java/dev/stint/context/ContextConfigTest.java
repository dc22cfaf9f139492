package dev.stint.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * [EVOLUTION:stage-4] [EVOLUTION:gate-contexts] What may be asked of a context, which of them fit,
 * and what may be bound.
 */
class ContextConfigTest {
    private static final Duration PERIOD = Duration.ofMillis(10);

    private static Scheduler open(int workers) {
        return Scheduler.open(c -> c.withSeed(1).withWorkers(workers).withName("host"));
    }

    private static UnaryOperator<ContextConfig> of(String name, long millis) {
        return c -> c.withName(name).withTime(Duration.ofMillis(millis)).withPeriod(PERIOD);
    }

    // ---- bad input

    @Test
    void input_thatMakesNoSense_isRefusedWithWhatToWrite() {
        ContextConfig config = ContextConfig.defaults();

        assertThatThrownBy(() -> config.withName(" "))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("needs a name");
        assertThatThrownBy(() -> config.withOperations(1_999))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1999 operations")
                .hasMessageContaining("the fewest are 2000");
        assertThatThrownBy(() -> config.withPeriod(Duration.ofNanos(99_999)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("it must be from PT0.0001S to PT24H");
        assertThatThrownBy(() -> config.withPeriod(Duration.ofDays(2)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> config.withPeriod(Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void times_thatDoNotFitIntoEachOther_areRefused() {
        try (var scheduler = open(1)) {
            assertThatThrownBy(() -> scheduler.openContext(c -> c.withTime(Duration.ZERO)))
                    .hasMessageContaining("must be more than nothing");
            assertThatThrownBy(() -> scheduler.openContext(c -> c.withOperations(Long.MAX_VALUE)))
                    .hasMessageContaining("fit before the deadline")
                    .hasMessageContaining("10 ns an operation");
            assertThatThrownBy(
                            () ->
                                    scheduler.openContext(
                                            c ->
                                                    c.withPeriod(PERIOD)
                                                            .withDeadline(Duration.ofMillis(11))))
                    .hasMessageContaining("as long as the period at most");
            assertThatThrownBy(
                            () ->
                                    scheduler.openContext(
                                            of("late", 3)
                                                            .andThen(
                                                                    c ->
                                                                            c.withDeadline(
                                                                                    Duration
                                                                                            .ofMillis(
                                                                                                    2)))
                                                    ::apply))
                    .hasMessageContaining("context 'late' asks for PT0.003S within PT0.002S");
        }
    }

    // ---- admission

    @Test
    void admission_byUtilisation_refusesWithTheSum() {
        try (var scheduler = open(1)) {
            var first = scheduler.openContext(of("first", 5));
            scheduler.openContext(of("second", 2));

            assertThatThrownBy(() -> scheduler.openContext(of("third", 1)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("scheduler 'host' has no room for context 'third'")
                    .hasMessageContaining("1000000 ns / 10000000 ns = 0.100 of a worker")
                    .hasMessageContaining("2 open contexts have 0.700")
                    .hasMessageContaining("may have 0.750 of 1 workers");

            first.close();
            scheduler.openContext(of("third", 1));
        }
    }

    @Test
    void admission_upToTheLastBit_takesWhatFits() {
        try (var scheduler = open(2)) {
            for (int i = 0; i < 15; i++) {
                scheduler.openContext(of("context " + i, 1));
            }

            assertThatThrownBy(() -> scheduler.openContext(of("one more", 1)))
                    .hasMessageContaining("15 open contexts have 1.500");
        }
    }

    @Test
    void admission_byDemandBeforeDeadlines_refusesWithTheSum() {
        try (var scheduler = open(1)) {
            scheduler.openContext(c -> of("first", 2).apply(c).withDeadline(Duration.ofMillis(3)));

            assertThatThrownBy(
                            () ->
                                    scheduler.openContext(
                                            c ->
                                                    of("second", 2)
                                                            .apply(c)
                                                            .withDeadline(Duration.ofMillis(4))))
                    .hasMessageContaining("not all would be in time")
                    .hasMessageContaining("2000000 ns / 4000000 ns = 0.500 of a worker")
                    .hasMessageContaining("makes 1.167, and the most is 1 - 0 * 0.667 = 1.000");
        }
    }

    @Test
    void admission_ofMoreThanThereCanBe_isRefused() {
        try (var scheduler = open(1)) {
            for (int i = 0; i < 256; i++) {
                scheduler.openContext(
                        c -> c.withOperations(2_000).withPeriod(Duration.ofMillis(100)));
            }

            assertThatThrownBy(
                            () -> scheduler.openContext(c -> c.withPeriod(Duration.ofSeconds(100))))
                    .hasMessageContaining("256 are open");
        }
    }

    // ---- binding

    @Test
    void bind_whatMayNotBe_isRefusedWithTheReason() throws Exception {
        try (var scheduler = open(1);
                var other = open(1)) {
            var context = scheduler.openContext(of("mine", 1));
            var second = scheduler.openContext(of("second", 1));
            Task<?> ended = scheduler.root().spawn("ended", () -> {});
            ended.await();
            Task<?> task = scheduler.root().spawn("task", () -> {});
            Task<?> foreign = other.root().spawn("foreign", () -> {});

            assertThatThrownBy(() -> context.bind(ended))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("'ended' cannot run on context 'mine': it has ended");
            assertThatThrownBy(() -> context.bind(foreign)).hasMessageContaining("Open one where");
            context.bind(task);
            context.bind(task);
            assertThat(context.snapshot().tasks()).isEqualTo(1);
            assertThatThrownBy(() -> second.bind(task))
                    .hasMessageContaining(
                            "it runs on context 'mine', and a task has one at a time");
            second.unbind(task);
            assertThat(context.snapshot().tasks()).isEqualTo(1);
            context.close();
            assertThatThrownBy(() -> context.bind(foreign)).hasMessageContaining("that is closed");
            second.bind(task);
            task.await();
            assertThat(context.snapshot().tasks()).isZero();
            assertThat(second.snapshot().tasks()).isZero();
            assertThat(second.snapshot().operationsUsed()).isPositive();
            foreign.await();
        }
    }

    @Test
    void bind_ofTooManyTasks_isRefused() throws Exception {
        try (var scheduler = open(1)) {
            var context = scheduler.openContext(of("crowd", 1));
            var tasks = new ArrayList<Task<?>>();
            for (int i = 0; i < SchedulingContext.MAX_TASKS; i++) {
                tasks.add(scheduler.root().spawn(() -> {}));
                context.bind(tasks.getLast());
            }
            Task<?> last = scheduler.root().spawn(() -> {});

            assertThatThrownBy(() -> context.bind(last)).hasMessageContaining("has 1024 tasks");
            for (Task<?> task : tasks) {
                task.await();
            }
            assertThat(context.snapshot().tasks()).isZero();
        }
    }
}
