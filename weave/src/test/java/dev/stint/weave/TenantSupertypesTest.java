package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * What costs something, or is refused, by the name of a class must not be free by the name of one
 * of its supertypes. What is, is here with the reason why that does no harm.
 */
class TenantSupertypesTest {
    private static final TableSurface SURFACE = TableSurface.ofTenant();

    /** Classes of which a tenant can have no object. */
    private static final Set<String> OUT_OF_REACH =
            Set.of(
                    "java.io.CharArrayWriter",
                    "java.io.Console",
                    "java.io.RandomAccessFile",
                    "java.lang.ThreadGroup",
                    "java.lang.ref.PhantomReference",
                    "java.util.Formatter",
                    "java.util.Properties",
                    "java.util.Scanner",
                    "java.util.ServiceLoader$Provider",
                    "java.util.SimpleTimeZone",
                    "java.util.StringTokenizer",
                    "java.util.TimerTask",
                    "java.util.concurrent.ExecutorService",
                    "java.util.concurrent.ScheduledExecutorService");

    private static final Map<String, String> REVIEWED =
            Map.ofEntries(
                    Map.entry("java.io.Closeable.close()", "a stand-in that only passes on"),
                    Map.entry("java.io.Reader.close()", "a stand-in that only passes on"),
                    Map.entry("java.io.Reader.ready()", "a stand-in that only passes on"),
                    Map.entry("java.io.Reader.reset()", "a stand-in that only passes on"),
                    Map.entry("java.lang.AutoCloseable.close()", "a stand-in that only passes on"),
                    Map.entry("java.lang.Runnable.run()", "a meter runs once; others do nothing"),
                    Map.entry("java.util.Collection.isEmpty()", "a few counters"),
                    Map.entry("java.util.Set.isEmpty()", "a few counters"),
                    Map.entry("java.util.List.size()", "the JDK's lists keep their sizes"),
                    Map.entry("java.util.Random.setSeed(long)", "the thread's own throws"));

    @Test
    void member_dearInAClass_isNotFreeByTheNameOfASupertype() {
        var free = new TreeMap<String, Set<String>>();
        for (String name : SURFACE.rules().namedClasses()) {
            if (name.startsWith("java.") && !OUT_OF_REACH.contains(name)) {
                for (Method member : loaded(name).getMethods()) {
                    if (!Modifier.isStatic(member.getModifiers()) && !isFree(member)) {
                        addFree(free, name, member);
                    }
                }
            }
        }
        var unknown = new TreeMap<>(free);
        unknown.keySet().removeAll(REVIEWED.keySet());

        assertThat(unknown).as("free by this name, but not by those").isEmpty();
        assertThat(free.keySet()).containsAll(REVIEWED.keySet());
    }

    private static Class<?> loaded(String name) {
        try {
            return Class.forName(name, false, ClassLoader.getPlatformClassLoader());
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    private static void addFree(Map<String, Set<String>> free, String name, Method member) {
        for (Class<?> above : supertypes(loaded(name))) {
            if (above == member.getDeclaringClass()) {
                continue;
            }
            for (Method same : above.getDeclaredMethods()) {
                boolean isSame =
                        same.getName().equals(member.getName())
                                && Arrays.equals(
                                        same.getParameterTypes(), member.getParameterTypes())
                                && Modifier.isPublic(same.getModifiers())
                                && !Modifier.isStatic(same.getModifiers());
                if (isSame && isFree(same)) {
                    free.computeIfAbsent(text(same), key -> new TreeSet<>()).add(name);
                }
            }
        }
    }

    private static String text(Method m) {
        return Arrays.stream(m.getParameterTypes())
                .map(Class::getSimpleName)
                .collect(
                        Collectors.joining(
                                ", ",
                                m.getDeclaringClass().getName() + "." + m.getName() + "(",
                                ")"));
    }

    private static boolean isFree(Method m) {
        String type =
                MethodType.methodType(m.getReturnType(), m.getParameterTypes())
                        .toMethodDescriptorString();
        String owner = m.getDeclaringClass().getName().replace('.', '/');
        return SURFACE.ofMethod(owner, m.getName(), type) instanceof Ruling.Allowed;
    }

    private static Set<Class<?>> supertypes(Class<?> of) {
        var found = new LinkedHashSet<Class<?>>();
        var next = new ArrayDeque<Class<?>>(List.of(of));
        while (!next.isEmpty()) {
            Class<?> at = next.poll();
            var above = new LinkedHashSet<Class<?>>(List.of(at.getInterfaces()));
            if (at.getSuperclass() != null) {
                above.add(at.getSuperclass());
            }
            above.removeIf(each -> !found.add(each));
            next.addAll(above);
        }
        return found;
    }
}
