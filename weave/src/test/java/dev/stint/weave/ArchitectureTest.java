package dev.stint.weave;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import dev.stint.Architecture;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String TOP = "dev.stint.weave";

    /**
     * The words that the API and what is below it have in common: what a class may use, where class
     * files are found, what a class came to. All else at the top is there to be called by users,
     * and nothing below knows it.
     */
    private static final Set<String> WORDS =
            Set.of(
                    "ClassReport",
                    "ClassSource",
                    "OpenSurface",
                    "Refusal",
                    "Ruling",
                    "Surface",
                    "TableSurface",
                    "WeaveRefusedException",
                    "WovenClass");

    /** From the top to the bottom; the names are those of the page about weaving. */
    static final List<String> ROOMS =
            List.of(
                    "agent",
                    "dev.stint.weave, doors",
                    "internal.reflect",
                    "internal.jar",
                    "internal",
                    "internal.plan",
                    "internal.emit",
                    "internal.flow",
                    "internal.classes",
                    "points",
                    "dev.stint.weave, words",
                    "internal.surface",
                    "internal.files");

    private static final Architecture MODULE = Architecture.of(TOP);
    private static final JavaClasses WEAVE = MODULE.classes();

    /** The package at the top counts as two: its words, and those who do the work with them. */
    @Test
    void packages_haveNoCycles() {
        slices().assignedFrom(new Rooms()).should().beFreeOfCycles().check(WEAVE);
    }

    @Test
    void rooms_useOnlyThoseBelow() {
        var upwards = new TreeSet<String>();
        for (JavaClass type : WEAVE) {
            for (Dependency use : type.getDirectDependenciesFromSelf()) {
                JavaClass used = use.getTargetClass().getBaseComponentType();
                if (used.getPackageName().startsWith(TOP)
                        && ROOMS.indexOf(room(used)) < ROOMS.indexOf(room(type))) {
                    upwards.add(type.getName() + " uses " + used.getName());
                }
            }
        }
        assertThat(upwards).isEmpty();
        assertThat(WEAVE.stream().map(ArchitectureTest::room).distinct())
                .containsExactlyInAnyOrderElementsOf(ROOMS);
    }

    private static String room(JavaClass type) {
        String name = type.getPackageName();
        if (!name.equals(TOP)) {
            return name.substring(TOP.length() + 1);
        }
        boolean isWord = WORDS.contains(outermost(type)) || outermost(type).equals("package-info");
        return TOP + (isWord ? ", words" : ", doors");
    }

    private static String outermost(JavaClass type) {
        String name = type.getName().substring(type.getPackageName().length() + 1);
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }

    private static final class Rooms implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return type.getPackageName().startsWith(TOP)
                    ? SliceIdentifier.of(room(type))
                    : SliceIdentifier.ignore();
        }

        @Override
        public String getDescription() {
            return "packages of " + TOP;
        }
    }

    @Test
    void weave_usesNothingOfTheRuntime() {
        noClasses()
                .should()
                .dependOnClassesThat(
                        DescribedPredicate.describe(
                                "are neither hooks nor of this module",
                                type ->
                                        type.getPackageName().startsWith("dev.stint")
                                                && !type.getPackageName().startsWith(TOP)
                                                && !type.getPackageName()
                                                        .startsWith("dev.stint.hooks")))
                .check(WEAVE);
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
