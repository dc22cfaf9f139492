package dev.stint.language.internal.type;

import java.math.BigInteger;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The type of a value. Equal types are equal objects; {@code toString} is how it is written, in
 * scripts and in the text of the intermediate code.
 */
public sealed interface Type {
    /** The name of the set of all errors. */
    String ANY = "error";

    record Simple(String name) implements Type {
        @Override
        public String toString() {
            return name;
        }
    }

    record Int(int bits, boolean isSigned) implements Type {
        public BigInteger least() {
            return isSigned ? BigInteger.TWO.pow(bits - 1).negate() : BigInteger.ZERO;
        }

        public BigInteger most() {
            return BigInteger.TWO.pow(isSigned ? bits - 1 : bits).subtract(BigInteger.ONE);
        }

        public boolean holds(BigInteger value) {
            return value.compareTo(least()) >= 0 && value.compareTo(most()) <= 0;
        }

        @Override
        public String toString() {
            return (isSigned ? "i" : "u") + bits;
        }
    }

    record Real(int bits) implements Type {
        @Override
        public String toString() {
            return "f" + bits;
        }
    }

    record Array(int size, Type element) implements Type {
        @Override
        public String toString() {
            return "[" + size + "]" + element;
        }
    }

    record Slice(Type element) implements Type {
        @Override
        public String toString() {
            return "[]" + element;
        }
    }

    record Optional(Type value) implements Type {
        @Override
        public String toString() {
            return "?" + inner(value);
        }
    }

    /** A value or an error of this set. */
    record Fallible(Type value, String errors) implements Type {
        @Override
        public String toString() {
            return inner(value) + " ! " + errors;
        }
    }

    record Function(List<Type> params, Type result) implements Type {
        public Function {
            params = List.copyOf(params);
        }

        @Override
        public String toString() {
            return params.stream()
                    .map(Type::toString)
                    .collect(Collectors.joining(", ", "func(", ") -> " + result));
        }
    }

    record Task(Type value) implements Type {
        @Override
        public String toString() {
            return "Task[" + value + "]";
        }
    }

    record Channel(Type value) implements Type {
        @Override
        public String toString() {
            return "Channel[" + value + "]";
        }
    }

    /** A type of the library, or one that the host offers. */
    record Standard(String name, List<Type> arguments) implements Type {
        public Standard {
            arguments = List.copyOf(arguments);
        }

        @Override
        public String toString() {
            return arguments.isEmpty()
                    ? name
                    : arguments.stream()
                            .map(Type::toString)
                            .collect(Collectors.joining(", ", name + "[", "]"));
        }
    }

    /** A struct, an enum, a union or a set of errors; the table has what it consists of. */
    record Named(Kind kind, String name) implements Type {
        /** What it is. */
        public enum Kind {
            STRUCT,
            ENUM,
            UNION,
            ERRORS
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** A variable, in the intermediate code. */
    record Slot(Type value) implements Type {
        @Override
        public String toString() {
            return "slot[" + value + "]";
        }
    }

    /** Brackets around what has a '!' or an arrow in it. */
    private static String inner(Type type) {
        return type instanceof Fallible || type instanceof Function ? "(" + type + ")" : "" + type;
    }

    static Named errors(String name) {
        return new Named(Named.Kind.ERRORS, name);
    }

    default boolean isKind(Named.Kind kind) {
        return this instanceof Named named && named.kind() == kind;
    }

    default boolean isNumber() {
        return this instanceof Int || this instanceof Real;
    }

    /** True for what is copied when it gets a second name: arrays and structs. */
    default boolean isAggregate() {
        return this instanceof Array || isKind(Named.Kind.STRUCT);
    }
}
