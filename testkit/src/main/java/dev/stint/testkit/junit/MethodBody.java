package dev.stint.testkit.junit;

import dev.stint.internal.sim.SimTask;
import dev.stint.testkit.Sim;
import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.opentest4j.TestAbortedException;

/**
 * A test method as the body of a simulation. Each schedule calls it on an instance of its own,
 * between what comes before and after each test. A schedule in which an assumption does not hold is
 * passed over.
 */
public final class MethodBody implements Sim.Body {
    private final Statics statics;
    private final Call test;
    private final List<Call> before;
    private final List<Call> after;
    private final @Nullable Instance maker;
    private volatile long runs; // the simulating thread writes
    private volatile long passedOver;
    private volatile @Nullable TestAbortedException assumption;

    MethodBody(Class<?> type, Method method, Statics statics) {
        this.statics = statics;
        test = Call.of(type, method);
        boolean alone = Modifier.isStatic(method.getModifiers());
        maker = alone ? null : Instance.of(type);
        before = alone ? List.of() : before(type);
        after = alone ? List.of() : after(type);
        statics.carryOver();
    }

    /** All schedules were run: what they have left in static fields is there for JUnit, too. */
    public void end() {
        statics.carryBack();
    }

    /** Those of the outer classes first. */
    private static List<Call> before(Class<?> type) {
        List<Call> all = new ArrayList<>();
        for (Class<?> at = type; at != null; at = SimMethod.outerOf(at)) {
            all.addAll(0, Call.all(at, BeforeEach.class, HierarchyTraversalMode.TOP_DOWN));
        }
        return all;
    }

    /** Those of the outer classes last. */
    private static List<Call> after(Class<?> type) {
        List<Call> all = new ArrayList<>();
        for (Class<?> at = type; at != null; at = SimMethod.outerOf(at)) {
            all.addAll(Call.all(at, AfterEach.class, HierarchyTraversalMode.BOTTOM_UP));
        }
        return all;
    }

    /** How many schedules were run. */
    public long runs() {
        return runs;
    }

    /** In how many of them an assumption did not hold. */
    public long passedOver() {
        return passedOver;
    }

    /** The assumption that did not hold, if there was no schedule in which all held. */
    public Optional<TestAbortedException> neverHeld() {
        return runs == passedOver ? Optional.ofNullable(assumption) : Optional.empty();
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
    public void run(Sim sim) throws Exception {
        runs++;
        Throwable thrown = null;
        Map<Class<?>, Object> instances = new HashMap<>();
        try {
            if (maker != null) {
                maker.make(instances);
            }
            for (Call each : before) {
                each.make(instances, sim);
            }
            test.make(instances, sim);
        } catch (Throwable e) {
            thrown = e;
        }
        for (Call each : after) {
            thrown = makeAfter(each, instances, sim, thrown);
        }
        if (thrown == null) {
            return;
        }
        TestAbortedException aborted = abortIn(thrown);
        if (aborted == null) {
            throw asException(thrown);
        }
        assumption = aborted;
        passedOver++;
    }

    private static @Nullable Throwable makeAfter(
            Call each, Map<Class<?>, Object> instances, Sim sim, @Nullable Throwable thrown) {
        if (!instances.containsKey(each.on())) {
            return thrown; // its constructor has failed
        }
        try {
            each.make(instances, sim);
            return thrown;
        } catch (Throwable e) {
            if (thrown == null || abortIn(thrown) != null) {
                return e;
            }
            thrown.addSuppressed(e);
            return thrown;
        }
    }

    /** An assumption may fail in a task, and its exception then comes as a cause. */
    private static @Nullable TestAbortedException abortIn(Throwable thrown) {
        for (Throwable at : SimTask.causesOf(thrown)) {
            if (at instanceof TestAbortedException aborted) {
                return aborted;
            }
        }
        return null;
    }

    private static Exception asException(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        return thrown instanceof Exception e ? e : new IllegalStateException(thrown);
    }

    /** A method, and the class on whose instance it is called. */
    private record Call(Class<?> on, Method method) {
        static Call of(Class<?> on, Method method) {
            method.setAccessible(true);
            return new Call(on, method);
        }

        static List<Call> all(
                Class<?> on, Class<? extends Annotation> each, HierarchyTraversalMode order) {
            return AnnotationSupport.findAnnotatedMethods(on, each, order).stream()
                    .map(method -> of(on, method))
                    .toList();
        }

        void make(Map<Class<?>, Object> instances, Sim sim) throws Throwable {
            try {
                method.invoke(
                        instances.get(on), // null for a static one
                        method.getParameterCount() == 0 ? new Object[0] : new Object[] {sim});
            } catch (InvocationTargetException e) {
                throw Objects.requireNonNull(e.getCause(), "what the method threw");
            }
        }
    }

    /** Makes an instance, and before it those that it lives in. */
    private record Instance(Class<?> type, Constructor<?> constructor, @Nullable Instance outer) {
        static Instance of(Class<?> type) {
            Constructor<?> constructor =
                    Objects.requireNonNull(
                            SimMethod.constructorOf(type), "Misuse has looked at the constructors");
            constructor.setAccessible(true);
            Class<?> outer = SimMethod.outerOf(type);
            return new Instance(type, constructor, outer == null ? null : of(outer));
        }

        Object make(Map<Class<?>, Object> into) throws Throwable {
            try {
                Object made =
                        outer == null
                                ? constructor.newInstance()
                                : constructor.newInstance(outer.make(into));
                into.put(type, made);
                return made;
            } catch (InvocationTargetException e) {
                throw Objects.requireNonNull(e.getCause(), "what the constructor threw");
            }
        }
    }
}
