package dev.stint.weave.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.hooks.AccessRefusedException;
import dev.stint.weave.MeteredClassLoader;
import dev.stint.weave.Surface;
import dev.stint.weave.WeaveRefusedException;
import dev.stint.weave.Weaver;
import dev.stint.weave.internal.classes.ClassInfo;
import dev.stint.weave.internal.classes.MemberKey;
import dev.stint.weave.reference.RawClass.Bytes;
import java.lang.classfile.ClassFile;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A tenant whose class files refer to things as no compiler would. Whatever it does, the file that
 * it wants to write does not come to be.
 */
class ForgedReferencesTest {
    private static final String WRITER = "java/io/PrintWriter";
    private static final int STATIC = 0x9;

    private final Map<String, byte[]> files = new HashMap<>();
    private Path loot = Path.of("");

    @BeforeEach
    void placeLoot(@TempDir Path folder) {
        loot = folder.resolve("loot");
    }

    /** Loads and runs each class, as a tenant would that goes on whatever happens. */
    private Throwable runAll(UnaryOperator<Weaver> how, String... names) {
        ClassLoader host = ForgedReferencesTest.class.getClassLoader();
        Throwable last = new Throwable("nothing was thrown");
        try (var loader =
                MeteredClassLoader.of(
                        "acme",
                        name -> Optional.ofNullable(files.get(name)),
                        Surface.ofTenant(),
                        host,
                        how)) {
            for (String name : names) {
                try {
                    loader.loadClass(name.replace('/', '.')).getMethod("m").invoke(null);
                } catch (InvocationTargetException e) {
                    last = Objects.requireNonNull(e.getCause());
                } catch (ReflectiveOperationException | LinkageError | WeaveRefusedException e) {
                    last = e;
                }
            }
        }
        return last;
    }

    private void add(RawClass file, String name, Bytes code) {
        file.withMethod(STATIC, "m", "()V", file.code(8, 2, code.all(), List.of()));
        files.put(name, file.bytes());
    }

    /** A class that does what a tenant must not: new PrintWriter(loot). */
    private void addThief() {
        RawClass thief = new RawClass("acme/Thief");
        int type = thief.ofClass(WRITER);
        int name = thief.string(loot.toString());
        int init = thief.method(WRITER, "<init>", "(Ljava/lang/String;)V");
        Bytes code = new Bytes().u1(0xbb).u2(type).u1(0x59, 0x13).u2(name);
        add(thief, "acme/Thief", code.u1(0xb7).u2(init).u1(0x57, 0xb1));
    }

    /** The ruling about the field must not be that about the method whose name it looks like. */
    @Test
    void loadClass_fieldNamedLikeAMethod_opensNothing() {
        RawClass forger = new RawClass("acme/Forger");
        int field = forger.field(WRITER, "<init>(Ljava/lang/String;)", "V");
        add(forger, "acme/Forger", new Bytes().u1(0xb2).u2(field).u1(0xb1));
        addThief();

        Throwable thrown = runAll(Weaver::strict, "acme/Forger", "acme/Thief");

        assertThat(loot).doesNotExist();
        assertThat(thrown)
                .isInstanceOf(WeaveRefusedException.class)
                .hasMessageContaining(
                        "java.io.PrintWriter.<init>(String), which is not open to it");
    }

    /** What the JVM would reject when it links the class is rejected before it is ruled about. */
    @Test
    void weave_malformedNames_isRefused() {
        ensureMalformed(file -> file.field(WRITER, "<init>(Ljava/lang/String;)", "V"), "");
        ensureMalformed(file -> file.field(WRITER, "a;b", "I"), "no name of a member");
        ensureMalformed(file -> file.field(WRITER, "f", "()V"), "no descriptor of a field");
        ensureMalformed(file -> file.field(WRITER, "f", "Ljava.io.File;"), "no descriptor");
        ensureMalformed(file -> file.field("java/io//File", "f", "I"), "no name of a class");
        ensureMalformed(file -> file.field("[Ljava/io/File", "f", "I"), "no name of a class");
        ensureMalformed(file -> file.method(WRITER, "m", "I"), "no descriptor of a method");
        ensureMalformed(file -> file.method(WRITER, "m", "(V)V"), "no descriptor");
        ensureMalformed(
                file -> file.method(WRITER, "m", "(" + "J".repeat(128) + ")V"), "no descriptor");
        ensureMalformed(file -> file.method(WRITER, "<x>", "()V"), "no name of a method");
        ensureMalformed(
                file -> file.method(WRITER, "<clinit>", "()V"), "no method that can be called");
        ensureMalformed(file -> file.handle(6, file.field(WRITER, "f", "I")), "no method handle");
        ensureMalformed(
                file -> file.handle(1, file.method(WRITER, "m", "()V")), "no method handle");
        ensureMalformed(
                file -> file.handle(8, file.method(WRITER, "m", "()V")), "no method handle");
        ensureMalformed(file -> file.dynamic(0, "x", "()V"), "no descriptor of a field");
        ensureMalformed(file -> file.callSite(0, "x", "I"), "no descriptor of a method");
    }

