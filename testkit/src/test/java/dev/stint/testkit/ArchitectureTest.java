package dev.stint.testkit;

import static com.tngtech.archunit.base.DescribedPredicate.anyElementThat;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final JavaClasses TESTKIT =
            new ClassFileImporter()
                    .withImportOption(new ImportOption.DoNotIncludeTests())
                    .importPackages("dev.stint.testkit");

    @Test
    void packages_haveNoCycles() {
        slices().matching("dev.stint.(**)").should().beFreeOfCycles().check(TESTKIT);
    }

    @Test
    void testkit_usesNothingInternalOfTheRuntimeButItsPort() {
        noClasses()
                .should()
                .dependOnClassesThat(
                        resideInAPackage("dev.stint.internal..")
                                .and(resideOutsideOfPackage("dev.stint.internal.sim")))
                .check(TESTKIT);
    }

    @Test
    void publicSignatures_nameNoInternalType() {
        var internal = resideInAPackage("dev.stint..internal..");
        methods()
                .that()
                .arePublic()
                .and()
                .areDeclaredInClassesThat()
                .arePublic()
                .and()
                .areDeclaredInClassesThat()
                .resideOutsideOfPackage("dev.stint..internal..")
                .should()
                .notHaveRawReturnType(internal)
                .andShould()
                .notHaveRawParameterTypes(anyElementThat(internal))
                .check(TESTKIT);
    }
}
