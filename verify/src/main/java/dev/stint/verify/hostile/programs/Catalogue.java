package dev.stint.verify.hostile.programs;

import dev.stint.verify.hostile.Draw;
import dev.stint.weave.Ruling;
import dev.stint.weave.Surface;
import java.io.IOException;
import java.lang.reflect.Executable;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All that the surface lets a tenant call, found by asking it about every member of the JDK. */
final class Catalogue {
    private static final int MOST_PARAMETERS = 6;

    /** What else is open: the runtime's own face. */
    private static final List<String> RUNTIME =
            List.of(
                    "dev.stint.Stint",
                    "dev.stint.channel.Channel",
                    "dev.stint.channel.Sender",
                    "dev.stint.channel.Receiver",
                    "dev.stint.channel.Broadcast",
                    "dev.stint.channel.Watch",
                    "dev.stint.sync.Mutex",
                    "dev.stint.sync.Semaphore",
                    "dev.stint.sync.Latch",
                    "dev.stint.sync.RateLimiter",
                    "dev.stint.nursery.Nursery",
                    "dev.stint.task.TaskOptions",
                    "dev.stint.budget.Budget");

    private static @Nullable Catalogue tenants;

    private final Surface surface;
    private final List<List<Member>> byClass = new ArrayList<>();
    private final List<Member> makers = new ArrayList<>();
    private final Map<Class<?>, List<Member>> makersOf = new HashMap<>();

    private Catalogue(Surface surface) {
        this.surface = surface;
    }

    /** For a tenant. The same each time. */
    static synchronized Catalogue ofTenant() throws IOException {
        Catalogue catalogue = tenants;
        if (catalogue == null) {
            catalogue = new Catalogue(Surface.ofTenant());
            for (String name : names()) {
                catalogue.add(name);
            }
            tenants = catalogue;
        }
        return catalogue;
    }

    private static List<String> names() throws IOException {
        Path base = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules/java.base");
        var names = new ArrayList<>(RUNTIME);
        try (Stream<Path> files = Files.walk(base.resolve("java"))) {
            files.map(file -> base.relativize(file).toString())
                    .filter(file -> file.endsWith(".class"))
                    .map(file -> file.substring(0, file.length() - 6).replace('/', '.'))
                    .sorted()
                    .forEach(names::add);
        }
        return names;
    }

    private void add(String name) {
        if (surface.ofClass(name.replace('.', '/')) instanceof Ruling.Refused) {
            return;
        }
        Class<?> type;
        try {
            type = Class.forName(name, false, Catalogue.class.getClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            return; // not for everybody
        }
        if (!isPublic(type)) {
            return;
        }
        var members = new ArrayList<Member>();
        if (!Modifier.isAbstract(type.getModifiers())) {
            Stream.of(type.getConstructors()).forEach(each -> add(type, each, members));
        }
        Stream.of(type.getDeclaredMethods())
                .filter(each -> Modifier.isPublic(each.getModifiers()) && !each.isSynthetic())
                .sorted((one, other) -> one.toString().compareTo(other.toString()))
                .forEach(each -> add(type, each, members));
        if (!members.isEmpty()) {
            byClass.add(members);
            members.stream().filter(each -> each.result() != void.class).forEach(makers::add);
        }
    }

    private void add(Class<?> type, Executable executable, List<Member> members) {
        var member = new Member(type, executable);
        String name = member.isConstructor() ? "<init>" : executable.getName();
        boolean isOpen =
                !(surface.ofMethod(type.getName().replace('.', '/'), name, member.descriptor())
                        instanceof Ruling.Refused);
        if (isOpen
                && executable.getParameterCount() <= MOST_PARAMETERS
                && isPublic(member.result())
                && member.taken().stream().allMatch(Catalogue::isPublic)) {
            members.add(member);
        }
    }

    private static boolean isPublic(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        boolean isPublic = true;
        for (Class<?> at = element; at != null; at = at.getDeclaringClass()) {
            isPublic &= Modifier.isPublic(at.getModifiers());
        }
        return isPublic;
    }

    /** Any member: first a class, so that those with few are not lost among the others. */
    Member any(Draw draw) {
        return draw.of(draw.of(byClass));
    }

    /** Those whose result can stand for a type; perhaps none. */
    List<Member> makersOf(Class<?> type) {
        return makersOf.computeIfAbsent(
                type,
                wanted ->
                        makers.stream()
                                .filter(each -> wanted.isAssignableFrom(each.result()))
                                .toList());
    }

    /** All of them, class by class. */
    List<Member> all() {
        return byClass.stream().flatMap(List::stream).toList();
    }

    int size() {
        return byClass.stream().mapToInt(List::size).sum();
    }
}
