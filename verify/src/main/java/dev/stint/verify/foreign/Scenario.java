package dev.stint.verify.foreign;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A small program after another runtime's test. It throws if something is not as it should be.
 *
 * @param places where it is run
 * @param seedable whether it can be run under a seed; not if it uses threads of its own
 */
record Scenario(String name, List<Where> places, boolean seedable, Body body) {
    /** Whether a scenario runs in a task or on a thread outside. */
    enum Where {
        TASK,
        OUTSIDE
    }

    /** What a scenario does. */
    @FunctionalInterface
    interface Body {
        void run(Place place) throws Exception;
    }

    /** All scenes of these classes, sorted. */
    static List<Scenario> of(Class<?>... classes) {
        return Stream.of(classes)
                .flatMap(each -> Arrays.stream(each.getDeclaredMethods()))
                .filter(method -> method.isAnnotationPresent(Scene.class))
                .map(Scenario::of)
                .sorted(Comparator.comparing(Scenario::name))
                .toList();
    }

    private static Scenario of(Method method) {
        String name = method.getDeclaringClass().getSimpleName() + "." + method.getName();
        Body body = place -> invoke(method, place);
        return switch (method.getAnnotation(Scene.class).value()) {
            case TASK -> inTask(name, body);
            case BOTH -> everywhere(name, body);
            case BOTH_ON_THREADS -> new Scenario(name, List.of(Where.values()), false, body);
        };
    }

    private static void invoke(Method method, Place place) throws Exception {
        try {
            method.invoke(null, place);
        } catch (InvocationTargetException e) {
            switch (e.getCause()) {
                case Exception thrown -> throw thrown;
                case Error thrown -> throw thrown;
                case null, default -> throw e;
            }
        }
    }

    /** One that runs in a task. */
    static Scenario inTask(String name, Body body) {
        return new Scenario(name, List.of(Where.TASK), true, body);
    }

    /** One that runs in a task, and on a thread outside. */
    static Scenario everywhere(String name, Body body) {
        return new Scenario(name, List.of(Where.values()), true, body);
    }

    @Override
    public String toString() {
        return name;
    }
}
