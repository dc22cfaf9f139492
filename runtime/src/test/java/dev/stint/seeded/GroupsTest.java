package dev.stint.seeded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.budget.Budget;
import dev.stint.event.Event;
import dev.stint.event.EventSink;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.NurseryConfig;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import dev.stint.tenant.Tenant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * [EVOLUTION:stage-3] [EVOLUTION:gate-fair] Groups of one tenant share what the tenant gets, and
 * whoever asks for less at once gets it sooner.
 */
class GroupsTest {
    private static final long SLICE = 10_000;
    private static final long STEP = 1_000;
    private static final int LOOK = 500;

    private final List<AtomicLong> done = new ArrayList<>();
    private final List<Nursery> open = new ArrayList<>();

    private static Scheduler open(long seed) {
        return Scheduler.open(c -> c.withSeed(seed).withWorkers(1).withSlice(SLICE));
    }

    private int group(Tenant tenant, UnaryOperator<NurseryConfig> configure) {
        open.add(tenant.nursery(configure));
        done.add(new AtomicLong());
        return open.size() - 1;
    }

    private void spin(int group) {
        AtomicLong counter = done.get(group);
        open.get(group)
                .spawn(
                        () -> {
                            while (true) {
                                counter.addAndGet(LOOK);
                                Stint.checkpoint(LOOK);
                            }
                        });
    }

    private void runFor(Scheduler scheduler, long operations) throws Exception {
        long until = sum() + operations;
        scheduler.run(
                () -> {
                    while (sum() < until) {
                        Stint.yield();
                    }
                });
    }

    private long sum() {
        return done.stream().mapToLong(AtomicLong::get).sum();
    }

    private double share(int group) {
        return (double) done.get(group).get() / sum();
    }

    /** The innermost first, as blocks are left; their tasks never end by themselves. */
    private void close() {
        for (Nursery nursery : open.reversed()) {
            nursery.cancel();
            nursery.close();
        }
        open.clear();
        done.clear();
    }

    // ---- shares

    @ParameterizedTest(name = "{0} to {1}")
    @CsvSource({"2, 1", "10, 1", "1, 1000"})
    void groups_ofOneTenant_shareByWeight(int one, int other) throws Exception {
        for (long seed = 0; seed < 3; seed++) {
            try (var scheduler = open(seed)) {
                Tenant tenant = scheduler.openTenant(t -> t.withName("divided"));
                spin(group(tenant, n -> n.withName("one").withWeight(one)));
                spin(group(tenant, n -> n.withName("other").withWeight(other)));
                runFor(scheduler, 60_000_000);

                assertThat(share(0)).isCloseTo((double) one / (one + other), within(0.02));
                close();
                tenant.close();
            }
        }
    }

    @Test
    void groups_ofTheHost_shareByWeightToo() throws Exception {
        try (var scheduler = open(1)) {
            open.add(scheduler.nursery(n -> n.withName("heavy").withWeight(3)));
            done.add(new AtomicLong());
            open.add(scheduler.nursery(n -> n.withName("light").withWeight(1)));
            done.add(new AtomicLong());
            spin(0);
            spin(0);
            spin(1);
            long until = 20_000_000;
            scheduler.run(
                    () -> { // one more, in no group: it gives way at once
                        while (sum() < until) {
                            Stint.yield();
                        }
                    });
            assertThat(share(0)).isCloseTo(0.75, within(0.03));
            close();
        }
    }

    @Test
    @DisplayName("sibling load: a hundred tasks of one group weigh as one group")
    void siblings_hundredOfOneGroup_haveTheShareOfOne() throws Exception {
        try (var scheduler = open(2)) {
            Tenant tenant = scheduler.openTenant(t -> t.withName("divided"));
            int crowd = group(tenant, n -> n.withName("crowd").withWeight(1));
            int lone = group(tenant, n -> n.withName("lone").withWeight(1));
            for (int i = 0; i < 100; i++) {
                spin(crowd);
            }
            spin(lone);
            runFor(scheduler, 30_000_000);

            assertThat(share(lone)).isCloseTo(0.5, within(0.02));
            close();
            tenant.close();
        }
    }

