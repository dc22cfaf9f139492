package dev.stint.nativecode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stint.Setting;
import dev.stint.task.Task;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * [MODULE:context-switch]: the contract of the switch between two stacks, line by line as {@code
 * docs/design/native.md} has it; without a JVM it is played by {@link AloneTest}. Many tasks at a
 * time, so that others switch in between, on other threads, too.
 */
class NativeSwitchTest {
    private static final int TASKS = 40;

    @BeforeAll
    static void needed() {
        CPrograms.assumeNative();
    }

    private static List<Long> results(Setting setting, String name) throws Exception {
        var function = CPrograms.library("switches").function(name);
        try (var scheduler = setting.open()) {
            return scheduler.inNursery(
                    nursery -> {
                        var tasks = new ArrayList<Task<Long>>();
                        for (int i = 0; i < TASKS; i++) {
                            tasks.add(nursery.spawn(function.withStack(1 << 15).on(i)));
                        }
                        var results = new ArrayList<Long>();
                        for (Task<Long> task : tasks) {
                            results.add(task.await());
                        }
                        return results;
                    });
        }
    }

    private static boolean isX86() {
        return System.getProperty("os.arch").equals("amd64");
    }

    @ParameterizedTest
    @EnumSource
    void preservedRegisters_areKept(Setting setting) throws Exception {
        assertThat(results(setting, "keeps_registers")).containsOnly(0L);
    }

    @ParameterizedTest
    @EnumSource
    void vectorControl_isTheTasksOwn(Setting setting) throws Exception {
        assertThat(results(setting, isX86() ? "keeps_mxcsr" : "keeps_fpcr")).containsOnly(0L);
    }

    @ParameterizedTest
    @EnumSource
    void x87Control_isTheTasksOwn(Setting setting) throws Exception {
        assumeTrue(isX86(), "no other processor has this word");
        assertThat(results(setting, "keeps_x87")).containsOnly(0L);
    }

    @ParameterizedTest
    @EnumSource
    void stack_isAlignedTo16Bytes(Setting setting) throws Exception {
        assertThat(results(setting, "is_aligned")).containsOnly(0L);
    }

    @ParameterizedTest
    @EnumSource
    void redZone_ofALeafIsUntouched(Setting setting) throws Exception {
        assertThat(results(setting, "red_zone_holds")).containsOnly(0L);
    }

    @ParameterizedTest
    @EnumSource
    void unwinding_endsWhereTheTaskBegins(Setting setting) throws Exception {
        assertThat(results(setting, "unwinds_to_its_end"))
                .allSatisfy(frames -> assertThat(frames).isBetween(7L, 12L));
    }

    @ParameterizedTest
    @EnumSource
    void whatLiesOnTheStack_isKept(Setting setting) throws Exception {
        assertThat(results(setting, "keeps_its_stack")).containsOnly(0L);
    }

    @ParameterizedTest
    @EnumSource
    void jumpOverASwitch_isPossible(Setting setting) throws Exception {
        assertThat(results(setting, "jumps_over_a_switch")).containsOnly(5L);
    }
}
