package dev.stint.capability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.budget.Budget;
import dev.stint.config.Profile;
import dev.stint.error.CapabilityExceededException;
import dev.stint.error.CapabilityExpiredException;
import dev.stint.error.CapabilityMissingException;
import dev.stint.error.CapabilityRevokedException;
import dev.stint.error.TaskFailedException;
import dev.stint.hooks.AccessRefusedException;
import dev.stint.hooks.Delegate;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.Policy;
import dev.stint.task.TaskOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The rights to time, chance, output and files, as metered code meets them. */
class CapabilityWorldTest {
    private static <T> T run(Scheduler scheduler, Callable<T> body, Capability... rights)
            throws InterruptedException {
        return scheduler
                .root()
                .<T>spawn(TaskOptions.named("guest").withCapabilities(rights), body)
                .await();
    }

    private static Throwable failure(Scheduler scheduler, Callable<?> body, Capability... rights) {
        try {
            run(scheduler, body, rights);
        } catch (TaskFailedException e) {
            return Objects.requireNonNull(e.getCause());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        throw new AssertionError("it was allowed");
    }

    private static Scheduler sovereign() {
        return Scheduler.open(c -> c.withProfile(Profile.SOVEREIGN).withSeed(1).withWorkers(1));
    }

    /** A nursery in which one that fails fails alone. */
    private static Nursery guests(Scheduler scheduler) {
        CapSpawn right = scheduler.tenant().issuer().spawn();
        return scheduler.nursery(n -> n.withCapabilities(right).withPolicy(Policy.runAll()));
    }

    @Test
    void clockChanceAndLog_underService_needNoRight() throws InterruptedException {
        try (var scheduler = Scheduler.open(c -> c.withSeed(1).withWorkers(1))) {
            assertThat(run(scheduler, () -> Delegate.current().nanoTime())).isNotNegative();
            assertThat(run(scheduler, () -> Delegate.current().now())).isNotNull();
            assertThat(run(scheduler, () -> Delegate.current().randomLong())).isNotZero();
        }
    }

    @Test
    void clockChanceAndLog_underSovereign_needTheirRight() throws InterruptedException {
        try (var scheduler = sovereign()) {
            Issuer issuer = scheduler.tenant().issuer();
            var lines = new ArrayList<String>();
            try (var nursery = guests(scheduler)) {
                for (Callable<?> tried :
                        List.<Callable<?>>of(
                                () -> Delegate.current().nanoTime(),
                                () -> Delegate.current().now(),
                                () -> Delegate.current().randomLong(),
                                () -> logged("no"))) {
                    assertThatThrownBy(() -> nursery.spawn("poor", tried).await())
                            .hasCauseInstanceOf(CapabilityMissingException.class)
                            .hasMessageContaining("poor")
                            .hasMessageContaining("TaskOptions.withCapabilities(...)");
                }
                nursery.spawn(
                                TaskOptions.named("rich")
                                        .withCapabilities(
                                                issuer.clock(),
                                                issuer.random(),
                                                issuer.log((isError, text) -> lines.add(text))),
                                () -> {
                                    Delegate.current().nanoTime();
                                    Delegate.current().randomLong();
                                    logged("yes");
                                })
                        .await();
                assertThat(nursery.awaitAll()).isNotNull();
            }
            assertThat(lines).containsExactly("yes");
        }
    }

    private static boolean logged(String text) {
        Delegate.current().log(false, text);
        return true;
    }

    @Test
    void random_underOneSeed_isTheSameInEveryRun() throws InterruptedException {
        List<Long> drawn = new ArrayList<>();
        for (long seed : new long[] {1, 1, 2}) {
            try (var scheduler = Scheduler.open(c -> c.withSeed(seed).withWorkers(1))) {
                drawn.add(run(scheduler, () -> Delegate.current().randomLong()));
            }
        }
        try (var scheduler = Scheduler.open(c -> c.withWorkers(1))) {
            CapRandom fixed = scheduler.tenant().issuer().random(7);
            drawn.add(run(scheduler, () -> Delegate.current().randomLong(), fixed));
        }
        try (var scheduler = Scheduler.open(c -> c.withWorkers(1))) {
            CapRandom fixed = scheduler.tenant().issuer().random(7);
            drawn.add(run(scheduler, () -> Delegate.current().randomLong(), fixed));
        }

        assertThat(drawn.get(0)).isEqualTo(drawn.get(1)).isNotEqualTo(drawn.get(2));
        assertThat(drawn.get(3)).isEqualTo(drawn.get(4));
    }

    @Test
    void now_underAVirtualClock_beginsAtAFixedTime() throws InterruptedException {
        try (var scheduler = Scheduler.open(c -> c.withSeed(1).withWorkers(1))) {
            String then =
                    run(
                            scheduler,
                            () -> {
                                Delegate.current().sleep(Duration.ofDays(1).toNanos());
                                return Delegate.current().now().toString();
                            });

            assertThat(then).isEqualTo("2000-01-02T00:00:00Z");
        }
    }

    @Test
    void files_withoutARight_areRefusedUnderEveryProfile(@TempDir Path folder) {
        try (var scheduler = Scheduler.open(c -> c.withSeed(1).withWorkers(1))) {
            assertThat(failure(scheduler, () -> used(folder.resolve("a"), false)))
                    .isInstanceOf(CapabilityMissingException.class)
                    .hasMessageContaining("guest")
                    .hasMessageContaining("CapFiles");
        }
        assertThatThrownBy(() -> used(folder.resolve("a"), false))
                .as("outside of any task")
                .isInstanceOf(AccessRefusedException.class);
    }

    private static boolean used(Path file, boolean isWrite) {
        Delegate.current().useFile(file.toString(), isWrite);
        return true;
    }

    @Test
    void files_belowTheRoot_areOpenAndNothingElse(@TempDir Path folder)
            throws InterruptedException, IOException {
        Path inside = Files.createDirectories(folder.resolve("inside"));
        Files.createSymbolicLink(inside.resolve("out"), folder);
        try (var scheduler = Scheduler.open(c -> c.withSeed(1).withWorkers(1))) {
            Issuer issuer = scheduler.tenant().issuer();
            CapFiles both = issuer.files(inside);
            CapFiles read = both.readOnly();

            assertThat(run(scheduler, () -> used(inside.resolve("a"), true), both)).isTrue();
            assertThat(run(scheduler, () -> used(inside.resolve("b/c"), false), read)).isTrue();
            for (Path outside :
                    List.of(
                            folder.resolve("a"),
                            inside.resolve("../a"),
                            inside.resolve("b/../../a"),
                            inside.resolve("out/a"),
                            folder.resolve("inside2"))) {
                assertThat(failure(scheduler, () -> used(outside, false), both))
                        .as(outside.toString())
                        .isInstanceOf(CapabilityExceededException.class)
                        .hasMessageContaining(inside.toRealPath().toString());
            }
            assertThat(failure(scheduler, () -> used(inside.resolve("a"), true), read))
                    .isInstanceOf(CapabilityExceededException.class)
                    .hasMessageContaining("the right to read below");
            assertThat(run(scheduler, () -> used(inside.resolve("a"), true), read, both))
                    .as("two rights, of which the second will do")
                    .isTrue();
            assertThatThrownBy(() -> both.under("../.."))
                    .isInstanceOf(CapabilityExceededException.class);
            assertThat(failure(scheduler, () -> used(inside, false), both.under("deeper")))
                    .isInstanceOf(CapabilityExceededException.class);
        }
    }

    @Test
    void files_ofAnotherIssuerOrRevokedOrExpired_areRefused(@TempDir Path folder) {
        try (var scheduler = Scheduler.open(c -> c.withSeed(1).withWorkers(1))) {
            CapFiles forged = new Issuer("nobody", () -> 0).files(folder);
            CapFiles files = scheduler.tenant().issuer().files(folder);
            CapFiles lent = files.under("a");
            files.revoke(lent);

            assertThat(failure(scheduler, () -> used(folder, false), forged))
                    .isInstanceOf(CapabilityMissingException.class);
            assertThat(failure(scheduler, () -> used(folder.resolve("a/b"), false), lent))
                    .isInstanceOf(CapabilityRevokedException.class);
            assertThat(
                            failure(
                                    scheduler,
                                    () -> used(folder, false),
                                    files.expiringIn(Duration.ZERO)))
                    .isInstanceOf(CapabilityExpiredException.class);
        }
    }

    @Test
    void files_eachUse_paysForASystemCall(@TempDir Path folder) throws InterruptedException {
        try (var scheduler = Scheduler.open(c -> c.withSeed(1).withWorkers(1))) {
            CapFiles files = scheduler.tenant().issuer().files(folder);
            Budget before = scheduler.tenant().ledger().spent();
            run(
                    scheduler,
                    () -> used(folder.resolve("a"), false) && used(folder.resolve("b"), true),
                    files);

            assertThat(scheduler.tenant().ledger().spent().syscalls() - before.syscalls())
                    .isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource(Setting.class)
    void start_inATask_startsATaskOfTheSameNursery(Setting setting) throws InterruptedException {
        List<String> ran = Collections.synchronizedList(new ArrayList<>());
        try (var scheduler = setting.open();
                var nursery = scheduler.nursery(n -> n.withName("guests"))) {
            nursery.spawn(
                            "first",
                            () -> {
                                Delegate.current().start("second", () -> ran.add(who()));
                                return true;
                            })
                    .await();
            nursery.join();
        }

        assertThat(ran).containsExactly("second");
    }

    private static String who() {
        return Stint.currentTask().orElseThrow().name();
    }

    @Test
    void start_underSovereign_needsTheRightToSpawn() throws InterruptedException {
        try (var scheduler = sovereign();
                var nursery = guests(scheduler)) {
            assertThatThrownBy(
                            () ->
                                    nursery.spawn(
                                                    "poor",
                                                    () -> Delegate.current().start("x", () -> {}))
                                            .await())
                    .hasCauseInstanceOf(CapabilityMissingException.class)
                    .hasMessageContaining("CapSpawn");
            assertThat(nursery.awaitAll()).isNotNull();
        }
    }
}
