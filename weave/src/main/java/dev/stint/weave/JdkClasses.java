package dev.stint.weave;

import org.jspecify.annotations.Nullable;

/** The class files of the running JDK. */
final class JdkClasses {
    private JdkClasses() {}

    static byte @Nullable [] find(String internalName) {
        return Resources.read(ClassLoader.getPlatformClassLoader(), internalName + ".class");
    }
}
