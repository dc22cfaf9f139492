package dev.stint.seeded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.actor.Endpoint;
import dev.stint.context.DepletionNotice;
import dev.stint.context.Overrun;
import dev.stint.context.SchedulingContext;
import dev.stint.nursery.Policy;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * [EVOLUTION:stage-4] [EVOLUTION:gate-contexts] What happens, and who hears, when one is used up.
 */
@Timeout(60)
class OverrunTest extends ContextRuns {
    // ---- kill

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void kill_whenUsedUp_cancelsWhoRunsAndLetsTheOthersWait(int workers) throws Exception {
        try (var scheduler = open(1, workers);
                var nursery = scheduler.nursery(n -> n.withPolicy(Policy.runAll()))) {
            var context = context(scheduler, 10_000, c -> c.withOverrun(Overrun.KILL));
            var cleanedUp = new AtomicLong();
            Task<?> hog =
                    nursery.spawn(
                            () -> {
                                try {
                                    spin(new AtomicLong());
                                } finally {
                                    cleanedUp.incrementAndGet();
                                }
                            });
            context.bind(hog);
            assertThat(hog.awaitOutcome()).isInstanceOf(Outcome.Cancelled.class);
            Task<Long> next = nursery.spawn(Stint::nanoTime);
            context.bind(next);

            assertThat(next.await()).isEqualTo(PERIOD);
            assertThat(cleanedUp.get()).isEqualTo(1);
            assertThat(context.snapshot().killed()).isEqualTo(1);
            assertThat(context.snapshot().depletions()).isEqualTo(1);
        }
    }

    @Test
    void kill_whileLent_cancelsTheCallerAndNotTheServer() throws Exception {
        try (var scheduler = open(2, 1);
                var nursery = scheduler.nursery(n -> n.withPolicy(Policy.runAll()))) {
            var context = context(scheduler, 10_000, c -> c.withOverrun(Overrun.KILL));
            var endpoint = Endpoint.<Long, Integer>open("work");
            Task<?> server =
                    scheduler
                            .root()
                            .spawn(
                                    () ->
                                            endpoint.serve(
                                                    operations -> {
                                                        work(operations);
                                                        return 1;
                                                    }));
            Task<?> caller = nursery.spawn(() -> endpoint.call(100_000L, Duration.ofSeconds(1)));
            context.bind(caller);

            assertThat(caller.awaitOutcome()).isInstanceOf(Outcome.Cancelled.class);
            server.await();
            assertThat(context.snapshot().killed()).isEqualTo(1);
            assertThat(context.snapshot().lent()).isZero();
        }
    }

    // ---- notify

    @Test
    void notify_whenUsedUp_goesOnWithTheNextPeriodAndNoFurther() throws Exception {
        var perPeriod = new long[64];
        long budget = 10_000;
        try (var scheduler = open(3, 1)) {
            var context = context(scheduler, budget, c -> c.withOverrun(Overrun.NOTIFY));
            Task<?> task =
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        for (int i = 0; i < 200; i++) {
                                            Stint.checkpoint(LOOK);
                                            perPeriod[(int) (Stint.nanoTime() / PERIOD)] += LOOK;
                                        }
                                    });
            context.bind(task);
            task.await();
        }

        assertThat(perPeriod[0]).isGreaterThan(budget);
        long sum = 0;
        for (int i = 0; i < perPeriod.length; i++) {
            sum += perPeriod[i];
            assertThat(sum)
                    .as("until period " + i)
                    .isLessThanOrEqualTo((i + 2) * budget + INTERVAL);
        }
        assertThat(sum).isEqualTo(100_000);
    }

    @Test
    void notify_whenUsedUp_comesAfterThoseWhoAreDueBefore() throws Exception {
        var order = new ArrayList<String>();
        try (var scheduler = open(4, 1)) {
            var eager = context(scheduler, 10_000, c -> c.withOverrun(Overrun.NOTIFY));
            var other = context(scheduler, 100_000);
            Task<?> first = scheduler.root().spawn(() -> noted(order, "eager", 18_000));
            Task<?> second = scheduler.root().spawn(() -> noted(order, "other", 30_000));
            eager.bind(first);
            other.bind(second);
            first.await();
            second.await();
        }
        assertThat(order).containsExactly("other", "eager");
    }

    private static void noted(List<String> order, String what, long operations)
            throws InterruptedException {
        work(operations);
        order.add(what);
    }

    // ---- the endpoint

    @ParameterizedTest
    @EnumSource(Overrun.class)
    void timeoutNotification_ofADepletion_reachesATaskThatWaits(Overrun overrun) throws Exception {
        try (var scheduler = open(5, 2);
                var nursery = scheduler.nursery(n -> n.withPolicy(Policy.runAll()))) {
            var endpoint = scheduler.depletionEndpoint();
            var context =
                    context(
                            scheduler,
                            10_000,
                            c ->
                                    c.withName("control")
                                            .withOverrun(overrun)
                                            .withDepletionEndpoint(endpoint));
            Task<DepletionNotice> listener = nursery.spawn(() -> endpoint.await());
            Task<?> hog = nursery.spawn(() -> work(15_000));
            context.bind(hog);

            assertThat(listener.await().context()).isEqualTo("control");
            hog.awaitOutcome();
        }
    }

    @Test
    void timeoutNotification_ofManyDepletions_isCountedAndCoalesced() throws Exception {
        try (var scheduler = open(6, 1)) {
            var endpoint = scheduler.depletionEndpoint();
            var one = reporting(scheduler, "one", endpoint);
            var two = reporting(scheduler, "two", endpoint);
            Task<?> first = scheduler.root().spawn(() -> work(60_000));
            Task<?> second = scheduler.root().spawn(() -> work(30_000));
            one.bind(first);
            two.bind(second);
            first.await();
            second.await();

            var seen = new ArrayList<DepletionNotice>();
            endpoint.poll().ifPresent(seen::add);
            endpoint.poll().ifPresent(seen::add);
            assertThat(endpoint.poll()).isEmpty();
            assertThat(seen).extracting(DepletionNotice::context).containsOnly("one", "two");
            for (DepletionNotice notice : seen) {
                var whose = notice.context().equals("one") ? one : two;
                assertThat(notice.times()).isEqualTo(whose.snapshot().depletions());
                assertThat(notice.nanos()).isPositive();
            }
        }
    }

    private static SchedulingContext reporting(
            Scheduler scheduler, String name, dev.stint.context.DepletionEndpoint endpoint) {
        return context(scheduler, 10_000, c -> c.withName(name).withDepletionEndpoint(endpoint));
    }

    @Test
    void endpoint_withoutADepletion_waitsForSoLongAndIsEmpty() throws Exception {
        try (var scheduler = open(7, 1)) {
            var endpoint = scheduler.depletionEndpoint();
            scheduler.run(
                    () -> {
                        assertThat(endpoint.await(Duration.ofMillis(3))).isEmpty();
                        assertThat(Stint.nanoTime()).isEqualTo(3_000_000);
                    });
        }
    }
}
