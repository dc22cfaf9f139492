package dev.stint.weave.agent;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The classes of the JDK that the agent weaves if it is asked to. */
final class JdkList {
    /** What tenants reach, and what loops or calls itself. Not what is nested in these packages. */
    static final List<String> PACKAGES =
            List.of(
                    "java.math",
                    "java.text",
                    "java.util",
                    "java.util.function",
                    "java.util.regex",
                    "java.util.stream",
                    "java.util.zip");

    /**
     * Classes that keep something for the whole JVM, behind a lock that all share, or that work
     * while classes are loaded. They must not be left in the middle of it.
     */
    private static final Set<String> NOT =
            Set.of(
                    "java.text.BreakIterator",
                    "java.text.Collator",
                    "java.util.Calendar",
                    "java.util.Currency",
                    "java.util.Date",
                    "java.util.GregorianCalendar",
                    "java.util.JapaneseImperialCalendar",
                    "java.util.ListResourceBundle",
                    "java.util.Locale",
                    "java.util.Properties",
                    "java.util.PropertyResourceBundle",
                    "java.util.ResourceBundle",
                    "java.util.ServiceLoader",
                    "java.util.SimpleTimeZone",
                    "java.util.TaskQueue",
                    "java.util.TimeZone",
                    "java.util.Timer",
                    "java.util.TimerTask",
                    "java.util.TimerThread",
                    "java.util.WeakHashMap",
                    "java.util.zip.ZipCoder",
                    "java.util.zip.ZipFile",
                    "java.util.zip.ZipUtils");

    private JdkList() {}

    /**
     * The names of all classes in these packages, with dots.
     *
     * @throws IllegalArgumentException if one is not among those that can be woven
     */
    static List<String> classesIn(List<String> packages) {
        Path base = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules/java.base");
        List<String> names = new ArrayList<>();
        for (String each : packages) {
            // In others there is what the JVM or the hooks need while they charge.
            if (!PACKAGES.contains(each)) {
                throw new IllegalArgumentException(
                        "jdk: there is no package '"
                                + each
                                + "' that could be woven; right is, for example,"
                                + " jdk=java.util.regex,java.math, or jdk for all of "
                                + String.join(", ", PACKAGES)
                                + ".");
            }
            try (Stream<Path> files = Files.list(base.resolve(folder(each)))) {
                files.map(file -> file.getFileName().toString())
                        .filter(name -> name.endsWith(".class") && !name.contains("-"))
                        .map(name -> each + "." + name.substring(0, name.length() - 6))
                        .filter(JdkList::isMeant)
                        .forEach(names::add);
            } catch (IOException e) {
                throw new IllegalStateException("the JDK's own classes cannot be listed: " + e, e);
            }
        }
        names.sort(null);
        return names;
    }

    private static String folder(String packageName) {
        return packageName.replace('.', '/');
    }

    private static boolean isMeant(String name) {
        int nested = name.indexOf('$');
        return !NOT.contains(nested < 0 ? name : name.substring(0, nested));
    }
}
