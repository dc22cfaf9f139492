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
                + module(here, environment)
                + " -Dtest='"
                + name
                + "#"
                + method
                + "'"
                + replay;
    }

    /** Maven may have been started above the module, and is then to be again. */
    private static String module(Path here, Map<String, String> environment) {
        Path started = folder(environment.get("PWD"));
        if (started == null
                || started.equals(here)
                || !here.startsWith(started)
                || !Files.exists(started.resolve("pom.xml"))) {
            return "";
        }
        return " -pl " + started.relativize(here) + " -am -Dsurefire.failIfNoSpecifiedTests=false";
    }

    private static @Nullable Path folder(@Nullable String name) {
        try {
            return name == null ? null : Path.of(name).toAbsolutePath().normalize();
        } catch (InvalidPathException e) {
            return null;
        }
    }
}
