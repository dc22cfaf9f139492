package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.SmallJar;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.LambdaMetafactory;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Methods of the JDK that implement an interface of woven code, and are called by that name. */
class LentMethodsTest {
    private static final int PUBLIC_ABSTRACT = ClassFile.ACC_PUBLIC | ClassFile.ACC_ABSTRACT;

    @TempDir private Path folder;

    private CountingMeter.Counted<Object> run(String body) throws Exception {
        Path jar =
                new SmallJar()
                        .withClass(
                                "acme.Program",
                                "package acme; import java.util.*; public class Program { "
                                        + body
                                        + " }")
                        .writeTo(folder.resolve("acme.jar"));
        try (var loader =
                MeteredClassLoader.of(
                        "acme",
                        List.of(jar),
                        Surface.ofTenant(),
                        LentMethodsTest.class.getClassLoader())) {
            Method run = loader.loadClass("acme.Program").getMethod("run");
            return CountingMeter.count(() -> run.invoke(null));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "interface Own { Object[] toArray(); } static class L extends ArrayList<Object>"
                        + " implements Own {}",
                "interface Own { Object[] toArray(); } static class P extends ArrayList<Object> {}"
                        + " static class L extends P implements Own {}",
                "interface Own { Object[] toArray(); } static class P extends ArrayList<Object>"
                        + " implements Own {} static class L extends P {}",
                "interface Up { Object[] toArray(); } interface Own extends Up {} static class L"
                        + " extends ArrayList<Object> implements Own {}",
            })
    void run_methodOfTheJdkByAnInterfaceOfOnesOwn_costsItsPrice(String types) throws Exception {
        var counted =
                run(
                        types
                                + " public static Object run() { L l = new L(); for (int i = 0; i"
                                + " < 100_000; i++) l.add(l); Own own = l; int n = 0; for (int i ="
                                + " 0; i < 100; i++) n += own.toArray().length; return n; }");

        assertThat(counted.result()).isEqualTo(10_000_000);
        assertThat(counted.count().bytes()).isGreaterThan(40_000_000);
    }

    @Test
    void run_whatIsNotDear_isNotTouched() throws Exception {
        var counted =
                run(
                        """
                        interface Named { String name(); int hashCode(); boolean equals(Object o); }
                        enum Colour implements Named { RED }
                        static class Plain implements Named { public String name() { return "p"; } }
                        public static Object run() {
                            Named red = Colour.RED;
                            Named plain = new Plain();
                            return red.name() + plain.name() + plain.equals(plain)
                                    + (plain.hashCode() == plain.hashCode());
                        }
                        """);

        assertThat(counted.result()).isEqualTo("REDptruetrue");
    }

    /** javac would not write such a class; the JVM takes it. */
    @ParameterizedTest
    @CsvSource({
        "parallelStream, ()Ljava/util/stream/Stream;, java.util.ArrayList",
        "stream, ()Ljava/util/stream/Stream;, java.util.ArrayList",
        "printStackTrace, ()V, java.lang.Exception",
        "'addSuppressed', (Ljava/lang/Throwable;)V, java.lang.Exception",
        "orTimeout, '(JLjava/util/concurrent/TimeUnit;)Ljava/util/concurrent/CompletableFuture;',"
                + " java.util.concurrent.CompletableFuture"
    })
    void weave_whatMustNotBeCalledByThatName_isRefused(
            String name, String descriptor, String parent) {
        var own = ClassDesc.of("acme.Own");
        byte[] declares =
                ClassFile.of()
                        .build(
                                own,
                                type ->
                                        type.withFlags(ClassFile.ACC_INTERFACE | PUBLIC_ABSTRACT)
                                                .withMethod(
                                                        name,
                                                        MethodTypeDesc.ofDescriptor(descriptor),
                                                        PUBLIC_ABSTRACT,
                                                        method -> {}));
        byte[] lends =
                ClassFile.of()
                        .build(
                                ClassDesc.of("acme.Lends"),
                                type ->
                                        type.withSuperclass(ClassDesc.of(parent))
                                                .withInterfaceSymbols(own));
        ClassSource classes =
                of -> of.equals("acme/Own") ? Optional.of(declares) : Optional.empty();

        assertThatThrownBy(() -> Weaver.of(classes, Surface.ofTenant()).weave(lends))
                .isInstanceOf(WeaveRefusedException.class)
                .hasMessageContaining("lends java.")
                .hasMessageContaining(name);
    }

