package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodElement;
import java.lang.classfile.attribute.AnnotationDefaultAttribute;
import java.lang.classfile.attribute.NestMembersAttribute;
import java.lang.classfile.attribute.PermittedSubclassesAttribute;
import java.lang.classfile.attribute.RecordAttribute;
import java.lang.classfile.attribute.RecordComponentInfo;
import java.lang.classfile.attribute.RuntimeVisibleAnnotationsAttribute;
import java.lang.classfile.attribute.RuntimeVisibleParameterAnnotationsAttribute;
import java.lang.classfile.attribute.SignatureAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Method;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What reflection reads from a class file has a price that grows with what is in the file. */
class ReflectionPricesTest {
    private static final String LARGE = "acme.Large";
    private static final int ABSTRACT =
            ClassFile.ACC_PUBLIC | ClassFile.ACC_INTERFACE | ClassFile.ACC_ABSTRACT;
    private static final int METHOD = ClassFile.ACC_PUBLIC | ClassFile.ACC_ABSTRACT;
    private static final MethodTypeDesc GIVES_CLASSES =
            MethodTypeDesc.of(ConstantDescs.CD_Class.arrayType(), ConstantDescs.CD_Object);

    /** What a tenant may write. */
    @SuppressWarnings("unused")
    public static final class Calls {
        private Calls() {}

        public static Object subclasses(Class<?> of) {
            return of.getPermittedSubclasses();
        }

        public static Object sealed(Class<?> of) {
            return of.isSealed();
        }

        public static Object nest(Class<?> of) {
            return of.getNestMembers();
        }

        public static Object annotations(Class<?> of) {
            return of.getAnnotations();
        }

        public static Object parameters(Class<?> of) throws Exception {
            return of.getMethod("m", Object.class).getParameterAnnotations();
        }

        public static Object parameter(Class<?> of) throws Exception {
            return of.getMethod("m", Object.class).getParameters()[0].getAnnotations();
        }

        public static Object method(Class<?> of) throws Exception {
            return of.getMethod("m", Object.class).getAnnotations();
        }

        public static Object defaults(Class<?> of) throws Exception {
            try {
                return of.getMethod("m", Object.class).getDefaultValue();
            } catch (TypeNotPresentException e) {
                return "missing";
            }
        }

        public static Object component(Class<?> of) throws Exception {
            return of.getRecordComponents()[0].getAnnotations();
        }

        public static Object exceptions(Class<?> of) throws Exception {
            return of.getMethod("m", Object.class).getGenericExceptionTypes();
        }

        public static Object returned(Class<?> of) throws Exception {
            return of.getMethod("m", Object.class).getGenericReturnType();
        }

        public static Object text(Class<?> of) throws Exception {
            return of.getMethod("m", Object.class).toGenericString();
        }

        public static Object byName(Class<?> of) throws Exception {
            return of.getMethod("m", Object.class);
        }

        public static Object missing(Class<?> of) {
            try {
                return of.getMethod("none");
            } catch (NoSuchMethodException e) {
                return "none";
            }
        }

        public static Object missingField(Class<?> of) {
            try {
                return of.getField("none");
            } catch (NoSuchFieldException e) {
                return "none";
            }
        }
    }

    // ---- class files

    private static byte[] file(String name, int flags, Consumer<ClassBuilder> content) {
        return ClassFile.of()
                .build(ClassDesc.of(name), type -> content.accept(type.withFlags(flags)));
    }

    private static List<ClassDesc> missing(int number) {
        return IntStream.range(0, number).mapToObj(i -> ClassDesc.of("gone.C" + i)).toList();
    }

    private static List<Annotation> annotations(int number) {
        return Collections.nCopies(number, Annotation.of(ClassDesc.of("gone.C")));
    }

    private static void method(ClassBuilder type, MethodElement part) {
        type.withMethod("m", GIVES_CLASSES, METHOD, method -> method.with(part));
    }

    private static byte[] large(String what, int n) {
        return switch (what) {
            case "subclasses", "sealed" ->
                    file(
                            LARGE,
                            ABSTRACT,
                            type -> type.with(PermittedSubclassesAttribute.ofSymbols(missing(n))));
            case "nest" ->
                    file(
                            LARGE,
                            ABSTRACT,
                            type -> type.with(NestMembersAttribute.ofSymbols(missing(n))));
            case "annotations" ->
                    file(
                            LARGE,
                            ABSTRACT,
                            type ->
                                    type.with(
                                            RuntimeVisibleAnnotationsAttribute.of(annotations(n))));
            case "component" -> record(n);
            default -> file(LARGE, ABSTRACT, type -> method(type, part(type, what, n)));
        };
    }

