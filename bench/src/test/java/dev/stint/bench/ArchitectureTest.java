package dev.stint.bench;

import dev.stint.Architecture;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final Architecture MODULE = Architecture.of("dev.stint.bench");

    @Test
    void packages_haveNoCycles() {
        MODULE.hasNoCycles();
    }
}
