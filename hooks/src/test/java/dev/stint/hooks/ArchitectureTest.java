package dev.stint.hooks;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The hooks may be classes of the JDK's own loader, which sees nothing but itself: so they use
 * nothing else.
 */
class ArchitectureTest {
    private static final String HOOKS = "dev.stint.hooks..";

    private static final JavaClasses ALL =
            new ClassFileImporter()
                    .withImportOption(new ImportOption.DoNotIncludeTests())
                    .importPackages("dev.stint");

    /** Of the running JVM, and not a list: a package that moves to another module is found. */
    private static final Set<String> BASE = Object.class.getModule().getPackages();

    private static DescribedPredicate<JavaClass> areOfTheBaseModule() {
        return DescribedPredicate.describe(
                "are of java.base",
                type ->
                        type.getBaseComponentType().isPrimitive()
                                || BASE.contains(type.getBaseComponentType().getPackageName()));
    }

    private static DescribedPredicate<JavaClass> areAnnotations() {
        return JavaClass.Predicates.resideInAPackage("org.jspecify.annotations");
    }

    /** Needed only where a program logs: the module is optional. */
    private static DescribedPredicate<JavaClass> areOfLogging() {
        return JavaClass.Predicates.resideInAPackage("java.util.logging");
    }

    @Test
    void packages_haveNoCycles() {
        slices().matching("dev.stint.hooks.(**)").should().beFreeOfCycles().check(ALL);
        noClasses()
                .that()
                .resideInAPackage("dev.stint.hooks")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.stint.hooks.jdk..")
                .check(ALL);
    }

    @Test
    void classes_useNothingButTheBaseModuleAndLogging() {
        classes()
                .should()
                .onlyDependOnClassesThat(
                        JavaClass.Predicates.resideInAPackage(HOOKS)
                                .or(areOfTheBaseModule())
                                .or(areOfLogging())
                                .or(areAnnotations()))
                .check(ALL);
    }

    @Test
    void classes_thatAreImported_areThoseOfTheHooks() {
        Set<String> packages =
                ALL.stream().map(JavaClass::getPackageName).collect(Collectors.toSet());

        assertThat(packages)
                .containsExactlyInAnyOrder(
                        "dev.stint.hooks", "dev.stint.hooks.jdk", "dev.stint.hooks.own");
        assertThat(ALL.contain("dev.stint.hooks.jdk.Prices")).isTrue();
    }
}
