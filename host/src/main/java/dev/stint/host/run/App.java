package dev.stint.host.run;

import dev.stint.weave.JarWeaver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import org.jspecify.annotations.Nullable;

/**
 * A program to run: its jars, the first of which is what it is called by, and its main class.
 *
 * @param name the name of its first jar
 */
public record App(String name, List<Path> jars, String mainClass) {
    private static final int MOST_JARS = 1000;

    public App {
        jars = List.copyOf(jars);
    }

    /**
     * Reads what a jar says about itself.
     *
     * @param beside more jars or folders
     * @param mainClass what to run instead of what the jar names; null for that
     * @throws IllegalArgumentException if it is no jar, or nothing names a main class
     */
    public static App of(Path jar, List<Path> beside, @Nullable String mainClass) {
        try {
            Attributes main = JarWeaver.manifestOf(jar).getMainAttributes();
            if (main.getValue(JarWeaver.MARK) != null) {
                throw new IllegalArgumentException(
                        "'" + jar + "' is woven already; run the jar that it was made from");
            }
            String named =
                    mainClass == null ? main.getValue(Attributes.Name.MAIN_CLASS) : mainClass;
            if (named == null) {
                throw new IllegalArgumentException(
                        "'"
                                + jar
                                + "' names no Main-Class in its manifest; say which: --main CLASS");
            }
            List<Path> jars = new ArrayList<>();
            jars.add(jar);
            jars.addAll(named(jar, main.getValue(Attributes.Name.CLASS_PATH)));
            jars.addAll(beside);
            return new App(jar.getFileName().toString(), jars, named.strip());
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "'" + jar + "' is not a jar that can be read: " + e.getMessage(), e);
        }
    }

    /**
     * The jars that a manifest names, as far as they are there. Who made the jar does not choose
     * what else of the host becomes part of it: they lie beside it, or below.
     */
    private static Set<Path> named(Path jar, @Nullable String classpath) {
        Set<Path> found = new LinkedHashSet<>();
        Path folder = jar.toAbsolutePath().normalize().getParent();
        for (String part : classpath == null ? new String[0] : classpath.split(" +", -1)) {
            Path path = jar.resolveSibling(part.replace("%20", " "));
            boolean isThere = !part.isEmpty() && Files.isRegularFile(path);
            if (isThere && !path.toAbsolutePath().normalize().startsWith(folder)) {
                throw new IllegalArgumentException(
                        "'"
                                + jar
                                + "' names '"
                                + part
                                + "' in its Class-Path, which is not below its folder; if it may"
                                + " have it, say so: --classpath "
                                + path);
            }
            if (isThere) {
                found.add(path);
            }
            if (found.size() > MOST_JARS) {
                throw new IllegalArgumentException(
                        "'" + jar + "' names more than " + MOST_JARS + " jars in its Class-Path");
            }
        }
        return found;
    }
}
