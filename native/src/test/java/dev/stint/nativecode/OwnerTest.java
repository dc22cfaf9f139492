package dev.stint.nativecode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.nativecode.internal.Handles;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** C code that runs no task, and creates a scheduler: [SCHED:12.1.1], [MODULE:functions]. */
class OwnerTest {
    @BeforeAll
    static void needed() {
        CPrograms.assumeNative();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 77}) // 0: threads
    @SuppressWarnings("restricted") // calling C is what is tested
    void thread_createsASchedulerAndShutsItDown(long seed) throws Throwable {
        int before = Handles.count();
        var function =
                Linker.nativeLinker()
                        .downcallHandle(
                                CPrograms.library("owner").symbol("owns_a_scheduler"),
                                FunctionDescriptor.of(
                                        ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));
        long line = (long) function.invokeExact(seed);
        assertThat(line).as("line of owner.c").isZero();
        assertThat(Handles.count()).as("handles that were not given back").isEqualTo(before);
    }
}
