package dev.stint.host;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    @Test
    void host_usesNothingInternalOfOthers() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.stint.internal..", "dev.stint.weave.internal..")
                .allowEmptyShould(true)
                .check(new ClassFileImporter().importPackages("dev.stint.host"));
    }
}
