package dev.stint.weave;

import dev.stint.weave.internal.files.JdkClasses;
import org.jspecify.annotations.Nullable;

/** Where the weaver finds the class files that a class refers to, to know sizes and ancestors. */
@FunctionalInterface
public interface ClassSource {
    /** The class file of an internal name such as {@code java/util/List}; null if unknown. */
    byte @Nullable [] find(String internalName);

    /** The classes of the running JDK. */
    static ClassSource ofJdk() {
        return JdkClasses::find;
    }

    /** Looks here first, and there if it is not here. */
    default ClassSource orElse(ClassSource there) {
        return name -> {
            byte[] found = find(name);
            return found != null ? found : there.find(name);
        };
    }
}
