package dev.stint.nativecode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Setting;
import dev.stint.budget.Budget;
import dev.stint.capability.CapBudget;
import dev.stint.capability.CapSpawn;
import dev.stint.config.Profile;
import dev.stint.task.TaskOptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** [SCHED:10.2.4] C tasks under profile SOVEREIGN hold the rights that they were given. */
class RightsTest {
    @ParameterizedTest
    @EnumSource
    void child_hasTheRightsItWasGiven_andNoOthers(Setting setting) throws Exception {
        CPrograms.assumeNative();
        try (var scheduler = setting.open(c -> c.withProfile(Profile.SOVEREIGN))) {
            CapSpawn spawn = scheduler.tenant().issuer().spawn();
            CapBudget budget = scheduler.tenant().issuer().budget(Budget.ofOps(1_000));
            try (var nursery = scheduler.nursery(n -> n.withCapabilities(spawn))) {
                var task =
                        nursery.spawn(
                                TaskOptions.defaults().withCapabilities(spawn, budget),
                                CPrograms.library("rights")
                                        .function("gives_rights")
                                        .withStack(1 << 14)
                                        .on());
                assertThat(task.await()).as("line of rights.c").isZero();
            }
        }
    }
}
