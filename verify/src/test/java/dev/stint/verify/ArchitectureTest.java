package dev.stint.verify;

import dev.stint.Architecture;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final Architecture MODULE = Architecture.of("dev.stint.verify");

    @Test
    void packages_haveNoCycles() {
        MODULE.hasNoCycles();
    }
}
