package dev.stint.testkit.junit;

import dev.stint.testkit.Sim;
import dev.stint.testkit.WovenClasses;
import dev.stint.testkit.config.SimConfig;
import dev.stint.testkit.config.Strategy;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * A method that can be explored: it has {@link SimTest}, or a parameter of type {@link Sim}. A
 * static one is called as it is; for another one each schedule makes an instance of its class.
 */
public final class SimMethod {
    private final Class<?> type;
    private final Method method;

    private SimMethod(Class<?> type, Method method) {
        this.type = type;
        this.method = method;
    }

    /**
     * A method of a class, or of one that it extends.
     *
     * @throws IllegalArgumentException if it cannot be explored; says why, and what to change
     */
    public static SimMethod of(Class<?> type, Method method) {
        Objects.requireNonNull(type, "class of the method");
        Objects.requireNonNull(method, "method");
        String problem = Misuse.of(type, method);
        if (problem != null) {
            throw new IllegalArgumentException(problem);
        }
        return new SimMethod(type, method);
    }

    /** Whether a method looks as if it were to be explored; {@link #of} looks more closely. */
    public static boolean isMeant(Method method) {
        return !method.isSynthetic()
                && !method.isBridge()
                && (AnnotationSupport.isAnnotated(method, SimTest.class)
                        || (takesSim(method)
                                && method.getReturnType() == void.class
                                && !Modifier.isPrivate(method.getModifiers())
                                && !isLifecycle(method)));
    }

    private static boolean isLifecycle(Method method) {
        return Stream.of(BeforeAll.class, BeforeEach.class, AfterEach.class, AfterAll.class)
                .anyMatch(annotation -> AnnotationSupport.isAnnotated(method, annotation));
    }

    /** All methods of a class, and of those it extends, that are meant to be explored, by name. */
    public static List<Method> meantIn(Class<?> type) {
        return ReflectionSupport.findMethods(
                        type, SimMethod::isMeant, HierarchyTraversalMode.TOP_DOWN)
                .stream()
                .sorted(Comparator.comparing(Method::getName))
                .toList();
    }

    /** What reports and trace files call it: {@code dev.acme.CounterTest#increments}. */
    public String name() {
        return nameOf(type, method);
    }

    static String nameOf(Class<?> type, Method method) {
        return type.getName() + "#" + method.getName();
    }

    /**
     * As its annotation says; the defaults if it has none.
     *
     * @throws IllegalArgumentException if a value of the annotation is out of range
     */
    public SimConfig config() {
        SimConfig config = SimConfig.defaults().withName(name());
        Optional<SimTest> annotation = AnnotationSupport.findAnnotation(method, SimTest.class);
        if (annotation.isEmpty()) {
            return config;
        }
        SimTest says = annotation.get();
        try {
            return config.withSchedules(says.schedules())
                    .withSeed(says.seed())
                    .withStrategy(Strategy.parse(says.strategy()))
                    .withWorkers(says.workers())
                    .withSteps(says.steps())
                    .withTwice(says.twice());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "the @SimTest of " + name() + " is wrong: " + e.getMessage(), e);
        }
    }

    /**
     * What runs it once, on woven classes if its annotation does not say otherwise. Takes over what
     * is in the static fields of its class now.
     *
     * @throws IllegalArgumentException if the annotation names no package, or static fields cannot
     *     be taken over; says why, and what to change
     */
    public MethodBody body() {
        WovenClasses woven = WovenClasses.of(type, packages());
        var statics = new Statics(woven, name());
        for (Class<?> each = type; each != null; each = each.getEnclosingClass()) {
            statics.add(each);
        }
        return new MethodBody(woven.twinOf(type), twinOf(woven), statics);
    }

    private List<String> packages() {
        return AnnotationSupport.findAnnotation(method, SimTest.class)
                .map(says -> List.of(says.weave()))
                .orElse(List.of(WovenClasses.OWN_PACKAGE));
    }

    private Method twinOf(WovenClasses woven) {
        try {
            return woven.twinOf(method.getDeclaringClass())
                    .getDeclaredMethod(method.getName(), method.getParameterTypes());
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(name() + " is not in the twin of its class", e);
        }
    }

    // ---- what is asked of a class

    static boolean takesSim(Method method) {
        return method.getParameterCount() == 1 && method.getParameterTypes()[0] == Sim.class;
    }

    static boolean takesSimOrNothing(Method method) {
        return method.getParameterCount() == 0 || takesSim(method);
    }

    /** The class in whose instances those of this class live; null if they live on their own. */
    static @Nullable Class<?> outerOf(Class<?> type) {
        return Modifier.isStatic(type.getModifiers()) ? null : type.getEnclosingClass();
    }

    /** The constructor without parameters, or for an inner class with the outer instance only. */
    static @Nullable Constructor<?> constructorOf(Class<?> type) {
        Class<?> outer = outerOf(type);
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            Class<?>[] takes = constructor.getParameterTypes();
            if (outer == null ? takes.length == 0 : takes.length == 1 && takes[0] == outer) {
                return constructor;
            }
        }
        return null;
    }

    @Override
    public String toString() {
        return name();
    }
}
