package dev.stint.testkit;

import dev.stint.Architecture;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final Architecture MODULE = Architecture.of("dev.stint.testkit");

    @Test
    void packages_haveNoCycles() {
        MODULE.hasNoCycles();
    }

    @Test
    void testkit_usesNothingInternalOfOtherModulesButThePortOfTheRuntime() {
        MODULE.usesInternalsOnlyOf("dev.stint.internal.sim");
    }

    @Test
    void publicSignatures_nameNoInternalType() {
        MODULE.showsNoInternals();
    }

    /** What an operation under test returns is compared, and null is as good as anything. */
    @Test
    void publicMethods_returnNoNull() {
        MODULE.returnsNoNull(
                "dev.stint.testkit.history.Linearizable$WithArgument.on",
                "dev.stint.testkit.history.Linearizable$Plain.on");
    }
}
