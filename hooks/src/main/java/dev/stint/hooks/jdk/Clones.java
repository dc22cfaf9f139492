package dev.stint.hooks.jdk;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

/** Copies of objects, bit by bit. */
public final class Clones {
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

    public static void typeParameters(Class<?> self) {
        Charges.array(self.getTypeParameters().length, 4);
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
