package dev.stint.testkit.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.testkit.Sim;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What cannot be explored is refused, with what to write instead. */
class MisuseTest {
    private static String misuseOf(Class<?> type) {
        Method method =
                Arrays.stream(type.getDeclaredMethods())
                        .filter(m -> m.getName().equals("test"))
                        .findFirst()
                        .orElseThrow();
        return String.valueOf(Misuse.of(type, method));
    }

    private static void assertRefused(Class<?> type, String... words) {
        assertThat(misuseOf(type))
                .startsWith("cannot explore " + type.getName() + "#test: ")
                .contains(words);
        assertThat(Launched.run(type).failureOf("test")).hasStackTraceContaining(misuseOf(type));
    }

    static class Parameters {
        @SimTest
        void test(Sim sim, TestInfo info) {}
    }

    @Test
    void method_withOtherParameters_isRefused() {
        assertRefused(Parameters.class, "it takes (Sim, TestInfo)", "one parameter of type Sim");
    }

    static class Constructed {
        Constructed(TestInfo info) {}

        @SimTest
        void test(Sim sim) {}
    }

    @Test
    void class_whoseConstructorTakesParameters_isRefused() {
        assertRefused(Constructed.class, "no constructor without parameters", "Give it one");
    }

    static class Informed {
        @BeforeEach
        void set(TestInfo info) {}

        @SimTest
        void test() {}
    }

    @Test
    void before_withOtherParameters_isRefused() {
        assertRefused(Informed.class, "its @BeforeEach method set takes (TestInfo)");
    }

    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    static class Once {
        @BeforeAll
        void open() {}

        @SimTest
        void test() {}
    }

    @Test
    void beforeAll_thatIsNotStatic_isRefused() {
        assertRefused(Once.class, "its @BeforeAll method open is not static", "Make it static");
    }

    static class Foldered {
        @TempDir Path folder;

        @SimTest
        void test() {}
    }

    @Test
    void tempDir_thatIsNotStatic_isRefused() {
        assertRefused(Foldered.class, "@TempDir field folder", "Make it static");
    }

    static class Wrong {
        @SimTest(strategy = "luck")
        void test() {}
    }

    @Test
    void annotation_withAWrongValue_isRefused() {
        assertThat(Launched.run(Wrong.class).failureOf("test"))
                .hasMessageContaining("the @SimTest of " + Wrong.class.getName() + "#test is wrong")
                .hasMessageContaining("there is no strategy 'luck'");
    }

    static class Private {
        @SuppressWarnings({"unused", "UnusedMethod"}) // by reflection
        private void test(Sim sim) {}
    }

    static class Returning {
        int test(Sim sim) {
            return 1;
        }
    }

    abstract static class Unfinished {
        void test(Sim sim) {}
    }

    /** JUnit itself does not run these; the command line would. */
    @Test
    void method_thatJUnitWouldNotSee_isRefused() {
        assertThat(misuseOf(Private.class)).contains("it is private. Take 'private' away.");
        assertThat(misuseOf(Returning.class)).contains("it returns int", "Make it void");
        assertThat(misuseOf(Unfinished.class)).contains("Unfinished is abstract");
    }
}
