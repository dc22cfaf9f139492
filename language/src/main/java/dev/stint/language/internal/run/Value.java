package dev.stint.language.internal.run;

import dev.stint.language.internal.qtjir.Graph;
import java.util.List;

/**
 * Values that are no objects of the JDK. Integers are longs, reals doubles, texts strings, arrays
 * {@code Object[]}, tasks and channels those of the runtime.
 */
public sealed interface Value {
    /** What a function gives back that gives nothing back. */
    Value UNIT = new Unit();

    Value NONE = new None();

    record Unit() implements Value {}

    record None() implements Value {}

    record Some(Object held) implements Value {}

    /** An error of a script, by its whole name. */
    record Fault(String name) implements Value {}

    /** An error union that holds an error. */
    record Failed(Fault fault) implements Value {}

    /** A view of an array. */
    @SuppressWarnings("ArrayRecordComponent") // views of one array share it; nobody compares them
    record View(Object[] base, int from, int length) implements Value {}

    final class Struct implements Value {
        public final Object[] fields;

        public Struct(Object[] fields) {
            this.fields = fields;
        }
    }

    final class Variant implements Value {
        public final String name;
        public final Object[] fields;

        public Variant(String name, Object[] fields) {
            this.name = name;
            this.fields = fields;
        }
    }

    /** A variable. */
    final class Cell implements Value {
        public Object held = UNIT;
    }

    /** A function and what it has captured. */
    record Closure(Graph graph, List<Object> captured) implements Value {}
}
