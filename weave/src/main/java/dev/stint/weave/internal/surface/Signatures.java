package dev.stint.weave.internal.surface;

import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.stream.Collectors;

/** How the table writes members: {@code getBytes(String)}, with the simple names of types. */
public final class Signatures {
    private Signatures() {}

    public static String of(String name, String descriptor) {
        if (!descriptor.startsWith("(")) {
            return name;
        }
        return MethodTypeDesc.ofDescriptor(descriptor).parameterList().stream()
                .map(Signatures::simpleName)
                .collect(Collectors.joining(", ", name + "(", ")"));
    }

    private static String simpleName(ClassDesc type) {
        if (type.isArray()) {
            return simpleName(type.componentType()) + "[]";
        }
        return type.displayName().replace('$', '.');
    }
}
