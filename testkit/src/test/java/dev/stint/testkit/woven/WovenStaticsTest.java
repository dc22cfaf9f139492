package dev.stint.testkit.woven;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stint.testkit.Sim;
import dev.stint.testkit.junit.SimTest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** JUnit sets static fields of this class, and the schedules run a twin of it. */
class WovenStaticsTest {
    private static final List<String> NOTES = new ArrayList<>();

    @TempDir static @Nullable Path folder;
    private static String prepared = "";
    private static int runs;

    @BeforeAll
    static void prepare() {
        prepared = "by JUnit";
    }

    @AfterAll
    static void lookBack() {
        assertEquals(5, NOTES.size());
        assertEquals(5, runs);
    }

    @SimTest(schedules = 3)
    void twin_hasWhatJUnitHasSet(Sim sim) {
        runs++;
        NOTES.add("here");
        assertEquals("by JUnit", prepared);
        assertTrue(Files.isDirectory(assertNotNullPath(folder)));
    }

    private static Path assertNotNullPath(@Nullable Path path) {
        assertNotNull(path);
        return path;
    }

    @Nested
    class Inner {
        private int count;

        @SimTest(schedules = 2)
        void twin_ofAnInnerClass_livesInATwin(Sim sim) throws Exception {
            runs++;
            NOTES.add("inside");
            sim.run(
                    nursery ->
                            nursery.spawn(
                                    () -> {
                                        count++;
                                    }));
            assertEquals(1, count);
        }
    }
}
