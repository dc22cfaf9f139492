package dev.stint;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Set;

/** The rules that every module keeps; the module's own test names it and its exceptions. */
public final class Architecture {
    private final String root;
    private final JavaClasses classes;

    private Architecture(String root) {
        this.root = root;
        this.classes =
                new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .importPackages(root);
    }

    /** The packages from here down, without tests. */
    public static Architecture of(String root) {
        return new Architecture(root);
    }

    /** No package depends on itself by way of others. */
    public Architecture hasNoCycles() {
        slices().matching("dev.stint.(**)").should().beFreeOfCycles().check(classes);
        return this;
    }

    /** Of what other modules keep to themselves, only these packages are used. */
    public Architecture usesInternalsOnlyOf(String... allowed) {
        Set<String> open = Set.of(allowed);
        noClasses()
                .should()
                .dependOnClassesThat(
                        DescribedPredicate.describe(
                                "another module keeps to itself",
                                (JavaClass type) ->
                                        isInternal(type) && !open.contains(type.getPackageName())))
                .allowEmptyShould(true)
                .check(classes);
        return this;
    }

    private boolean isInternal(JavaClass type) {
        String name = type.getPackageName();
        return name.startsWith("dev.stint.")
                && (name + ".").contains(".internal.")
                && !(name + ".").startsWith(root + ".");
    }
}
