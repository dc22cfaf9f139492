package dev.stint.weave.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.weave.reference.programs.Callbacks;
import dev.stint.weave.reference.programs.Exceptions;
import dev.stint.weave.reference.programs.Functions;
import dev.stint.weave.reference.programs.Inheritance;
import dev.stint.weave.reference.programs.Inner;
import dev.stint.weave.reference.programs.Kernels;
import dev.stint.weave.reference.programs.Loops;
import dev.stint.weave.reference.programs.Monitors;
import dev.stint.weave.reference.programs.Numbers;
import dev.stint.weave.reference.programs.Statics;
import dev.stint.weave.reference.programs.Structures;
import dev.stint.weave.reference.programs.Switches;
import dev.stint.weave.reference.programs.Texts;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs written in Java: the same result three times, and the same count twice.
 *
 * <p>[SCHED:3.3.1]
 */
class ProgramsTest {
    private static final List<Integer> INPUTS = List.of(2, 4, 9, 14);

    static Stream<Class<?>> programs() {
        return Stream.of(
                Callbacks.class,
                Exceptions.class,
                Functions.class,
                Inheritance.class,
                Inner.class,
                Kernels.class,
                Loops.class,
                Monitors.class,
                Numbers.class,
                Statics.class,
                Structures.class,
                Switches.class,
                Texts.class);
    }

    @ParameterizedTest
    @MethodSource("programs")
    void interpreted_everyProgram_givesWhatTheJvmGives(Class<?> program) {
        ClassSet set = ClassSet.of(program);
        for (int input : INPUTS) {
            Outcome unwoven = Outcome.unwoven(set, program.getName(), input);

            Outcome interpreted = Outcome.interpreted(set, program.getName(), input);

            assertThat(interpreted.result()).isEqualTo(unwoven.result());
        }
    }

    @ParameterizedTest
    @MethodSource("programs")
    void woven_everyProgram_givesAndCostsWhatTheReferenceSays(Class<?> program) {
        ClassSet set = ClassSet.of(program);
        for (int input : INPUTS) {
            Outcome interpreted = Outcome.interpreted(set, program.getName(), input);

            Outcome woven = Outcome.woven(set, program.getName(), input);

            assertThat(woven).isEqualTo(interpreted);
        }
    }
}