    /** As javac would write it, were the interfaces not what they are now. */
    @ParameterizedTest
    @CsvSource({
        "isSuccessDespite, (J)Z, dev.stint.nursery.Policy, overrides isSuccessDespite",
        "nurseryOpened, ()V, dev.stint.nursery.Policy, overrides nurseryOpened",
        "iterator, ()Ljava/util/Iterator;, java.util.Collection, lends java.util.Collection",
    })
    void weave_functionThatIsSomethingElseAsWell_isRefused(
            String name, String descriptor, String marker, String why) {
        var type = MethodTypeDesc.ofDescriptor(descriptor);
        var own = ClassDesc.of("acme.Own");
        var self = ClassDesc.of("acme.Makes");
        byte[] declares =
                ClassFile.of()
                        .build(
                                own,
                                to ->
                                        to.withFlags(ClassFile.ACC_INTERFACE | PUBLIC_ABSTRACT)
                                                .withMethod(name, type, PUBLIC_ABSTRACT, m -> {})
                                                .withMethod(
                                                        "parallelStream",
                                                        MethodTypeDesc.ofDescriptor(
                                                                "()Ljava/util/stream/Stream;"),
                                                        PUBLIC_ABSTRACT,
                                                        m -> {}));
        var metafactory =
                MethodHandleDesc.ofMethod(
                        DirectMethodHandleDesc.Kind.STATIC,
                        ClassDesc.of("java.lang.invoke.LambdaMetafactory"),
                        "altMetafactory",
                        MethodTypeDesc.ofDescriptor(
                                "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;"
                                        + "Ljava/lang/invoke/MethodType;[Ljava/lang/Object;)"
                                        + "Ljava/lang/invoke/CallSite;"));
        var body =
                MethodHandleDesc.ofMethod(DirectMethodHandleDesc.Kind.STATIC, self, "body", type);
        var site =
                DynamicCallSiteDesc.of(
                        metafactory,
                        name,
                        MethodTypeDesc.of(own),
                        type,
                        body,
                        type,
                        LambdaMetafactory.FLAG_MARKERS,
                        1,
                        ClassDesc.of(marker));
        int flags = ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC;
        byte[] makes =
                ClassFile.of()
                        .build(
                                self,
                                to ->
                                        to.withMethodBody(
                                                        "body",
                                                        type,
                                                        flags,
                                                        code -> code.aconst_null().athrow())
                                                .withMethodBody(
                                                        "make",
                                                        MethodTypeDesc.of(own),
                                                        flags,
                                                        code ->
                                                                code.invokedynamic(site)
                                                                        .areturn()));
        ClassSource classes =
                of -> of.equals("acme/Own") ? Optional.of(declares) : Optional.empty();
        ClassSource others = ClassSource.ofJdk().orElse(ClassFiles::find);

        assertThatThrownBy(
                        () -> Weaver.of(classes, others, Surface.ofTenant()).strict().weave(makes))
                .isInstanceOf(WeaveRefusedException.class)
                .hasMessageContaining(why);
    }

