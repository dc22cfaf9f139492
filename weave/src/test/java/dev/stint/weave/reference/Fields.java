package dev.stint.weave.reference;

import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/** Finds the fields that instructions name. */
final class Fields {
    /** A field; the object is ignored if it is static. */
    interface Place {
        TypeKind kind();

        @Nullable Object get(@Nullable Object object);

        void set(@Nullable Object object, @Nullable Object value);
    }

    /** A field of a real object, or a static one of the JDK. */
    private record Real(TypeKind kind, boolean isStatic, MethodHandle getter, MethodHandle setter)
            implements Place {
        @Override
        public @Nullable Object get(@Nullable Object object) {
            try {
                Object value = isStatic ? getter.invoke() : getter.invoke(object);
                return Values.fromJava(value, kind);
            } catch (Throwable e) {
                throw Thrown.again(e);
            }
        }

        @Override
        public void set(@Nullable Object object, @Nullable Object value) {
            if (!isStatic && object instanceof Raw raw) {
                raw.assignEarly(this, value);
                return;
            }
            Object java = Values.toJava(value, kind);
            try {
                if (isStatic) {
                    setter.invoke(java);
                } else {
                    setter.invoke(object, java);
                }
            } catch (Throwable e) {
                throw Thrown.again(e);
            }
        }
    }

    private final Shells shells;

    Fields(Shells shells) {
        this.shells = shells;
    }

    Place find(TenantClass from, FieldInstruction instruction) {
        String name = instruction.name().stringValue();
        String descriptor = instruction.type().stringValue();
        Class<?> owner = shells.type(instruction.owner().asInternalName());
        boolean isStatic =
                switch (instruction.opcode()) {
                    case GETSTATIC, PUTSTATIC -> true;
                    default -> false;
                };
        Class<?> declaring = declaring(owner, name, descriptor);
        TenantClass tenant = declaring == null ? null : shells.tenantOf(declaring);
        if (tenant != null && isStatic) {
            TenantClass.Static place = tenant.declaredStatic(name, descriptor);
            if (place == null) {
                throw new IncompatibleClassChangeError(declaring + "." + name);
            }
            return place;
        }
        MethodHandles.Lookup lookup = tenant == null ? from.lookup() : tenant.outsider();
        TypeKind kind = TypeKind.from(instruction.typeSymbol());
        Class<?> type = shells.type(instruction.typeSymbol());
        return real(lookup, tenant == null ? owner : tenant.shell(), name, type, kind, isStatic);
    }

    private static Place real(
            MethodHandles.Lookup lookup,
            Class<?> owner,
            String name,
            Class<?> type,
            TypeKind kind,
            boolean isStatic) {
        MethodHandle unassignable = MethodHandles.empty(MethodType.methodType(void.class));
        try {
            if (isStatic) {
                return new Real(
                        kind,
                        true,
                        lookup.findStaticGetter(owner, name, type)
                                .asType(MethodType.methodType(Object.class)),
                        unassignable);
            }
            MethodHandle getter = lookup.findGetter(owner, name, type);
            MethodHandle setter = lookup.findSetter(owner, name, type);
            return new Real(kind, false, getter.asType(GETTER), setter.asType(SETTER));
        } catch (NoSuchFieldException e) {
            throw Thrown.again(new NoSuchFieldError(owner.getName() + "." + name).initCause(e));
        } catch (IllegalAccessException e) {
            throw new Fault("no access to " + owner.getName() + "." + name, e);
        }
    }

    private static final MethodType GETTER = MethodType.methodType(Object.class, Object.class);
    private static final MethodType SETTER =
            MethodType.methodType(void.class, Object.class, Object.class);

    /** The interpreted class that declares it; null if none does. */
    private @Nullable Class<?> declaring(Class<?> owner, String name, String descriptor) {
        TenantClass tenant = shells.tenantOf(owner);
        if (tenant == null) {
            return null;
        }
        if (tenant.declaresField(name, descriptor)) {
            return owner;
        }
        for (Class<?> parent : owner.getInterfaces()) {
            Class<?> found = declaring(parent, name, descriptor);
            if (found != null) {
                return found;
            }
        }
        Class<?> parent = owner.getSuperclass();
        return parent == null ? null : declaring(parent, name, descriptor);
    }
}
