package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.SmallJar;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Resource bundles of a tenant: from its own jar, and metered as code of its own. */
class TenantBundlesTest {
    @TempDir private Path folder;

    private CountingMeter.Counted<Object> run(String statements) throws Exception {
        Path jar =
                new SmallJar()
                        .withEntry("texts/words.properties", "a=one\nb=two\n")
                        .withEntry("texts/words_de.properties", "a=eins\n")
                        .withEntry("texts/words_de_CH.properties", "c=drü\n")
                        .withClass(
                                "texts.Listed",
                                "package texts; public class Listed extends"
                                        + " java.util.ListResourceBundle { protected Object[][]"
                                        + " getContents() { return new Object[][] {{\"a\", \"A\"},"
                                        + " {\"n\", 7}}; } }")
                        .withClass(
                                "acme.Program",
                                "package acme; import java.util.ResourceBundle; import"
                                    + " java.util.Locale; import"
                                    + " java.util.MissingResourceException; public class Program {"
                                    + " public static Object run() throws Exception { "
                                        + statements
                                        + " } static class Chained extends ResourceBundle { Chained"
                                        + " behind(ResourceBundle p) { setParent(p); return this; }"
                                        + " protected Object handleGetObject(String k) { return"
                                        + " null; } public java.util.Enumeration<String> getKeys()"
                                        + " { return java.util.Collections.emptyEnumeration(); } }"
                                        + " }")
                        .writeTo(folder.resolve("acme.jar"));
        ClassLoader host = getClass().getClassLoader();
        try (var loader = MeteredClassLoader.of("acme", List.of(jar), Surface.ofTenant(), host)) {
            var run = loader.loadClass("acme.Program").getMethod("run");
            return CountingMeter.count(() -> run.invoke(null));
        }
    }

    @Test
    void getBundle_ofALocale_hasTheMoreGeneralOnesBehindIt() throws Exception {
        assertThat(
                        run("var b = ResourceBundle.getBundle(\"texts.words\","
                                        + " Locale.of(\"de\", \"CH\")); return"
                                        + " b.getString(\"a\") + b.getString(\"b\") +"
                                        + " b.getString(\"c\") + b.getLocale() +"
                                        + " b.keySet().size() + b.containsKey(\"z\");")
                                .result())
                .isEqualTo("einstwodrüde_CH3false");
    }

    @Test
    void getBundle_ofAClass_hasWhatItsCodeSays() throws Exception {
        assertThat(
                        run("var b = ResourceBundle.getBundle(\"texts.Listed\"); return"
                                        + " b.getString(\"a\") + b.getObject(\"n\") + (b =="
                                        + " ResourceBundle.getBundle(\"texts.Listed\"));")
                                .result())
                .isEqualTo("A7true");
    }

    @Test
    void getBundle_ofTheJdkOrOfNobody_isNotFound() throws Exception {
        for (String name : List.of("sun.launcher.resources.launcher", "texts.nothing")) {
            assertThat(
                            run("try { return ResourceBundle.getBundle(\""
                                            + name
                                            + "\"); } catch (MissingResourceException e) {"
                                            + " return e.getMessage(); }")
                                    .result())
                    .asString()
                    .startsWith("Can't find bundle for base name " + name);
        }
    }

    /** Bundles behind each other pay for each step, however many they are. */
    @Test
    void getObject_throughManyBundles_paysForEach() throws Exception {
        String ask =
                "ResourceBundle b = new Chained(); for (int i = 0; i < %d; i++) b = new"
                        + " Chained().behind(b); try { return b.getObject(\"z\"); } catch"
                        + " (MissingResourceException e) { return 1; }";
        long few = run(ask.formatted(10)).count().ops();
        long many = run(ask.formatted(1_010)).count().ops();

        assertThat(many - few).isGreaterThan(4_000);
    }
}
