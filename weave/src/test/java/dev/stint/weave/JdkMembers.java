package dev.stint.weave;

import dev.stint.weave.internal.files.JdkClasses;
import dev.stint.weave.internal.surface.Signatures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.InnerClassInfo;
import java.lang.reflect.AccessFlag;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The classes of the running JDK, and what of them code elsewhere can reach. */
final class JdkMembers {
    private static final Path MODULES =
            FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules");

    /** A method or field that code elsewhere can name. */
    record Member(String owner, String name, String descriptor, boolean isStatic) {
        boolean isMethod() {
            return descriptor.startsWith("(");
        }

        String signature() {
            return Signatures.of(name, descriptor);
        }

        @Override
        public String toString() {
            return owner.replace('/', '.') + "." + signature();
        }
    }

    private final Map<String, Optional<ClassModel>> models = new HashMap<>();

    /** All classes of the JDK's base module that are public, by their names with dots. */
    List<String> publicClasses() {
        try (Stream<Path> files = Files.walk(MODULES.resolve("java.base"))) {
            Path base = MODULES.resolve("java.base");
            return files.map(file -> base.relativize(file).toString())
                    .filter(file -> file.startsWith("java/") && file.endsWith(".class"))
                    .map(file -> file.substring(0, file.length() - ".class".length()))
                    .filter(name -> find(name).filter(JdkMembers::isOpen).isPresent())
                    .map(name -> name.replace('/', '.'))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Optional<ClassModel> find(String internalName) {
        return models.computeIfAbsent(
                internalName,
                name -> Optional.ofNullable(JdkClasses.find(name)).map(ClassFile.of()::parse));
    }

    /** What code elsewhere can name of a class, in the order of the signatures. */
    List<Member> open(String internalName) {
        ClassModel model = find(internalName).orElseThrow();
        var members = new TreeMap<String, Member>();
        for (var method : model.methods()) {
            if (isOpen(method.flags().flagsMask()) && !isInitialiser(method)) {
                add(
                        members,
                        model,
                        method.methodName().stringValue(),
                        method.methodType().stringValue(),
                        method.flags().has(AccessFlag.STATIC));
            }
        }
        for (var field : model.fields()) {
            if (isOpen(field.flags().flagsMask())) {
                add(
                        members,
                        model,
                        field.fieldName().stringValue(),
                        field.fieldType().stringValue(),
                        field.flags().has(AccessFlag.STATIC));
            }
        }
        return new ArrayList<>(members.values());
    }

    private static void add(
            Map<String, Member> to, ClassModel model, String name, String type, boolean isStatic) {
        to.put(
                name + " " + type,
                new Member(model.thisClass().asInternalName(), name, type, isStatic));
    }

    private static boolean isInitialiser(MethodModel method) {
        return method.methodName().equalsString("<clinit>");
    }

    /** The class or interface that declares the method that a call means; null if there is none. */
    @Nullable MethodModel resolve(String owner, String name, String descriptor) {
        for (String at = owner; at != null; at = superOf(at)) {
            MethodModel found = declared(at, name, descriptor);
            if (found != null) {
                return found;
            }
        }
        for (String at = owner; at != null; at = superOf(at)) {
            MethodModel found = inInterfaces(at, name, descriptor);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private @Nullable MethodModel inInterfaces(String owner, String name, String descriptor) {
        ClassModel model = find(owner).orElse(null);
        if (model == null) {
            return null;
        }
        for (var entry : model.interfaces()) {
            MethodModel found = declared(entry.asInternalName(), name, descriptor);
            if (found == null) {
                found = inInterfaces(entry.asInternalName(), name, descriptor);
            }
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private @Nullable MethodModel declared(String owner, String name, String descriptor) {
        return find(owner).stream()
                .flatMap(model -> model.methods().stream())
                .filter(m -> m.methodName().equalsString(name))
                .filter(m -> m.methodType().equalsString(descriptor))
                .findFirst()
                .orElse(null);
    }

    private @Nullable String superOf(String name) {
        return find(name)
                .flatMap(ClassModel::superclass)
                .map(entry -> entry.asInternalName())
                .orElse(null);
    }

    boolean isThrowable(String name) {
        for (String at = name; at != null; at = superOf(at)) {
            if (at.equals("java/lang/Throwable")) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOpen(ClassModel model) {
        String name = model.thisClass().asInternalName();
        if (!name.contains("$")) {
            return model.flags().has(AccessFlag.PUBLIC);
        }
        return model.findAttribute(Attributes.innerClasses()).stream()
                .flatMap(inner -> inner.classes().stream())
                .filter(inner -> inner.innerClass().asInternalName().equals(name))
                .mapToInt(InnerClassInfo::flagsMask)
                .anyMatch(JdkMembers::isOpen);
    }

    private static boolean isOpen(int flags) {
        return (flags & (ClassFile.ACC_PUBLIC | ClassFile.ACC_PROTECTED)) != 0;
    }
}
