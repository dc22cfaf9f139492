package dev.stint.language.internal.run;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Copies of arrays and structs. What stands directly in them is copied with them. For another task
 * slices are copied, too, and what optionals and variants hold, so that tasks share nothing that
 * can change.
 */
public final class Copies {
    private final boolean isForOthers;
    private final IdentityHashMap<Object, Object> made = new IdentityHashMap<>();
    private final Deque<Runnable> open = new ArrayDeque<>(); // so that depth costs no stack
    private @Nullable InterruptedException stopped;

    private Copies(boolean isForOthers) {
        this.isForOthers = isForOthers;
    }

    public static Object copy(Object value) throws InterruptedException {
        boolean isPlain = !(value instanceof Object[]) && !(value instanceof Value.Struct);
        if (isPlain && !(value instanceof Aggregate g && g.isCopied(false))) {
            return value;
        }
        if (value instanceof Aggregate a && a.parts() == 0 && a.isCopied(false)) {
            a.charge();
            return a.duplicate();
        }
        return new Copies(false).run(value);
    }

    public static Object transfer(Object value) throws InterruptedException {
        return new Copies(true).run(value);
    }

    private Object run(Object value) throws InterruptedException {
        Object result = copied(value);
        while (!open.isEmpty()) {
            open.pop().run();
            if (stopped != null) {
                throw stopped;
            }
        }
        return result;
    }

    /** The copy of a value, whose parts are filled in later. */
    private Object copied(Object value) throws InterruptedException {
        Object known = made.get(value);
        if (known != null) {
            return known;
        }
        return switch (value) {
            case Object[] array -> {
                Prices.array(array.length);
                yield filled(value, array, new Object[array.length]);
            }
            case Value.Struct struct -> {
                Prices.fields(struct.fields.length);
                var copy = new Value.Struct(new Object[struct.fields.length]);
                made.put(value, copy);
                later(struct.fields, copy.fields);
                yield copy;
            }
            case Value.View view when isForOthers -> {
                Prices.array(view.length());
                Object[] elements = new Object[view.length()];
                System.arraycopy(view.base(), view.from(), elements, 0, elements.length);
                var copy = new Value.View(new Object[elements.length], 0, elements.length);
                made.put(value, copy);
                later(elements, copy.base());
                yield copy;
            }
            case Value.Variant variant when isForOthers && variant.fields.length > 0 -> {
                Prices.fields(variant.fields.length);
                var copy = new Value.Variant(variant.name, new Object[variant.fields.length]);
                made.put(value, copy);
                later(variant.fields, copy.fields);
                yield copy;
            }
            case Value.Some(Object held) when isForOthers -> held(held);
            case Aggregate aggregate when aggregate.isCopied(isForOthers) -> {
                aggregate.charge();
                Aggregate copy = aggregate.duplicate();
                made.put(value, copy);
                if (copy.parts() > 0) {
                    open.push(() -> fill(copy));
                }
                yield copy;
            }
            default -> value;
        };
    }

    private Object filled(Object original, Object[] from, Object[] copy) {
        made.put(original, copy);
        later(from, copy);
        return copy;
    }

    /** Optionals stand in each other only as deep as types are written. */
    private Object held(Object held) throws InterruptedException {
        Object copy = copied(held);
        return new Value.Some(copy);
    }

    private void fill(Aggregate copy) {
        try {
            for (int i = 0; i < copy.parts(); i++) {
                Object part = copy.part(i);
                if (part != null) {
                    copy.setPart(i, copied(part));
                }
            }
        } catch (InterruptedException e) {
            stopped = e;
        }
    }

    private void later(Object[] from, Object[] to) {
        open.push(
                () -> {
                    try {
                        for (int i = 0; i < from.length; i++) {
                            to[i] = copied(from[i]);
                        }
                    } catch (InterruptedException e) {
                        stopped = e;
                    }
                });
    }
}
