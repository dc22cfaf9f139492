package dev.stint.hooks.jdk;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedList;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.RandomAccess;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.WeakHashMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;

/** How a collection or a map of the JDK keeps what it holds: what its operations cost. */
enum CollectionShape {
    /** An array that grows. */
    ROW(16),
    /** Nodes one after the other. */
    CHAIN(24),
    /** A table of nodes; those that collide become a tree if they can be compared. */
    HASH(48),
    /** A table whose nodes stay chains. */
    OLD_HASH(48),
    TREE(48),
    HEAP(16),
    /** An array that is copied for every change. */
    COPY(16),
    /** By the number of an enum constant. */
    FIXED(0),
    /** A view or a wrapper of the JDK; what is behind cannot be seen. */
    VIEW(48),
    /** Not the JDK's, or what the JDK does of it, it does step by step with code that is not. */
    OWN(0);

    /** It reversed, and parts of it, which copy all of it as well. */
    private static final String PART_OF_COPY = CopyOnWriteArrayList.class.getName() + "$";

    /** What one more element costs, copies for growing included. */
    final int bytes;

    private static final ClassValue<CollectionShape> SHAPES =
            new ClassValue<>() {
                @Override
                protected CollectionShape computeValue(Class<?> type) {
                    return shape(type);
                }
            };

    CollectionShape(int bytes) {
        this.bytes = bytes;
    }

    static CollectionShape of(Object holder) {
        Class<?> type = holder.getClass();
        if (type == ArrayList.class) {
            return ROW;
        }
        CollectionShape shape = type == HashMap.class ? HASH : SHAPES.get(type);
        return mayBeView(shape) && isOfCopies(holder) ? COPY : shape;
    }

    /** Wrappers of what is found by its number say that they are like that, too. */
    private static boolean mayBeView(CollectionShape shape) {
        return shape == VIEW || shape == ROW;
    }

    /** True for a view or a wrapper of what is copied for every change. */
    private static boolean isOfCopies(Object view) {
        Object at = JdkFields.behind(view);
        while (at != null && mayBeView(SHAPES.get(at.getClass()))) {
            at = JdkFields.behind(at);
        }
        return at != null && SHAPES.get(at.getClass()) == COPY;
    }

    /** True if it finds elements by what they are, and not one after the other. */
    boolean isKeyed(Object holder) {
        return switch (this) {
            case HASH, OLD_HASH, TREE, FIXED -> true;
            case VIEW -> holder instanceof Set<?> || holder instanceof Map<?, ?>;
            case ROW, CHAIN, HEAP, COPY, OWN -> false;
        };
    }

    private static CollectionShape shape(Class<?> type) {
        Class<?> at = type;
        while (at != null && !ObjectKind.isJdk(at)) {
            at = at.getSuperclass();
        }
        if (at == null || at == Object.class || isSkeleton(at)) {
            return OWN;
        }
        Class<?> jdk = at;
        if (isAnyOf(
                jdk, ArrayList.class, Vector.class, ArrayDeque.class, ArrayBlockingQueue.class)) {
            return ROW;
        }
        if (isAnyOf(
                jdk,
                LinkedList.class,
                ConcurrentLinkedQueue.class,
                ConcurrentLinkedDeque.class,
                LinkedBlockingQueue.class,
                LinkedBlockingDeque.class,
                LinkedTransferQueue.class)) {
            return CHAIN;
        }
        if (isAnyOf(jdk, Hashtable.class, WeakHashMap.class)) {
            return OLD_HASH;
        }
        if (isAnyOf(
                jdk,
                HashMap.class,
                HashSet.class,
                ConcurrentHashMap.class,
                ConcurrentHashMap.KeySetView.class)) {
            return HASH;
        }
        if (isAnyOf(
                jdk,
                TreeMap.class,
                TreeSet.class,
                ConcurrentSkipListMap.class,
                ConcurrentSkipListSet.class)) {
            return TREE;
        }
        if (isAnyOf(jdk, PriorityQueue.class, PriorityBlockingQueue.class)) {
            return HEAP;
        }
        if (isAnyOf(jdk, CopyOnWriteArrayList.class, CopyOnWriteArraySet.class)
                || jdk.getName().startsWith(PART_OF_COPY)) {
            return COPY;
        }
        if (isAnyOf(jdk, EnumMap.class, EnumSet.class)) {
            return FIXED;
        }
        boolean isRow = RandomAccess.class.isAssignableFrom(jdk);
        return isRow && Collection.class.isAssignableFrom(jdk) ? ROW : VIEW;
    }

    /** The classes that woven code completes: all that they do goes through its methods. */
    private static boolean isSkeleton(Class<?> jdk) {
        return jdk.getName().startsWith("java.util.Abstract")
                && !jdk.getName().contains("$")
                && java.lang.reflect.Modifier.isAbstract(jdk.getModifiers());
    }

    private static boolean isAnyOf(Class<?> type, Class<?>... any) {
        for (Class<?> one : any) {
            if (one.isAssignableFrom(type)) {
                return true;
            }
        }
        return false;
    }
}
