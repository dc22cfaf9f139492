package dev.stint.seeded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.config.Cores;
import dev.stint.event.Event;
import dev.stint.event.EventSink;
import dev.stint.nursery.Nursery;
import dev.stint.task.Task;
import dev.stint.task.Usage;
import dev.stint.tenant.Tenant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * [EVOLUTION:stage-2] [EVOLUTION:gate-accounting] Accounts under seeds: the same seed gives the
 * same accounts, and they are what the events say, wherever a task was taken to.
 */
class UsageTest {
    /** Counts by itself what tasks went through. */
    private static final class Counter implements EventSink {
        final Map<Long, Long> mounted = new TreeMap<>();
        final Map<Long, Long> yielded = new TreeMap<>();
        long stolen;

        @Override
        public void accept(Event event) {
            switch (event) {
                case Event.TaskMounted(long task, int _) -> mounted.merge(task, 1L, Long::sum);
                case Event.TaskYielded(long task, int _) -> yielded.merge(task, 1L, Long::sum);
                case Event.TaskStolen _ -> stolen++;
                default -> {}
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Cores.class)
    void usage_sameSeed_isEqualAndAgreesWithTheEvents(Cores cores) throws Exception {
        long stolen = 0;
        for (long seed = 0; seed < 200; seed++) {
            List<Usage> first = new ArrayList<>();
            List<Usage> second = new ArrayList<>();
            stolen += run(cores, seed, first);
            run(cores, seed, second);
            assertThat(second).as("seed %d, run again", seed).isEqualTo(first);
        }
        assertThat(stolen).as("tasks that another worker took").isPositive();
    }

    private static long run(Cores cores, long seed, List<Usage> found) throws Exception {
        var counter = new Counter();
        try (var scheduler =
                Scheduler.open(
                        c ->
                                c.withCores(cores)
                                        .withSeed(seed)
                                        .withWorkers(3)
                                        .withSlice(5_000)
                                        .withSink(counter))) {
            Tenant one = scheduler.openTenant(t -> t.withName("one"));
            Tenant other = scheduler.openTenant(t -> t.withName("other").withWeight(3));
            List<Task<?>> tasks = new ArrayList<>();
            var line = Channel.<Integer>buffered(2);
            for (Tenant tenant : List.of(one, other)) {
                try (Nursery nursery = tenant.nursery(n -> n)) {
                    for (int i = 0; i < 6; i++) {
                        int nth = i;
                        tasks.add(nursery.spawn(() -> work(line, nth)));
                    }
                }
            }
            long steals = 0;
            for (Task<?> task : tasks) {
                Usage usage = task.usage();
                found.add(usage);
                assertThat(usage.runs()).isEqualTo(counter.mounted.get(task.id()));
                assertThat(usage.yields() + usage.preemptions())
                        .isEqualTo(counter.yielded.getOrDefault(task.id(), 0L));
                assertThat(usage.runs()).isEqualTo(usage.switches() + 1);
                assertThat(usage.ops()).isEqualTo(task.receipt().orElseThrow().spent().ops());
                steals += usage.steals();
            }
            found.add(one.usage());
            found.add(other.usage());
            assertThat(one.usage()).isEqualTo(one.root().usage());
            assertThat(other.usage()).isEqualTo(other.root().usage());
            assertThat(one.usage().steals() + other.usage().steals()).isEqualTo(steals);
            assertThat(steals).isGreaterThanOrEqualTo(counter.stolen);
            one.close();
            other.close();
            return steals;
        }
    }

    private static void work(Channel<Integer> line, int nth) throws Exception {
        for (int i = 0; i < 4; i++) {
            Stint.checkpoint(700L * (nth + 1));
            if (nth % 2 == 0) {
                line.send(i);
            } else {
                line.receive();
            }
            Stint.yield();
        }
        Stint.sleep(Duration.ofMillis(nth));
    }

    /** Virtual time passes only while nobody can run, so nobody waits for a worker or has one. */
    @Test
    void usage_nanosUnderASeed_areThoseOfTheVirtualClock() throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withSeed(1).withWorkers(2))) {
            Task<?> sleeper = scheduler.root().spawn(() -> Stint.sleep(Duration.ofHours(1)));
            sleeper.await();

            assertThat(sleeper.usage().runNanos()).isZero();
            assertThat(sleeper.usage().waitNanos()).isZero();
        }
    }

    /** A nursery in a nursery in a nursery: what is found takes no stack of whoever asks. */
    @Test
    void usage_nestedVeryDeep_isFound() throws Exception {
        int depth = 20_000;
        try (var scheduler = Scheduler.open(c -> c.withSeed(1).withWorkers(1))) {
            var bell = Channel.<Integer>rendezvous();
            try (Nursery top = scheduler.nursery(n -> n)) {
                top.spawn(() -> nest(depth, bell));
                scheduler.run(
                        () -> {
                            while (!bell.trySend(1)) {
                                Stint.yield();
                            }
                        });
                Usage live = top.usage();
                assertThat(live.runs()).isGreaterThan(depth);
                top.awaitAll();
                assertThat(top.usage().runs() - top.usage().switches()).isEqualTo(depth + 1);
            }
        }
    }

    private static void nest(int depth, Channel<Integer> bell) throws Exception {
        if (depth == 0) {
            bell.receive();
            return;
        }
        try (Nursery nursery = Stint.nursery(n -> n)) {
            nursery.spawn(() -> nest(depth - 1, bell));
        }
    }
}
