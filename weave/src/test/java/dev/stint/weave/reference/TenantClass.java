package dev.stint.weave.reference;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.ConstantValueAttribute;
import java.lang.constant.ConstantDesc;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An interpreted class: its methods, its static fields, and the shell that the JVM knows it by. */
final class TenantClass {
    /** A static field. They are not kept in the shell, where some could not be assigned. */
    static final class Static implements Fields.Place {
        private final TenantClass owner;
        private final TypeKind kind;
        private @Nullable Object value;

        private Static(TenantClass owner, FieldModel field) {
            this.owner = owner;
            this.kind = TypeKind.from(field.fieldTypeSymbol());
            this.value =
                    field.findAttribute(Attributes.constantValue())
                            .map(Static::constant)
                            .orElse(Values.zero(kind));
        }

        private static @Nullable Object constant(ConstantValueAttribute attribute) {
            ConstantDesc constant = attribute.constant().constantValue();
            return constant instanceof String s ? s.intern() : constant;
        }

        @Override
        public TypeKind kind() {
            return kind;
        }

        @Override
        public @Nullable Object get(@Nullable Object nobody) {
            owner.initialise();
            return value;
        }

        @Override
        public void set(@Nullable Object nobody, @Nullable Object newValue) {
            owner.initialise();
            value = Values.narrow(newValue, kind);
        }
    }

    private final ClassModel model;
    private final Class<?> shell;
    private final MethodHandles.Lookup outsider;
    private MethodHandles.@Nullable Lookup insider;
    private final List<Method> methods = new ArrayList<>();
    private final Map<String, Method> methodsByName = new HashMap<>();
    private final Map<String, Static> statics = new HashMap<>();

    TenantClass(ClassModel model, Class<?> shell) {
        this.model = model;
        this.shell = shell;
        try {
            outsider = MethodHandles.privateLookupIn(shell, MethodHandles.lookup());
        } catch (IllegalAccessException e) {
            throw new Fault("no lookup in " + shell, e);
        }
        for (MethodModel each : model.methods()) {
            Method method = new Method(this, each);
            methods.add(method);
            methodsByName.put(method.name() + method.type().descriptorString(), method);
        }
        for (FieldModel field : model.fields()) {
            if (field.flags().has(AccessFlag.STATIC)) {
                statics.put(
                        field.fieldName().stringValue() + field.fieldType().stringValue(),
                        new Static(this, field));
            }
        }
    }

    ClassModel model() {
        return model;
    }

    Class<?> shell() {
        return shell;
    }

    /** Sees all fields, and has no part in the class being initialised. */
    MethodHandles.Lookup outsider() {
        return outsider;
    }

    /** May do what code of the class may do. Only for when code of the class runs. */
    MethodHandles.Lookup lookup() {
        MethodHandles.Lookup result = insider;
        if (result == null) {
            try {
                var method = shell.getDeclaredMethod(Shell.LOOKUP);
                method.setAccessible(true);
                result = (MethodHandles.Lookup) method.invoke(null);
            } catch (ReflectiveOperationException e) {
                throw new Fault("no lookup of " + shell, e);
            }
            insider = result;
        }
        return result;
    }

    /** Runs the static initialiser, through the shell, unless it is done. */
    void initialise() {
        try {
            outsider.ensureInitialized(shell);
        } catch (IllegalAccessException e) {
            throw new Fault("cannot initialise " + shell, e);
        }
    }

    Method method(int index) {
        return methods.get(index);
    }

    /** The method declared here; not an inherited one. */
    @Nullable Method declared(String name, String descriptor) {
        return methodsByName.get(name + descriptor);
    }

    @Nullable Static declaredStatic(String name, String descriptor) {
        return statics.get(name + descriptor);
    }

    boolean declaresField(String name, String descriptor) {
        return model.fields().stream()
                .anyMatch(
                        field ->
                                field.fieldName().equalsString(name)
                                        && field.fieldType().equalsString(descriptor));
    }
}
