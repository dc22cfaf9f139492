package dev.stint.testkit.internal.run;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

/** The names of a run's objects in reports: their class, with a number if there are several. */
final class ObjectNames {
    private final IdentityHashMap<Object, String> names = new IdentityHashMap<>();
    private final Map<String, Integer> counts = new HashMap<>();

    String of(Object object) {
        if (object instanceof Class<?> type) {
            return type.getSimpleName() + ".class";
        }
        return names.computeIfAbsent(object, this::newName);
    }

    private String newName(Object object) {
        String type = object.getClass().getSimpleName();
        String name = type.isEmpty() ? object.getClass().getName() : type;
        int number = counts.merge(name, 1, Integer::sum);
        return number == 1 ? name : name + " " + number;
    }
}
