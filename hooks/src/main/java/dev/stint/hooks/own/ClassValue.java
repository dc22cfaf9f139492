package dev.stint.hooks.own;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * A value for each class, computed when it is first asked for. The JDK's keeps them in the classes,
 * also in those that all tenants share.
 */
@SuppressWarnings("AvoidCommonTypeNames") // it takes the place of that one
public abstract class ClassValue<T extends @Nullable Object> {
    private static final Object NOTHING = new Object(); // a value may be null

    private final ConcurrentMap<Class<?>, Object> values = new ConcurrentHashMap<>();

    protected ClassValue() {}

    protected abstract T computeValue(Class<?> type);

    @SuppressWarnings("unchecked") // nothing else is put in
    public @Nullable T get(Class<?> type) {
        Object found = values.get(type);
        if (found == null) {
            T computed = computeValue(type);
            Object made = computed == null ? NOTHING : computed;
            Object before = values.putIfAbsent(type, made);
            found = before == null ? made : before;
        }
        return found == NOTHING ? null : (T) found;
    }

    public void remove(Class<?> type) {
        values.remove(type);
    }
}
