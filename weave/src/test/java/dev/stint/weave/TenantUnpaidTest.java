package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.stint.SmallJar;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls of the JDK that were found to allocate, or to work, for next to nothing. */
class TenantUnpaidTest {
    private static final int TIMES = 2_000;

    /** Of all calls together: that is 32 bytes a call. */
    private static final long UNNOTICED = 64 << 10;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @SuppressWarnings("InlineFormatString") // it is a page long
    private static final String PROGRAM =
            """
            package acme; import java.io.*; import java.util.*;
            /* */ import java.util.concurrent.*; import java.util.concurrent.atomic.*;
            /* */ import java.util.stream.*;
            public class Program {
                static final Object[] kept = new Object[%d];
                static final StackTraceElement element =
                        new StackTraceElement("c".repeat(900), "m".repeat(900), "f", 1);
                static final CompletableFuture<String> waited = new CompletableFuture<>();
                static final CompletableFuture<String> failed =
                        CompletableFuture.failedFuture(new Exception("failed"));
                static final byte[] none = new byte[0];
                static final Object permission = new RuntimePermission("p".repeat(2_000));
                static final SimpleTimeZone zone = new SimpleTimeZone(0, "\u20ac".repeat(256));
                static final Calendar dated = new GregorianCalendar(zone, Locale.ROOT);
                static List<?> listed = List.of("x");
                static final String digits = "7".repeat(2_000);
                static final String wide = "\u20ac".repeat(2_000);
                static final java.math.BigInteger two = java.math.BigInteger.TWO;
                static final IOException noSuchFile =
                        new java.nio.file.FileSystemException(wide, wide, "why");
                static java.text.ParsePosition at() {
                    return new java.text.ParsePosition(0);
                }
                static final Exception privileged =
                        new java.security.PrivilegedActionException(noSuchFile);
                static java.text.BreakIterator breaks() {
                    return java.text.BreakIterator.getLineInstance();
                }
                static final CompletableFuture<String> lengthy =
                        CompletableFuture.failedFuture(noSuchFile);
                static Callable<Object> crowd() {
                    var future = new CompletableFuture<String>();
                    for (int i = 0; i < 10; i++) {
                        future.thenRun(() -> {});
                    }
                    return () -> future.completeExceptionally(noSuchFile);
                }
                static Object filled(List<Object> list) {
                    Collections.fill(list, new Object());
                    return null;
                }
                static Object missing() {
                    try {
                        return Class.forName("acme.Missing" + "x".repeat(100));
                    } catch (ClassNotFoundException e) {
                        return null;
                    }
                }
                static final HashSet<Object> lists = new HashSet<>();
                static final int MANY = 30_000_000;
                static int fail() { throw new IllegalStateException(); }
                static Object failing(Callable<Object> body) throws Exception {
                    try {
                        return body.call();
                    } catch (IllegalStateException e) {
                        return null;
                    }
                }
                static Object logged() {
                    System.getLogger("x").log(System.Logger.Level.WARNING, (Object) listed);
                    return null;
                }
                static final Object nothing = null;
                static final Set<Object> texts = new TreeSet<>(List.of("a", "b"));
                static final Set<Object> numbers = new HashSet<>(List.of(1, 2));
                static class Outer { static class Inner { } }
                static class Wide { @FIELDS@ }
                static class Deep extends ArrayList<@DEEP@> { }
                static class Half implements Comparable<Object> {
                    public int compareTo(Object other) { return 1; }
                    public int hashCode() { return 7; }
                }
                static final Map<Half, Object> halves = new HashMap<>();
                static Optional<?> nested = Optional.of("x");
                static final List<Object> copied = new CopyOnWriteArrayList<>(new Object[300]);
                static Object reversed() {
                    Collections.reverse(copied);
                    return null;
                }
                static final Object lock = new Object();
                static final CompletableFuture<String> crowded = new CompletableFuture<>();
                static final IdentityHashMap<Object, Object> row = new IdentityHashMap<>(300);
                static final Object last;
                static { // all in one slot
                    Object found = null;
                    while (row.size() < 300) {
                        Object o = new Object();
                        int hash = System.identityHashCode(o);
                        if ((((hash << 1) - (hash << 8)) & 1023) == 0) {
                            row.put(o, o);
                            found = o;
                        }
                    }
                    last = found;
                    for (int i = 0; i < 20_000; i++) {
                        crowded.thenRun(() -> {});
                    }
                    for (int i = 0; i < 300; i++) {
                        halves.put(new Half(), i);
                        nested = Optional.of(nested);
                        listed = i < 64 ? List.of(listed) : listed;
                    }
                    for (int i = 0; i < 300; i++) {
                        lists.add(List.of(i, listed));
                    }
                }
                static Object timed() throws Exception {
                    try {
                        return crowded.get(1, TimeUnit.NANOSECONDS);
                    } catch (TimeoutException e) {
                        return null;
                    }
                }
                static Object notified() {
                    synchronized (lock) {
                        lock.notify();
                    }
                    return null;
                }
                static String message(Object o) {
                    try {
                        return o.toString();
                    } catch (NullPointerException e) {
                        return e.getMessage();
                    }
                }
                static Object deep(int depth) throws Exception {
                    return depth == 0 ? once() : deep(depth - 1);
                }
                static Object once() throws Exception {
                    return %s;
                }
                public static Object run() throws Exception {
                    for (int i = 0; i < %d; i++) {
                        kept[i] = deep(%d);
                    }
                    return null;
                }
            }
            """;

