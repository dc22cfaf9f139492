package dev.stint.nativecode;

import dev.stint.Architecture;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final Architecture MODULE = Architecture.of("dev.stint.nativecode");

    @Test
    void packages_haveNoCycles() {
        MODULE.hasNoCycles();
    }

    @Test
    void nativecode_usesOfTheRuntimeOnlyItsPort() {
        MODULE.usesInternalsOnlyOf("dev.stint.internal.fiber");
    }

    @Test
    void publicSignatures_nameNoInternalType() {
        MODULE.showsNoInternals();
    }

    @Test
    void publicMethods_returnNoNull() {
        MODULE.returnsNoNull();
    }
}
