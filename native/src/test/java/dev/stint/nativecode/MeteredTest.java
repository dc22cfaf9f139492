package dev.stint.nativecode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.budget.Budget;
import dev.stint.budget.OnExhaustion;
import dev.stint.budget.Receipt;
import dev.stint.error.OperationBudgetExhaustedException;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.Policy;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** C code that the compiler has put calls into, one for each basic block. */
class MeteredTest {
    private static final Budget ENOUGH = new Budget(100_000_000, 1 << 20, 100, 100_000, 100);

    @BeforeAll
    static void needed() {
        CPrograms.assumeNative();
    }

    /** With the counting in the place of each call, as programs are compiled. */
    private static NativeFunction function(String name) {
        return CPrograms.library("metered", "-fsanitize-coverage=trace-pc", CPrograms.assembler())
                .function(name);
    }

    /** As compilers leave it. */
    private static NativeFunction calling(String name) {
        return CPrograms.library("metered", "-fsanitize-coverage=trace-pc").function(name);
    }

    private static Receipt receipt(Setting setting, String name, long argument) throws Exception {
        return receipt(setting, function(name), argument);
    }

    private static Receipt receipt(Setting setting, NativeFunction function, long argument)
            throws Exception {
        try (Scheduler scheduler = setting.open()) {
            Task<Long> task =
                    scheduler
                            .root()
                            .spawn(
                                    TaskOptions.named(function.name()).withBudget(ENOUGH),
                                    function.withStack(1 << 15).on(argument));
            task.await();
            return task.receipt().orElseThrow();
        }
    }

    @ParameterizedTest
    @EnumSource
    void sameProgram_hasTheSameReceipt(Setting setting) throws Exception {
        Set<Receipt> receipts = new HashSet<>();
        for (int i = 0; i < 5; i++) {
            receipts.add(receipt(setting, "fibonacci", 20));
        }
        assertThat(receipts).hasSize(1);
        assertThat(receipts.iterator().next().spent().ops()).isBetween(20_000L, 200_000L);
    }

    @ParameterizedTest
    @EnumSource
    void countingInPlaceOfCalls_hasTheSameReceipt(Setting setting) throws Exception {
        assertThat(receipt(setting, "fibonacci", 20))
                .isEqualTo(receipt(setting, calling("fibonacci"), 20));
        assertThat(receipt(setting, "blocks_and_calls", 300))
                .isEqualTo(receipt(setting, calling("blocks_and_calls"), 300));
    }

    @Test
    @EnabledOnOs(architectures = {"amd64", "x86_64"})
    void countingInPlaceOfCalls_leavesNoCalls() throws Exception {
        String flag = "-fsanitize-coverage=trace-pc";
        Path out = CPrograms.compile("metered", "metered.o", List.of("-c", "-fPIC", flag, "-pipe"));
        Path in =
                CPrograms.compile(
                        "metered", "met.o", List.of("-c", "-fPIC", flag, CPrograms.assembler()));
        assertThat(symbols(out)).contains("__sanitizer_cov_trace_pc");
        assertThat(symbols(in)).contains("stint_meter_look").doesNotContain("__sanitizer");
    }

    private static String symbols(Path object) throws IOException {
        Process nm = new ProcessBuilder("nm", object.toString()).start();
        return new String(nm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @EnumSource
    void moreWork_costsMore_toTheUnit(Setting setting) throws Exception {
        // fib(n) is two calls of fib, so what it costs grows as the numbers themselves do.
        long a = receipt(setting, "fibonacci", 10).spent().ops();
        long b = receipt(setting, "fibonacci", 11).spent().ops();
        long c = receipt(setting, "fibonacci", 12).spent().ops();
        long d = receipt(setting, "fibonacci", 13).spent().ops();
        assertThat(d - c - b).isEqualTo(c - b - a);
    }

    @ParameterizedTest
    @EnumSource
    void blocksAndCalls_arePaidTogether(Setting setting) throws Exception {
        Receipt once = receipt(setting, "blocks_and_calls", 300);
        assertThat(receipt(setting, "blocks_and_calls", 300)).isEqualTo(once);
        assertThat(once.spent().channelOps()).isEqualTo(600);
    }

    @ParameterizedTest
    @EnumSource
    void endlessLoop_isStoppedAtItsBudget(Setting setting) throws Exception {
        try (Scheduler scheduler = setting.open();
                Arena arena = Arena.ofShared()) {
            MemorySegment count = arena.allocate(ValueLayout.JAVA_LONG);
            Nursery nursery =
                    scheduler.nursery(
                            n -> n.withOnExhaustion(OnExhaustion.FAIL).withPolicy(Policy.runAll()));
            Task<Long> task =
                    nursery.spawn(
                            TaskOptions.defaults().withBudget(Budget.ofOps(50_000)),
                            function("endless").on(count));
            assertThatThrownBy(task::await)
                    .hasRootCauseInstanceOf(OperationBudgetExhaustedException.class);
            nursery.awaitAll();
            Receipt receipt = task.receipt().orElseThrow();
            assertThat(receipt.spent().ops() - receipt.debt().ops()).isEqualTo(50_000);
            assertThat(count.get(ValueLayout.JAVA_LONG, 0)).isBetween(10_000L, 200_000L);
        }
    }

    @ParameterizedTest
    @EnumSource
    void endlessLoop_givesWayAndIsCancelled(Setting setting) throws Exception {
        try (Scheduler scheduler =
                        setting.open(
                                c ->
                                        c.withWorkers(1)
                                                .withSlice(5_000)
                                                .withGrace(2_000, Duration.ofSeconds(1)));
                Arena arena = Arena.ofShared()) {
            MemorySegment count = arena.allocate(ValueLayout.JAVA_LONG);
            scheduler.run(
                    () -> {
                        try (Nursery nursery = Stint.nursery()) {
                            var task = nursery.spawn(function("endless").on(count));
                            for (int i = 0; i < 20; i++) {
                                Stint.yield(); // comes back, though there is one worker
                            }
                            assertThat(count.get(ValueLayout.JAVA_LONG, 0)).isPositive();
                            task.cancel();
                            assertThatThrownBy(task::await)
                                    .isInstanceOf(CancellationException.class);
                        }
                    });
        }
    }

    @ParameterizedTest
    @EnumSource
    void codeThatWasToldToEndAndLoops_isEnded(Setting setting) throws Exception {
        try (Scheduler scheduler = setting.open(c -> c.withGrace(2_000, Duration.ofSeconds(1)));
                Arena arena = Arena.ofShared()) {
            MemorySegment count = arena.allocate(ValueLayout.JAVA_LONG);
            scheduler.run(
                    () -> {
                        try (Nursery nursery = Stint.nursery()) {
                            var task =
                                    nursery.spawn(function("endless_after_being_told").on(count));
                            Stint.yield();
                            task.cancel();
                            assertThatThrownBy(task::await)
                                    .isInstanceOf(CancellationException.class);
                        }
                    });
            assertThat(count.get(ValueLayout.JAVA_LONG, 0)).isLessThan(10_000);
        }
    }
}