    @Test
    @DisplayName("what is in no group is one of weight 1, and a tenant gains nothing by groups")
    void groups_besideTheRestAndAnotherTenant_areWithinTheirTenant() throws Exception {
        try (var scheduler = open(3)) {
            Tenant divided = scheduler.openTenant(t -> t.withName("divided"));
            Tenant whole = scheduler.openTenant(t -> t.withName("whole"));
            spin(group(whole, n -> n.withName("all of it")));
            int rest = group(divided, n -> n.withName("in no group"));
            spin(rest);
            spin(rest);
            for (int i = 0; i < 8; i++) {
                spin(group(divided, n -> n.withName("group").withWeight(100)));
            }
            int light = group(divided, n -> n.withName("light").withWeight(1));
            spin(light);
            runFor(scheduler, 100_000_000);

            assertThat(share(0)).as("the other tenant's").isCloseTo(0.5, within(0.02));
            assertThat(share(rest)).isCloseTo(0.5 / 802, within(0.0005));
            assertThat(share(light)).isCloseTo(0.5 / 802, within(0.0005));
            close();
            divided.close();
            whole.close();
        }
    }

    @Test
    void nurseriesBelowAGroup_belongToIt() throws Exception {
        try (var scheduler = open(4)) {
            Tenant tenant = scheduler.openTenant(t -> t.withName("divided"));
            int deep = group(tenant, n -> n.withName("deep").withWeight(1));
            int flat = group(tenant, n -> n.withName("flat").withWeight(1));
            AtomicLong counter = done.get(deep);
            open.get(deep)
                    .spawn(
                            () -> {
                                try (Nursery below = Stint.nursery(n -> n.withName("below"))) {
                                    for (int i = 0; i < 20; i++) {
                                        below.spawn(
                                                () -> {
                                                    while (true) {
                                                        counter.addAndGet(LOOK);
                                                        Stint.checkpoint(LOOK);
                                                    }
                                                });
                                    }
                                }
                            });
            spin(flat);
            runFor(scheduler, 30_000_000);

            assertThat(share(deep)).isCloseTo(0.5, within(0.02));
            close();
            tenant.close();
        }
    }

    // ---- who asks for less

    /** The steps that pass between a wake and the run, among hogs. */
    private long longestWait(UnaryOperator<NurseryConfig> quick) throws Exception {
        try (var scheduler = open(5)) {
            Tenant tenant = scheduler.openTenant(t -> t.withName("divided"));
            for (int i = 0; i < 10; i++) {
                spin(group(tenant, n -> n.withName("hog").withWeight(1)));
            }
            int asking = group(tenant, quick);
            var longest = new AtomicLong();
            var isAwake = new AtomicBoolean();
            var since = new AtomicLong();
            var asker =
                    open.get(asking)
                            .spawn(
                                    () -> {
                                        while (true) {
                                            isAwake.set(false);
                                            Stint.yield();
                                            long waited = sum() - since.get();
                                            longest.accumulateAndGet(waited, Math::max);
                                            done.get(asking).addAndGet(LOOK);
                                            Stint.checkpoint(LOOK);
                                            since.set(sum());
                                        }
                                    });
            runFor(scheduler, 5_000_000);
            longest.set(0);
            runFor(scheduler, 30_000_000);
            assertThat(asker.state().isFinal()).isFalse();
            long found = longest.get();
            close();
            tenant.close();
            return found;
        }
    }

    @Test
    @DisplayName("latency: a group that asks for a shorter slice waits for less")
    void shorterSlice_amongHogs_comesSooner() throws Exception {
        long patient = longestWait(n -> n.withName("patient").withWeight(1));
        long quick = longestWait(n -> n.withName("quick").withWeight(1).withSlice(1_000));

        assertThat(quick).isLessThan(patient / 3);
    }

    @Test
    @DisplayName("latency: a shorter slice does not make the share larger")
    void shorterSlice_ofATenant_hasTheSameShare() throws Exception {
        try (var scheduler = open(6)) {
            Tenant quick = scheduler.openTenant(t -> t.withName("quick").withSlice(1_500));
            Tenant slow = scheduler.openTenant(t -> t.withName("slow"));
            spin(group(quick, n -> n));
            spin(group(slow, n -> n));
            runFor(scheduler, 30_000_000);

            // It pays for being taken up more often: a step counts as 1,000.
            assertThat(share(0)).isBetween(0.28, 0.5);
            close();
            quick.close();
            slow.close();
        }
    }

