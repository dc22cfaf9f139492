package dev.stint;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    /** Public classes that are meant to be extended, by full name. */
    private static final Set<String> OPEN = Set.of();

    private static final String INTERNAL = "dev.stint.internal";

    private static final JavaClasses RUNTIME =
            new ClassFileImporter()
                    .withImportOption(new ImportOption.DoNotIncludeTests())
                    .importPackages("dev.stint");

    @Test
    void packages_haveNoCycles() {
        slices().matching("dev.stint.(**)")
                .should()
                .beFreeOfCycles()
                .allowEmptyShould(true)
                .check(RUNTIME);
    }

    @Test
    void portOfTheTestkit_isUsedByNothingHere() {
        noClasses()
                .that()
                .resideOutsideOfPackage(INTERNAL + ".sim")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(INTERNAL + ".sim")
                .check(RUNTIME);
    }

    @Test
    void publicSignatures_nameNoInternalType() {
        classes()
                .that(arePartOfTheApi())
                .should(nameNoInternalTypeInSignatures())
                .allowEmptyShould(true)
                .check(RUNTIME);
    }

    @Test
    void publicClasses_areClosedForExtension() {
        classes()
                .that(arePartOfTheApi())
                .should(beClosedOrListedAsOpen())
                .allowEmptyShould(true)
                .check(RUNTIME);
    }

    private static DescribedPredicate<JavaClass> arePartOfTheApi() {
        return DescribedPredicate.describe(
                "are part of the API", type -> !isInternal(type) && isVisible(type));
    }

    private static ArchCondition<JavaClass> nameNoInternalTypeInSignatures() {
        return new ArchCondition<>("name no type of " + INTERNAL + " in a signature") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                for (var member : type.getMembers()) {
                    if (!isVisible(member)) {
                        continue;
                    }
                    signature(member)
                            .flatMap(part -> part.getAllInvolvedRawTypes().stream())
                            .map(JavaClass::getBaseComponentType)
                            .filter(ArchitectureTest::isInternal)
                            .distinct()
                            .forEach(
                                    leak ->
                                            events.add(
                                                    SimpleConditionEvent.violated(
                                                            member,
                                                            member.getFullName()
                                                                    + " shows "
                                                                    + leak.getName())));
                }
            }
        };
    }

    private static ArchCondition<JavaClass> beClosedOrListedAsOpen() {
        return new ArchCondition<>("be closed for extension, or be listed as open here") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                var modifiers = type.getModifiers();
                var closed =
                        type.isInterface()
                                || type.isAnnotation()
                                || type.isEnum()
                                || modifiers.contains(JavaModifier.FINAL)
                                || modifiers.contains(JavaModifier.ABSTRACT)
                                || type.reflect().isSealed();
                if (!closed && !OPEN.contains(type.getName())) {
                    events.add(
                            SimpleConditionEvent.violated(
                                    type,
                                    type.getName()
                                            + " is neither final, abstract nor sealed; close it, or"
                                            + " list it in ArchitectureTest.OPEN"));
                }
            }
        };
    }

    private static boolean isInternal(JavaClass type) {
        var name = type.getPackageName();
        return name.equals(INTERNAL) || name.startsWith(INTERNAL + ".");
    }

    /** Public, and so is every class around it. */
    private static boolean isVisible(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                && type.getEnclosingClass().map(ArchitectureTest::isVisible).orElse(true);
    }

    private static boolean isVisible(JavaMember member) {
        var modifiers = member.getModifiers();
        return !modifiers.contains(JavaModifier.SYNTHETIC)
                && (modifiers.contains(JavaModifier.PUBLIC)
                        || modifiers.contains(JavaModifier.PROTECTED));
    }

    private static Stream<JavaType> signature(JavaMember member) {
        return switch (member) {
            case JavaField field -> Stream.of(field.getType());
            case JavaCodeUnit unit ->
                    Stream.of(
                                    Stream.of(unit.getReturnType()),
                                    unit.getParameterTypes().stream(),
                                    unit.getExceptionTypes().stream())
                            .flatMap(parts -> parts);
            default -> throw new IllegalArgumentException("unknown member " + member);
        };
    }
}
