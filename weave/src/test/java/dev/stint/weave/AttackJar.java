package dev.stint.weave;

import dev.stint.SmallJar;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

/** Jars of tenants that make classes at run time, with loaders that answer what they like. */
final class AttackJar {
    private static final ClassLoader HOST = AttackJar.class.getClassLoader();

    /** Helps the attackers: files from the jar, and loaders whose answers they write. */
    private static final String TOOLS =
            """
            package acme; import java.io.*; import java.util.*;
            public class Tools {
                public interface Answer { Class<?> to(String name) throws Exception; }
                public static byte[] bytes(String path) throws IOException {
                    try (InputStream in = Tools.class.getResourceAsStream("/" + path + ".class")) {
                        return in == null ? null : in.readAllBytes();
                    }
                }
                /** Answers to every name what the program says, before anybody else is asked. */
                public static class Liar extends ClassLoader {
                    public Answer answer = name -> null;
                    public Liar() { super(Tools.class.getClassLoader()); }
                    @Override public Class<?> loadClass(String name) throws ClassNotFoundException {
                        try {
                            Class<?> said = answer.to(name);
                            return said == null ? super.loadClass(name) : said;
                        } catch (ClassNotFoundException | RuntimeException e) {
                            throw e;
                        } catch (Exception e) {
                            throw new ClassNotFoundException(name, e);
                        }
                    }
                    public Class<?> define(String path) throws IOException {
                        byte[] file = bytes(path);
                        return defineClass(null, file, 0, file.length);
                    }
                    public Class<?> defineAs(String name, byte[] file) {
                        return defineClass(name, file, 0, file.length);
                    }
                }
                public static Object go(Class<?> type) throws Exception {
                    return type.getMethod("go").invoke(null);
                }
                public static String thrown(Throwable e) {
                    Throwable at = e;
                    while (at.getCause() != null) at = at.getCause();
                    return at.getClass().getSimpleName() + ": " + at.getMessage();
                }
            }
            """;

    static SmallJar attack(String statements) {
        return new SmallJar()
                .withClass("acme.Tools", TOOLS)
                .withClass(
                        "acme.Program",
                        "package acme; import acme.Tools.*; import java.util.*; public class"
                                + " Program { public static Object run() throws Throwable { try { "
                                + statements
                                + " } catch (Throwable e) { return Tools.thrown(e); } } public"
                                + " static class Inner { public static Object go() { return"
                                + " \"inner\"; } } }");
    }

    static SmallJar with(SmallJar jar, String folder, String name, String source) {
        return jar.withClassIn(folder, name, source);
    }

    static Object run(SmallJar jar, Path folder) throws Exception {
        return count(jar, folder, how -> how).result();
    }

    static CountingMeter.Counted<Object> count(
            SmallJar jar, Path folder, UnaryOperator<ClassLimits> limits) throws Exception {
        return count(jar.writeTo(folder.resolve("acme.jar")), limits);
    }

    static CountingMeter.Counted<Object> count(Path file, UnaryOperator<ClassLimits> limits)
            throws Exception {
        try (var loader =
                MeteredClassLoader.of(
                        "acme",
                        List.of(file),
                        Surface.ofTenant(),
                        HOST,
                        how -> how,
                        limits.apply(ClassLimits.defaults()))) {
            var run = loader.loadClass("acme.Program").getMethod("run");
            return CountingMeter.count(() -> run.invoke(null));
        }
    }

    private AttackJar() {}
}
