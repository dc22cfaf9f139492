package dev.stint.weave.agent;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Opens what the runtime needs of the JDK, to the class path of every class loader, as the flags
 * {@code --add-exports}, {@code --add-opens} and {@code --enable-native-access} would.
 */
public final class Opening {
    private static final List<String> EXPORTED = List.of("jdk.internal.vm", "jdk.internal.access");
    private static final String OPENED = "java.lang";

    private Opening() {}

    /** Does so. */
    public static void open(Instrumentation jvm) {
        Module base = Object.class.getModule();
        Set<Module> us = Set.of(Opening.class.getModule());
        jvm.redefineModule(
                base,
                Set.of(),
                Map.of(EXPORTED.get(0), us, EXPORTED.get(1), us),
                Map.of(OPENED, us),
                Set.of(),
                Map.of());
        try {
            for (String exported : EXPORTED) {
                toAll("implAddExportsToAllUnnamed").invoke(base, exported);
            }
            toAll("implAddOpensToAllUnnamed").invoke(base, OPENED);
            Method natives =
                    Module.class.getDeclaredMethod("implAddEnableNativeAccessToAllUnnamed");
            natives.setAccessible(true);
            natives.invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "this JVM cannot be opened for the runtime ("
                            + e
                            + "); Stint runs on JDK 25, and this is "
                            + Runtime.version()
                            + ".",
                    e);
        }
    }

    private static Method toAll(String name) throws NoSuchMethodException {
        Method method = Module.class.getDeclaredMethod(name, String.class);
        method.setAccessible(true); // java.lang is open to us by now
        return method;
    }
}