    @TempDir private Path folder;

    /** What the calls took: the second time, so that everything is loaded and linked. */
    private record Taken(long allocated, CountingMeter.Count paid) {}

    private Taken taken(String expression, int times, int depth) throws Exception {
        Path jar =
                new SmallJar()
                        .withClass(
                                "acme.Program",
                                PROGRAM.formatted(times, expression, times, depth)
                                        .replace("@FIELDS@", fields(2_000))
                                        .replace(
                                                "@DEEP@",
                                                "List<".repeat(40) + "String" + ">".repeat(40)))
                        .writeTo(folder.resolve("acme.jar"));
        try (var loader =
                MeteredClassLoader.of(
                        "acme",
                        List.of(jar),
                        Surface.ofTenant(),
                        TenantUnpaidTest.class.getClassLoader())) {
            var run = loader.loadClass("acme.Program").getMethod("run");
            Callable<Taken> twice =
                    () -> {
                        run.invoke(null);
                        var meter = (CountingMeter) Thread.currentThread();
                        CountingMeter.Count before = meter.counted();
                        long allocated = THREADS.getCurrentThreadAllocatedBytes();
                        run.invoke(null);
                        allocated = THREADS.getCurrentThreadAllocatedBytes() - allocated;
                        CountingMeter.Count after = meter.counted();
                        return new Taken(
                                allocated,
                                new CountingMeter.Count(
                                        after.ops() - before.ops(),
                                        after.bytes() - before.bytes()));
                    };
            return CountingMeter.count(twice).result();
        }
    }

