package dev.stint.nativecode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Setting;
import dev.stint.nativecode.internal.Handles;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Wrong use of {@code stint.h} gives the documented code, and never a crash. */
class MisuseTest {
    @BeforeAll
    static void needed() {
        CPrograms.assumeNative();
    }

    static Stream<Arguments> functions() {
        return Stream.of(
                        "null_handles",
                        "made_up_handles",
                        "given_back_handles",
                        "bad_structs",
                        "bad_arguments",
                        "bad_nesting",
                        "anothers_nursery",
                        "own_ends",
                        "closed_channels",
                        "foreign_thread",
                        "error_texts")
                .flatMap(
                        name ->
                                settings(name).stream()
                                        .map(setting -> Arguments.of(name, setting)));
    }

    /** Under a seed no thread is waited for that the seed does not decide about. */
    private static List<Setting> settings(String name) {
        return Stream.of(Setting.values())
                .filter(setting -> !name.equals("foreign_thread") || !setting.isSeeded())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("functions")
    void wrongUse_givesItsCode(String name, Setting setting) throws Exception {
        NativeLibrary library = CPrograms.library("misuse");
        int before = Handles.count();
        try (var scheduler = setting.open()) {
            long wrong = scheduler.run(library.function(name).withStack(1 << 16).on());
            assertThat(wrong).as(() -> where(library)).isZero();
        }
        assertThat(Handles.count()).as("handles that were not given back").isEqualTo(before);
    }

    /** The last call that gave something else, in words. */
    @SuppressWarnings("restricted") // calling C is what is tested
    private static String where(NativeLibrary library) {
        try {
            var text =
                    (MemorySegment)
                            Linker.nativeLinker()
                                    .downcallHandle(
                                            library.symbol("misuse_where"),
                                            FunctionDescriptor.of(ValueLayout.ADDRESS))
                                    .invokeExact();
            return text.reinterpret(256).getString(0);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
