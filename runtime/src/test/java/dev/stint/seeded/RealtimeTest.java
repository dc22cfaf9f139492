package dev.stint.seeded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.config.Cores;
import dev.stint.config.Profile;
import dev.stint.config.SchedulerConfig;
import dev.stint.env.Decisions;
import dev.stint.env.Decisions.Kind;
import dev.stint.nursery.Nursery;
import dev.stint.task.Task;
import dev.stint.tenant.Tenant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** [SCHED:16.2] Slices that a timer ends, under seeds: the seed decides when it strikes. */
@Timeout(60)
class RealtimeTest {
    private static final int INTERVAL = 512;
    private static final int EACH =
            2_000; // a look; eight are more than fit into the shortest slice
    private static final int ROUNDS = 40;

    /** Who did what, in order, and what it cost. */
    private record Course(List<String> order, List<Long> spent, long hash) {}

    private static SchedulerConfig timed(SchedulerConfig c, long seed) {
        return c.withProfile(Profile.REALTIME).withSeed(seed).withWorkers(1);
    }

    /** Two tasks that only count, one beside the other, on one worker. */
    private static Course run(UnaryOperator<SchedulerConfig> how) throws Exception {
        List<String> order = new ArrayList<>();
        List<Long> spent = new ArrayList<>();
        long hash;
        try (var scheduler = Scheduler.open(how)) {
            List<Task<?>> tasks = new ArrayList<>();
            try (Nursery nursery = scheduler.nursery()) {
                for (String name : List.of("a", "b")) {
                    tasks.add(nursery.spawn(name, () -> count(name, order)));
                }
            }
            for (Task<?> task : tasks) {
                spent.add(task.receipt().orElseThrow().spent().ops());
            }
            hash = scheduler.traceHash();
        }
        return new Course(order, spent, hash);
    }

    private static void count(String name, List<String> order) throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            Stint.checkpoint(EACH);
            order.add(name);
        }
    }

    /** How many times somebody went on in a row, each time. */
    private static List<Integer> stretches(List<String> order) {
        List<Integer> lengths = new ArrayList<>();
        int begin = 0;
        for (int i = 1; i <= order.size(); i++) {
            if (i == order.size() || !order.get(i).equals(order.get(begin))) {
                lengths.add(i - begin);
                begin = i;
            }
        }
        return lengths;
    }

    @ParameterizedTest
    @EnumSource(Cores.class)
    void slices_sameSeed_areTheSame(Cores cores) throws Exception {
        Set<List<String>> orders = new HashSet<>();
        int interleaved = 0;
        for (long seed = 0; seed < 50; seed++) {
            long its = seed;
            Course first = run(c -> timed(c, its).withCores(cores));
            assertThat(run(c -> timed(c, its).withCores(cores)))
                    .as("seed %d", its)
                    .isEqualTo(first);
            interleaved += stretches(first.order()).size() > 2 ? 1 : 0;
            orders.add(first.order());
        }
        assertThat(interleaved).as("seeds under which they took turns").isGreaterThan(40);
        assertThat(orders).as("orders that the seeds have tried").hasSizeGreaterThan(40);
    }

    /** What a task pays has nothing to do with who ends its slices. */
    @Test
    void receipts_areThoseOfCountedSlices() throws Exception {
        for (long seed = 0; seed < 20; seed++) {
            long its = seed;
            Course counted = run(c -> c.withSeed(its).withWorkers(1).withSlice(3_000));
            assertThat(run(c -> timed(c, its)).spent()).isEqualTo(counted.spent());
        }
    }

    /** Always the first alternative, or the last: no operation is counted towards a slice. */
    @ParameterizedTest
    @CsvSource({"0, 1", "7, 8"})
    void slice_lastsAsManyLooksAsWereDrawn(int drawn, int looks) throws Exception {
        Decisions decisions = (kind, alternatives) -> kind == Kind.SLICE ? drawn : 0;
        Course course =
                run(
                        c ->
                                timed(c, 1)
                                        .withDecisions(decisions)
                                        .withSliceTime(Duration.ofNanos(100_000))
                                        .withYieldInterval(INTERVAL));
        List<Integer> stretches = stretches(course.order());
        assertThat(stretches.subList(2, stretches.size() - 2)).isNotEmpty().containsOnly(looks);
    }

    /** Where the tasks of one tenant are so short that they never look, its turn ends, too. */
    @Test
    void turn_ofShortTasks_ends() throws Exception {
        for (long seed = 0; seed < 20; seed++) {
            List<String> order = new ArrayList<>();
            long its = seed;
            try (var scheduler = Scheduler.open(c -> timed(c, its))) {
                List<Tenant> tenants = new ArrayList<>();
                for (String name : List.of("a", "b")) {
                    Tenant tenant = scheduler.openTenant(t -> t.withName(name));
                    tenants.add(tenant);
                    for (int i = 0; i < 300; i++) {
                        tenant.root().spawn(() -> order.add(name));
                    }
                }
                for (Tenant tenant : tenants) {
                    tenant.root().awaitAll();
                    tenant.close();
                }
            }
            assertThat(stretches(order)).as("seed %d", its).hasSizeGreaterThan(3);
        }
    }
}