    private static void ensureMalformed(Consumer<RawClass> constant, String reason) {
        RawClass file = new RawClass("acme/Malformed");
        constant.accept(file);
        assertThatThrownBy(
                        () ->
                                Weaver.of(name -> Optional.empty(), Surface.open())
                                        .weave(file.bytes()))
                .isInstanceOf(WeaveRefusedException.class)
                .hasMessageContaining("class acme.Malformed is refused: it is malformed: ")
                .hasMessageContaining(reason);
    }

    /** Both names are legal, and in a row with their descriptors they look alike. */
    @Test
    void weave_methodsThatLookAlike_areToldApart() {
        var info =
                ClassInfo.of(
                        ClassFile.of()
                                .parse(
                                        new RawClass("acme/Alike")
                                                .withMethod(0x401, "a", "(Lx(LB;)V")
                                                .withMethod(0x402, "a(Lx", "(LB;)V")
                                                .withField(0x1, "a", "Lb Lc;")
                                                .withField(0x2, "a Lb", "Lc;")
                                                .bytes()),
                        true);

        assertThat(info.methods())
                .containsOnlyKeys(new MemberKey("a", "(Lx(LB;)V"), new MemberKey("a(Lx", "(LB;)V"));
        assertThat(info.fields()).hasSize(2);
    }

    /** The JVM computes the constant, whoever asks for it. */
    private static int stolen(RawClass file, Path loot) {
        int init = file.handle(8, file.method(WRITER, "<init>", "(Ljava/lang/String;)V"));
        int invoke =
                file.handle(
                        6,
                        file.method(
                                "java/lang/invoke/ConstantBootstraps",
                                "invoke",
                                "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;"
                                        + "Ljava/lang/Class;Ljava/lang/invoke/MethodHandle;"
                                        + "[Ljava/lang/Object;)Ljava/lang/Object;"));
        int concat =
                file.handle(
                        6,
                        file.method(
                                "java/lang/invoke/StringConcatFactory",
                                "makeConcatWithConstants",
                                "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;"
                                        + "Ljava/lang/invoke/MethodType;Ljava/lang/String;"
                                        + "[Ljava/lang/Object;)Ljava/lang/invoke/CallSite;"));
        int constant = file.dynamic(0, "x", "Ljava/lang/Object;");
        Bytes table = new Bytes().u2(2).u2(invoke, 2, init, file.string(loot.toString()));
        file.withAttribute(
                "BootstrapMethods", table.u2(concat, 2, file.string("\2"), constant).all());
        return constant;
    }

    @Test
    void loadClass_computedConstantInAConcatenation_isRefused() {
        RawClass file = new RawClass("acme/Concat");
        stolen(file, loot);
        int site = file.callSite(1, "makeConcatWithConstants", "()Ljava/lang/String;");
        add(file, "acme/Concat", new Bytes().u1(0xba).u2(site, 0).u1(0x57, 0xb1));

        Throwable thrown = runAll(Weaver::strict, "acme/Concat");

        assertThat(loot).doesNotExist();
        assertThat(thrown).isInstanceOf(WeaveRefusedException.class);
    }

