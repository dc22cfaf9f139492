package dev.stint.weave;

import static dev.stint.weave.AttackJar.attack;
import static dev.stint.weave.AttackJar.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.SmallJar;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Loaders of a tenant that lie, and what the weaver believes of a class that is not there yet. */
class LyingLoadersTest {
    @TempDir private Path folder;

    private Object run(SmallJar jar) throws Exception {
        return AttackJar.run(jar, folder);
    }

    @Test
    void loader_thatGivesAnotherClass_isNotBelieved() throws Exception {
        SmallJar jar =
                with(
                        with(
                                attack(
                                        "var l = new Liar(); l.answer = name ->"
                                            + " name.equals(\"late.B\") ? Program.Inner.class :"
                                            + " null; return Tools.go(l.define(\"late/late/A\"));"),
                                "late/",
                                "late.A",
                                "package late; public class A { public static Object go() { return"
                                        + " B.go(); } }"),
                        "late/",
                        "late.B",
                        "package late; public class B { public static Object go() { return 1; } }");

        assertThat(run(jar)).asString().startsWith("NoClassDefFoundError").contains("late.B");
    }

    @Test
    void loader_thatGivesAClassOfTheJdkForAName_isNotBelieved() throws Exception {
        SmallJar jar =
                attack(
                        "var l = new Liar(); l.answer = name -> Thread.class; return"
                                + " Class.forName(\"late.Nothing\", true, l).getName();");

        assertThat(run(jar)).asString().startsWith("ClassNotFoundException").contains("gave");
    }

    /** The caller is woven for one B, and must not get the other, which inherits from the JDK. */
    @Test
    void loader_thatChangesItsMind_isHeldToItsFirstAnswer() throws Exception {
        SmallJar jar =
                attack(
                        "var one = new Liar(); Class<?> b1 = one.define(\"one/late/B\"); var two ="
                            + " new Liar(); Class<?> b2 = two.define(\"two/late/B\"); int[] asked ="
                            + " {0}; var l = new Liar(); l.answer = name -> name.equals(\"late.B\")"
                            + " ? (asked[0]++ == 0 ? b1 : b2) : null; Class<?> a ="
                            + " l.define(\"one/late/A\"); return \"\" + Tools.go(a) +"
                            + " (l.loadClass(\"late.B\") == b2) + (Class.forName(\"late.B\", false,"
                            + " l) == b1);");
        with(
                jar,
                "one/",
                "late.A",
                "package late; public class A { public static Object go() { return B.make().size();"
                        + " } }");
        with(
                jar,
                "one/",
                "late.B",
                "package late; public class B { public static B make() { return new B(); } public"
                        + " int size() { return 4; } }");
        with(
                jar,
                "two/",
                "late.B",
                "package late; public class B extends java.util.ArrayList<Object> { public static B"
                        + " make() { return new B(); } }");

        assertThat(run(jar)).isEqualTo("4truetrue");
    }

    /** B is missing when A is woven. Whatever comes later, A's code that uses it throws. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "B b = new B(); b.addAll(List.of(1, 2)); return b.size();",
                "return B.copyOf(List.of(1));",
                "Supplier<Object> s = B::new; return s.get();",
                "Function<List<Object>, Object> f = B::copyOf; return f.apply(List.of(1));",
                "B b = x -> x; return b;",
                "return B.FIELD;",
            })
    void class_thatComesAfterItWasLookedFor_isNotUsedByWhatWasWoven(String body) throws Exception {
        boolean isInterface = body.contains("x -> x");
        SmallJar jar =
                attack(
                        "var l = new Liar(); Class<?> a = l.define(\"late/late/A\"); Class<?> b ="
                                + " l.define(\"late/late/B\"); return Tools.go(a);");
        with(
                jar,
                "late/",
                "late.A",
                "package late; import java.util.*; import java.util.function.*; public class A {"
                        + " public static Object go() { "
                        + body
                        + " } }");
        with(
                jar,
                "late/",
                "late.B",
                isInterface
                        ? "package late; public interface B extends"
                                + " java.util.function.UnaryOperator<Object> { }"
                        : "package late; import java.util.*; public class B extends"
                              + " ArrayList<Object> { public static Object FIELD = 3; static Object"
                              + " copyOf(List<?> l) { return List.copyOf(l); } }");

        assertThat(run(jar)).asString().startsWith("NoClassDefFoundError").contains("late.B");
    }

    /** While A is being woven, B is defined and believes in A. A must come, or none. */
    @Test
    void class_thatOthersWereWovenFor_cannotComeAsAnother() throws Exception {
        SmallJar jar =
                attack(
                        "var l = new Liar(); l.answer = name -> name.equals(\"late.B\") ?"
                            + " l.define(\"one/late/B\") : null; String said = \"\"; try {"
                            + " l.defineAs(\"late.A\", Tools.bytes(\"one/late/A\")); } catch"
                            + " (Throwable e) { said = Tools.thrown(e); } l.answer = name -> null;"
                            + " try { l.define(\"two/late/A\"); said += \" defined\"; } catch"
                            + " (LinkageError e) { said += \" none\"; } return said +"
                            + " Tools.thrown(new Exception());");
        // It fails after B was asked for: it calls the hooks.
        with(
                jar,
                "one/",
                "late.A",
                "package late; public class A { static Object go() {"
                    + " dev.stint.hooks.Hook.leave(-9); return new B().use(); } public int size() {"
                    + " return 1; } }");
        with(
                jar,
                "one/",
                "late.B",
                "package late; public class B { public Object use() { return new A().size(); } }");
        with(
                jar,
                "two/",
                "late.A",
                "package late; public class A extends java.util.ArrayList<Object> { }");

        assertThat(run(jar)).asString().contains("calls the hooks").contains(" none");
    }

