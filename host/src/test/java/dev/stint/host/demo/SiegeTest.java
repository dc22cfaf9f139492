package dev.stint.host.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.host.demo.Attack.Ending;
import dev.stint.weave.ClassSource;
import dev.stint.weave.Surface;
import dev.stint.weave.WeaveRefusedException;
import dev.stint.weave.Weaver;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every threat of the design's list, tried; and what happens to it without the defence. */
@Timeout(120)
class SiegeTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** What does not even load where refusals are strict. The others run out. */
    private static final Set<Attack> REFUSED =
            EnumSet.of(
                    Attack.REGEX,
                    Attack.PLAIN_THREAD,
                    Attack.POOL,
                    Attack.TIMER,
                    Attack.EXIT,
                    Attack.HALT,
                    Attack.LIBRARY,
                    Attack.FINALISER,
                    Attack.CLEANER,
                    Attack.SECOND_NAME,
                    Attack.HUGE_FRAMES,
                    Attack.LONG_DESCRIPTORS);

    /**
     * What is refused whatever is open: nobody may have the collector run code, or wear out the
     * JVM.
     */
    private static final Set<Attack> NEVER_LOADED =
            EnumSet.of(Attack.FINALISER, Attack.HUGE_FRAMES, Attack.LONG_DESCRIPTORS);

    @ParameterizedTest
    @EnumSource
    @DisplayName("[SCHED:15.1.1] [SCHED:15.1.2] each attack is contained")
    void attack_onWovenCode_isContained(Attack attack) throws InterruptedException {
        try (var scheduler = Scheduler.open(c -> c.withWorkers(2))) {
            var besieger = new Besieger(attack, scheduler, TenantCode.WOVEN);
            besieger.besiege(System.nanoTime(), PATIENCE);
            assertThat(besieger.escaped()).isNull();
            assertThat(besieger.attempts()).isEqualTo(1);
            assertThat(besieger.last()).matches(attack::isContainedBy);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "BROKEN_CLASS")
    @DisplayName("what is refused is refused by the surface: with all open, it would load")
    void attack_thatIsRefused_loadsIfAllIsOpen(Attack attack) {
        assertThat(isRefused(attack, Surface.ofTenant())).isEqualTo(REFUSED.contains(attack));
        assertThat(isRefused(attack, Surface.open())).isEqualTo(NEVER_LOADED.contains(attack));
    }

    private static boolean isRefused(Attack attack, Surface surface) {
        try {
            weave(attack, surface);
            return false;
        } catch (WeaveRefusedException e) {
            return true;
        }
    }

    private static void weave(Attack attack, Surface surface) {
        String name = attack.className().replace('.', '/');
        ClassSource own = TenantCode.source();
        Weaver.of(own, surface).strict().weave(own.find(name).orElseThrow());
    }

    @Test
    void ending_thatIsNotTheRightOne_isNotContained() {
        assertThat(Attack.ENDLESS_LOOP.isContainedBy(Ending.RUNNING)).isFalse();
        assertThat(Attack.ENDLESS_LOOP.isContainedBy(Ending.SUCCEEDED)).isFalse();
        assertThat(Attack.EXIT.isContainedBy(Ending.EXHAUSTED)).isFalse();
    }

    @Test
    void histogram_countsWhatWasAdded() {
        var latencies = new Latencies();
        assertThat(latencies.percentile(0.99)).isZero();
        for (int i = 1; i <= 100; i++) {
            latencies.add(i * 100_000L);
        }
        assertThat(latencies.percentile(0.5)).isEqualTo(5_000_000);
        assertThat(latencies.percentile(0.99)).isEqualTo(9_900_000);
        assertThat(latencies.histogram()).hasSize(7).last().asString().endsWith("50");
    }

    @Test
    @DisplayName("nine of ten within five milliseconds on a machine of our own, fifty in a crowd")
    void bearable_dependsOnWhoElseIsThere() {
        assertThat(Siege.mostly(10)).isEqualTo(Duration.ofMillis(5));
        assertThat(Siege.bearable(10)).isEqualTo(Duration.ofMillis(30));
        assertThat(Siege.mostly(11)).isEqualTo(Duration.ofMillis(50));
        assertThat(Siege.bearable(11)).isEqualTo(Duration.ofMillis(50));
    }
}
