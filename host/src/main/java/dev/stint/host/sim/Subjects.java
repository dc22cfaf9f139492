package dev.stint.host.sim;

import dev.stint.policyservice.text.Spelling;
import dev.stint.testkit.junit.SimMethod;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What can be explored: the methods of the classes on a classpath. */
final class Subjects implements AutoCloseable {
    private static final String CLASS = ".class";

    private final List<Path> classpath;
    private final URLClassLoader loader;

    Subjects(List<Path> classpath) {
        this.classpath = classpath;
        this.loader =
                new URLClassLoader(
                        "sim",
                        classpath.stream().map(Subjects::url).toArray(URL[]::new),
                        Subjects.class.getClassLoader());
    }

    private static URL url(Path path) {
        try {
            return path.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException("no part of a classpath: " + path, e);
        }
    }

    ClassLoader loader() {
        return loader;
    }

    // ---- by name

    /**
     * The method {@code CLASS#METHOD}, or all those of {@code CLASS}.
     *
     * @throws IllegalArgumentException says what there is instead
     */
    List<SimMethod> find(String name) {
        int mark = name.indexOf('#');
        Class<?> type = findClass(mark < 0 ? name : name.substring(0, mark));
        if (mark >= 0) {
            return List.of(findMethod(type, name.substring(mark + 1)));
        }
        List<SimMethod> all =
                SimMethod.meantIn(type).stream().map(method -> SimMethod.of(type, method)).toList();
        if (all.isEmpty()) {
            throw new IllegalArgumentException(
                    type.getName()
                            + " has no method to explore: none has @SimTest or a parameter of type"
                            + " Sim");
        }
        return all;
    }

    private SimMethod findMethod(Class<?> type, String name) {
        List<Method> meant = SimMethod.meantIn(type);
        List<Method> named = meant.stream().filter(m -> m.getName().equals(name)).toList();
        if (named.size() == 1) {
            return SimMethod.of(type, named.getFirst());
        }
        if (named.size() > 1) {
            throw new IllegalArgumentException(
                    type.getName()
                            + " has "
                            + named.size()
                            + " methods '"
                            + name
                            + "' to explore; give them different names");
        }
        for (Method method : type.getDeclaredMethods()) {
            if (method.getName().equals(name)) {
                SimMethod.of(type, method); // says what is wrong, if that is more than this:
                throw new IllegalArgumentException(
                        type.getName()
                                + "#"
                                + name
                                + " has neither @SimTest nor a parameter of type Sim; add one");
            }
        }
        List<String> names = meant.stream().map(Method::getName).distinct().toList();
        throw new IllegalArgumentException(
                type.getName()
                        + " has no method '"
                        + name
                        + "'"
                        + Spelling.hint(name, names)
                        + (names.isEmpty()
                                ? ""
                                : "; to explore it has " + String.join(", ", names)));
    }

    private Class<?> findClass(String name) {
        Class<?> type = load(name);
        // An inner class is Outer$Inner to the JVM and Outer.Inner to people.
        String inner = name;
        while (type == null && inner.indexOf('.') >= 0) {
            int dot = inner.lastIndexOf('.');
            inner = inner.substring(0, dot) + "$" + inner.substring(dot + 1);
            type = load(inner);
        }
        return type == null ? findByEnd(name) : type;
    }

    /** By a name without its package. */
    private Class<?> findByEnd(String name) {
        List<Class<?>> ended = new ArrayList<>();
        for (String each : classNames()) {
            if (!name.isEmpty() && each.endsWith("." + name)) {
                Class<?> type = load(each);
                if (type != null) {
                    ended.add(type);
                }
            }
        }
        if (ended.size() == 1) {
            return ended.getFirst();
        }
        throw new IllegalArgumentException(
                ended.isEmpty()
                        ? "there is no class '" + name + "' on the classpath " + inWords()
                        : "'"
                                + name
                                + "' may be "
                                + ended.stream()
                                        .map(Class::getName)
                                        .collect(Collectors.joining(" or ")));
    }

    private String inWords() {
        return classpath.isEmpty()
                ? "of Stint itself; name where it is: --classpath PATH"
                : classpath.stream()
                        .map(Path::toString)
                        .collect(Collectors.joining(File.pathSeparator));
    }

    private @Nullable Class<?> load(String name) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            return null; // also if the case of a letter is wrong, or a file is no class
        }
    }

    // ---- all of them

    /** The names of all methods that can be explored. */
    List<String> all() {
        List<String> names = new ArrayList<>();
        for (String each : classNames()) {
            Class<?> type = load(each);
            if (type != null) {
                names.addAll(methodsOf(type));
            }
        }
        return names;
    }

    private static Collection<String> methodsOf(Class<?> type) {
        var names = new TreeSet<String>();
        try {
            for (Method method : SimMethod.meantIn(type)) {
                names.add(SimMethod.of(type, method).name());
            }
        } catch (LinkageError | IllegalArgumentException e) {
            // Needs a class that is not here, or cannot be explored: named, it would be told why.
        }
        return names;
    }

    private Collection<String> classNames() {
        var names = new TreeSet<String>();
        for (Path part : classpath) {
            try {
                names.addAll(Files.isDirectory(part) ? inFolder(part) : inJar(part));
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read " + part, e);
            }
        }
        return names;
    }

    private static List<String> inFolder(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(file -> folder.relativize(file).toString())
                    .filter(Subjects::isClass)
                    .map(file -> className(file.replace(File.separatorChar, '/')))
                    .toList();
        }
    }

    private static List<String> inJar(Path jar) throws IOException {
        try (var file = new JarFile(jar.toFile())) {
            return file.stream()
                    .map(entry -> entry.getName())
                    .filter(Subjects::isClass)
                    .map(Subjects::className)
                    .toList();
        }
    }

    private static boolean isClass(String file) {
        return file.endsWith(CLASS)
                && Arrays.stream(new String[] {"module-info.class", "package-info.class"})
                        .noneMatch(file::endsWith)
                && !file.startsWith("META-INF");
    }

    private static String className(String file) {
        return file.substring(0, file.length() - CLASS.length()).replace('/', '.');
    }

    @Override
    public void close() {
        try {
            loader.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
