package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Stint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The runtime's own face, as the table has it. */
class StintSurfaceTest {
    private static final Surface SURFACE = Surface.ofTenant();

    /** What is for hosts, whatever method mentions it. */
    private static final Set<String> CLOSED =
            Set.of(
                    "dev.stint.actor.Actor$Supervised",
                    "dev.stint.capability.CapLog$Sink",
                    "dev.stint.guard.GuardReading",
                    "dev.stint.nursery.Policy$Then",
                    "dev.stint.supervisor.ChildSpec",
                    "dev.stint.supervisor.Supervisor",
                    "dev.stint.tenant.Tenant");

    /** A class in a package is not found by the row of that package if it is nested in another. */
    @Test
    void types_ofOpenMethods_areOpen() throws IOException, URISyntaxException {
        var closed = new TreeSet<String>();
        int methods = 0;
        for (Class<?> type : types()) {
            for (Method method : type.getDeclaredMethods()) {
                if (Modifier.isPublic(method.getModifiers()) && isOpen(method)) {
                    methods++;
                    Stream.concat(
                                    Stream.of(method.getReturnType()),
                                    Arrays.stream(method.getParameterTypes()))
                            .filter(of -> isOurs(of) && !isOpen(of))
                            .forEach(of -> closed.add(of.getName() + " of " + method));
                }
            }
        }

        assertThat(methods).isGreaterThan(300);
        assertThat(closed).isEmpty();
    }

    /** What a program takes apart by a pattern is of the cases of a sealed type. */
    @Test
    void cases_ofOpenTypes_areOpen() throws IOException, URISyntaxException {
        var closed = new TreeSet<String>();
        for (Class<?> type : types()) {
            if (type.isSealed()) {
                Arrays.stream(type.getPermittedSubclasses())
                        .filter(of -> Modifier.isPublic(of.getModifiers()) && !isInternal(of))
                        .filter(of -> !isOpen(of))
                        .forEach(of -> closed.add(of.getName()));
            }
        }

        assertThat(closed).isEmpty();
    }

    private static boolean isOurs(Class<?> of) {
        return of.getName().startsWith("dev.stint.")
                && Modifier.isPublic(of.getModifiers())
                && !isInternal(of)
                && !CLOSED.contains(of.getName());
    }

    private static boolean isInternal(Class<?> of) {
        return of.getName().startsWith("dev.stint.internal.");
    }

    private static boolean isOpen(Class<?> of) {
        return !(SURFACE.ofClass(of.getName().replace('.', '/')) instanceof Ruling.Refused);
    }

    private static boolean isOpen(Method method) {
        String type =
                MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                        .toMethodDescriptorString();
        String owner = method.getDeclaringClass().getName().replace('.', '/');
        return !(SURFACE.ofMethod(owner, method.getName(), type) instanceof Ruling.Refused);
    }

    /** The public types that the table opens. */
    private static List<Class<?>> types() throws IOException, URISyntaxException {
        URI home = Stint.class.getProtectionDomain().getCodeSource().getLocation().toURI();
        Path path = Path.of(home);
        if (Files.isDirectory(path)) {
            return types(path);
        }
        try (FileSystem jar = FileSystems.newFileSystem(path, Map.of())) {
            return types(jar.getPath("/"));
        }
    }

    private static List<Class<?>> types(Path root) throws IOException {
        var found = new ArrayList<Class<?>>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                String name = root.relativize(file).toString().replace('\\', '/');
                if (name.endsWith(".class") && name.startsWith("dev/stint/")) {
                    String internal = name.substring(0, name.length() - 6);
                    if (!(SURFACE.ofClass(internal) instanceof Ruling.Refused)) {
                        Class<?> type = load(internal.replace('/', '.'));
                        if (Modifier.isPublic(type.getModifiers())) {
                            found.add(type);
                        }
                    }
                }
            }
        }
        return found;
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, Stint.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new UncheckedIOException(new IOException(name, e));
        }
    }
}
