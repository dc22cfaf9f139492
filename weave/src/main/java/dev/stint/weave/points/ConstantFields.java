package dev.stint.weave.points;

import dev.stint.weave.ClassSource;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tells which fields never change. Not thread-safe. */
final class ConstantFields {
    private final ClassSource source;
    private final Map<String, Type> known = new HashMap<>();

    /** What is known of a class: whether its fields are final, by name; and whom it extends. */
    private record Type(Map<String, Boolean> fields, List<String> ancestors) {
        static final Type UNKNOWN = new Type(Map.of(), List.of());
    }

    ConstantFields(ClassSource source) {
        this.source = source;
    }

    /** The class at hand, which need not be found elsewhere. */
    void know(ClassModel model) {
        known.put(model.thisClass().asInternalName(), read(model));
    }

    /** False also if nothing is known of the field. */
    boolean isFinal(String owner, String name) {
        Boolean found = find(owner, name);
        return found != null && found;
    }

    private @Nullable Boolean find(String owner, String name) {
        Type type = type(owner);
        Boolean own = type.fields.get(name);
        if (own != null) {
            return own;
        }
        for (String ancestor : type.ancestors) {
            Boolean inherited = find(ancestor, name);
            if (inherited != null) {
                return inherited;
            }
        }
        return null;
    }

    private Type type(String name) {
        Type type = known.get(name);
        if (type == null) {
            type =
                    source.find(name)
                            .map(bytes -> read(ClassFile.of().parse(bytes)))
                            .orElse(Type.UNKNOWN);
            known.put(name, type);
        }
        return type;
    }

    private static Type read(ClassModel model) {
        Map<String, Boolean> fields = new HashMap<>();
        for (FieldModel field : model.fields()) {
            boolean isFinal = (field.flags().flagsMask() & ClassFile.ACC_FINAL) != 0;
            fields.put(field.fieldName().stringValue(), isFinal);
        }
        List<String> ancestors = new ArrayList<>();
        model.superclass().ifPresent(parent -> ancestors.add(parent.asInternalName()));
        model.interfaces().forEach(each -> ancestors.add(each.asInternalName()));
        return new Type(fields, ancestors);
    }
}
