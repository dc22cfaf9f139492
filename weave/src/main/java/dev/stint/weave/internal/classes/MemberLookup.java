package dev.stint.weave.internal.classes;

import java.lang.classfile.ClassFile;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds which class declares a member that code refers to, as the JVM would. */
public final class MemberLookup {
    /**
     * The most ancestors that are followed, and that a class may have: the JVM looks through all of
     * them for a type check or a call by an interface.
     */
    public static final int MOST_ANCESTORS = 250;

    /** All are looked through for a type variable, by reflection. A circle has no end. */
    public static final int MOST_ENCLOSERS = 32;

    private static final String OBJECT = "java/lang/Object";

    private final KnownClasses classes;

    /**
     * The last answer: it is asked for each method of a class, and a class may have thousands of
     * methods and of ancestors.
     */
    private volatile @Nullable Line last;

    private record Line(ClassInfo of, Set<ClassInfo> ancestors) {}

    public MemberLookup(KnownClasses classes) {
        this.classes = classes;
    }

    /** The class whose method is meant by this reference; null if none is found. */
    public @Nullable ClassInfo declarerOfMethod(String owner, MemberKey method) {
        ClassInfo start = classes.find(owner);
        for (ClassInfo info : line(start)) {
            if (info.methods().containsKey(method)) {
                return info;
            }
        }
        for (ClassInfo info : ancestors(start)) {
            if (info.methods().containsKey(method)) {
                return info;
            }
        }
        ClassInfo object = classes.find(OBJECT);
        boolean ofObject =
                start != null
                        && start.isInterface()
                        && object != null
                        && object.methods().containsKey(method);
        return ofObject ? object : null;
    }

    /** The class whose field is meant by this reference; null if none is found. */
    public @Nullable ClassInfo declarerOfField(String owner, MemberKey field) {
        ClassInfo start = classes.find(owner);
        if (start != null && start.fields().contains(field)) {
            return start;
        }
        for (ClassInfo info : ancestors(start)) {
            if (info.fields().contains(field)) {
                return info;
            }
        }
        return null;
    }

    /** How many classes a class says it is declared in, one in the other; counts no further. */
    public int enclosers(ClassInfo start) {
        int levels = 0;
        ClassInfo at = start;
        while (at != null && at.encloser() != null && levels <= MOST_ENCLOSERS) {
            levels++;
            at = classes.find(at.encloser());
        }
        return levels;
    }

    /** The class and its superclasses, from the nearest. A circle ends where it closes. */
    public List<ClassInfo> line(@Nullable ClassInfo start) {
        var line = new ArrayList<ClassInfo>();
        var seen = new HashSet<String>();
        ClassInfo next = start;
        while (next != null && seen.add(next.name()) && line.size() <= MOST_ANCESTORS) {
            line.add(next);
            next = next.parent() == null ? null : classes.find(next.parent());
        }
        return line;
    }

    /**
     * All superclasses and superinterfaces, without the class. Those not found are left out; of too
     * many, all that are too many but one.
     */
    public Set<ClassInfo> ancestors(@Nullable ClassInfo start) {
        Line before = last;
        if (before != null && before.of == start) {
            return before.ancestors;
        }
        Set<ClassInfo> found = Collections.unmodifiableSet(collect(start));
        if (start != null) {
            last = new Line(start, found);
        }
        return found;
    }

    private Set<ClassInfo> collect(@Nullable ClassInfo start) {
        var found = new LinkedHashSet<ClassInfo>();
        var open = new ArrayDeque<ClassInfo>();
        if (start != null) {
            open.add(start);
        }
        while (!open.isEmpty()) {
            for (String name : open.remove().parents()) {
                if (found.size() > MOST_ANCESTORS) {
                    return found; // its class is refused
                }
                ClassInfo parent = classes.find(name);
                if (parent != null && found.add(parent)) {
                    open.add(parent);
                }
            }
        }
        return found;
    }

    /** True if the class declares a method that classes elsewhere can override. */
    public static boolean declaresOverridable(ClassInfo info, MemberKey method) {
        Integer flags = info.methods().get(method);
        return flags != null
                && !method.isInitialiser()
                && (flags & (ClassFile.ACC_PUBLIC | ClassFile.ACC_PROTECTED)) != 0
                && (flags & (ClassFile.ACC_STATIC | ClassFile.ACC_FINAL)) == 0;
    }

    /** True if the class has a method of its own that virtual calls can reach. */
    public static boolean declaresVirtual(ClassInfo info, MemberKey method) {
        Integer flags = info.methods().get(method);
        return flags != null && isVirtual(method, flags);
    }

    public static boolean isVirtual(MemberKey method, int flags) {
        return !method.isInitialiser()
                && (flags & (ClassFile.ACC_STATIC | ClassFile.ACC_PRIVATE)) == 0;
    }
}
