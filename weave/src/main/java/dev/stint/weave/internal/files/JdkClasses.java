package dev.stint.weave.internal.files;

import org.jspecify.annotations.Nullable;

/** The class files of the running JDK. */
public final class JdkClasses {
    private JdkClasses() {}

    public static byte @Nullable [] find(String internalName) {
        return Resources.read(ClassLoader.getPlatformClassLoader(), internalName + ".class");
    }
}
