package dev.stint.nursery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A policy that keeps results serves one nursery; the others serve any number. */
class PolicyReuseTest {
    @Test
    void policy_thatKeepsResults_servesOneNursery() {
        try (var scheduler = Scheduler.open(c -> c.withSeed(1).withWorkers(1))) {
            for (Policy policy : List.of(Policy.firstSuccess(), Policy.collect())) {
                scheduler.nursery(n -> n.withPolicy(policy)).close();
                assertThatThrownBy(() -> scheduler.nursery(n -> n.withPolicy(policy)))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("cannot serve a second one")
                        .hasMessageContaining("Make another");
            }
        }
    }

    @Test
    void policy_withoutState_servesMany() {
        try (var scheduler = Scheduler.open(c -> c.withSeed(1).withWorkers(1))) {
            for (Policy policy : List.of(Policy.allSucceed(), Policy.runAll())) {
                for (int i = 0; i < 3; i++) {
                    var nursery = scheduler.nursery(n -> n.withPolicy(policy));
                    nursery.close();
                    assertThat(nursery.state()).isEqualTo(NurseryState.CLOSED);
                }
            }
        }
    }
}
