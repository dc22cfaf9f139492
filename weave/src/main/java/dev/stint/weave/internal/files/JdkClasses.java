package dev.stint.weave.internal.files;

import org.jspecify.annotations.Nullable;

/** The class files of the running JDK. */
public final class JdkClasses {
    private JdkClasses() {}

    /** True if there is one. Nothing is read, and nothing remembered. */
    public static boolean has(String internalName) {
        return Resources.has(ClassLoader.getPlatformClassLoader(), internalName + ".class");
    }

    public static byte @Nullable [] find(String internalName) {
        return Resources.read(ClassLoader.getPlatformClassLoader(), internalName + ".class");
    }
}
