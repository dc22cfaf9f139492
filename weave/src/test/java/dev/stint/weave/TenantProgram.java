package dev.stint.weave;

import dev.stint.SmallJar;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

/** A program of a tenant, in a jar, that is run on a meter which counts. */
final class TenantProgram {
    private TenantProgram() {}

    /**
     * Calls {@code acme.Program.run()}.
     *
     * @return what it gave, or the exception that it threw, and what that cost
     */
    static CountingMeter.Counted<Object> run(Path folder, String source) throws Exception {
        return run(folder, source, UnaryOperator.identity());
    }

    /**
     * The same.
     *
     * @param how what its weaver is to do differently
     */
    static CountingMeter.Counted<Object> run(Path folder, String source, UnaryOperator<Weaver> how)
            throws Exception {
        Path jar =
                new SmallJar()
                        .withClass("acme.Program", source)
                        .writeTo(folder.resolve("acme.jar"));
        try (var loader =
                MeteredClassLoader.of(
                        "acme",
                        List.of(jar),
                        Surface.ofTenant(),
                        TenantProgram.class.getClassLoader(),
                        how)) {
            return CountingMeter.count(
                    () -> {
                        try {
                            return loader.loadClass("acme.Program").getMethod("run").invoke(null);
                        } catch (InvocationTargetException e) {
                            return e.getCause();
                        }
                    });
        }
    }
}
