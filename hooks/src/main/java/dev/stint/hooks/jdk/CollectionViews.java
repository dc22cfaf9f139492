package dev.stint.hooks.jdk;

import dev.stint.hooks.AccessRefusedException;
import dev.stint.hooks.Hook;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedTransferQueue;
import org.jspecify.annotations.Nullable;

/**
 * The views that {@code Collections} makes. A view of a view of a view asks all of them each time,
 * for the price of one; so no more than three lie on each other: checked, then synchronized, then
 * unmodifiable.
 */
public final class CollectionViews {
    private static final String HOME = "java.util.Collections$";
    private static final int BYTES = 32;

    private CollectionViews() {}

    /** The JDK makes no such view of one that is such already. */
    public static void unmodifiable(@Nullable Object of) {
        made(of, "java.util.ReverseOrder");
    }

    public static void locked(@Nullable Object of) {
        made(of, "java.util.ReverseOrder", HOME + "Unmodifiable", HOME + "Synchronized");
    }

    public static void checked(@Nullable Object of, Class<?> type) {
        made(
                of,
                "java.util.ReverseOrder",
                HOME + "Unmodifiable",
                HOME + "Synchronized",
                HOME + "Checked");
    }

    public static void checked(@Nullable Object of, Class<?> keys, Class<?> values) {
        checked(of, keys);
    }

    private static void made(@Nullable Object of, String... refused) {
        Hook.bytes(BYTES);
        String inner = of == null ? "" : of.getClass().getName();
        for (String form : refused) {
            if (inner.startsWith(form)) {
                throw new AccessRefusedException(
                        "another view of a "
                                + inner
                                + " cannot be made: views of views, as many as one likes, would"
                                + " all be asked for the price of one. Wrap what is behind it, in"
                                + " this order: checked, synchronized, unmodifiable, reversed.");
            }
        }
    }

    // ---- views that lie in each other

    private static final int LISTS = 1_000;
    private static final int WRAPPERS = 16;
    private static final ClassValue<Boolean> IS_PART =
            new ClassValue<>() {
                @Override
                protected Boolean computeValue(Class<?> type) {
                    return ObjectKind.isJdk(type) && type.getName().endsWith("SubList");
                }
            };

    /** A part of a list, which may be a part itself. */
    public static void part(List<?> self, int from, int to) {
        Hook.bytes(BYTES);
        int depth = depthOfPart(self);
        if (depth >= LISTS) {
            throw new AccessRefusedException(
                    "a part of a part of a list cannot be made "
                            + LISTS
                            + " times over: each is told when the last one changes. Take the parts"
                            + " of the list itself, or of a copy: new ArrayList<>(part).");
        }
        Charges.ops(depth >> 2);
    }

    /** Whose size changes, or may: all that it is a part of are told. */
    static void changed(Object holder) {
        if (holder.getClass() != ArrayList.class) {
            Charges.ops(depthOfPart(holder));
        }
    }

    private static int depthOfPart(Object list) {
        Object at = list;
        while (!IS_PART.get(at.getClass())) { // something may be wrapped round it
            at = JdkFields.behind(at);
            if (at == null) {
                return 0;
            }
        }
        return JdkFields.depth(at, LISTS);
    }

    /** What reads from another, or writes to it, which may do so itself. */
    public static void layer(@Nullable Object inner) {
        int depth = JdkFields.depth(inner, WRAPPERS);
        if (depth >= WRAPPERS) {
            throw new AccessRefusedException(
                    "what reads or writes through "
                            + WRAPPERS
                            + " others cannot be made: all are asked each time, for the price of"
                            + " one. Wrap what is behind them.");
        }
    }

    /** One with a buffer, of 8,192 characters. */
    public static void buffer(@Nullable Object inner) {
        layer(inner);
        Charges.array(8_192, 2);
    }

    /** The same of bytes. */
    public static void byteBuffer(@Nullable Object inner) {
        layer(inner);
        Charges.array(8_192, 1);
    }

    public static void layer(@Nullable Object inner, int size) {
        layer(inner);
        IoStreams.textRoom(size);
    }

    public static void layer(@Nullable Object inner, boolean flushing) {
        layer(inner);
    }

    public static void layer(@Nullable Object inner, @Nullable Object other) {
        layer(inner);
    }

    /** A part of what is sorted, by its ends. */
    public static void range(Object self) {
        Hook.bytes(BYTES);
        if (self.getClass().getName().startsWith("java.util.ReverseOrderSorted")) {
            throw new AccessRefusedException(
                    "a part of a "
                            + self.getClass().getName()
                            + " cannot be made: it would go through all to find its last. Take the"
                            + " part first, and reverse that.");
        }
    }

    public static void range(Object self, @Nullable Object end) {
        range(self);
    }

    public static void range(Object self, @Nullable Object end, boolean included) {
        range(self);
    }

    public static void range(Object self, @Nullable Object from, @Nullable Object to) {
        range(self);
    }

    public static void range(
            Object self,
            @Nullable Object from,
            boolean fromIncluded,
            @Nullable Object to,
            boolean toIncluded) {
        range(self);
    }

    // ---- sizes that are counted

    private static final Set<String> COUNTED =
            Set.of(
                    "java.util.TreeMap$AscendingSubMap",
                    "java.util.TreeMap$DescendingSubMap",
                    "java.util.TreeMap$AscendingSubMap$AscendingEntrySetView",
                    "java.util.TreeMap$DescendingSubMap$DescendingEntrySetView",
                    "java.util.concurrent.ConcurrentSkipListMap$SubMap");

    private static final ClassValue<Boolean> IS_COUNTED =
            new ClassValue<>() {
                @Override
                protected Boolean computeValue(Class<?> type) {
                    Class<?> at = type;
                    while (!ObjectKind.isJdk(at)) {
                        at = at.getSuperclass();
                    }
                    String name = at.getName();
                    return COUNTED.contains(name)
                            || name.startsWith("java.util.AbstractMap$")
                            || ConcurrentLinkedQueue.class.isAssignableFrom(at)
                            || ConcurrentLinkedDeque.class.isAssignableFrom(at)
                            || LinkedTransferQueue.class.isAssignableFrom(at);
                }
            };

    /** True of the skip lists. */
    static boolean isLined(Object holder) {
        return holder instanceof java.util.concurrent.ConcurrentSkipListMap<?, ?>
                || holder instanceof java.util.concurrent.ConcurrentSkipListSet<?>;
    }

    /** True if its size is not kept, and all are counted when it is asked. */
    static boolean isCounted(Object holder) {
        for (Object at = holder; at != null; at = JdkFields.behind(at)) {
            if (IS_COUNTED.get(at.getClass())) {
                return true;
            }
        }
        return false;
    }
}
