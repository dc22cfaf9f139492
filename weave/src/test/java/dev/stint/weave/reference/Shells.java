package dev.stint.weave.reference;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.constant.ClassDesc;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes a real class for each interpreted one, with the same name, ancestors and fields, whose
 * methods do nothing but call the interpreter. So objects of interpreted classes are real objects,
 * and code of the JDK can hold, compare, call and throw them.
 */
final class Shells extends ClassLoader {
    private final ClassSet set;
    private final Interpreter interpreter;
    private final Map<Class<?>, TenantClass> tenants = new HashMap<>();

    Shells(ClassSet set, Interpreter interpreter) {
        super("shells", Shells.class.getClassLoader());
        this.set = set;
        this.interpreter = interpreter;
    }

    Interpreter interpreter() {
        return interpreter;
    }

    /** The interpreted class behind a shell; null if it is not one of ours. */
    @Nullable TenantClass tenantOf(Class<?> type) {
        return tenants.get(type);
    }

    TenantClass tenant(Class<?> type) {
        TenantClass tenant = tenants.get(type);
        if (tenant == null) {
            throw new Fault(type + " is not interpreted");
        }
        return tenant;
    }

    /** A class by its internal name, or an array by its descriptor. */
    Class<?> type(String internalName) {
        return internalName.startsWith("[")
                ? type(ClassDesc.ofDescriptor(internalName))
                : type(ClassDesc.ofInternalName(internalName));
    }

    Class<?> type(ClassDesc desc) {
        if (desc.isArray()) {
            return type(Sizes.element(desc)).arrayType();
        }
        if (desc.isPrimitive()) {
            return java.lang.invoke.MethodType.fromMethodDescriptorString(
                            "()" + desc.descriptorString(), this)
                    .returnType();
        }
        String descriptor = desc.descriptorString();
        String name = descriptor.substring(1, descriptor.length() - 1).replace('/', '.');
        try {
            return loadClass(name);
        } catch (ClassNotFoundException e) {
            NoClassDefFoundError error = new NoClassDefFoundError(name);
            error.initCause(e);
            throw error;
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        byte[] file = set.find(name.replace('.', '/')).orElse(null);
        if (file == null) {
            return super.loadClass(name, resolve);
        }
        Class<?> loaded = findLoadedClass(name);
        return loaded != null ? loaded : define(name, file);
    }

    private Class<?> define(String name, byte[] file) {
        ClassModel model = ClassFile.of().parse(file);
        byte[] shellFile = Shell.of(model);
        Class<?> shell = defineClass(name, shellFile, 0, shellFile.length);
        tenants.put(shell, new TenantClass(model, shell));
        return shell;
    }
}
