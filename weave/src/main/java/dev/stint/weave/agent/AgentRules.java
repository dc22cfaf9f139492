package dev.stint.weave.agent;

import dev.stint.weave.Surface;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The options of the agent: what it weaves, and what that code may use.
 *
 * <pre>
 *   -javaagent:stint.jar=weave=com.acme.*,org.plugin.*;skip=com.acme.gen.*;surface=open
 *
 *   weave=NAMES      classes to weave; all, unless it is given
 *   skip=NAMES       of those, classes to leave as they are
 *   surface=WORD     open: they may use all of the JDK (this is the default); tenant: what cannot
 *                    do harm, at a price that depends on the size of what is passed
 *   rules=FILE       more that a tenant may use, in lines such as com.acme.Api: constant
 *   strict           refuse a class that uses more than it may; otherwise it is loaded, and what it
 *                    must not do throws
 *   jdk              weave classes of the JDK, too, as a second line; jdk=PACKAGES only those of
 *                    these packages
 *   report=FILE      where to write, when the JVM ends, what was woven and what was refused
 *   &#64;FILE            all of this from a file, one to a line; lines that begin with # are comments
 * </pre>
 *
 * <p>Names and options are separated by commas or semicolons, whichever the shell likes better. In
 * a name a star stands for anything, dots included; a name without one is a class and what is
 * nested in it.
 *
 * @param isStrict whether a class that uses more than it may is refused
 * @param jdk packages of the JDK that are woven, too
 * @param report null for none
 */
record AgentRules(
        List<Pattern> weave,
        List<Pattern> skip,
        Surface surface,
        boolean isStrict,
        List<String> jdk,
        @Nullable Path report) {
    private static final String STRICT = "strict";
    private static final Set<String> OPTIONS =
            Set.of("weave", "skip", "surface", "rules", STRICT, "jdk", "report");

    /**
     * Stint; the queues that its scheduler is built on, which must not be metered; and what the JDK
     * makes up as it goes, which has no work of its own.
     */
    private static final List<String> NEVER =
            List.of("dev.stint.", "org.jctools.", "jdk.proxy", "com.sun.proxy.", "jdk.internal.");

    private static final Pattern SEPARATOR = Pattern.compile("[,;]");
    private static final Pattern NAME = Pattern.compile("[\\w.$*]+");

    AgentRules {
        weave = List.copyOf(weave);
        skip = List.copyOf(skip);
        jdk = List.copyOf(jdk);
    }

    /**
     * Reads what is behind the equals sign.
     *
     * @throws IllegalArgumentException if it cannot be read; the message says what is wrong
     */
    static AgentRules parse(String text) {
        var options = new LinkedHashMap<String, List<String>>();
        if (text.startsWith("@")) {
            readFile(text.substring(1), options);
        } else {
            read("-javaagent", text, options);
        }
        return of(options);
    }

    private static void readFile(String name, Map<String, List<String>> options) {
        int number = 0;
        for (String line : text("@", name).split("\n", -1)) {
            number++;
            if (!line.isBlank() && !line.strip().startsWith("#")) {
                read(name + ":" + number, line, options);
            }
        }
    }

    /** A part with an equals sign begins an option, one without goes on with the last. */
    private static void read(String where, String text, Map<String, List<String>> options) {
        List<String> values = null;
        for (String part : SEPARATOR.split(text, -1)) {
            String value = part.strip();
            int equals = value.indexOf('=');
            if (equals >= 0) {
                String name = value.substring(0, equals).strip();
                if (name.equals(STRICT)) {
                    throw wrong(where, "'strict' has no value; leave out the rest");
                }
                if (!OPTIONS.contains(name)) {
                    throw wrong(where, "there is no option '" + name + "'");
                }
                values = new ArrayList<>();
                if (options.put(name, values) != null) {
                    throw wrong(where, "'" + name + "' is given twice");
                }
                value = value.substring(equals + 1).strip();
            }
            if (value.equals("jdk") && equals < 0) {
                if (options.put(value, JdkList.PACKAGES) != null) {
                    throw wrong(where, "'jdk' is given twice");
                }
                values = null; // what follows is another option
                continue;
            }
            if (value.equals(STRICT) && equals < 0) {
                if (options.put(value, List.of()) != null) {
                    throw wrong(where, "'strict' is given twice");
                }
                values = null;
                continue;
            }
            if (values == null && OPTIONS.contains(value)) {
                throw wrong(where, "'" + value + "' needs a value: " + value + "=...");
            }
            if (values == null && !value.isEmpty()) {
                throw wrong(where, "'" + value + "' is no option");
            }
            if (values != null && value.isEmpty()) {
                throw wrong(where, "something is missing in '" + text.strip() + "'");
            }
            if (values != null) {
                values.add(value);
            }
        }
    }

    private static IllegalArgumentException wrong(String where, String what) {
        return new IllegalArgumentException(
                where
                        + ": "
                        + what
                        + "; right is, for example, weave=com.acme.*;skip=com.acme.gen.* with the"
                        + " options weave, skip, surface, rules, strict, jdk and report.");
    }

    private static AgentRules of(Map<String, List<String>> options) {
        String report = only("report", options);
        return new AgentRules(
                patterns("weave", options.getOrDefault("weave", List.of("*"))),
                patterns("skip", options.getOrDefault("skip", List.of())),
                surface(only("surface", options), only("rules", options)),
                options.containsKey(STRICT),
                options.getOrDefault("jdk", List.of()),
                report == null ? null : path("report", report).toAbsolutePath());
    }

    private static @Nullable String only(String name, Map<String, List<String>> options) {
        List<String> values = options.get(name);
        if (values != null && values.size() > 1) {
            throw wrong(name, "it takes one value, not " + values);
        }
        return values == null ? null : values.getFirst();
    }

    private static Surface surface(@Nullable String name, @Nullable String rules) {
        if (name != null && !name.equals("open") && !name.equals("tenant")) {
            throw wrong("surface", "it is open or tenant, not '" + name + "'");
        }
        if (rules == null) {
            return "tenant".equals(name) ? Surface.ofTenant() : Surface.open();
        }
        if ("open".equals(name)) {
            throw wrong("rules", "they add to what a tenant may use, and surface is open");
        }
        return Surface.ofTenant().plus(rules, text("rules", rules));
    }

    private static String text(String option, String file) {
        try {
            return Files.readString(path(option, file));
        } catch (IOException e) {
            throw wrong(option, "file '" + file + "' cannot be read (" + e + ")");
        }
    }

    private static Path path(String option, String name) {
        try {
            return Path.of(name);
        } catch (InvalidPathException e) {
            throw wrong(option, "'" + name + "' is no file name");
        }
    }

    private static List<Pattern> patterns(String option, List<String> names) {
        List<Pattern> patterns = new ArrayList<>();
        for (String name : names) {
            if (!NAME.matcher(name).matches()) {
                throw wrong(option, "'" + name + "' is no name of classes");
            }
            String exact = name.replace(".", "\\.").replace("$", "\\$").replace("*", ".*");
            patterns.add(Pattern.compile(name.contains("*") ? exact : exact + "(\\$.*)?"));
        }
        return patterns;
    }

    /** True if a class of this name, with dots, is to be woven. */
    boolean names(String className) {
        return matches(weave, className)
                && !matches(skip, className)
                && NEVER.stream().noneMatch(className::startsWith);
    }

    private static boolean matches(List<Pattern> patterns, String className) {
        for (Pattern pattern : patterns) {
            if (pattern.matcher(className).matches()) {
                return true;
            }
        }
        return false;
    }
}
