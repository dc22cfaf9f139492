package dev.stint;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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

    /** The classes in these packages, for rules of the module's own. */
    public JavaClasses classes() {
        return classes;
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
                                        isOfAnotherModule(type)
                                                && !open.contains(type.getPackageName())))
                .allowEmptyShould(true)
                .check(classes);
        return this;
    }

    /** What users see is written in types that they may use. */
    public Architecture showsNoInternals() {
        checkApi(
                "name no internal type in a signature",
                member ->
                        signature(member)
                                .flatMap(part -> part.getAllInvolvedRawTypes().stream())
                                .map(JavaClass::getBaseComponentType)
                                .filter(Architecture::isInternal)
                                .distinct()
                                .map(leak -> "shows " + leak.getName()));
        return this;
    }

    /**
     * What there may not be is an Optional in the API, and never null. A method that somebody else
     * has declared, as one of the JDK, does what it must; and so does a hook that stands in for
     * one.
     *
     * @param exceptions methods whose null is a value, by type and name
     */
    public Architecture returnsNoNull(String... exceptions) {
        Set<String> values = Set.of(exceptions);
        checkApi(
                "return no null",
                member ->
                        member instanceof JavaMethod method
                                        && isNullable(method)
                                        && !isHook(method)
                                        && !isDeclaredElsewhere(method)
                                        && !values.contains(nameOf(method))
                                ? Stream.of("may return null; return an Optional")
                                : Stream.empty());
        return this;
    }

    // ---- the API

    private void checkApi(String rule, Function<JavaMember, Stream<String>> complaints) {
        ArchRuleDefinition.classes()
                .that(
                        DescribedPredicate.describe(
                                "are part of the API", Architecture::isPartOfTheApi))
                .should(
                        new ArchCondition<JavaClass>(rule) {
                            @Override
                            public void check(JavaClass type, ConditionEvents events) {
                                type.getMembers().stream()
                                        .filter(Architecture::isVisible)
                                        .forEach(member -> complain(member, complaints, events));
                            }
                        })
                .allowEmptyShould(true)
                .check(classes);
    }

    private static void complain(
            JavaMember member,
            Function<JavaMember, Stream<String>> complaints,
            ConditionEvents events) {
        complaints
                .apply(member)
                .map(complaint -> member.getFullName() + " " + complaint)
                .forEach(text -> events.add(SimpleConditionEvent.violated(member, text)));
    }

    /** Public, and so is every class around it, in a package that users may name. */
    static boolean isPartOfTheApi(JavaClass type) {
        return !isInternal(type)
                && type.getModifiers().contains(JavaModifier.PUBLIC)
                && type.getEnclosingClass().map(Architecture::isPartOfTheApi).orElse(true);
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

    private static boolean isHook(JavaMethod method) {
        return (method.getOwner().getPackageName() + ".").startsWith("dev.stint.hooks.");
    }

    private static boolean isNullable(JavaMethod method) {
        return method.reflect().getAnnotatedReturnType().isAnnotationPresent(Nullable.class);
    }

    private static boolean isDeclaredElsewhere(JavaMethod method) {
        return Stream.concat(
                        method.getOwner().getAllRawSuperclasses().stream(),
                        method.getOwner().getAllRawInterfaces().stream())
                .filter(type -> !type.getPackageName().startsWith("dev.stint"))
                .flatMap(type -> Arrays.stream(type.reflect().getDeclaredMethods()))
                .anyMatch(
                        there ->
                                there.getName().equals(method.getName())
                                        && Arrays.equals(
                                                there.getParameterTypes(),
                                                method.reflect().getParameterTypes()));
    }

    private static String nameOf(JavaMethod method) {
        return method.getOwner().getName() + "." + method.getName();
    }

    private static boolean isInternal(JavaClass type) {
        String name = type.getPackageName();
        return name.startsWith("dev.stint.") && (name + ".").contains(".internal.");
    }

    private boolean isOfAnotherModule(JavaClass type) {
        return isInternal(type) && !(type.getPackageName() + ".").startsWith(root + ".");
    }
}