    // ---- what is refused

    @Test
    void open_groupInAGroup_isRefusedAndCostsNothing() throws Exception {
        try (var scheduler = open(7)) {
            try (Nursery outer = scheduler.nursery(n -> n.withName("outer").withWeight(2))) {
                var before = Budget.ofOps(1_000);
                Task<?> task =
                        outer.spawn(
                                TaskOptions.defaults().withBudget(before),
                                () ->
                                        assertThatThrownBy(GroupsTest::openInner)
                                                .isInstanceOf(IllegalArgumentException.class)
                                                .hasMessageContaining("nursery 'inner'")
                                                .hasMessageContaining("that of nursery")
                                                .hasMessageContaining("'outer'"));
                task.await();
                assertThat(task.budgetLeft()).isEqualTo(before);
            }
        }
    }

    private static void openInner() {
        Stint.nursery(n -> n.withName("inner").withWeight(9).withBudget(Budget.ofOps(10)));
    }

    @Test
    void open_longerSliceThanThereIs_isRefused() throws Exception {
        try (var scheduler = open(8)) {
            assertThatThrownBy(() -> scheduler.nursery(n -> n.withSlice(SLICE + 1)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("a nursery asks for a slice of 10001 operations");
            assertThatThrownBy(
                            () -> scheduler.openTenant(t -> t.withName("x").withSlice(SLICE + 1)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("tenant 'x' asks for a slice of 10001 operations");
        }
    }

    // ---- who comes and goes

    @Test
    @DisplayName("join/leave storm: groups that come and go cost one that stays nothing")
    void storm_ofGroups_costsWhoStaysNothing() throws Exception {
        try (var scheduler = open(9)) {
            Tenant tenant = scheduler.openTenant(t -> t.withName("divided"));
            int steady = group(tenant, n -> n.withName("steady").withWeight(1));
            spin(steady);
            var others = new AtomicLong();
            done.add(others);
            var storm =
                    tenant.root()
                            .spawn(
                                    "storm",
                                    () -> {
                                        while (true) {
                                            try (Nursery short1 =
                                                    Stint.nursery(n -> n.withWeight(1))) {
                                                short1.spawn(
                                                        () -> {
                                                            others.addAndGet(SLICE * 3);
                                                            Stint.checkpoint(SLICE * 3);
                                                        });
                                            }
                                        }
                                    });
            runFor(scheduler, 60_000_000);
            storm.cancel();

            // The storm is two at most at a time: what opens a group, and the group.
            assertThat(share(steady)).isGreaterThan(0.3);
            open.remove(open.size() - 1).cancel();
            tenant.close();
            done.clear();
        }
    }

    @Test
    @DisplayName("sleep-to-cheat: who sleeps when it has had too much still has had it")
    void sleepToCheat_ofAGroup_gainsNothing() throws Exception {
        try (var scheduler = open(10)) {
            Tenant tenant = scheduler.openTenant(t -> t.withName("divided"));
            int honest = group(tenant, n -> n.withName("honest").withWeight(1));
            int cheat = group(tenant, n -> n.withName("cheat").withWeight(1));
            spin(honest);
            AtomicLong counter = done.get(cheat);
            open.get(cheat)
                    .spawn(
                            () -> {
                                while (true) {
                                    // One step of ten turns: it gives way only in between.
                                    counter.addAndGet(10 * SLICE);
                                    Stint.checkpoint(10 * SLICE);
                                    Stint.sleep(Duration.ZERO);
                                }
                            });
            runFor(scheduler, 60_000_000);

            assertThat(share(cheat)).isLessThan(0.53);
            close();
            tenant.close();
        }
    }

    // ---- the theorem, on both levels

    /** Counts what everybody had, by the name of its task. */
    private static final class Meter implements EventSink {
        final long[] had;
        private final Map<Long, Integer> whose = new HashMap<>();

        Meter(int parties) {
            had = new long[parties + 1];
        }

        @Override
        public void accept(Event event) {
            if (event instanceof Event.TaskSpawned(long task, String name)) {
                boolean isOurs = name.startsWith("of ");
                whose.put(task, isOurs ? Integer.parseInt(name.substring(3)) : had.length - 1);
            } else if (event instanceof Event.TaskMounted(long task, int _)) {
                had[Objects.requireNonNull(whose.get(task))] += STEP;
            }
        }
    }

    /**
     * Random tenants with random groups that have always something to run: between two looks each
     * group had its share of what its tenant had, and each tenant its share of all, within the
     * bound.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void service_randomGroups_isWithinTheBoundOnBothLevels(long seed) throws Exception {
        var random = new Random(seed);
        int tenants = 1 + random.nextInt(4);
        int most = 4;
        int longest = 1 + random.nextInt(6_000);
        var meter = new Meter(tenants * most);
        try (var scheduler =
                Scheduler.open(
                        c -> c.withSeed(seed).withWorkers(1).withSlice(SLICE).withSink(meter))) {
            int[] tenantWeights = new int[tenants + 1];
            tenantWeights[tenants] = 1;
            int[][] weights = new int[tenants][];
            List<Tenant> all = new ArrayList<>();
            for (int t = 0; t < tenants; t++) {
                int weight = 1 + random.nextInt(20);
                tenantWeights[t] = weight;
                Tenant tenant = scheduler.openTenant(c -> c.withName("t").withWeight(weight));
                all.add(tenant);
                weights[t] = new int[1 + random.nextInt(most)];
                for (int g = 0; g < weights[t].length; g++) {
                    int own = 1 + random.nextInt(20);
                    long slice = random.nextBoolean() ? SLICE : 1_000 + random.nextInt(9_000);
                    weights[t][g] = own;
                    Nursery nursery = tenant.nursery(n -> n.withWeight(own).withSlice(slice));
                    open.add(nursery);
                    for (int tasks = 1 + random.nextInt(3); tasks > 0; tasks--) {
                        int piece = 1 + random.nextInt(longest);
                        boolean givesWay = random.nextBoolean();
                        begin(nursery, meter.had, t * most + g, piece, givesWay);
                    }
                }
            }
            long[] start = new long[meter.had.length];
            long bound = 2 * (SLICE + STEP + LOOK + longest);
            scheduler.run(
                    () -> {
                        while (!haveAllBegun(meter.had, weights, most)) {
                            Stint.yield();
                        }
                        System.arraycopy(meter.had, 0, start, 0, start.length);
                        for (int look = 0; look < 200; look++) {
                            Stint.yield();
                            long[] had = since(meter.had, start);
                            long[] ofTenants = new long[tenants + 1];
                            for (int t = 0; t < tenants; t++) {
                                long[] own =
                                        Arrays.copyOfRange(
                                                had, t * most, t * most + weights[t].length);
                                check(own, weights[t], bound);
                                ofTenants[t] = Arrays.stream(own).sum();
                            }
                            ofTenants[tenants] = had[had.length - 1];
                            check(ofTenants, tenantWeights, bound);
                        }
                    });
            close();
            all.forEach(Tenant::close);
        }
    }

    private static boolean haveAllBegun(long[] had, int[][] weights, int most) {
        for (int t = 0; t < weights.length; t++) {
            for (int g = 0; g < weights[t].length; g++) {
                if (had[t * most + g] < 2 * STEP) {
                    return false;
                }
            }
        }
        return true;
    }

    private static void begin(Nursery in, long[] had, int who, int piece, boolean givesWay) {
        in.spawn(
                TaskOptions.named("of " + who),
                () -> {
                    while (true) {
                        had[who] += piece;
                        Stint.checkpoint(piece);
                        if (givesWay) {
                            Stint.yield();
                        }
                    }
                });
    }

    private static long[] since(long[] now, long[] start) {
        long[] had = new long[now.length];
        Arrays.setAll(had, i -> now[i] - start[i]);
        return had;
    }

    private static void check(long[] had, int[] weights, long bound) {
        long all = Arrays.stream(weights).sum();
        long whole = Arrays.stream(had).sum();
        for (int i = 0; i < had.length; i++) {
            double share = (double) whole * weights[i] / all;
            assertThat((double) had[i])
                    .as("what %d of %d had", weights[i], all)
                    .isBetween(share - bound, share + bound);
        }
    }
}
