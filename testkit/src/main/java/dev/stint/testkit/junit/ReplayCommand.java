package dev.stint.testkit.junit;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The line that runs one schedule of one test again, for the tool that has started the tests. */
final class ReplayCommand {
    /** Where the name of the trace file goes. */
    static final String FILE = "{file}";

    private ReplayCommand() {}

    static String of(Class<?> type, String method) {
        return of(
                type,
                method,
                System.getProperty("org.gradle.test.worker") != null,
                Path.of("").toAbsolutePath(),
                System.getenv());
    }

    /**
     * @param here the folder that the tests run in; Maven's is that of their module
     */
    static String of(
            Class<?> type,
            String method,
            boolean isGradle,
            Path here,
            Map<String, String> environment) {
        String replay = " -D" + Overrides.REPLAY + "=" + FILE;
        if (isGradle) {
            return "./gradlew test --tests '" + type.getName() + "." + method + "'" + replay;
        }
        // Surefire knows a class by its name without the package, and an inner one with its $.
        String name = type.getName().substring(type.getPackageName().length()).replace(".", "");
        return "mvn test"
                + module(here, folder(environment.get("MAVEN_PROJECTBASEDIR")))
                + " -Dtest='"
                + name
                + "#"
                + method
                + "'"
                + replay;
    }

    /**
     * In a build of several modules the others have no such test, and this one may need them. The
     * folder is named, because the line may be pasted in that of the module or in that of all.
     */
    private static String module(Path here, @Nullable Path root) {
        if (root == null
                || root.equals(here)
                || !here.startsWith(root)
                || !Files.exists(root.resolve("pom.xml"))) {
            return "";
        }
        return " -f "
                + quoted(root.toString())
                + " -pl "
                + quoted(root.relativize(here).toString())
                + " -am -Dsurefire.failIfNoSpecifiedTests=false";
    }

    private static String quoted(String path) {
        return path.matches("[A-Za-z0-9/._-]+") ? path : "'" + path.replace("'", "'\\''") + "'";
    }

    private static @Nullable Path folder(@Nullable String name) {
        try {
            return name == null ? null : Path.of(name).toAbsolutePath().normalize();
        } catch (InvalidPathException e) {
            return null;
        }
    }
}
