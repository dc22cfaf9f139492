package dev.stint.weave;

import dev.stint.weave.internal.files.JdkClasses;
import java.util.Optional;

/**
 * A place where class files are found. The weaver asks it for the classes that a class refers to,
 * to learn their sizes and ancestors.
 */
@FunctionalInterface
public interface ClassSource {
    /** The class file of an internal name such as {@code java/util/List}; empty if unknown. */
    Optional<byte[]> find(String internalName);

    /** The classes of the running JDK. */
    static ClassSource ofJdk() {
        return name -> Optional.ofNullable(JdkClasses.find(name));
    }

    /** A source that looks here first, and there if this one has nothing. */
    default ClassSource orElse(ClassSource there) {
        return name -> find(name).or(() -> there.find(name));
    }
}
