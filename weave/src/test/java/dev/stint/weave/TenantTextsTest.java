package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.SmallJar;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Numbers, dates, addresses and bytes as text and back: as from the JDK, paid by what is written or
 * read, and without a word about the host.
 */
class TenantTextsTest {
    private static final String IMPORTS =
            "package acme; import java.io.*; import java.math.*; import java.net.*; import"
                    + " java.nio.*; import java.nio.charset.*; import java.text.*; import"
                    + " java.time.*; import java.time.format.*; import java.time.temporal.*;"
                    + " import java.util.*; ";

    @TempDir private Path folder;

    private CountingMeter.Counted<Object> woven(String body) throws Exception {
        return TenantProgram.run(folder, IMPORTS + "public class Program { " + body + " }");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // charset coders
                """
                public static Object run() throws Exception {
                    var all = new ArrayList<Object>();
                    var utf = StandardCharsets.UTF_8.newEncoder().onMalformedInput(CodingErrorAction.REPORT);
                    ByteBuffer bytes = utf.encode(CharBuffer.wrap("gr\u00fc\u00df \u20ac")); all.add(bytes.remaining());
                    all.add(StandardCharsets.UTF_8.newDecoder().decode(bytes).toString());
                    all.add(utf.canEncode('\\ud800')); all.add(utf.canEncode("abc")); all.add(utf.maxBytesPerChar());
                    var ascii = Charset.forName("US-ASCII").newDecoder().onMalformedInput(CodingErrorAction.REPLACE).replaceWith("?");
                    all.add(ascii.decode(ByteBuffer.wrap(new byte[] {65, -1, 66})).toString());
                    try { StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(new byte[] {-1})); } catch (CharacterCodingException e) { all.add(e.getMessage()); }
                    CharBuffer out = CharBuffer.allocate(2); var more = StandardCharsets.UTF_8.newDecoder();
                    CoderResult result = more.decode(ByteBuffer.wrap("abc".getBytes(StandardCharsets.UTF_8)), out, true);
                    all.add(result.isOverflow()); all.add(result); all.add(more.flush(CharBuffer.allocate(8)).isUnderflow() ? 1 : 0);
                    all.add(new BufferedReader(new InputStreamReader(new ByteArrayInputStream("x\\ny".getBytes()), StandardCharsets.UTF_8.newDecoder())).readLine());
                    all.add(StandardCharsets.UTF_16.encode("ab").remaining()); all.add(StandardCharsets.UTF_8.decode(ByteBuffer.wrap(new byte[] {65})).toString());
                    return all.toString();
                }
                """,
                // zones and calendars
                """
                public static Object run() throws Exception {
                    var all = new ArrayList<Object>();
                    TimeZone berlin = TimeZone.getTimeZone("Europe/Berlin"); all.add(berlin.getOffset(0)); all.add(berlin.getID()); all.add(berlin.toZoneId());
                    all.add(TimeZone.getTimeZone("nowhere").getID()); all.add(TimeZone.getTimeZone("GMT+5").getRawOffset());
                    var c = new GregorianCalendar(berlin, Locale.US); c.setTimeInMillis(1_700_000_000_000L);
                    all.add(c.get(Calendar.YEAR)); all.add(c.get(Calendar.HOUR_OF_DAY)); c.add(Calendar.MONTH, 3); all.add(c.getTimeInMillis());
                    c.set(2024, Calendar.FEBRUARY, 29); c.roll(Calendar.YEAR, 1); all.add(c.getTime().getTime()); all.add(c.getActualMaximum(Calendar.DAY_OF_MONTH));
                    Calendar d = Calendar.getInstance(TimeZone.getTimeZone("UTC"), Locale.ROOT); d.clear(); d.set(1970, 0, 1); all.add(d.getTimeInMillis()); all.add(d.getFirstDayOfWeek());
                    all.add(new SimpleTimeZone(3_600_000, "mine").getRawOffset()); all.add(c.clone().equals(c));
                    return all.toString();
                }
                """,
                // formatters that are put together
                """
                public static Object run() throws Exception {
                    var all = new ArrayList<Object>();
                    var date = LocalDate.of(2024, 2, 29);
                    var f = new DateTimeFormatterBuilder().appendPattern("uuuu").appendLiteral('/').appendValue(ChronoField.MONTH_OF_YEAR, 2)
                            .optionalStart().appendLiteral("--").appendValue(ChronoField.DAY_OF_MONTH).optionalEnd().parseDefaulting(ChronoField.HOUR_OF_DAY, 0).toFormatter(Locale.ROOT);
                    all.add(f.format(date)); all.add(date.format(f)); all.add(LocalDate.parse("2020/05--7", f)); all.add(f.parse("2020/05--17").get(ChronoField.DAY_OF_MONTH));
                    var named = new DateTimeFormatterBuilder().appendText(ChronoField.DAY_OF_WEEK, Map.of(4L, "thu")).padNext(6).append(DateTimeFormatter.ISO_WEEK_DATE).toFormatter();
                    try { all.add(named.format(date)); } catch (DateTimeException e) { all.add("too wide"); }
                    var instant = new DateTimeFormatterBuilder().appendInstant(3).toFormatter(); all.add(instant.format(Instant.ofEpochSecond(5)));
                    var appended = new StringBuilder(); DateTimeFormatter.ISO_LOCAL_DATE.formatTo(date, appended); all.add(appended);
                    return all.toString();
                }
                """,
                // numbers by patterns
                """
                public static Object run() throws Exception {
                    var all = new ArrayList<Object>();
                    var f = new DecimalFormat("#,##0.00;(#)", DecimalFormatSymbols.getInstance(Locale.US));
                    all.add(f.format(1234567.891)); all.add(f.format(-5)); all.add(f.parse("1,234.5")); all.add(f.toPattern());
                    all.add(f.format(new BigDecimal("1234567890123456789.125"))); all.add(f.format((Object) BigInteger.TWO.pow(100)));
                    var n = NumberFormat.getInstance(Locale.ENGLISH); n.setMaximumFractionDigits(1); n.setGroupingUsed(false); all.add(n.format(12345.678)); all.add(n.format(7L));
                    all.add(NumberFormat.getPercentInstance(Locale.ROOT).format(0.25)); all.add(n.equals(n.clone()));
                    var s = new DecimalFormatSymbols(Locale.US); s.setDecimalSeparator(','); all.add(new DecimalFormat("0.0", s).format(1.5));
                    try { f.parse("x"); } catch (ParseException e) { all.add(e.getErrorOffset()); }
                    return all.toString();
                }
                """,
                // dates by patterns
                """
                public static Object run() throws Exception {
                    var all = new ArrayList<Object>();
                    var f = new SimpleDateFormat("yyyy-MM-dd'T'HH:mm:ss.SSSZ", Locale.US); f.setTimeZone(TimeZone.getTimeZone("GMT+2"));
                    all.add(f.format(new Date(1_700_000_000_123L))); all.add(f.parse("2024-02-29T01:02:03.004+0000").getTime());
                    var g = new SimpleDateFormat("EEE, d MMM yy", Locale.ENGLISH); g.setTimeZone(TimeZone.getTimeZone("UTC")); all.add(g.format(new Date(0)));
                    all.add(g.toPattern()); all.add(new DateFormatSymbols(Locale.US).getShortMonths()[1]); all.add(((DateFormat) g.clone()).format(new Date(86_400_000L)));
                    return all.toString();
                }
                """,
                // addresses, locales, places to break a text
                """
                public static Object run() throws Exception {
                    var all = new ArrayList<Object>();
                    var base = new URL("http://a.b:8080/c/d?e=f#g"); all.add(base.getHost()); all.add(base.getPort()); all.add(base.getQuery());
                    all.add(new URL(base, "../x/./y?z")); all.add(new URL(base, "//other/p")); all.add(new URL("https", "h", "/f")); all.add(new URL("https://h/").getDefaultPort());
                    all.add(new URL(base, "https://q/r").equals(new URL("https://q/r"))); all.add(new URL("file:/tmp/x").getPath());
                    for (String bad : List.of("no", "what:ever", ":x", "")) try { all.add(new URL(bad)); } catch (MalformedURLException e) { all.add(e.getMessage()); }
                    all.add(new Locale("de", "AT")); all.add(Locale.forLanguageTag("pt-BR").getCountry()); all.add(Locale.of("fr").toLanguageTag()); all.add(Locale.GERMANY.getISO3Country());
                    var lines = BreakIterator.getLineInstance(Locale.ROOT); lines.setText("one two-three four"); for (int at = lines.first(); at != BreakIterator.DONE; at = lines.next()) all.add(at);
                    all.add(lines.following(5)); all.add(lines.isBoundary(4));
                    return all.toString();
                }
                """,
                // what is copied
                """
                static final ClassValue<String> NAME = new ClassValue<>() { protected String computeValue(Class<?> c) { return c == int.class ? null : c.getSimpleName() + calls++; } };
                static int calls;
                public static Object run() throws Exception {
                    var all = new ArrayList<Object>();
                    all.add(NAME.get(String.class)); all.add(NAME.get(String.class)); all.add(NAME.get(int.class)); NAME.remove(String.class); all.add(NAME.get(String.class));
                    var in = new PushbackReader(new StringReader("abcdef"), 2); all.add(in.read()); in.unread('z'); all.add(in.read()); char[] some = new char[4]; all.add(in.read(some)); all.add(some);
                    in.unread(new char[] {'x', 'y'}); try { in.unread('n'); } catch (IOException e) { all.add(e.getMessage()); } all.add(in.skip(1)); all.add(in.read()); all.add(in.read()); all.add(in.read()); all.add(in.markSupported());
                    in.close(); try { in.read(); } catch (IOException e) { all.add(e.getMessage()); }
                    var t = new StreamTokenizer(new StringReader("a 1.5 'q' // no\\n+")); for (int k = t.nextToken(); k != StreamTokenizer.TT_EOF; k = t.nextToken()) { all.add(k); all.add(t.sval); all.add(t.nval); }
                    all.add(new SequenceInputStream(new ByteArrayInputStream(new byte[] {1}), new ByteArrayInputStream(new byte[] {2, 3})).readAllBytes().length);
                    var sax = new org.xml.sax.helpers.AttributesImpl(); sax.addAttribute("u", "l", "q", "CDATA", "v"); all.add(sax.getValue("q"));
                    return all.stream().map(x -> x instanceof char[] c ? new String(c) : String.valueOf(x)).toList().toString();
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

    /** Of what is large, each costs at least so many operations. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(LONG.toCharArray())) | 8000000
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.allocate(1 << 20)) | 8000000
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.allocate(1 << 20), CharBuffer.allocate(1 << 20), true) | 8000000
                    StandardCharsets.UTF_16.encode(LONG) | 8000000
                    StandardCharsets.US_ASCII.newEncoder().canEncode(LONG) | 8000000
                    StandardCharsets.US_ASCII.newEncoder().isLegalReplacement(new byte[1 << 20]) | 8000000
                    TimeZone.getTimeZone("x".repeat(1 << 16)) | 200000
                    TimeZone.getAvailableIDs() | 16000
                    new DecimalFormat("0", DecimalFormatSymbols.getInstance(Locale.US)).format(new BigDecimal(BigInteger.ONE, -1_000_000)) | 2000000
                    new DecimalFormat("0", DecimalFormatSymbols.getInstance(Locale.US)).format((Object) BigInteger.TWO.pow(1 << 15)) | 1000000
                    wide().format(BigDecimal.ONE) | 2000000
                    parsed() | 16000000
                    new URL("http://h/" + "x".repeat(60_000)) | 900000
                    NumberFormat.getInstance(Locale.JAPAN) | 4000000
                    new SimpleDateFormat("yyyy", Locale.GERMANY) | 4000000
                    DateTimeFormatter.ofPattern("EEEE", Locale.FRANCE) | 4000000
                    NumberFormat.getInstance(Locale.US).format(1e300) | 1400
                    new SimpleDateFormat("z", Locale.US).format(new Date(0)) | 1000000
                    broken() | 1000000
                    nested(64).format(LocalDate.EPOCH) | 1000
                    new PushbackReader(new StringReader(LONG), 1 << 20).read(new char[1 << 20]) | 60000
                    """)
    void run_somethingLarge_costsItsLength(String expression, long ops) throws Exception {
        String body =
                """
                static final String LONG = "x".repeat(1 << 20);
                static DecimalFormat wide() { var f = new DecimalFormat("0", DecimalFormatSymbols.getInstance(Locale.US)); f.setMinimumIntegerDigits(1 << 20); return f; }
                static Number parsed() throws ParseException { return NumberFormat.getInstance(Locale.US).parse("1".repeat(1 << 20)); }
                static int broken() { var b = BreakIterator.getWordInstance(Locale.ROOT); b.setText(LONG); return b.next(); }
                static DateTimeFormatter nested(int times) { var b = new DateTimeFormatterBuilder(); for (int i = 0; i < times; i++) b.appendLiteral('x').appendValue(ChronoField.YEAR); return b.toFormatter(); }
                public static Object run() throws Exception { Object made = LONG;
                """;

        long without = woven(body + "return 1; }").count().ops();
        var with = woven(body + "made = " + expression + "; return 1; }");

        assertThat(with.result()).isEqualTo(1);
        assertThat(with.count().ops() - without).isGreaterThanOrEqualTo(ops);
    }

