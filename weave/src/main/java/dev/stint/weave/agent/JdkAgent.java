package dev.stint.weave.agent;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/**
 * A second agent in the same JVM, which can retransform classes. The first cannot: that ability
 * makes every compiled method slower, so its jar does not ask for it. The second is loaded only if
 * the JDK is to be woven, from a jar that is made for it then.
 */
public final class JdkAgent {
    private static @Nullable Instrumentation given;

    private JdkAgent() {}

    /** Called by the JVM, as it would for an application that brings its own agent. */
    public static void agentmain(@Nullable String arguments, Instrumentation jvm) {
        given = jvm;
    }

    /** Weaves these packages of the JDK. */
    static void install(List<String> packages, Instrumentation first) {
        List<String> names = JdkList.classesIn(packages);
        ensureUnused(first);
        try {
            Path jar = Files.createTempFile("stint-jdk", ".jar");
            try {
                writeTo(jar);
                load(jar, first);
            } finally {
                Files.delete(jar);
            }
            BootHooks.define();
        } catch (IOException | ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "the JDK cannot be woven: there is no second agent (" + e + ").", e);
        }
        Instrumentation second = given;
        if (second == null || !second.isRetransformClassesSupported()) {
            throw new IllegalStateException(
                    "the JDK cannot be woven: this JVM does not let it be.");
        }
        JdkWeaving.weave(names, second);
    }

    /** There would be two of each, and the JDK would count on its own. */
    private static void ensureUnused(Instrumentation jvm) {
        for (Class<?> loaded : jvm.getAllLoadedClasses()) {
            if (loaded.getName().startsWith("dev.stint.hooks.")) {
                throw new IllegalStateException(
                        "the JDK cannot be woven any more: Stint runs already. Start the JVM with"
                                + " -javaagent:stint.jar=jdk.");
            }
        }
    }

    private static void load(Path jar, Instrumentation first) throws ReflectiveOperationException {
        Class<?> loading = Class.forName("sun.instrument.InstrumentationImpl", false, null);
        first.redefineModule(
                loading.getModule(),
                Set.of(),
                Map.of(loading.getPackageName(), Set.of(JdkAgent.class.getModule())),
                Map.of(),
                Set.of(),
                Map.of());
        loading.getMethod("loadAgent", String.class).invoke(null, jar.toString());
    }

    private static void writeTo(Path jar) throws IOException {
        var manifest = new Manifest();
        Attributes main = manifest.getMainAttributes();
        main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        main.putValue("Launcher-Agent-Class", JdkAgent.class.getName());
        main.putValue("Can-Retransform-Classes", "true");
        try (OutputStream out = Files.newOutputStream(jar);
                var to = new JarOutputStream(out, manifest)) {
            to.finish(); // what it needs is on the class path
        }
    }
}
