package dev.stint.language;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import dev.stint.Architecture;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final Architecture MODULE = Architecture.of("dev.stint.language");

    @Test
    void packages_haveNoCycles() {
        MODULE.hasNoCycles();
    }

    @Test
    void language_usesNothingInternalOfOtherModules() {
        MODULE.usesInternalsOnlyOf();
    }

    @Test
    void language_knowsTheRuntimeAndNothingOfTheWeaver() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.stint.weave..", "dev.stint.testkit..")
                .check(MODULE.classes());
    }

    @Test
    void stages_knowOnlyThoseBeforeThem() {
        noClasses()
                .that()
                .resideInAPackage("dev.stint.language.internal.qtjir..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.stint.language.internal.tree..",
                        "dev.stint.language.internal.syntax..",
                        "dev.stint.language.internal.check..")
                .check(MODULE.classes());
    }

    @Test
    void publicSignatures_nameNoInternalType() {
        MODULE.showsNoInternals();
    }

    @Test
    void publicMethods_returnNoNull() {
        MODULE.returnsNoNull("dev.stint.language.HostFunction.call"); // hosts write it
    }
}