    /** The JDK would not make an object of this, but the JVM makes the handle before it asks. */
    @Test
    void loadClass_handleInPlaceOfALambdasType_isRefused() {
        RawClass file = new RawClass("acme/Odd");
        int metafactory =
                file.handle(
                        6,
                        file.method(
                                "java/lang/invoke/LambdaMetafactory",
                                "altMetafactory",
                                "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;"
                                        + "Ljava/lang/invoke/MethodType;[Ljava/lang/Object;)"
                                        + "Ljava/lang/invoke/CallSite;"));
        int type = file.methodType("()V");
        int gc = file.handle(6, file.method("java/lang/System", "gc", "()V"));
        int yield = file.handle(6, file.method("java/lang/Thread", "yield", "()V"));
        Bytes table = new Bytes().u2(1).u2(metafactory, 3, type, yield, gc);
        file.withAttribute("BootstrapMethods", table.all());
        int site = file.callSite(0, "run", "()Ljava/lang/Runnable;");
        add(file, "acme/Odd", new Bytes().u1(0xba).u2(site, 0).u1(0x57, 0xb1));

        assertThat(runAll(UnaryOperator.identity(), "acme/Odd"))
                .hasMessageContaining("in a way that the JDK does not know");
    }

    @Test
    void loadClass_computedConstantRefusedLate_isNotComputed() {
        RawClass file = new RawClass("acme/Late");
        int constant = stolen(file, loot);
        add(file, "acme/Late", new Bytes().u1(0x13).u2(constant).u1(0x57, 0xb1));

        Throwable thrown = runAll(UnaryOperator.identity(), "acme/Late");

        assertThat(loot).doesNotExist();
        assertThat(thrown).hasMessageContaining("java.lang.invoke.ConstantBootstraps.invoke");
    }

    /** A class with a bootstrap method of its own, which returns the Lookup that it is given. */
    private static RawClass withOwnBootstrap(String name, String first) {
        RawClass file = new RawClass(name);
        String type = "(" + first + "Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;";
        byte[] code = new Bytes().u1(0x2a, 0xb0).all();
        // Private: who looks for the other methods does not need its types.
        file.withMethod(0xa, "keep", type, file.code(1, 3, code, List.of()));
        int handle = file.handle(6, file.method(name, "keep", type));
        file.withAttribute("BootstrapMethods", new Bytes().u2(1, handle, 0).all());
        return file;
    }

    /** The JVM hands every bootstrap method a Lookup, and no instruction needs to name the type. */
    @Test
    void loadClass_bootstrapOfItsOwn_isRefused() {
        RawClass constant =
                withOwnBootstrap("acme/Constant", "Ljava/lang/invoke/MethodHandles$Lookup;");
        int computed = constant.dynamic(0, "x", "Ljava/lang/Object;");
        add(constant, "acme/Constant", new Bytes().u1(0x13).u2(computed).u1(0x57, 0xb1));
        RawClass call = withOwnBootstrap("acme/Call", "Ljava/lang/Object;");
        int site = call.callSite(0, "x", "()V");
        add(call, "acme/Call", new Bytes().u1(0xba).u2(site, 0).u1(0xb1));

        for (String name : List.of("acme/Constant", "acme/Call")) {
            assertThat(runAll(Weaver::strict, name))
                    .isInstanceOf(WeaveRefusedException.class)
                    .hasMessageContaining("would get a MethodHandles.Lookup");
            assertThat(runAll(UnaryOperator.identity(), name))
                    .isInstanceOf(AccessRefusedException.class)
                    .hasMessageContaining("would get a MethodHandles.Lookup");
        }
    }

    /** The class that the tenant brings is never loaded: its loader has the one of the runtime. */
    @Test
    void weave_callOfHooksThatTheTenantBrings_isRefused() {
        String hooks = "dev/stint/hooks/Hook";
        files.put(hooks, new RawClass(hooks).withMethod(0x109, "leave", "(I)V").bytes());
        RawClass file = new RawClass("acme/Faker");
        int leave = file.method(hooks, "leave", "(I)V");
        add(file, "acme/Faker", new Bytes().u1(0x02, 0xb8).u2(leave).u1(0xb1));
        Weaver weaver =
                Weaver.of(name -> Optional.ofNullable(files.get(name)), Surface.ofTenant())
                        .strict();

        assertThatThrownBy(() -> weaver.weave(file.bytes()))
                .isInstanceOf(WeaveRefusedException.class)
                .hasMessageContaining("calls dev.stint.hooks.Hook.leave(int)");
        assertThat(runAll(UnaryOperator.identity(), "acme/Faker"))
                .hasMessageContaining("calls the hooks of Stint");
    }
}