    /** A woven method that code outside would call by a name that it knows nothing of. */
    @ParameterizedTest
    @CsvSource({
        "apply, (Ljava/lang/Object;)Ljava/lang/Object;, java.util.function.UnaryOperator, false,"
                + " lends acme.Up.apply",
        "apply, (Ljava/lang/Object;)Ljava/lang/Object;, java.util.function.UnaryOperator, true,"
                + " lends acme.Up.apply",
        "compare, '(Ljava/lang/Object;Ljava/lang/Object;)I', java.util.Comparator, false,"
                + " lends acme.Up.compare",
        "childEnded, '(Ldev/stint/task/Task;Ldev/stint/task/Outcome;)"
                + "Ldev/stint/nursery/Policy$Then;', dev.stint.nursery.Policy, false,"
                + " overrides childEnded",
        "childEnded, '(Ldev/stint/task/Task;Ldev/stint/task/Outcome;)"
                + "Ldev/stint/nursery/Policy$Then;', dev.stint.nursery.Policy, true,"
                + " overrides childEnded",
        "isSuccessDespite, (J)Z, dev.stint.nursery.Policy, false, overrides isSuccessDespite",
    })
    void weave_functionWhoseOwnMethodBecomesOneFromOutside_isRefused(
            String name, String descriptor, String outside, boolean asMarker, String why) {
        var up = ClassDesc.of("acme.Up");
        var own = ClassDesc.of("acme.Own");
        byte[] implementing =
                ClassFile.of()
                        .build(
                                up,
                                to ->
                                        to.withFlags(ClassFile.ACC_INTERFACE | PUBLIC_ABSTRACT)
                                                .withMethodBody(
                                                        name,
                                                        MethodTypeDesc.ofDescriptor(descriptor),
                                                        ClassFile.ACC_PUBLIC,
                                                        code -> code.aconst_null().athrow()));
        byte[] joining =
                ClassFile.of()
                        .build(
                                own,
                                to ->
                                        to.withFlags(ClassFile.ACC_INTERFACE | PUBLIC_ABSTRACT)
                                                .withInterfaceSymbols(
                                                        asMarker
                                                                ? List.of(up)
                                                                : List.of(
                                                                        up, ClassDesc.of(outside)))
                                                .withMethod(
                                                        "foo",
                                                        ConstantDescs.MTD_void,
                                                        PUBLIC_ABSTRACT,
                                                        m -> {}));
        var self = ClassDesc.of("acme.Makes");
        var body =
                MethodHandleDesc.ofMethod(
                        DirectMethodHandleDesc.Kind.STATIC, self, "body", ConstantDescs.MTD_void);
        var site =
                DynamicCallSiteDesc.of(
                        MethodHandleDesc.ofMethod(
                                DirectMethodHandleDesc.Kind.STATIC,
                                ClassDesc.of("java.lang.invoke.LambdaMetafactory"),
                                "altMetafactory",
                                MethodTypeDesc.ofDescriptor(
                                        "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;"
                                            + "Ljava/lang/invoke/MethodType;[Ljava/lang/Object;)"
                                            + "Ljava/lang/invoke/CallSite;")),
                        "foo",
                        MethodTypeDesc.of(own),
                        ConstantDescs.MTD_void,
                        body,
                        ConstantDescs.MTD_void,
                        LambdaMetafactory.FLAG_MARKERS,
                        1,
                        asMarker ? ClassDesc.of(outside) : own);
        int flags = ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC;
        byte[] makes =
                ClassFile.of()
                        .build(
                                self,
                                to ->
                                        to.withMethodBody(
                                                        "body",
                                                        ConstantDescs.MTD_void,
                                                        flags,
                                                        code -> code.return_())
                                                .withMethodBody(
                                                        "make",
                                                        MethodTypeDesc.of(own),
                                                        flags,
                                                        code ->
                                                                code.invokedynamic(site)
                                                                        .areturn()));
        ClassSource classes =
                of ->
                        switch (of) {
                            case "acme/Up" -> Optional.of(implementing);
                            case "acme/Own" -> Optional.of(joining);
                            default -> Optional.empty();
                        };
        ClassSource others = ClassSource.ofJdk().orElse(ClassFiles::find);

        assertThatThrownBy(
                        () -> Weaver.of(classes, others, Surface.ofTenant()).strict().weave(makes))
                .isInstanceOf(WeaveRefusedException.class)
                .hasMessageContaining(why);
    }

    @Test
    void run_functionWhoseInterfaceImplementsOneFromOutside_pays() throws Exception {
        var counted =
                run(
                        """
                        interface Own extends Comparator<String> {
                            default int compare(String a, String b) { return key(a) - key(b); }
                            int key(String s);
                        }
                        public static Object run() {
                            Own own = s -> s.length();
                            var l = new ArrayList<>(List.of("ccc", "a", "bb"));
                            l.sort(own);
                            return l + "";
                        }
                        """);

        assertThat(counted.result()).isEqualTo("[a, bb, ccc]");
    }

    @Test
    void run_functionThatIsSomethingElseAsWell_isStillOne() throws Exception {
        var counted =
                run(
                        """
                        interface Mine { default int two() { return 2; } }
                        public static Object run() {
                            var c = (Comparator<String> & EventListener & Mine)
                                    (a, b) -> a.length() - b.length();
                            var l = new ArrayList<>(List.of("ccc", "a", "bb"));
                            l.sort(c);
                            l.sort((EventListener & Comparator<String>)
                                    (a, b) -> b.length() - a.length());
                            return l + "" + ((Mine) c).two();
                        }
                        """);

        assertThat(counted.result()).isEqualTo("[ccc, bb, a]2");
    }
}
