package dev.stint.examples;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    @Test
    void examples_usesNothingInternalOfTheRuntime() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.stint.internal..")
                .allowEmptyShould(true)
                .check(new ClassFileImporter().importPackages("dev.stint.examples"));
    }
}
