package dev.stint.hooks.jdk;

import dev.stint.hooks.TenantLoader;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import jdk.internal.access.JavaLangAccess;
import jdk.internal.access.SharedSecrets;
import org.jspecify.annotations.Nullable;

/**
 * How much a class file has of what the JDK reads from it when reflection asks: annotations,
 * generic signatures, and lists of classes. The price depends on that, and never on whether it has
 * been read before. The weaver bounds each.
 */
final class FileParts {
    /**
     * What it takes to look for a class of a given name, and to find none, in operations: no less
     * than the tenth part of that, since a class that is named is there most of the time.
     */
    static final int CLASS = 128;

    /**
     * What is allocated for an operation of that; for a class that is missing up to 10,000 bytes.
     */
    static final int BYTES = 4;

    private static final int CHARACTER = 4; // of a signature: a part may be looked for in scopes
    private static final int BYTES_EACH = 8; // of a character of a signature

    private static final JavaLangAccess JLA = SharedSecrets.getJavaLangAccess();

    private static final String ANNOTATIONS = "annotations";
    private static final MethodHandle OF_METHOD = bytes(Method.class, ANNOTATIONS);
    private static final MethodHandle OF_CONSTRUCTOR = bytes(Constructor.class, ANNOTATIONS);
    private static final MethodHandle OF_FIELD = bytes(Field.class, ANNOTATIONS);
    private static final MethodHandle OF_COMPONENT = bytes(RecordComponent.class, ANNOTATIONS);
    private static final MethodHandle TYPES_OF_COMPONENT =
            bytes(RecordComponent.class, "typeAnnotations");
    private static final MethodHandle PARAMETERS_OF_METHOD =
            bytes(Method.class, "parameterAnnotations");
    private static final MethodHandle PARAMETERS_OF_CONSTRUCTOR =
            bytes(Constructor.class, "parameterAnnotations");
    private static final MethodHandle DEFAULT = bytes(Method.class, "annotationDefault");
    private static final MethodHandle SIGNATURE_OF_METHOD = text(Method.class);
    private static final MethodHandle SIGNATURE_OF_CONSTRUCTOR = text(Constructor.class);
    private static final MethodHandle SIGNATURE_OF_FIELD = text(Field.class);

    private static final ClassValue<Long> OF_CLASS =
            new ClassValue<>() {
                @Override
                protected Long computeValue(Class<?> type) {
                    return AnnotationBytes.work(JLA.getRawClassAnnotations(type));
                }
            };

    private FileParts() {}

    private static MethodHandle bytes(Class<?> of, String field) {
        return JdkFields.anyGetter(of, field, byte[].class);
    }

    private static MethodHandle text(Class<?> of) {
        return JdkFields.anyGetter(of, "signature", String.class);
    }

    private static byte @Nullable [] read(MethodHandle getter, Object of) {
        return (byte[]) JdkFields.read(getter, of);
    }

    // ---- annotations

    /** What it takes to read the annotations of something, in operations. */
    static long annotations(AnnotatedElement of) {
        return switch (of) {
            case Class<?> type -> inherited(type);
            case Method method -> AnnotationBytes.work(read(OF_METHOD, method));
            case Constructor<?> made -> AnnotationBytes.work(read(OF_CONSTRUCTOR, made));
            case Field field -> AnnotationBytes.work(read(OF_FIELD, field));
            case RecordComponent part -> AnnotationBytes.work(read(OF_COMPONENT, part));
            default -> 0; // one of the program's own; or a package, whose class has them
        };
    }

    /** A class inherits annotations, so those of its superclasses are read, too. */
    private static long inherited(Class<?> type) {
        long sum = 0;
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            sum += OF_CLASS.get(at);
        }
        return sum;
    }

    /** What it takes to read those of all parameters. */
    static long parameters(Executable of) {
        MethodHandle getter =
                of instanceof Method ? PARAMETERS_OF_METHOD : PARAMETERS_OF_CONSTRUCTOR;
        return AnnotationBytes.workOfParameters(read(getter, of));
    }

    /** What it takes to read the default of a member of an annotation. */
    static long defaultValue(Method of) {
        return AnnotationBytes.workOfValue(read(DEFAULT, of));
    }

    /** Pays for reading the annotations on the types of a declaration, which is done each time. */
    static void payForTypeAnnotations(Object declaration) {
        byte[] raw =
                switch (declaration) {
                    case Class<?> type -> JLA.getRawClassTypeAnnotations(type);
                    case Executable member -> JLA.getRawExecutableTypeAnnotations(member);
                    default -> null;
                };
        long length = raw == null ? 0 : raw.length;
        // One that names a class takes seven bytes or more.
        long work = length * CLASS / 8;
        Charges.pay(work, BYTES * work);
    }

    /** The bytes of its annotations that a component has a copy of, made for whoever asks. */
    static long copied(RecordComponent of) {
        byte[] annotations = read(OF_COMPONENT, of);
        byte[] ofTypes = read(TYPES_OF_COMPONENT, of);
        long length = annotations == null ? 0 : annotations.length;
        return length + (ofTypes == null ? 0 : ofTypes.length);
    }

    // ---- generic signatures

    /** Pays for making generic types of what the file says of a member. */
    static void payForSignature(Member of) {
        String text =
                (String)
                        switch (of) {
                            case Method method -> JdkFields.read(SIGNATURE_OF_METHOD, method);
                            case Constructor<?> made ->
                                    JdkFields.read(SIGNATURE_OF_CONSTRUCTOR, made);
                            case Field field -> JdkFields.read(SIGNATURE_OF_FIELD, field);
                            default -> null;
                        };
        payForSignature(text);
    }

    static void payForSignature(@Nullable String text) {
        if (text != null) {
            Charges.pay((long) CHARACTER * text.length(), (long) BYTES_EACH * text.length());
        }
    }

    // ---- lists of classes

    /** Pays for looking for the classes that a class says are in its nest, or its subclasses. */
    static void payForRelatives(Class<?> of) {
        if (of.getClassLoader() instanceof TenantLoader loader) {
            long work = (long) CLASS * loader.countRelatives(of);
            Charges.pay(work, BYTES * work);
        }
    }
}
