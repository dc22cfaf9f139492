package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.FieldElement;
import java.lang.classfile.Label;
import java.lang.classfile.MethodElement;
import java.lang.classfile.attribute.AnnotationDefaultAttribute;
import java.lang.classfile.attribute.EnclosingMethodAttribute;
import java.lang.classfile.attribute.ExceptionsAttribute;
import java.lang.classfile.attribute.InnerClassInfo;
import java.lang.classfile.attribute.InnerClassesAttribute;
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
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Class files that have so much of something that a call of reflection, which reads it anew, takes
 * a second and cannot be stopped, or that the weaver would take long. They are refused, and those
 * with as much as is allowed are not.
 */
class LargeReflectionTest {
    private static final MethodTypeDesc TAKES_ONE =
            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object);

    /**
     * What a class file may have too much of.
     *
     * @param most how much may be written
     * @param write writes so much into the class
     * @param said about one more
     */
    record Part(int most, BiConsumer<ClassBuilder, Integer> write, String said) {
        @Override
        public String toString() {
            return said;
        }
    }

    static Stream<Part> parts() {
        return Stream.of(
                new Part(4095, onClass(LargeReflectionTest::annotations), "16386 bytes of annot"),
                new Part(
                        4095,
                        onField(LargeReflectionTest::annotations),
                        "field wide with 16386 bytes of annotations, and at most 16384 are"),
                new Part(
                        4095,
                        onMethod(
                                n ->
                                        RuntimeVisibleParameterAnnotationsAttribute.of(
                                                List.of(of(n)))),
                        "method broad with 16387 bytes of annotations"),
                new Part(
                        5460,
                        onMethod(n -> AnnotationDefaultAttribute.of(array(n))),
                        "method broad with 16386 bytes of annotations"),
                new Part(
                        32_768,
                        onMethod(n -> AnnotationDefaultAttribute.of(text(n))),
                        "method broad with 32769 characters in annotations"),
                new Part(
                        1098,
                        onClass(n -> annotation("L" + "x".repeat(n) + ";")),
                        "1101 characters in the name of a class"),
                new Part(
                        255,
                        onMethod(n -> ExceptionsAttribute.ofSymbols(missing(n))),
                        "method broad with 256 declared exceptions, and at most 255 are allowed"),
                signed(16_350, LargeReflectionTest::broad, "16385 characters of generic signature"),
                signed(128, LargeReflectionTest::variables, "129 bounds of type parameters"),
                signed(128, LargeReflectionTest::nested, "129 generic types and arrays in each"),
                new Part(
                        4096,
                        onClass(n -> NestMembersAttribute.ofSymbols(missing(n))),
                        "has 4097 members of its nest, and at most 4096 are allowed"),
                new Part(
                        1024,
                        onClass(n -> PermittedSubclassesAttribute.ofSymbols(missing(n))),
                        "has 1025 permitted subclasses, and at most 1024 are allowed"),
                new Part(
                        4096,
                        onClass(LargeReflectionTest::innerClasses),
                        "has 4097 lines in its table of nested classes"),
                new Part(64, LargeReflectionTest::inAll, "1064830 bytes of annotations in all"),
                new Part(128, LargeReflectionTest::caught, "4227072 bytes of code in the ranges"),
                new Part(1, LargeReflectionTest::components, "2 record components and only 1 fi"));
    }

    // ---- what is written

    private static BiConsumer<ClassBuilder, Integer> onClass(IntFunction<ClassElement> part) {
        return (type, n) -> type.with(part.apply(n));
    }

    private static BiConsumer<ClassBuilder, Integer> onField(IntFunction<FieldElement> part) {
        int flags = ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC | ClassFile.ACC_FINAL;
        return (type, n) ->
                type.withField(
                        "wide",
                        ConstantDescs.CD_int,
                        field -> field.withFlags(flags).with(part.apply(n)));
    }

    private static BiConsumer<ClassBuilder, Integer> onMethod(IntFunction<MethodElement> part) {
        int flags = ClassFile.ACC_PUBLIC | ClassFile.ACC_ABSTRACT;
        return (type, n) ->
                type.withMethod("broad", TAKES_ONE, flags, method -> method.with(part.apply(n)));
    }

    private static Part signed(int most, IntFunction<String> signature, String said) {
        return new Part(
                most,
                (type, n) -> {
                    var text = type.constantPool().utf8Entry(signature.apply(n));
                    type.with(SignatureAttribute.of(text));
                },
                said);
    }

    private static List<ClassDesc> missing(int number) {
        return IntStream.range(0, number).mapToObj(i -> ClassDesc.of("gone.C" + i)).toList();
    }

    /** Each has four bytes in the file. */
    private static List<Annotation> of(int number) {
        return Collections.nCopies(number, Annotation.of(ClassDesc.of("gone")));
    }

    private static RuntimeVisibleAnnotationsAttribute annotations(int number) {
        return RuntimeVisibleAnnotationsAttribute.of(of(number));
    }

    private static RuntimeVisibleAnnotationsAttribute annotation(String descriptor) {
        return RuntimeVisibleAnnotationsAttribute.of(
                Annotation.of(ClassDesc.ofDescriptor(descriptor)));
    }

    private static AnnotationValue array(int number) {
        var one = AnnotationValue.ofClass(ClassDesc.of("G"));
        return AnnotationValue.ofArray(Collections.<AnnotationValue>nCopies(number, one));
    }

    private static AnnotationValue text(int characters) {
        int half = characters / 2; // a constant has 65,535 at most, and there may be more
        return AnnotationValue.ofArray(
                AnnotationValue.ofString("a".repeat(half)),
                AnnotationValue.ofString("b".repeat(characters - half)));
    }

    private static String broad(int characters) {
        return "Ljava/lang/Object;Ljava/util/Map<T" + "A".repeat(characters - 3) + ";>;";
    }

    private static String variables(int number) {
        var text = new StringBuilder("<");
        for (int i = 0; i < number; i++) {
            text.append('A').append(i).append(":Ljava/lang/Object;");
        }
        return text + ">Ljava/lang/Object;";
    }

    private static String nested(int number) {
        return "Ljava/lang/Object;" + "La<".repeat(number) + "*" + ">;".repeat(number);
    }

    private static ClassElement innerClasses(int number) {
        return InnerClassesAttribute.of(
                missing(number).stream()
                        .map(c -> InnerClassInfo.of(c, Optional.empty(), Optional.empty(), 0))
                        .toList());
    }

    /** Fields of 16,382 bytes. */
    private static void inAll(ClassBuilder type, int fields) {
        int flags = ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC | ClassFile.ACC_FINAL;
        for (int i = 0; i < fields; i++) {
            type.withField(
                    "f" + i,
                    ConstantDescs.CD_int,
                    field -> field.withFlags(flags).with(annotations(4095)));
        }
    }

    /** Each line of the table is about 32,768 bytes of code. */
    private static void caught(ClassBuilder type, int lines) {
        type.withMethodBody(
                "m",
                ConstantDescs.MTD_void,
                ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                code -> {
                    Label start = code.newBoundLabel();
                    for (int i = 0; i < 1 << 15; i++) {
                        code.nop();
                    }
                    Label end = code.newBoundLabel();
                    code.return_();
                    Label handler = code.newBoundLabel();
                    for (int i = 0; i < lines; i++) {
                        code.exceptionCatchAll(start, end, handler);
                    }
                    code.pop().return_();
                });
    }

    private static void components(ClassBuilder type, int number) {
        type.withField("f", ConstantDescs.CD_int, 0x19);
        type.with(
                RecordAttribute.of(
                        IntStream.range(0, number)
                                .mapToObj(
                                        i -> RecordComponentInfo.of("c" + i, ConstantDescs.CD_int))
                                .toList()));
    }

    private static byte[] file(String name, Consumer<ClassBuilder> content) {
        int flags = ClassFile.ACC_PUBLIC | ClassFile.ACC_INTERFACE | ClassFile.ACC_ABSTRACT;
        return ClassFile.of()
                .build(ClassDesc.of(name), type -> content.accept(type.withFlags(flags)));
    }

    // ---- what the weaver says

    private static byte[] weave(byte[] file) {
        return Weaver.of(of -> Optional.empty(), Surface.ofTenant()).weave(file);
    }

    private static byte[] weave(Map<String, byte[]> files, String name) {
        return Weaver.of(of -> Optional.ofNullable(files.get(of)), Surface.ofTenant())
                .weave(Objects.requireNonNull(files.get(name)));
    }

    @ParameterizedTest
    @MethodSource("parts")
    void weave_moreThanReflectionMayRead_isRefused(Part part) {
        byte[] file = file("acme.Large", type -> part.write.accept(type, part.most + 1));

        assertThatThrownBy(() -> weave(file))
                .isInstanceOf(WeaveRefusedException.class)
                .hasMessageContaining("acme.Large")
                .hasMessageContaining(part.said);
    }

    @ParameterizedTest
    @MethodSource("parts")
    void weave_asMuchAsReflectionMayRead_isWoven(Part part) {
        byte[] file = file("acme.Large", type -> part.write.accept(type, part.most));

        assertThatCode(() -> weave(file)).doesNotThrowAnyException();
    }

    // ---- circles

    /** The JDK looks for a type variable in each class around, and there would be no end. */
    @Test
    void weave_declaredInItself_isRefused() {
        Map<String, byte[]> files = new HashMap<>();
        for (int i = 0; i < 3; i++) {
            ClassDesc next = ClassDesc.of("acme.Ring" + (i + 1) % 3);
            files.put(
                    "acme/Ring" + i,
                    file(
                            "acme.Ring" + i,
                            type ->
                                    type.with(
                                            EnclosingMethodAttribute.of(
                                                    next, Optional.empty(), Optional.empty()))));
        }
        assertThatThrownBy(() -> weave(files, "acme/Ring0"))
                .hasMessageContaining("acme.Ring0")
                .hasMessageContaining("declared in more than 32 classes")
                .hasMessageContaining("or in itself");
    }

    /** The same by the table of nested classes, which members of classes have. */
    @Test
    void weave_membersOfEachOther_isRefused() {
        Map<String, byte[]> files = new HashMap<>();
        for (int i = 0; i < 2; i++) {
            ClassDesc self = ClassDesc.of("acme.Pair" + i);
            ClassDesc other = ClassDesc.of("acme.Pair" + (1 - i));
            var line = InnerClassInfo.of(self, Optional.of(other), Optional.of("x"), 0x9);
            files.put(
                    "acme/Pair" + i,
                    file("acme.Pair" + i, type -> type.with(InnerClassesAttribute.of(line))));
        }
        assertThatThrownBy(() -> weave(files, "acme/Pair1")).hasMessageContaining("or in itself");
    }

    @Test
    void weave_classesInEachOther_areWoven() {
        Map<String, byte[]> files = new HashMap<>();
        for (int i = 0; i <= 32; i++) {
            ClassDesc next = ClassDesc.of("acme.Deep" + (i + 1));
            int level = i;
            files.put(
                    "acme/Deep" + i,
                    file(
                            "acme.Deep" + i,
                            type -> {
                                if (level < 32) {
                                    type.with(
                                            EnclosingMethodAttribute.of(
                                                    next, Optional.empty(), Optional.empty()));
                                }
                            }));
        }
        assertThat(weave(files, "acme/Deep0")).isNotEmpty();
    }
}
