package dev.stint.host;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Stint once more, in a class loader that has JUnit as well. What explores methods needs one, and
 * the jar must not hold it: it would be mixed with the JUnit of everybody who has the jar on a
 * class path. It is that of the class path to be explored if there is one, and else the one in the
 * folder {@code junit} beside the jar.
 */
final class JUnitBeside {
    private static final String KNOWN_BY = "org.junit.jupiter.api.Test";
    private static final String FOLDER = "junit";

    private JUnitBeside() {}

    /** Whether there is a JUnit already, so that nothing needs to be loaded once more. */
    static boolean isHere() {
        return has(JUnitBeside.class.getClassLoader());
    }

    private static boolean has(ClassLoader loader) {
        try {
            Class.forName(KNOWN_BY, false, loader);
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /** Runs what was typed, with a JUnit, and ends the process as {@link Main#main} does. */
    static void main(List<String> typed, List<Path> classpath) {
        try {
            Class.forName(Main.class.getName(), true, loader(classpath))
                    .getMethod("main", String[].class)
                    .invoke(null, (Object) typed.toArray(String[]::new));
        } catch (IOException | ReflectiveOperationException e) {
            throw new IllegalStateException("Stint cannot be loaded a second time", e);
        }
    }

    private static URLClassLoader loader(List<Path> classpath) throws IOException {
        Path jar = jar();
        List<Path> withTheirs = new ArrayList<>(List.of(jar));
        withTheirs.addAll(classpath);
        URLClassLoader theirs = loaderOf(withTheirs);
        if (has(theirs)) {
            return theirs;
        }
        theirs.close();
        List<Path> withOurs = new ArrayList<>(List.of(jar));
        withOurs.addAll(beside(jar));
        URLClassLoader ours = loaderOf(withOurs);
        if (!has(ours)) {
            ours.close();
            throw new BadArguments(
                    "there is no JUnit, neither on the classpath nor in "
                            + jar.resolveSibling(FOLDER)
                            + "; name its jars, too: --classpath "
                            + "target/test-classes"
                            + File.pathSeparator
                            + "junit-jupiter-api.jar ...");
        }
        return ours;
    }

    private static URLClassLoader loaderOf(List<Path> paths) throws IOException {
        URL[] urls = new URL[paths.size()];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = paths.get(i).toUri().toURL();
        }
        return new URLClassLoader("stint", urls, ClassLoader.getPlatformClassLoader());
    }

    private static Path jar() {
        try {
            return Path.of(
                    JUnitBeside.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("where the classes of Stint are is no place", e);
        }
    }

    private static List<Path> beside(Path jar) throws IOException {
        Path folder = jar.resolveSibling(FOLDER);
        List<Path> jars = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, "*.jar")) {
                found.forEach(jars::add);
            }
        }
        jars.sort(null);
        return jars;
    }
}
