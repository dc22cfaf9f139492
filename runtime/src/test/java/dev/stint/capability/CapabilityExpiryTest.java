package dev.stint.capability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.budget.Budget;
import dev.stint.error.CapabilityExpiredException;
import dev.stint.error.CapabilityRevokedException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rights expire on their issuer's clock and on no other. */
class CapabilityExpiryTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private long now;
    private final Issuer acme = new Issuer("acme", () -> now);

    private void use(CapSpawn right) {
        right.use(acme, Budget.ZERO, "task 7", "start a task");
    }

    @Test
    void use_beforeItsTime_isAllowedAndFromThenOnRefused() {
        now = 5;
        CapSpawn right = acme.spawn().expiringIn(SECOND);
        CapBudget money = acme.budget(Budget.DEFAULT).expiringIn(SECOND);

        now = 5 + SECOND.toNanos() - 1;
        assertThat(right.isValid()).isTrue();
        use(right);

        now = 5 + SECOND.toNanos();
        assertThat(right.isValid()).isFalse();
        long left = right.spawnsLeft();
        assertThatThrownBy(() -> use(right))
                .isInstanceOf(CapabilityExpiredException.class)
                .hasMessageContaining("task 7 cannot start a task")
                .hasMessageContaining("the time of CapSpawn of acme (derived once) is up");
        assertThatThrownBy(() -> money.use(acme, Budget.ZERO, "task 7", "recharge itself"))
                .isInstanceOf(CapabilityExpiredException.class)
                .hasMessageContaining("CapBudget of acme");
        assertThat(right.spawnsLeft()).isEqualTo(left);
    }

    @Test
    void expiringIn_longerThanTheParent_endsWithTheParent() {
        CapSpawn parent = acme.spawn().expiringIn(SECOND);
        CapSpawn longer = parent.expiringIn(SECOND.multipliedBy(10));
        CapSpawn untimed = parent.atMostEver(5).withBudgetAtMost(Budget.DEFAULT);
        CapBudget money = acme.budget(Budget.DEFAULT).expiringIn(SECOND).atMost(Budget.DEFAULT);

        now = SECOND.toNanos();

        assertThat(longer.isValid()).isFalse();
        assertThat(untimed.isValid()).isFalse();
        assertThat(money.isValid()).isFalse();
    }

    @Test
    void expiringIn_shorterThanTheParent_endsAloneAndFirst() {
        CapSpawn parent = acme.spawn().expiringIn(SECOND.multipliedBy(2));
        CapSpawn shorter = parent.expiringIn(SECOND);

        now = SECOND.toNanos();

        assertThat(shorter.isValid()).isFalse();
        assertThat(parent.isValid()).isTrue();
    }

    @Test
    void expiringIn_noTime_isExpiredAtOnce() {
        assertThat(acme.spawn().expiringIn(Duration.ZERO).isValid()).isFalse();
    }

    @Test
    void isValid_untimed_isTrueForEver() {
        CapSpawn right = acme.spawn().atMostEver(1);

        now = Long.MAX_VALUE;

        assertThat(right.isValid()).isTrue();
    }

    /** "For ever" may be written as a very long time. */
    @ParameterizedTest
    @ValueSource(strings = {"PT2562047H47M16.854775807S", "PT2562047788015215H30M7S"})
    void expiringIn_longerThanAClockCanTell_neverExpires(Duration forEver) {
        now = 77;
        CapSpawn right = acme.spawn().expiringIn(forEver);

        now = Long.MAX_VALUE;

        assertThatCode(() -> use(right)).doesNotThrowAnyException();
    }

    /** As {@code System.nanoTime()} may be. */
    @ParameterizedTest
    @ValueSource(longs = {-1, -1_000_000_000, Long.MIN_VALUE})
    void expiringIn_clockBelowZero_expiresAllTheSame(long start) {
        now = start;
        CapSpawn right = acme.spawn().expiringIn(SECOND);

        now = start + SECOND.toNanos() - 1;
        assertThat(right.isValid()).isTrue();

        now++;
        assertThat(right.isValid()).isFalse();
    }

    @Test
    void expiringIn_negative_isRefused() {
        assertThatThrownBy(() -> acme.spawn().expiringIn(Duration.ofSeconds(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("capability cannot expire in PT-1S")
                .hasMessageContaining("must not be negative");
        assertThatThrownBy(() -> acme.budget(Budget.ZERO).expiringIn(Duration.ofNanos(-1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void isValid_anotherIssuersClock_doesNotMatter() {
        Issuer fast = new Issuer("fast", () -> now * 1_000);
        CapSpawn slowRight = acme.spawn().expiringIn(SECOND);
        CapSpawn fastRight = fast.spawn().expiringIn(SECOND);

        now = SECOND.toNanos() / 1_000;

        assertThat(slowRight.isValid()).isTrue();
        assertThat(fastRight.isValid()).isFalse();
    }

    @Test
    void use_revokedAndExpired_saysRevoked() {
        CapSpawn right = acme.spawn().expiringIn(SECOND);
        acme.revoke(right);
        now = SECOND.toNanos();

        assertThatThrownBy(() -> use(right)).isInstanceOf(CapabilityRevokedException.class);
    }

    @Test
    @SuppressWarnings("NullAway") // null is what is tested
    void expiringIn_null_saysWhat() {
        assertThatThrownBy(() -> acme.spawn().expiringIn(null))
                .hasMessage("the time of a capability");
        assertThatThrownBy(() -> acme.budget(Budget.ZERO).expiringIn(null))
                .hasMessage("the time of a capability");
    }
}