    private static String fields(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "volatile Object f" + i + ";")
                .collect(Collectors.joining(" "));
    }

    @ParameterizedTest(name = "[attack:A7] {0}")
    @ValueSource(
            strings = {
                "new InputStreamReader(new ByteArrayInputStream(none))",
                "new OutputStreamWriter(new ByteArrayOutputStream())",
                "new BufferedReader(new StringReader(\"\"))",
                "element.toString()",
                "System.out",
                "List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)",
                "waited.thenRun(() -> {})",
                "failed.thenApply(x -> x)",
                "Character.UnicodeScript.values()",
                "new IllegalFormatFlagsException(\"x\").getMessage()",
                "new UnknownFormatConversionException(\"x\").getMessage()",
                "new SecurityException(new Exception(\"x\"))",
                "new ByteArrayInputStream(none).readNBytes(10)",
                "new ByteArrayInputStream(none).transferTo(OutputStream.nullOutputStream())",
                "new IntSummaryStatistics().toString()",
                "new Semaphore(1).toString()",
                "new IdentityHashMap<String, String>()",
                "new java.math.BigInteger(\"1234567890123456789\").nextProbablePrime()",
                "new java.math.BigDecimal(\"1e300\").add(java.math.BigDecimal.ONE)",
                "new java.math.MathContext(7).toString()",
                "new java.net.URI(\"a\", \"//h/\" + \"\u00e9\".repeat(200), null)",
                "new BufferedOutputStream(new ByteArrayOutputStream(1))",
                "new LineNumberReader(new StringReader(\"\"))",
                "Long.toUnsignedString(-1)",
                "\"\u00df\".repeat(300).toUpperCase()",
                "halves.get(new Half())",
                "nested.toString()",
                "reversed()",
                "permission.toString()",
                "((RuntimePermission) permission).toString()",
                "zone.toString()",
                "dated.toString()",
                "logged()",
                "java.time.Instant.EPOCH.toString()",
                "Runtime.version().toString()",
                "dated.getLeastMaximum(Calendar.MONTH)",
                "missing()",
                "java.text.NumberFormat.getInstance().parse(digits + digits)",
                "new java.math.BigInteger(\"12345678901\").pow(11)",
                "two.modPow(java.math.BigInteger.valueOf(999), java.math.BigInteger.valueOf(99))",
                "lengthy.thenRun(() -> {})",
                "failing(crowd())",
                "privileged.toString()",
                "new java.text.DateFormatSymbols()",
                "java.time.format.DateTimeFormatter.ISO_DATE.parseUnresolved(\"2026\", at())",
                "String.format(wide)",
                "filled(new CopyOnWriteArrayList<>(new Object[300]).reversed())",
                "filled(Collections.synchronizedList(new CopyOnWriteArrayList<>(new Object[300])))",
                "new java.nio.file.DirectoryIteratorException(noSuchFile)",
            })
    void run_whatTheJdkAllocates_isPaid(String expression) throws Exception {
        Taken taken = taken(expression, TIMES, 0);

        assertThat(taken.allocated()).isLessThan(2 * taken.paid().bytes() + UNNOTICED);
    }

    @ParameterizedTest(name = "[attack:A7] {0} on a deep stack")
    @ValueSource(
            strings = {
                "failed.thenApply(x -> x)",
                "new Exception(\"x\")",
                "new SecurityException(new Exception(\"x\"))",
            })
    void run_throwableMadeOnADeepStack_isPaid(String expression) throws Exception {
        Taken taken = taken(expression, 200, 1_500);

        assertThat(taken.allocated()).isLessThan(2 * taken.paid().bytes() + UNNOTICED);
    }

    /** The first element throws: what there is by then was made for those that have not come. */
    @ParameterizedTest(name = "[attack:A7] {0}, of which nothing comes")
    @ValueSource(
            strings = {
                "IntStream.range(0, MANY).map(i -> fail()).toArray()",
                "IntStream.range(0, MANY).map(i -> fail()).sorted().toArray()",
                "LongStream.range(0, MANY).map(i -> fail()).toArray()",
                "LongStream.rangeClosed(0, MANY).map(i -> fail()).sorted().sum()",
                "new Random(1).doubles(MANY).map(i -> fail()).toArray()",
                "new Random(1).doubles(MANY).map(i -> fail()).sorted().sum()",
                "Collections.nCopies(MANY, 7).stream().map(i -> fail()).toArray()",
                "Collections.nCopies(MANY, 7).stream().map(i -> fail()).toList()",
                "Collections.nCopies(MANY, 7).stream().map(i -> fail()).sorted().findFirst()",
                "IntStream.range(0, MANY).mapToObj(i -> fail()).limit(MANY / 2).toList()",
            })
    void run_streamOfManyElements_hasNoRoomForThemBeforeTheyPay(String expression)
            throws Exception {
        Taken taken = taken("failing(() -> " + expression + ")", 3, 0);

        assertThat(taken.allocated()).isLessThan(2 * taken.paid().bytes() + UNNOTICED);
    }

    /** In operations at least; what each took before, in microseconds, was more. */
    @ParameterizedTest(name = "[attack:A8] {0}")
    @CsvSource(
            delimiter = ';',
            value = {
                "Outer.Inner.class.isMemberClass(); 36",
                "Outer.Inner.class.getEnclosingClass(); 36",
                "element.toString(); 73",
                "element.hashCode(); 73",
                "message(nothing); 9000",
                "texts.equals(numbers); 64",
                "AtomicReferenceFieldUpdater.newUpdater(Wide.class, Object.class, \"f7\"); 2000",
                "Deep.class.getGenericSuperclass().getTypeName(); 2500",
                "row.get(last); 100",
                "lists.clone(); 5000",
                "breaks().next(-1_000_000); 5000",
                "timed(); 5000",
                "notified(); 5",
            })
    void run_whatTheJdkWorks_isPaid(String expression, int least) throws Exception {
        Taken taken = taken("(Object) (" + expression + ")", 10, 0);

        assertThat(taken.paid().ops() / 10).isGreaterThanOrEqualTo(least);
    }
}
