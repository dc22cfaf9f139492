package dev.stint.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ChainTest {
    @BeforeEach
    void install() {
        Chain.install(List.of(HashMap.class, ArrayList.class, Pattern.class, Optional.class));
    }

    @AfterEach
    void uninstall() {
        Chain.install(Set.of());
    }

    private static boolean passes(Class<?> type, String method) {
        return Chain.passes(type, method, false);
    }

    @Test
    void passes_wovenClass_unlessItInitialises() {
        assertThat(passes(Pattern.class, "compile")).isTrue();
        assertThat(passes(Pattern.class, "<clinit>")).isFalse();
        assertThat(Chain.passes(Pattern.class, "<clinit>", true)).isFalse();
    }

    @Test
    void passes_classThatIsNotWoven_onlyIfItPassesOn() {
        assertThat(passes(String.class, "matches")).isTrue();
        assertThat(passes(Locale.class, "of")).isFalse();
        assertThat(passes(ClassLoader.class, "loadClass")).isFalse();
        assertThat(passes(Chain.class, "install")).isFalse();
    }

    @Test
    void passes_container_onlyToReadOrBelowWhatItCallsBack() {
        assertThat(passes(HashMap.class, "containsKey")).isTrue();
        assertThat(passes(ArrayList.class, "hashCode")).isTrue();
        assertThat(passes(HashMap.class, "resize")).isFalse();
        assertThat(passes(ArrayList.class, "add")).isFalse();
        assertThat(Chain.passes(HashMap.class, "putVal", true)).isTrue();
    }

    /**
     * The frames above it are the JDK's; the first other one is this class, and that is Stint's.
     */
    @Test
    void isOfTask_calledByStint_isNot() {
        Supplier<Boolean> asks = Chain::isOfTask;

        assertThat(Optional.<Boolean>empty().orElseGet(asks)).isFalse();
    }
}
