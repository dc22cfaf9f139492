package dev.stint.weave.internal.classes;

import dev.stint.weave.ClassSource;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The classes that the weaver has met. Each is read once, from its file, when it is first asked
 * for.
 */
public final class KnownClasses {
    private final ClassSource own;
    private final ClassSource others;
    private final Function<String, @Nullable ClassInfo> nearer;
    private final @Nullable KnownClasses base;
    private final ConcurrentHashMap<String, Known> known = new ConcurrentHashMap<>();

    /** One answer of a source. That nobody has the class is an answer, too. */
    private record Known(@Nullable ClassInfo info) {}

    public KnownClasses(ClassSource own, ClassSource others) {
        this.own = own;
        this.others = others;
        this.nearer = name -> null;
        this.base = null;
    }

    private KnownClasses(Function<String, @Nullable ClassInfo> nearer, KnownClasses base) {
        this.own = base.own;
        this.others = base.others;
        this.nearer = nearer;
        this.base = base;
    }

    /**
     * These classes, and others that are known first, for the weaving of one class. What was said
     * of a name once is said for as long as that takes.
     */
    public KnownClasses with(Function<String, @Nullable ClassInfo> nearer) {
        return new KnownClasses(nearer, this);
    }

    /**
     * Adds a class, unless something has been said of its name before, if only that there is none.
     */
    public boolean add(ClassInfo info) {
        return known.putIfAbsent(info.name(), new Known(info)) == null;
    }

    /** What is said of a name, without keeping it that there is no such class. */
    private @Nullable ClassInfo peek(String name) {
        Known found = known.get(name);
        if (found != null) {
            return found.info();
        }
        return read(name) == null ? null : find(name);
    }

    /** The class of an internal name; null if neither source has it. */
    public @Nullable ClassInfo find(String name) {
        Known found = known.get(name);
        if (found == null) {
            var read = new Known(base == null ? read(name) : look(name, base));
            Known before = known.putIfAbsent(name, read);
            found = before == null ? read : before; // one for each class, always the same
        }
        return found.info();
    }

    private @Nullable ClassInfo look(String name, KnownClasses base) {
        ClassInfo near = nearer.apply(name);
        return near == null ? base.peek(name) : near;
    }

    /** True for a class of the set that is woven. */
    public boolean isOwn(String name) {
        ClassInfo info = find(name);
        return info != null && info.isOwn();
    }

    /**
     * True for a class that is never of the set: whoever asks for it gets the JDK's or that of the
     * hooks. A file of such a name in the set is a trick.
     */
    private static boolean isTakenFirst(String name) {
        return name.startsWith("java/") || name.startsWith("dev/stint/hooks/");
    }

    private @Nullable ClassInfo read(String name) {
        byte[] file = isTakenFirst(name) ? null : own.find(name).orElse(null);
        boolean isOwn = file != null;
        if (file == null) {
            file = others.find(name).orElse(null);
        }
        if (file == null) {
            return null;
        }
        try {
            ClassModel model = ClassFile.of().parse(file);
            return ClassInfo.of(model, isOwn);
        } catch (IllegalArgumentException e) {
            return null; // it will be refused itself when it is woven, or by the JVM
        }
    }
}
