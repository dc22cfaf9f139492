package dev.stint.nativecode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Setting;
import dev.stint.budget.Budget;
import dev.stint.nativecode.internal.Handles;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The functions of {@code stint.h}, called by C tasks: [SCHED:12.1.1], and those that spec 3 maps
 * to: [MODULE:functions].
 */
class InterfaceTest {
    private static final Budget ENOUGH = new Budget(1_000_000, 1 << 20, 1_000, 10_000, 100);

    @BeforeAll
    static void needed() {
        CPrograms.assumeNative();
    }

    static Stream<Arguments> functions() {
        return Stream.of(
                        "results",
                        "lifecycle", // their "Runtime: Async task lifecycle"
                        "fork_of_errors",
                        "failure_cancels_siblings",
                        "cancelling",
                        "destroying",
                        "deadlines",
                        "budgets",
                        "receipts",
                        "selects",
                        "identities",
                        "recharges",
                        "spawn_bomb",
                        "stack_bomb")
                .flatMap(
                        name ->
                                Stream.of(Setting.values())
                                        .map(setting -> Arguments.of(name, setting)));
    }

    @ParameterizedTest
    @MethodSource("functions")
    void function_doesWhatTheHeaderSays(String name, Setting setting) throws Exception {
        int before = Handles.count();
        try (var scheduler = setting.open()) {
            TaskOptions options = TaskOptions.named(name).withBudget(ENOUGH);
            if (name.equals("recharges")) {
                options =
                        options.withCapabilities(
                                scheduler.tenant().issuer().budget(Budget.ofOps(1_000)));
            }
            Task<Long> task =
                    scheduler
                            .root()
                            .spawn(
                                    options,
                                    CPrograms.library("interface")
                                            .function(name)
                                            .withStack(1 << 15)
                                            .on());
            assertThat(task.await()).as("line of interface.c").isZero();
        }
        assertThat(Handles.count()).as("handles that were not given back").isEqualTo(before);
    }
}
