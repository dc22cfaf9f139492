package dev.stint.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.hooks.Booked.Call;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the calls of woven code book, and when the meter is asked for more. */
class HookTest {
    @Test
    void ops_onAMeter_areCountedDown() {
        Booked meter =
                Booked.by(
                        100,
                        1_000,
                        () -> {
                            Hook.ops1();
                            Hook.ops2();
                            Hook.ops3();
                            Hook.ops4();
                            Hook.ops(5);
                            Hook.count1();
                            Hook.count2();
                            Hook.count3();
                            Hook.count4();
                            Hook.count(5);
                        });

        assertThat(meter.opsLeft()).isEqualTo(100 - 15 - 15);
        assertThat(meter.bytesLeft()).isEqualTo(1_000);
        assertThat(meter.calls()).isEmpty();
    }

    @Test
    void opsAndBytes_whenEitherRunsOut_asksWithBoth() {
        assertThat(Booked.by(2, 1_000, () -> Hook.opsAndBytes(3, 8)).calls())
                .containsExactly(new Call("ranOut", 3, 8, 0));
        assertThat(Booked.by(10, 7, () -> Hook.opsAndBytes(3, 8)).calls())
                .containsExactly(new Call("ranOut", 3, 8, 0));
        assertThat(Booked.by(3, 8, () -> Hook.opsAndBytes(3, 8)).calls()).isEmpty();
    }

    @Test
    void ops_beyondWhatIsLeft_asksAndCountsNever() {
        assertThat(Booked.by(0, 0, Hook::ops1).calls())
                .containsExactly(new Call("ranOut", 1, 0, 0));
        assertThat(Booked.by(0, 0, Hook::count1).calls()).isEmpty();
        assertThat(Booked.by(0, 0, () -> Hook.bytes(1)).calls())
                .containsExactly(new Call("ranOut", 0, 1, 0));
    }

    /** A header of 16 bytes, and all rounded up to 8. */
    @ParameterizedTest
    @CsvSource({"0, 16, 16, 16, 16", "1, 24, 24, 24, 24", "9, 32, 40, 56, 88"})
    void array_ofALength_costsWhatItTakes(int length, long one, long two, long four, long eight) {
        assertThat(Booked.by(0, 1_000, () -> Hook.array1(length)).bytesLeft())
                .isEqualTo(1_000 - one);
        assertThat(Booked.by(0, 1_000, () -> Hook.array2(length)).bytesLeft())
                .isEqualTo(1_000 - two);
        assertThat(Booked.by(0, 1_000, () -> Hook.array4(length)).bytesLeft())
                .isEqualTo(1_000 - four);
        assertThat(Booked.by(0, 1_000, () -> Hook.array8(length)).bytesLeft())
                .isEqualTo(1_000 - eight);
    }

    @Test
    void array_ofANegativeLength_costsNothingAndPassesItOn() {
        assertThat(Booked.by(0, 0, () -> assertThat(Hook.array4(-1)).isEqualTo(-1)).calls())
                .isEmpty();
        assertThat(Booked.by(0, 0, () -> Hook.arrays(new int[] {3, -1}, 4)).calls()).isEmpty();
    }

    @Test
    void arrays_ofArrays_costAllThatAreMade() {
        // one of 3 references, and three of 5 ints
        assertThat(Hook.sizeOfArrays(new int[] {3, 5}, 4)).isEqualTo(32 + 3 * 40);
        assertThat(Hook.sizeOfArrays(new int[] {0, 5}, 4)).isEqualTo(16);
        assertThat(Hook.sizeOfArrays(new int[] {1 << 30, 1 << 30, 1 << 30}, 8))
                .isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void pay_whatIsThere_isTakenAndOnlyTheRestAsked() {
        Booked enough = Booked.by(100, 100, () -> Hook.pay(40, 60, 0));
        Booked tooMuch = Booked.by(100, 100, () -> Hook.pay(101, 60, 0));
        Booked system = Booked.by(100, 100, () -> Hook.pay(1, 1, 1));

        assertThat(enough.opsLeft()).isEqualTo(60);
        assertThat(enough.bytesLeft()).isEqualTo(40);
        assertThat(enough.calls()).isEmpty();
        assertThat(tooMuch.opsLeft()).isEqualTo(100);
        assertThat(tooMuch.calls()).containsExactly(new Call("payRarely", 101, 60, 0));
        assertThat(system.calls()).containsExactly(new Call("payRarely", 1, 1, 1));
    }

    @Test
    void enter_withoutRoomOnTheStack_overflowsAndTakesNone() {
        Booked.by(
                0,
                0,
                () -> {
                    int all = Hook.enter(100);
                    int rest = Hook.enter(Meter.STACK - 100);
                    assertThat(all).isEqualTo(Meter.STACK);
                    assertThat(rest).isEqualTo(Meter.STACK - 100);
                    assertThatThrownBy(() -> Hook.enter(1)).isInstanceOf(StackOverflowError.class);
                    Hook.back(all);
                    assertThat(Hook.enter(1)).isEqualTo(Meter.STACK);
                });
    }

    @Test
    void lap_onAMeter_isItsOwnAndBooksWhatWasDone() {
        Booked meter =
                Booked.by(100, 0, () -> assertThat(Hook.lap(30, 10)).isEqualTo(Meter.LAP - 10));

        assertThat(meter.opsLeft()).isEqualTo(70);
        assertThat(meter.roundsBooked()).isEqualTo(30);
        assertThat(Booked.by(10, 0, () -> Hook.leave(30)).calls()).isEmpty();
        assertThat(Booked.by(10, 0, () -> Hook.end(30)).calls()).hasSize(1);
        assertThat(Booked.by(10, 0, () -> Hook.flush(30)).roundsBooked()).isEqualTo(30);
    }

    @Test
    void hooks_onAThreadThatIsNoMeter_doNothing() {
        Hook.ops(1 << 30);
        Hook.pay(Long.MAX_VALUE, Long.MAX_VALUE, 1);

        assertThat(Hook.array8(7)).isEqualTo(7);
        assertThat(Hook.enter(Integer.MAX_VALUE)).isZero();
        assertThat(Hook.isMetered()).isFalse();
    }

    @Test
    void uncounted_whateverItBooks_isGivenBack() {
        Booked meter =
                Booked.by(
                        100,
                        100,
                        () ->
                                Meter.uncounted(
                                        () -> {
                                            Hook.opsAndBytes(50, 50);
                                            return true;
                                        }));

        assertThat(meter.opsLeft()).isEqualTo(100);
        assertThat(meter.bytesLeft()).isEqualTo(100);
    }

    @Test
    @SuppressWarnings("DoNotCall") // that is what is tried
    void run_byCodeThatRunsOnIt_isRefused() {
        Booked.by(
                0,
                0,
                () ->
                        assertThatThrownBy(() -> Thread.currentThread().run())
                                .isInstanceOf(AccessRefusedException.class)
                                .hasMessageContaining("Start a task"));
    }
}
