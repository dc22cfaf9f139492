package dev.stint.libraries;

import dev.stint.Architecture;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final Architecture MODULE = Architecture.of("dev.stint.libraries");

    @Test
    void packages_haveNoCycles() {
        MODULE.hasNoCycles();
    }

    @Test
    void libraries_usesNothingInternalOfOtherModules() {
        MODULE.usesInternalsOnlyOf();
    }

    /** The parts of the record are what Jackson reads, and a text may be null there. */
    @Test
    void publicMethods_returnNoNull() {
        MODULE.returnsNoNull("dev.stint.libraries.work.JacksonBind$Order.remark");
    }
}
