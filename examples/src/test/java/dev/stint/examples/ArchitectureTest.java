package dev.stint.examples;

import dev.stint.Architecture;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final Architecture MODULE = Architecture.of("dev.stint.examples");

    @Test
    void packages_haveNoCycles() {
        MODULE.hasNoCycles();
    }

    @Test
    void examples_usesNothingInternalOfOtherModules() {
        MODULE.usesInternalsOnlyOf();
    }

    @Test
    void publicMethods_returnNoNull() {
        MODULE.returnsNoNull();
    }
}
