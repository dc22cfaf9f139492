package dev.stint.host.run;

import dev.stint.weave.JarWeaver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * A program to run: its jars, the first of which is what it is called by, and its main class.
 *
 * @param name the name of its first jar
 */
public record App(String name, List<Path> jars, String mainClass) {
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
        try (var file = new JarFile(jar.toFile(), false, ZipFile.OPEN_READ)) {
            var manifest = file.getManifest();
            Attributes main = manifest == null ? new Attributes() : manifest.getMainAttributes();
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

    /** The jars that a manifest names, as far as they are there. */
    private static List<Path> named(Path jar, @Nullable String classpath) {
        List<Path> found = new ArrayList<>();
        for (String part : classpath == null ? new String[0] : classpath.split(" +", -1)) {
            Path path = jar.resolveSibling(part.replace("%20", " "));
            if (!part.isEmpty() && Files.exists(path)) {
                found.add(path);
            }
        }
        return found;
    }
}
