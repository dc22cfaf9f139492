package dev.stint.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.event.Event;
import dev.stint.tenant.Tenant;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** [EVOLUTION:stage-7] A source in a thread of its own that fails, on real threads. */
@Timeout(120)
class PolicyThreadTest {
    private static final Policy FIRST =
            Policy.of("first", 5).withTenant(TenantRule.of("a").withWeight(7));
    private static final Policy SECOND = FIRST.withName("second").withVersion(6);

    private final BlockingQueue<PolicyHealth> healths = new LinkedBlockingQueue<>();
    private volatile PolicySource act = question -> Optional.of(FIRST);
    private final PolicyService service = PolicyService.inThread(question -> act.policy(question));

    @AfterEach
    void close() {
        service.close();
    }

    private Scheduler open() {
        return Scheduler.open(
                c ->
                        c.withWorkers(1)
                                .withSink(
                                        event -> {
                                            if (event instanceof Event.PolicyServiceChanged to) {
                                                healths.add(to.to());
                                            }
                                        })
                                .withPolicy(
                                        PolicyConfig.of(service)
                                                .withAskEvery(Duration.ofMillis(20))
                                                .withPatience(
                                                        Duration.ofMillis(400),
                                                        Duration.ofMillis(800))));
    }

    private void await(PolicyHealth wanted) throws InterruptedException {
        PolicyHealth seen;
        do {
            seen = healths.poll(60, TimeUnit.SECONDS);
            assertThat(seen).as("until it is %s", wanted).isNotNull();
        } while (seen != wanted);
    }

    private static int weightOfA(Scheduler scheduler) {
        try (Tenant tenant = scheduler.openTenant(t -> t.withName("a"))) {
            return tenant.weight();
        }
    }

    @Test
    @DisplayName("dead: the source throws, even errors, and is heard when it does not")
    void source_thatThrows_isHeardAgainLater() throws Exception {
        try (var scheduler = open()) {
            await(PolicyHealth.WELL);
            act =
                    question -> {
                        throw new StackOverflowError();
                    };
            await(PolicyHealth.DEAD);
            assertThat(weightOfA(scheduler)).isEqualTo(7);
            act = question -> Optional.of(SECOND);
            await(PolicyHealth.WELL);
            assertThat(scheduler.policy().orElseThrow().policy()).isEqualTo(SECOND);
        }
    }

    @Test
    @DisplayName("blocked, then slow: one thread waits, and nobody else")
    void source_thatBlocks_holdsNobodyUpAndIsHeardLate() throws Exception {
        var gate = new CountDownLatch(1);
        var inside = new AtomicInteger();
        try (var scheduler = open()) {
            await(PolicyHealth.WELL);
            act =
                    question -> {
                        inside.incrementAndGet();
                        gate.await();
                        return Optional.of(SECOND);
                    };
            await(PolicyHealth.SLOW);
            await(PolicyHealth.BLOCKED);
            assertThat(inside).hasValue(1);
            assertThat(weightOfA(scheduler)).isEqualTo(7);
            act = question -> Optional.of(SECOND);
            gate.countDown();
            await(PolicyHealth.SLOW);
            await(PolicyHealth.WELL);
            assertThat(scheduler.policy().orElseThrow().policy()).isEqualTo(SECOND);
        }
    }

    @Test
    @DisplayName("stale and malicious: older and forbidden policies change nothing")
    void source_thatLies_changesNothing() throws Exception {
        try (var scheduler = open()) {
            await(PolicyHealth.WELL);
            act = question -> Optional.of(SECOND.withVersion(4));
            await(PolicyHealth.STALE);
            act = question -> Optional.of(FIRST.withTenant(TenantRule.of("b").withWeight(-1)));
            await(PolicyHealth.UNSOUND);
            assertThat(scheduler.policy().orElseThrow().policy()).isEqualTo(FIRST);
            assertThat(scheduler.policy().orElseThrow().why()).contains("from 1 to 1000");
            act = question -> Optional.empty();
            await(PolicyHealth.WELL);
        }
    }

    @Test
    @DisplayName("[EVOLUTION:layers] the service is off the path of those who run and open")
    void openings_byTasks_askNobodyOnAWorker() throws Exception {
        var onWorker = new AtomicBoolean();
        act =
                question -> {
                    onWorker.set(Thread.currentThread().getName().contains("worker"));
                    return Optional.of(FIRST);
                };
        try (var scheduler = open()) {
            await(PolicyHealth.WELL);
            int weight = scheduler.<Integer>run(() -> weightOfA(scheduler));
            assertThat(weight).isEqualTo(7);
            assertThat(onWorker).isFalse();
        }
    }

    @Test
    void close_whileTheSourceBlocks_endsAllTheSame() throws Exception {
        var gate = new CountDownLatch(1);
        act =
                question -> {
                    gate.await();
                    return Optional.of(FIRST);
                };
        try (var scheduler = open()) {
            assertThat(scheduler.policy().orElseThrow().origin()).isEqualTo(PolicyOrigin.FALLBACK);
            assertThat(weightOfA(scheduler)).isEqualTo(1);
        }
        gate.countDown();
    }
}
