package dev.stint.testkit.internal.run;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

/** What reports call the objects of a run: by their class, and if there are several, numbered. */
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
