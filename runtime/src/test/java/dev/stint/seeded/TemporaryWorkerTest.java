package dev.stint.seeded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.config.Cores;
import dev.stint.config.SysmonConfig;
import dev.stint.env.Faults;
import dev.stint.event.Event;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * [FIBER:sysmon-scaling] [FIBER:sysmon-retirement] Workers that make no step, temporary ones that
 * step in, and their retirement, under many schedules.
 */
class TemporaryWorkerTest {
    private static final Duration TICK = Duration.ofMillis(1);

    /** The same number everywhere: the monitor counts in ticks. */
    private static final SysmonConfig QUICK =
            new SysmonConfig(TICK, TICK.multipliedBy(2), 2, TICK, TICK.multipliedBy(3), TICK);

    /** A worker is stuck while the condition, asked with a counter of the questions, holds. */
    private static Faults stuck(int worker, IntPredicate whenAsked) {
        return new Faults() {
            private int asked;

            @Override
            public boolean isStuck(int id) {
                return id == worker && whenAsked.test(asked++);
            }
        };
    }

    private static void work(Scheduler scheduler) throws Exception {
        int sum =
                scheduler.run(
                        () -> {
                            List<Task<Integer>> tasks = new ArrayList<>();
                            for (int i = 0; i < 12; i++) {
                                int nth = i;
                                tasks.add(
                                        scheduler
                                                .root()
                                                .spawn(
                                                        () -> {
                                                            Stint.yield();
                                                            Stint.sleep(Duration.ofMillis(nth % 3));
                                                            return nth;
                                                        }));
                            }
                            int total = 0;
                            for (Task<Integer> task : tasks) {
                                total += task.await();
                            }
                            return total;
                        });
        assertThat(sum).isEqualTo(66);
    }

    @ParameterizedTest
    @EnumSource(Cores.class)
    void stuckWorker_untilTheEnd_losesNothing(Cores cores) {
        int hired = 0;
        for (long seed = 0; seed < 300; seed++) {
            List<Event> events = new ArrayList<>();
            Replay.with(cores, 2)
                    .and(c -> c.withSysmon(QUICK).withSink(events::add))
                    .and(c -> c.withFaults(stuck(0, asked -> asked > 25)))
                    .twice(seed, TemporaryWorkerTest::work);
            hired += count(events, Event.TemporaryWorkerStarted.class) > 0 ? 1 : 0;
        }
        assertThat(hired).as("seeds in which a temporary worker was started").isPositive();
    }

    @ParameterizedTest
    @EnumSource(Cores.class)
    void onlyWorkerStuck_temporaryOnesRunEverything(Cores cores) {
        for (long seed = 0; seed < 300; seed++) {
            List<Event> events = new ArrayList<>();
            Replay.with(cores, 1)
                    .and(c -> c.withSysmon(QUICK).withSink(events::add))
                    .and(c -> c.withFaults(stuck(0, asked -> asked > 10)))
                    .twice(seed, TemporaryWorkerTest::work);
            int started = count(events, Event.TemporaryWorkerStarted.class);
            int retired = count(events, Event.TemporaryWorkerRetired.class);
            assertThat(started).as("started under seed %d", seed).isPositive();
            assertThat(started - retired).as("alive at the ends of two runs").isBetween(0, 2 * 2);
        }
    }

    /**
     * The base worker comes and goes, so that temporary workers are hired and retired all the time.
     */
    @ParameterizedTest
    @EnumSource(Cores.class)
    void workerStuckOnAndOff_retirementLosesNothing(Cores cores) {
        int retired = 0;
        for (long seed = 0; seed < 500; seed++) {
            List<Event> events = new ArrayList<>();
            Replay.with(cores, 1)
                    .and(c -> c.withSysmon(QUICK).withSink(events::add))
                    .and(c -> c.withFaults(stuck(0, asked -> asked / 40 % 2 == 1)))
                    .twice(
                            seed,
                            scheduler -> {
                                work(scheduler);
                                work(scheduler);
                            });
            retired += count(events, Event.TemporaryWorkerRetired.class);
        }
        assertThat(retired).as("retirements over all seeds").isGreaterThan(50);
    }

    /** Idle temporary workers stay for ever: what is seen of retirement is standing down. */
    private static final SysmonConfig PATIENT =
            new SysmonConfig(TICK, TICK.multipliedBy(20), 8, TICK, Duration.ofHours(1), TICK);

    private static void workHard(Scheduler scheduler) throws Exception {
        scheduler.runInNursery(
                nursery -> {
                    for (int i = 0; i < 40; i++) {
                        nursery.spawn(
                                () -> {
                                    for (int turn = 0; turn < 50; turn++) {
                                        Stint.yield();
                                    }
                                });
                    }
                });
    }

    @ParameterizedTest
    @EnumSource(Cores.class)
    void oneWorkerStuck_workWaits_oneStepsIn(Cores cores) {
        for (long seed = 0; seed < 20; seed++) {
            List<Event> events = new ArrayList<>();
            Replay.with(cores, 2)
                    .and(c -> c.withSysmon(PATIENT).withSink(events::add))
                    .and(c -> c.withFaults(stuck(0, asked -> asked > 25)))
                    .twice(seed, TemporaryWorkerTest::workHard);
            assertThat(count(events, Event.TemporaryWorkerStarted.class))
                    .as("started in two runs under seed %d", seed)
                    .isEqualTo(2);
        }
    }

    /** It would not retire for an hour: there is always work, and it never sleeps that long. */
    @ParameterizedTest
    @EnumSource(Cores.class)
    void stuckWorkerIsBack_workStillWaits_temporaryStandsDown(Cores cores) {
        for (long seed = 0; seed < 20; seed++) {
            List<Event> events = new ArrayList<>();
            Replay.with(cores, 2)
                    .and(c -> c.withSysmon(PATIENT).withSink(events::add))
                    .and(c -> c.withFaults(stuck(0, asked -> asked > 25 && asked < 400)))
                    .twice(seed, TemporaryWorkerTest::workHard);
            int started = count(events, Event.TemporaryWorkerStarted.class);
            assertThat(started).as("started under seed %d", seed).isPositive();
            assertThat(count(events, Event.TemporaryWorkerRetired.class))
                    .as("retired under seed %d", seed)
                    .isEqualTo(started);
        }
    }

    private static int count(List<Event> events, Class<? extends Event> kind) {
        return (int) events.stream().filter(kind::isInstance).count();
    }
}