    private static MethodElement part(ClassBuilder type, String what, int n) {
        return switch (what) {
            case "parameters", "parameter" ->
                    RuntimeVisibleParameterAnnotationsAttribute.of(List.of(annotations(n)));
            case "method" -> RuntimeVisibleAnnotationsAttribute.of(annotations(n));
            case "defaults" ->
                    AnnotationDefaultAttribute.of(
                            AnnotationValue.ofArray(
                                    Collections.<AnnotationValue>nCopies(
                                            n, AnnotationValue.ofClass(ClassDesc.of("gone.C")))));
            default ->
                    SignatureAttribute.of(
                            type.constantPool()
                                    .utf8Entry(
                                            "(Ljava/util/Map<"
                                                    + "TA;".repeat(n)
                                                    + ">;)V^Ljava/lang/Error;"));
        };
    }

    private static byte[] record(int n) {
        return ClassFile.of()
                .build(
                        ClassDesc.of(LARGE),
                        type -> {
                            type.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL);
                            type.withSuperclass(ClassDesc.of("java.lang.Record"));
                            type.withField("c", ConstantDescs.CD_int, ClassFile.ACC_PRIVATE);
                            type.with(
                                    RecordAttribute.of(
                                            RecordComponentInfo.of(
                                                    "c",
                                                    ConstantDescs.CD_int,
                                                    RuntimeVisibleAnnotationsAttribute.of(
                                                            annotations(n)))));
                        });
    }

    // ---- what it costs

    private static CountingMeter.Count cost(String call, Map<String, byte[]> files)
            throws Exception {
        String calls = Calls.class.getName();
        var own = new HashMap<>(files);
        try (var in = Calls.class.getResourceAsStream("ReflectionPricesTest$Calls.class")) {
            own.put(calls.replace('.', '/'), in.readAllBytes());
        }
        try (var loader =
                MeteredClassLoader.of(
                        "acme",
                        of -> Optional.ofNullable(own.get(of)),
                        Surface.ofTenant(),
                        ReflectionPricesTest.class.getClassLoader())) {
            Method method = loader.loadClass(calls).getMethod(call, Class.class);
            Class<?> large = loader.loadClass(LARGE);
            return CountingMeter.count(() -> method.invoke(null, large)).count();
        }
    }

    private static CountingMeter.Count cost(String call, int n) throws Exception {
        return cost(call, Map.of("acme/Large", large(call, n)));
    }

    @ParameterizedTest
    @CsvSource({
        "subclasses, 1000, 128",
        "sealed, 1000, 128",
        "nest, 1000, 128",
        "annotations, 4000, 128",
        "parameters, 4000, 128",
        "parameter, 4000, 128",
        "method, 4000, 128",
        "defaults, 4000, 128",
        "component, 4000, 128",
        "exceptions, 5000, 12",
        "returned, 5000, 12",
        "text, 5000, 12"
    })
    void call_onMoreInTheFile_costsMore(String call, int n, int each) throws Exception {
        long few = cost(call, 10).ops();
        long many = cost(call, n).ops();

        assertThat(many - few).isGreaterThanOrEqualTo((n - 10L) * each);
        assertThat(few).isLessThan(5000);
    }

    /** The JDK compares each with each. */
    @Test
    void getMethod_amongManyThatDifferInWhatTheyReturn_costsTheirSquare() throws Exception {
        long few = cost("byName", alike(100)).ops();
        long many = cost("byName", alike(1000)).ops();

        assertThat(many).isGreaterThan(1000 * 1000 / 100);
        assertThat(few).isLessThan(1000);
    }

    private static Map<String, byte[]> alike(int n) {
        var files = new HashMap<String, byte[]>();
        for (int i = 0; i < n; i++) {
            files.put("acme/R" + i, file("acme.R" + i, ABSTRACT, type -> {}));
        }
        byte[] large =
                file(
                        LARGE,
                        ABSTRACT,
                        type -> {
                            for (int i = 0; i < n; i++) {
                                type.withMethod(
                                        "m",
                                        MethodTypeDesc.of(
                                                ClassDesc.of("acme.R" + i),
                                                ConstantDescs.CD_Object),
                                        METHOD,
                                        method -> {});
                            }
                        });
        files.put("acme/Large", large);
        return files;
    }

    /** It looks in each parent, and there in each parent of that, whether it was there before. */
    @ParameterizedTest
    @CsvSource({"missing", "missingField"})
    void search_throughALattice_costsAllWaysThroughIt(String call) throws Exception {
        long few = cost(call, lattice(4)).ops();
        long many = cost(call, lattice(10)).ops();

        assertThat(many - few).isGreaterThan(900);
        assertThat(few).isLessThan(5000);
    }

    private static Map<String, byte[]> lattice(int levels) {
        var files = new HashMap<String, byte[]>();
        for (int level = 0; level < levels; level++) {
            List<ClassDesc> parents =
                    level == 0
                            ? List.of()
                            : List.of(
                                    ClassDesc.of("acme.L" + (level - 1)),
                                    ClassDesc.of("acme.R" + (level - 1)));
            for (String side : List.of("L", "R")) {
                String name =
                        level == levels - 1 && side.equals("L") ? LARGE : "acme." + side + level;
                files.put(
                        name.replace('.', '/'),
                        file(name, ABSTRACT, type -> type.withInterfaceSymbols(parents)));
            }
        }
        return files;
    }
}