    /** A parent that the jars have inherits from a class that they lack, and that comes later. */
    @Test
    void lookupDefine_whatTheJarsWereLookedThroughFor_isRefused() throws Exception {
        SmallJar jar =
                attack(
                        "try { new Uses().go(); } catch (NoClassDefFoundError e) { } return"
                                + " java.lang.invoke.MethodHandles.lookup().defineClass("
                                + "Tools.bytes(\"late/acme/Gone\")).getName();");
        jar.withClass(
                "acme.Uses",
                "package acme; class Uses { Object go() { Half h = new Half(); h.addAll("
                        + "java.util.List.of(1)); return h; } }");
        jar.withClass("acme.Half", "package acme; class Half extends Gone { }");
        jar.withClass(
                "acme.Gone", "package acme; class Gone extends java.util.ArrayList<Object> { }");
        with(
                jar,
                "late/",
                "acme.Gone",
                "package acme; class Gone extends java.util.ArrayList<Object> { }");
        Path file = jar.writeTo(folder.resolve("whole.jar"));
        Path cut = ClassFiles.without(file, "acme/Gone.class", folder.resolve("cut.jar"));

        assertThat(AttackJar.count(cut, limits -> limits).result())
                .asString()
                .startsWith("LinkageError: 'acme' cannot define acme.Gone");
    }

    @Test
    void lookupDefine_besideSomebodyElse_isRefused() throws Exception {
        SmallJar jar =
                attack(
                                "var lookup = java.lang.invoke.MethodHandles.lookup(); String said"
                                    + " = \"\"; try {"
                                    + " lookup.in(String.class).defineClass(Tools.bytes(\"file\"));"
                                    + " } catch (IllegalAccessException e) { said += \"access \"; }"
                                    + " try { lookup.defineClass(Tools.bytes(\"file\")); } catch"
                                    + " (IllegalArgumentException e) { said += \"package\"; }"
                                    + " return said;")
                        .withEntry("file.class", ClassFiles.empty("late.A"));

        assertThat(run(jar)).isEqualTo("access package");
    }

    // ---- two classes of one name

    @Test
    void class_whoseParentMeansAnotherHere_isNotLetIn() throws Exception {
        SmallJar jar =
                attack(
                        "var one = new Liar(); one.define(\"one/late/P\"); Class<?> c ="
                                + " one.define(\"one/late/C\"); var l = new Liar();"
                                + " l.define(\"two/late/P\"); l.answer = name ->"
                                + " name.equals(\"late.C\") ? c : null; Class<?> a ="
                                + " l.define(\"one/late/A\"); return Tools.go(a);");
        with(
                jar,
                "one/",
                "late.A",
                "package late; public class A { public static Object go() { return new C().p(); }"
                        + " }");
        with(jar, "one/", "late.C", "package late; public class C extends P { }");
        with(
                jar,
                "one/",
                "late.P",
                "package late; public class P { public int p() { return 1; } }");
        with(
                jar,
                "two/",
                "late.P",
                "package late; public class P extends java.util.ArrayList<Object> { }");

        assertThat(run(jar)).asString().startsWith("NoClassDefFoundError").contains("late.C");
    }

    @Test
    void define_theSameNameAgain_isRefused() throws Exception {
        SmallJar jar =
                with(
                        attack(
                                "var l = new Liar(); l.define(\"late/late/A\"); try {"
                                        + " l.define(\"late/late/A\"); return \"twice\"; } catch"
                                        + " (LinkageError e) { return e.getMessage(); }"),
                        "late/",
                        "late.A",
                        "package late; public class A { }");

        assertThat(run(jar)).asString().contains("it has a class of that name");
    }
}
