package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.SmallJar;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What libraries ask of a process, and get of their own: as from the JDK, and paid. */
class TenantSettingsTest {
    private static final String IMPORTS =
            "package acme; import java.io.*; import java.net.*; import java.nio.charset.*; import"
                    + " java.security.*; import java.text.*; import java.util.*; import"
                    + " java.util.logging.*; ";

    @TempDir private Path folder;

    private CountingMeter.Counted<Object> woven(String body) throws Exception {
        return TenantProgram.run(folder, IMPORTS + "public class Program { " + body + " }");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // lists of properties
                """
                public static Object run() throws Exception {
                    var all = new ArrayList<Object>();
                    var defaults = new Properties(); defaults.setProperty("colour", "red"); defaults.setProperty("size", "1");
                    var own = new Properties(defaults);
                    own.load(new StringReader("# a comment\\nsize = 2\\nlong=a \\\\\\n   b\\nuni=\\\\u0041\\n"));
                    own.load(new ByteArrayInputStream("more:yes".getBytes(StandardCharsets.ISO_8859_1)));
                    all.add(own.getProperty("colour")); all.add(own.getProperty("size")); all.add(own.getProperty("none", "otherwise"));
                    all.add(new TreeSet<>(own.stringPropertyNames())); all.add(own.size()); all.add(own.get("long")); all.add(own.getProperty("uni"));
                    all.add(new TreeMap<>(own)); all.add(own.containsKey("more")); own.remove("more"); all.add(own.keySet().size());
                    for (Map.Entry<Object, Object> e : new TreeMap<>(own).entrySet()) all.add(e.getKey());
                    all.add(own.equals(own.clone())); all.add(Collections.list(own.propertyNames()).size()); own.clear(); all.add(own.isEmpty());
                    return all.toString();
                }
                """,
                // texts taken apart
                """
                public static Object run() throws Exception {
                    var all = new ArrayList<Object>();
                    for (String text : List.of("a b  c", "", " x ", "one,two;three", ",,;")) for (String at : List.of(" ", ",;", "")) for (boolean told : new boolean[] {false, true}) {
                        var tokens = new StringTokenizer(text, at, told); all.add(tokens.countTokens());
                        while (tokens.hasMoreTokens()) all.add(tokens.nextToken());
                        try { tokens.nextToken(); } catch (NoSuchElementException e) { all.add("end"); }
                    }
                    var changing = new StringTokenizer("k=v;l=w"); all.add(changing.nextToken("=")); all.add(changing.nextToken(";")); all.add(changing.hasMoreElements());
                    all.add(URLEncoder.encode("a b&ü/€", StandardCharsets.UTF_8)); all.add(URLDecoder.decode("a+b%26%C3%BC", "UTF-8"));
                    var each = new StringCharacterIterator("abc"); for (char c = each.first(); c != CharacterIterator.DONE; c = each.next()) all.add(c);
                    return all.toString();
                }
                """,
                // streams that wrap streams
                """
                public static Object run() throws Exception {
                    var all = new ArrayList<Object>();
                    var bytes = new ByteArrayOutputStream();
                    try (var out = new BufferedOutputStream(bytes)) { out.write(1); out.write(new byte[] {2, 3}); out.write(new byte[9000]); }
                    var in = new BufferedInputStream(new ByteArrayInputStream(bytes.toByteArray()), 16);
                    all.add(in.read()); in.mark(100); all.add(in.read()); all.add(in.read(new byte[50])); in.reset(); all.add(in.read()); all.add(in.skip(7)); all.add(in.readAllBytes().length);
                    var lines = new LineNumberReader(new StringReader("one\\r\\ntwo\\nthree"));
                    all.add(lines.readLine()); all.add(lines.getLineNumber()); all.add((char) lines.read()); all.add(lines.readLine()); all.add(lines.readLine()); all.add(lines.getLineNumber()); all.add(lines.readLine());
                    return all.toString();
                }
                """,
                // rights that nobody asks for, and what is the same for all
                """
                static final InheritableThreadLocal<String> LOCAL = new InheritableThreadLocal<>();
                public static Object run() throws Exception {
                    var all = new ArrayList<Object>();
                    all.add(AccessController.doPrivileged((PrivilegedAction<String>) () -> "done"));
                    try { AccessController.doPrivileged((PrivilegedExceptionAction<String>) () -> { throw new IOException("no"); }); } catch (PrivilegedActionException e) { all.add(e.getException().getMessage()); }
                    all.add(System.getSecurityManager()); all.add(Boolean.getBoolean("none")); all.add(Integer.getInteger("none", 3)); all.add(Long.getLong("none"));
                    LOCAL.set("x"); all.add(LOCAL.get()); all.add(Program.class.getModule().isNamed()); all.add(String.class.getModule().getName());
                    all.add(List.class.getTypeParameters()[0].getGenericDeclaration()); all.add(Level.WARNING.intValue());
                    return all.toString();
                }
                """,
            })
    void run_program_answersAsUnwoven(String body) throws Exception {
        Path jar =
                new SmallJar()
                        .withClass(
                                "acme.Program", IMPORTS + "public class Program { " + body + " }")
                        .writeTo(folder.resolve("plain.jar"));
        Object expected;
        try (var plain =
                new URLClassLoader(
                        new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
            expected = plain.loadClass("acme.Program").getMethod("run").invoke(null);
        }

        assertThat(woven(body).result()).isEqualTo(expected);
    }

    @Test
    void loggers_ofATenant_areItsOwn() throws Exception {
        var run =
                woven(
                        "public static Object run() throws Exception { Logger a ="
                            + " Logger.getLogger(\"a\"); a.setLevel(Level.OFF); Logger b ="
                            + " Logger.getLogger(\"a\"); b.info(\"quiet\"); a.severe(\"never\");"
                            + " b.log(Level.FINE, \"{0}\", 1); b.log(Level.WARNING, \"{0} of {1}\","
                            + " new Object[] {1, 2}); b.warning(() -> \"made\"); System.Logger c ="
                            + " System.getLogger(\"c\"); c.log(System.Logger.Level.INFO, \"told\");"
                            + " c.log(System.Logger.Level.INFO, () -> \"made\");"
                            + " c.log(System.Logger.Level.ERROR, \"{0}\", 7); return"
                            + " a.isLoggable(Level.SEVERE) + \" \" + b.isLoggable(Level.INFO) + \""
                            + " \" + b.isLoggable(Level.FINE) +"
                            + " c.isLoggable(System.Logger.Level.DEBUG) +"
                            + " TimeZone.getDefault().getID(); }");

        assertThat(run.result()).isEqualTo("false true falsefalseUTC");
        assertThat(java.util.logging.LogManager.getLogManager().getLogger("a")).isNull();
    }

    /** Of what is large, each costs at least so many operations. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    new StringTokenizer(LONG, " ").countTokens() | 1000000
                    new StringTokenizer(" ".repeat(1 << 20), " ").hasMoreTokens() | 1000000
                    new StringTokenizer("x".repeat(1 << 12), "y".repeat(1 << 12)).countTokens() | 2000000
                    URLEncoder.encode(LONG, StandardCharsets.UTF_8) | 1000000
                    URLDecoder.decode(LONG, StandardCharsets.UTF_8) | 1000000
                    loaded() | 4000000
                    """)
    void run_somethingLarge_costsItsLength(String expression, long ops) throws Exception {
        String body =
                "static final String LONG = \"x\".repeat(1 << 20); static Properties loaded()"
                        + " throws IOException { var p = new Properties(); p.load(new"
                        + " StringReader(LONG)); return p; } public static Object run() throws"
                        + " Exception { Object made = LONG; ";

        long without = woven(body + "return 1; }").count().ops();
        var with = woven(body + "made = " + expression + "; return 1; }");

        assertThat(with.result()).isEqualTo(1);
        assertThat(with.count().ops() - without).isGreaterThanOrEqualTo(ops);
    }

    @Test
    void properties_manyBehindEachOther_areRefused() throws Exception {
        var run =
                woven(
                        "public static Object run() { Properties p = new Properties(); for (int i ="
                                + " 0; i < 20; i++) p = new Properties(p); return"
                                + " p.getProperty(\"x\"); }");

        assertThat(run.result()).asString().contains("properties with defaults");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "System.setProperty(\"user.dir\", \"x\");",
                "TimeZone.setDefault(null);",
                "LogManager.getLogManager().reset();",
                "new Properties().list(System.out);",
                "Logger.getLogger(\"a\").addHandler(null);",
            })
    void weave_whatAllShare_isRefused(String statement) {
        try {
            Object result =
                    woven("public static Object run() { " + statement + " return 1; }").result();
            assertThat(result).asString().contains("is not open to it");
        } catch (Exception | LinkageError e) {
            assertThat(e).hasStackTraceContaining("is not open to it");
        }
    }
}