    /** Whatever would cost more than it can be asked to pay, or be kept for ever, is refused. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    var b = DateTimeFormatter.ISO_DATE; for (int i = 0; i < 60; i++) b = new DateTimeFormatterBuilder().append(b).append(b).toFormatter(); return b.format(LocalDate.EPOCH); | a formatter of more than
                    var b = new DateTimeFormatterBuilder(); for (int i = 0; i < 2000; i++) b.appendLiteral('x').optionalStart(); return b.toFormatter(); | a formatter of more than
                    return new DateTimeFormatterBuilder().padNext(1 << 30).appendLiteral('x').toFormatter(); | a field 1073741824 wide
                    return new DateTimeFormatterBuilder().appendLiteral("x".repeat(1 << 20)); | characters
                    return new DateTimeFormatterBuilder().appendText(ChronoField.YEAR, Map.of(1970L, "x".repeat(1 << 20))); | characters
                    return new DecimalFormat("'" + "x".repeat(1 << 20) + "'0"); | characters
                    var f = new DecimalFormat("0"); f.setPositivePrefix("x".repeat(1 << 20)); return f; | characters
                    var s = new DecimalFormatSymbols(Locale.US); s.setNaN("x".repeat(1 << 20)); return s; | characters
                    return new SimpleDateFormat("'" + "x".repeat(1 << 20) + "'", Locale.US); | characters
                    var f = new DecimalFormat("0"); f.setParseBigDecimal(true); return f; | is not open to it
                    return new Locale("qq"); | the locale 'qq' cannot be made
                    return new Locale("de", "DE", "v" + System.nanoTime()); | cannot be made
                    return Locale.forLanguageTag("de-u-ca-x" + 1); | cannot be made
                    return new Locale("x".repeat(1 << 20)); | characters at the most
                    return CoderResult.malformedForLength(12345); | is not open to it
                    return new URL("http://localhost/").openStream(); | cannot be opened
                    return new URL("file:/etc/passwd").openStream(); | cannot be opened
                    return new URL("http://localhost/").getContent(); | is not open to it
                    return new URL("http://localhost/").sameFile(new URL("http://127.0.0.1/")); | is not open to it
                    return new URL("x://" + "y".repeat(1 << 20)); | characters at the most
                    TimeZone.setDefault(TimeZone.getTimeZone("UTC")); return 1; | is not open to it
                    Locale.setDefault(Locale.US); return 1; | is not open to it
                    class Own extends GregorianCalendar { Own() { super(); } } return new Own(); | there is none for a class that extends it
                    class Own extends SimpleDateFormat { Own() { super("yy"); } } return new Own(); | there is none for a class that extends it
                    class Own extends DecimalFormat { Own() { super("0", new DecimalFormatSymbols(Locale.US)); } public int getMinimumIntegerDigits() { return 0; } } return new Own().getMinimumIntegerDigits(); | is not open to it
                    return new File("/etc/passwd").delete(); | cannot write
                    return new File("x").createNewFile(); | cannot write
                    return new FileInputStream(new File("/etc/passwd")); | is not open to it
                    """)
    void run_whatHasNoBound_isRefused(String body, String words) throws Exception {
        Object result =
                woven("public static Object run() throws Exception { " + body + " }").result();

        assertThat(result).asString().contains(words);
    }

    @Test
    void run_whatTellsAboutTheHost_tellsOfATenantsOwn() throws Exception {
        TimeZone before = TimeZone.getDefault();
        try {
            TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
            var run =
                    woven(
                            "public static Object run() throws Exception { return new"
                                + " GregorianCalendar().getTimeZone().getID() +"
                                + " Calendar.getInstance().getTimeZone().getID() + new"
                                + " SimpleDateFormat(\"HH\").format(new Date(0)) + new"
                                + " SimpleDateFormat(\"HH\","
                                + " Locale.US).getCalendar().getTimeZone().getID() + new"
                                + " GregorianCalendar(1970, 0, 1).getTimeInMillis() +"
                                + " System.getenv().size() + System.getProperty(\"user.home\") +"
                                + " System.getProperties().get(\"user.home\") +"
                                + " Runtime.version().feature() + File.separator +"
                                + " java.nio.file.Path.of(\"x\").toAbsolutePath(); }");

            assertThat(run.result()).isEqualTo("UTCUTC00UTC00nullnull25//x");
        } finally {
            TimeZone.setDefault(before);
        }
    }

    /** Without the right to look, there is none, and nothing of where the host is. */
    @Test
    void file_ofATenantWithoutARight_isAName() throws Exception {
        var run =
                woven(
                        "public static Object run() throws Exception { var f = new File(\"a//b/\","
                            + " \"c.txt\"); return f + \" \" + f.getName() + \" \" + f.getParent()"
                            + " + \" \" + f.getAbsolutePath() + \" \" + new"
                            + " File(\"../x\").getCanonicalPath() + \" \" + new"
                            + " File(\"/etc/passwd\").exists() + new File(\".\").list() + new"
                            + " File(\"/\").isDirectory() + new File((String) null,"
                            + " \"d\").equals(new File(\"d\")) + File.separatorChar + new"
                            + " File(\"a\").compareTo(new File(\"b\")) + f.toPath(); }");

        assertThat(run.result())
                .isEqualTo("a/b/c.txt c.txt a/b /a/b/c.txt /x falsenullfalsetrue/-1a/b/c.txt");
    }

    @Test
    void run_propertiesThatAreChanged_areACopy() throws Exception {
        var run =
                woven(
                        "public static Object run() {"
                            + " System.getProperties().put(\"line.separator\", \"x\");"
                            + " System.getProperties().put(\"mine\", \"x\"); return"
                            + " System.getProperty(\"mine\") + System.lineSeparator().length(); }");

        assertThat(run.result()).isEqualTo("null1");
        assertThat(System.getProperty("mine")).isNull();
    }
}
