package dev.stint.weave.internal.classes;

import dev.stint.weave.internal.files.ClassFileHeader;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.EnclosingMethodAttribute;
import java.lang.classfile.attribute.InnerClassInfo;
import java.lang.classfile.constantpool.ClassEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the weaver knows of one class: its flags, ancestors, members and size.
 *
 * @param isOwn whether it belongs to the set that is woven
 * @param parent null for Object
 * @param encloser the class that it says it is declared in; null for none, and for classes that are
 *     not woven
 * @param methods the flags of its methods, by name and descriptor
 * @param fields the names and descriptors of its fields
 * @param fieldBytes the size of its own instance fields, without those of its ancestors
 */
public record ClassInfo(
        String name,
        boolean isOwn,
        int flags,
        @Nullable String parent,
        List<String> interfaces,
        @Nullable String encloser,
        Map<MemberKey, Integer> methods,
        Set<MemberKey> fields,
        long fieldBytes) {

    /** Of a class of the woven set; null if its file cannot be read, and so will be refused. */
    public static @Nullable ClassInfo ofOwn(byte[] file) {
        try {
            return file.length > ClassFileHeader.LARGEST
                    ? null
                    : of(ClassFile.of().parse(file), true);
        } catch (RuntimeException e) { // whatever is wrong with it
            return null;
        }
    }

    public static ClassInfo of(ClassModel model, boolean isOwn) {
        var methods = new HashMap<MemberKey, Integer>();
        for (MethodModel method : model.methods()) {
            methods.put(MemberKey.of(method), method.flags().flagsMask());
        }
        var fields = new HashSet<MemberKey>();
        long bytes = 0;
        for (FieldModel field : model.fields()) {
            String type = field.fieldType().stringValue();
            fields.add(MemberKey.of(field));
            if ((field.flags().flagsMask() & ClassFile.ACC_STATIC) == 0) {
                bytes += ObjectSizes.of(TypeKind.fromDescriptor(type));
            }
        }
        return new ClassInfo(
                model.thisClass().asInternalName(),
                isOwn,
                model.flags().flagsMask(),
                model.superclass().map(ClassEntry::asInternalName).orElse(null),
                model.interfaces().stream().map(ClassEntry::asInternalName).toList(),
                isOwn ? encloser(model) : null,
                methods,
                fields,
                bytes);
    }

    /** As reflection finds it. */
    private static @Nullable String encloser(ClassModel model) {
        var method = model.findAttribute(Attributes.enclosingMethod());
        if (method.isPresent()) {
            return method.map(EnclosingMethodAttribute::enclosingClass)
                    .map(ClassEntry::asInternalName)
                    .get();
        }
        String self = model.thisClass().asInternalName();
        return model.findAttribute(Attributes.innerClasses()).stream()
                .flatMap(table -> table.classes().stream())
                .filter(line -> line.innerClass().asInternalName().equals(self))
                .map(InnerClassInfo::outerClass)
                .flatMap(Optional::stream)
                .map(ClassEntry::asInternalName)
                .findFirst()
                .orElse(null);
    }

    /** There is one for each class, and comparing all that it holds would take long. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    /** The names of its superclass and superinterfaces. */
    public List<String> parents() {
        var parents = new ArrayList<String>(interfaces.size() + 1);
        if (parent != null) {
            parents.add(parent);
        }
        parents.addAll(interfaces);
        return parents;
    }

    public boolean isInterface() {
        return (flags & ClassFile.ACC_INTERFACE) != 0;
    }
}
