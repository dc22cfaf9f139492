package dev.stint.hooks.jdk;

import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;

/** Copies of objects, bit by bit, and what a class tells of itself. */
public final class Clones {
    /** The JVM goes through all that the class file has of it, which may be 65,535. */
    private static final long NESTED = 64;

    private static final ClassValue<Integer> SIZES =
            new ClassValue<>() {
                @Override
                protected Integer computeValue(Class<?> type) {
                    return size(type);
                }
            };

    private Clones() {}

    /** What a class file may have thousands of, copied each time it is asked for. */
    public static void interfaces(Class<?> self) {
        Charges.array(self.getInterfaces().length, 4);
    }

    /** What is made of its name, which may have 65,535 characters. */
    public static void named(Class<?> self) {
        long length = self.getName().length();
        Charges.pay(NESTED + (length >> 4), 64 + 4 * length);
    }

    /** Where it is nested: that is looked for in a table of the class file. */
    public static void nested(Class<?> self) {
        Charges.pay(NESTED, 64);
    }

    /** All fields are looked through for the one, and the first time made. */
    public static void fields(Class<?> of) {
        long fields = of.getDeclaredFields().length;
        Charges.pay(64 + fields, 256 + 80 * fields);
    }

    public static String fields(Class<?> of, String field) {
        fields(of);
        Charges.read(field.length());
        return field;
    }

    public static String fields(Class<?> of, Class<?> type, String field) {
        fields(of);
        Charges.read(field.length());
        return field;
    }

    /** A type with all that is in it, which is shown with what is in that, and so on. */
    public static void shown(Type self) {
        if (self instanceof Class<?> type) {
            named(type);
        } else {
            shown(self, 1);
        }
    }

    /** The JDK writes what is innermost anew for each type around it. */
    private static void shown(Type type, int depth) {
        switch (type) {
            case Class<?> c -> Charges.pay(8, Charges.times(4L * depth, 24 + c.getName().length()));
            case ParameterizedType p -> {
                Charges.pay(64, Charges.times(256, depth));
                if (p.getOwnerType() != null) {
                    shown(p.getOwnerType(), depth + 1);
                }
                shown(p.getRawType(), depth + 1);
                for (Type each : p.getActualTypeArguments()) {
                    shown(each, depth + 1);
                }
            }
            case GenericArrayType a -> shown(a.getGenericComponentType(), depth + 1);
            case WildcardType w -> {
                Charges.pay(64, Charges.times(256, depth));
                for (Type each : w.getUpperBounds()) {
                    shown(each, depth + 1);
                }
                for (Type each : w.getLowerBounds()) {
                    shown(each, depth + 1);
                }
            }
            default -> Charges.pay(64, 256);
        }
    }

    /** {@code Object.clone}. */
    public static void cloned(Object self) {
        if (self.getClass().isArray()) {
            ArrayPrices.cloned(self);
        } else {
            Charges.pay(1, SIZES.get(self.getClass()));
        }
    }

    /** An object that is made by reflection, as if by {@code new}. */
    static void made(Class<?> type) {
        Charges.pay(1, SIZES.get(type));
    }

    /** By the model of the charging rule. */
    private static int size(Class<?> type) {
        int bytes = 12;
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (Field field : at.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    bytes += width(field.getType());
                }
            }
        }
        return bytes + 7 & -8;
    }

    private static int width(Class<?> type) {
        if (type == long.class || type == double.class) {
            return 8;
        }
        if (type == short.class || type == char.class) {
            return 2;
        }
        return type == byte.class || type == boolean.class ? 1 : 4;
    }
}
