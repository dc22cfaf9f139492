package dev.stint.weave;

import static java.lang.constant.ConstantDescs.CD_CallSite;
import static java.lang.constant.ConstantDescs.CD_MethodHandle;
import static java.lang.constant.ConstantDescs.CD_MethodHandles_Lookup;
import static java.lang.constant.ConstantDescs.CD_MethodType;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.DirectMethodHandleDesc.Kind;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.LambdaMetafactory;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * A reference to an inherited method as compilers before JDK 23 wrote it: the handle names the
 * ancestor, while the receiver that the object holds is of the class itself.
 */
class InheritedReferenceTest {
    private static final ClassDesc SAMPLE = ClassDesc.of("sample.Sample");
    private static final ClassDesc SUPPLIER = ClassDesc.of(Supplier.class.getName());
    private static final MethodTypeDesc OBJECT = MethodTypeDesc.of(CD_Object);

    private static byte[] sample() {
        var metafactory =
                MethodHandleDesc.ofMethod(
                        Kind.STATIC,
                        ClassDesc.of(LambdaMetafactory.class.getName()),
                        "metafactory",
                        MethodTypeDesc.of(
                                CD_CallSite,
                                CD_MethodHandles_Lookup,
                                CD_String,
                                CD_MethodType,
                                CD_MethodType,
                                CD_MethodHandle,
                                CD_MethodType));
        var inherited =
                MethodHandleDesc.ofMethod(
                        Kind.VIRTUAL, CD_Object, "toString", MethodTypeDesc.of(CD_String));
        var site =
                DynamicCallSiteDesc.of(
                        metafactory,
                        "get",
                        MethodTypeDesc.of(SUPPLIER, SAMPLE),
                        OBJECT,
                        inherited,
                        MethodTypeDesc.of(CD_String));
        return ClassFile.of()
                .build(
                        SAMPLE,
                        sample -> {
                            sample.withFlags(ClassFile.ACC_PUBLIC);
                            sample.withMethodBody(
                                    "<init>",
                                    MethodTypeDesc.ofDescriptor("()V"),
                                    ClassFile.ACC_PUBLIC,
                                    code ->
                                            code.aload(0)
                                                    .invokespecial(
                                                            CD_Object,
                                                            "<init>",
                                                            MethodTypeDesc.ofDescriptor("()V"))
                                                    .return_());
                            sample.withMethodBody(
                                    "words",
                                    MethodTypeDesc.of(SUPPLIER),
                                    ClassFile.ACC_PUBLIC,
                                    code -> code.aload(0).invokedynamic(site).areturn());
                        });
    }

    @Test
    void weave_referenceToAnInheritedMethod_isOfTheReceiver() throws Exception {
        var loader = WovenClasses.of(Map.of("sample/Sample", sample()));
        Class<?> type = loader.loadClass("sample.Sample");
        Object made = type.getDeclaredConstructor().newInstance();

        var words = (Supplier<?>) type.getMethod("words").invoke(made);

        assertThat(words.get()).isEqualTo(made.toString());
    }
}
