package dev.stint.testkit.junit;

import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;

/** The reasons why a method cannot be explored, and what to write instead. */
final class Misuse {
    private Misuse() {}

    /** Null if nothing is wrong. */
    static @Nullable String of(Class<?> type, Method method) {
        String problem = ofMethod(method);
        if (problem == null && !Modifier.isStatic(method.getModifiers())) {
            problem = ofClass(type);
        }
        return problem == null
                ? null
                : "cannot explore " + SimMethod.nameOf(type, method) + ": " + problem;
    }

    private static @Nullable String ofMethod(Method method) {
        if (Modifier.isPrivate(method.getModifiers())) {
            return "it is private. Take 'private' away.";
        }
        if (Modifier.isAbstract(method.getModifiers())) {
            return "it is abstract. Name a class that implements it.";
        }
        if (method.getReturnType() != void.class) {
            return "it returns "
                    + method.getReturnType().getSimpleName()
                    + ", which nobody would look at. Make it void, and assert inside.";
        }
        return SimMethod.takesSimOrNothing(method)
                ? null
                : "it takes "
                        + parameters(method)
                        + ". It may take one parameter of type Sim, or none;"
                        + " make everything else inside, or in a @BeforeEach method.";
    }

    private static String parameters(Method method) {
        List<String> types =
                List.of(method.getParameterTypes()).stream().map(Class::getSimpleName).toList();
        return "(" + String.join(", ", types) + ")";
    }

    private static @Nullable String ofClass(Class<?> type) {
        String problem = ofInstance(type);
        for (Class<? extends Annotation> each : List.of(BeforeEach.class, AfterEach.class)) {
            for (Method method :
                    AnnotationSupport.findAnnotatedMethods(
                            type, each, HierarchyTraversalMode.TOP_DOWN)) {
                if (problem == null && !SimMethod.takesSimOrNothing(method)) {
                    problem =
                            "its @"
                                    + each.getSimpleName()
                                    + " method "
                                    + method.getName()
                                    + " takes "
                                    + parameters(method)
                                    + ", but is called for each schedule, by Stint and not by"
                                    + " JUnit. It may take one parameter of type Sim, or none.";
                }
            }
        }
        return problem == null ? ofWhatJUnitWouldDoOnce(type) : problem;
    }

    /** Each schedule has an instance of its own, and JUnit knows only the one it has made. */
    private static @Nullable String ofWhatJUnitWouldDoOnce(Class<?> type) {
        for (Class<? extends Annotation> all : List.of(BeforeAll.class, AfterAll.class)) {
            for (Method method :
                    AnnotationSupport.findAnnotatedMethods(
                            type, all, HierarchyTraversalMode.TOP_DOWN)) {
                if (!Modifier.isStatic(method.getModifiers())) {
                    return "its @"
                            + all.getSimpleName()
                            + " method "
                            + method.getName()
                            + " is not static, so it sees an instance that no schedule sees. Make"
                            + " it static, or a @BeforeEach method.";
                }
            }
        }
        for (Field field : AnnotationSupport.findAnnotatedFields(type, TempDir.class)) {
            if (!Modifier.isStatic(field.getModifiers())) {
                return "JUnit sets its @TempDir field "
                        + field.getName()
                        + " in one instance only, and each schedule has its own. Make it static.";
            }
        }
        Class<?> outer = SimMethod.outerOf(type);
        return outer == null ? null : ofClass(outer);
    }

    private static @Nullable String ofInstance(Class<?> type) {
        if (Modifier.isAbstract(type.getModifiers())) {
            return type.getSimpleName() + " is abstract. Name a class that extends it.";
        }
        if (type.isLocalClass() || type.isAnonymousClass()) {
            return "its class is declared inside a method. Declare it on its own.";
        }
        return SimMethod.constructorOf(type) != null
                ? null
                : type.getSimpleName()
                        + " has no constructor without parameters, and each schedule needs an"
                        + " instance of its own. Give it one, or make the method static.";
    }
}
