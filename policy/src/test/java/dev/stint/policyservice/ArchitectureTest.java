package dev.stint.policyservice;

import dev.stint.Architecture;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final Architecture MODULE = Architecture.of("dev.stint.policyservice");

    @Test
    void packages_haveNoCycles() {
        MODULE.hasNoCycles();
    }

    @Test
    void module_usesNothingInternalOfOtherModules() {
        MODULE.usesInternalsOnlyOf();
    }

    @Test
    void publicMethods_returnNoNull() {
        MODULE.returnsNoNull();
    }
}
