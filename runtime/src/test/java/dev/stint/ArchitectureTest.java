package dev.stint;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    /** Public classes that are meant to be extended: they stand in for classes of the JDK. */
    private static final Set<String> OPEN =
            Set.of(
                    "dev.stint.hooks.own.File",
                    "dev.stint.hooks.own.FutureTask",
                    "dev.stint.hooks.own.PropertyResourceBundle",
                    "dev.stint.hooks.own.PushbackReader",
                    "dev.stint.hooks.own.ResourceBundle$Control",
                    "dev.stint.hooks.own.ScheduledThreadPoolExecutor",
                    "dev.stint.hooks.own.SecureClassLoader",
                    "dev.stint.hooks.own.Thread",
                    "dev.stint.hooks.own.ThreadGroup",
                    "dev.stint.hooks.own.ThreadPoolExecutor",
                    "dev.stint.hooks.own.ThreadPoolExecutor$AbortPolicy",
                    "dev.stint.hooks.own.ThreadPoolExecutor$CallerRunsPolicy",
                    "dev.stint.hooks.own.ThreadPoolExecutor$DiscardOldestPolicy",
                    "dev.stint.hooks.own.ThreadPoolExecutor$DiscardPolicy",
                    "dev.stint.hooks.own.Timer",
                    "dev.stint.hooks.own.URLClassLoader");

    /** What the testkit and the module native may see. */
    private static final String[] PORTS = {"dev.stint.internal.sim", "dev.stint.internal.fiber"};

    private static final Architecture MODULE = Architecture.of("dev.stint");

    @Test
    void packages_haveNoCycles() {
        MODULE.hasNoCycles();
    }

    @Test
    void portsOfOtherModules_areUsedByNothingHere() {
        noClasses()
                .that()
                .resideOutsideOfPackages(PORTS)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(PORTS)
                .check(MODULE.classes());
    }

    @Test
    void publicSignatures_nameNoInternalType() {
        MODULE.showsNoInternals();
    }

    @Test
    void publicMethods_returnNoNull() {
        MODULE.returnsNoNull();
    }

    @Test
    void publicClasses_areClosedForExtension() {
        classes()
                .that(
                        DescribedPredicate.describe(
                                "are part of the API", Architecture::isPartOfTheApi))
                .should(beClosedOrListedAsOpen())
                .check(MODULE.classes());
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
}
