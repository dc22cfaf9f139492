package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.weave.CountingMeter.Count;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** References to what is outside go by the surface. */
class RulingsTest {
    private static final Class<?> WOVEN =
            WovenClasses.of(RulingShapes.class, new Ledger()).twin(RulingShapes.class);

    @BeforeEach
    void clear() {
        Ledger.takeLines();
    }

    @Test
    void priced_call_isPaidWithItsValuesAndThenMade() throws Exception {
        assertThat(Twin.run(WOVEN, "repeat", "ab", 3)).isEqualTo("ababab");
        assertThat(Ledger.takeLines()).containsExactly("repeat ab 3");

        assertThat(Twin.run(WOVEN, "addAll", new ArrayList<>(List.of(1)), List.of(2, 3)))
                .isEqualTo(3);
        assertThat(Ledger.takeLines()).containsExactly("addAll 1 2");

        assertThat(Twin.run(WOVEN, "superCall")).isEqualTo(3);
        assertThat(Ledger.takeLines()).containsExactly("addAll 0 3");
    }

    @Test
    void priced_valuesOfAllSizes_arriveAndStay() throws Exception {
        long expected = Math.round(3.25) + Math.multiplyHigh(1L << 62, 5L) + (1L << 62) % 7;

        assertThat(Twin.run(WOVEN, "mixed", 1L << 62, 7, 2.25)).isEqualTo(expected);

        assertThat(Ledger.takeLines())
                .containsExactly(
                        "round 2.25",
                        "multiplyHigh " + (1L << 62) + " 5",
                        "floorMod " + (1L << 62) + " 7");
    }

    @Test
    void priced_constructor_isPaidWithItsArguments() throws Exception {
        assertThat(Twin.run(WOVEN, "capacity", 8)).isEqualTo(0);
        assertThat(Ledger.takeLines()).containsExactly("capacity 8");
    }

    @Test
    void priced_reference_isPaidToo() throws Exception {
        assertThat(Twin.run(WOVEN, "repeatByReference", "x", 4)).isEqualTo("xxxx");
        assertThat(Twin.run(WOVEN, "capacityByReference", 9)).isEqualTo(List.of());
        assertThat(Ledger.takeLines()).containsExactly("repeat x 4", "capacity 9");
    }

    @Test
    void replaced_callOrField_isAnother() throws Exception {
        assertThat(Twin.run(WOVEN, "time")).isEqualTo(42L);
        assertThat(Twin.run(WOVEN, "timeByReference")).isEqualTo(42L);
        assertThat(Twin.run(WOVEN, "out")).isSameAs(System.err);
        assertThat(Ledger.takeLines()).containsExactly("time", "time", "out");
    }

    @Test
    void replaced_constructor_getsOneValueMore() throws Exception {
        int expected = new Random(7).nextInt(1000);

        assertThat(Twin.run(WOVEN, "random")).isEqualTo(expected);
        assertThat(Twin.run(WOVEN, "randomByReference")).isEqualTo(expected);
        assertThat(Ledger.takeLines()).containsExactly("seed", "seed");
    }

    @Test
    void priced_override_paysForItsResult() throws Exception {
        assertThat(Twin.run(WOVEN, "iterate")).isEqualTo("abc");
        assertThat(Ledger.takeLines()).containsExactly("iterator", "iterator");
    }

    @Test
    void count_withRulings_isThatOfTheCalls() throws Exception {
        var counted = CountingMeter.count(() -> Twin.run(WOVEN, "repeat", "ab", 3));
        assertThat(counted.count()).isEqualTo(new Count(1, 0));
        // indy, apply, 1; the boxes
        counted = CountingMeter.count(() -> Twin.run(WOVEN, "repeatByReference", "ab", 3));
        assertThat(counted.count()).isEqualTo(new Count(4, 0));
    }

    @Test
    void refused_strictly_namesClassMethodAndMember() {
        var weaver = Weaver.of(ClassFiles::find, new Ledger()).strict();
        assertThatThrownBy(() -> weaver.weave(ClassFiles.of(RulingShapes.Exits.class)))
                .isInstanceOf(WeaveRefusedException.class)
                .hasMessage(
                        "class dev.stint.weave.RulingShapes$Exits is refused: method exit() calls"
                                + " java.lang.System.exit(int): the process is not yours")
                .extracting(e -> ((WeaveRefusedException) e).refusal())
                .isEqualTo(
                        new Refusal(
                                "dev.stint.weave.RulingShapes$Exits",
                                "exit()",
                                "java.lang.System.exit(int)",
                                "calls java.lang.System.exit(int): the process is not yours",
                                ""));
    }

    @Test
    void refused_whatTheTableDoesNotKnow_saysWhatToDo() {
        var weaver = Weaver.of(ClassFiles::find, ClassFiles::find, Surface.ofTenant()).strict();
        assertThatThrownBy(() -> weaver.weave(ClassFiles.of(RulingShapes.Exits.class)))
                .isInstanceOf(WeaveRefusedException.class)
                .extracting(e -> ((WeaveRefusedException) e).refusal().method())
                .isEqualTo("exit()");

        var unlisted = (Ruling.Refused) Surface.ofTenant().ofClass("javax/tools/ToolProvider");
        Refusal refusal = Refusal.of("names", "javax.tools.ToolProvider", unlisted);

        assertThat(refusal.inMethod("run()").inMethod("other()").inWords())
                .isEqualTo(
                        "method run() names javax.tools.ToolProvider, which is not in the table of"
                                + " what it may use. If it is harmless, add a line for it to the"
                                + " rules that this code is woven with.");
        assertThat(refusal.remedy()).startsWith("If it is harmless");
    }

    @Test
    void refused_throwsWhenItGetsThere() throws Exception {
        Class<?> late =
                WovenClasses.of(RulingShapes.class, new Ledger()).twin(RulingShapes.Exits.class);

        assertThat(Twin.run(late, "fine")).isEqualTo(5);
        assertThat(Twin.run(late, "isThread", "no")).isEqualTo(false);
        assertThat(Twin.run(late, "exit"))
                .isInstanceOf(SecurityException.class)
                .asString()
                .contains("System.exit(int): the process is not yours");
        assertThat(Twin.run(late, "later")).isInstanceOf(Runnable.class);
    }
}
