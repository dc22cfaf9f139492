package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Things of the JDK that a tenant puts into each other cost it as much as they are deep. */
class TenantNestingTest {
    private static final int DEEP = 200;
    private static final int MANY = 1_000;
    private static final String IMPORTS =
            "package acme; import java.io.*; import java.util.*; import java.util.function.*;"
                    + " import java.util.stream.*; ";

    @TempDir private Path folder;

    private CountingMeter.Counted<Object> run(String body) throws Exception {
        return TenantProgram.run(folder, IMPORTS + "public class Program { " + body + " }");
    }

    private CountingMeter.Counted<Object> nested(
            String type, String from, String by, int depth, String end) throws Exception {
        return run(
                "static final int MANY = "
                        + MANY
                        + "; static class Filter extends FilterWriter { Filter(Writer w) {"
                        + " super(w); } }"
                        + " static int again(Runnable r) { for (int i = 0; i < 1000; i++) r.run();"
                        + " return 1000; }"
                        + " public static Object run() throws Exception { "
                        + type
                        + " s = "
                        + from
                        + "; for (int n = 0; n < "
                        + depth
                        + "; n++) s = "
                        + by
                        + "; var t = s; return "
                        + end.replaceAll("\\bs([.:])", "t$1")
                        + "; }");
    }

    // ---- objects that ask what they hold

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "new java.util.concurrent.atomic.AtomicReference<Object>(s)|s.toString()",
                "new java.util.concurrent.atomic.AtomicReferenceArray<>(new Object[] {s})"
                        + "|s.toString()",
                "Optional.of(s)|s.toString()",
                "Optional.of(s)|s.hashCode()",
                "Map.entry(1, s)|s.toString()",
                "Map.entry(1, s)|s.hashCode()",
                "List.of(s)|s.toString()",
                "List.of(s)|s.hashCode()",
            })
    void run_askedThroughManyLevels_costsEachOfThem(String by, String asked) throws Exception {
        var made = nested("Object", "(Object) 1", by, MANY, "s == null");
        var all = nested("Object", "(Object) 1", by, MANY, asked);

        assertThat(all.count().ops() - made.count().ops()).isGreaterThan(MANY);
    }

    // ---- streams

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "s.map(Function.identity())",
                "s.filter(Predicate.isEqual(1).negate().negate())",
                "s.peek(Stream.builder())",
                "s.limit(MANY)",
                "s.skip(1 - 1).limit(Long.MAX_VALUE)",
                "s.takeWhile(Predicate.isEqual(1))",
                "s.dropWhile(Predicate.isEqual(2))",
                "s.flatMap(Stream::of)",
                "s.mapMulti((e, next) -> next.accept(e))",
                "s.gather(Gatherers.windowFixed(1)).map(w -> w.get(0))",
                "Stream.concat(s, Stream.empty())",
                "StreamSupport.stream(s.spliterator(), false)",
                "s.sorted()",
                "s.unordered().limit(MANY)",
            })
    void run_streamOfManySteps_costsEachOfThemForEachElement(String step) throws Exception {
        String from = "Collections.nCopies(MANY, 1).stream()";
        int depth = step.contains(").") ? DEEP / 4 : DEEP / 2;

        var run = nested("Stream<Integer>", from, step, depth, "s.mapToInt(i -> i).sum()");

        assertThat(run.result()).isEqualTo(MANY);
        assertThat(run.count().ops()).isGreaterThan((long) MANY * (depth - 9));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "IntStream|s.map(IntUnaryOperator.identity())",
                "IntStream|s.peek(new IntSummaryStatistics())",
                "IntStream|s.boxed().mapToInt(Integer::intValue)",
                "IntStream|s.limit(MANY)",
                "IntStream|IntStream.concat(s, IntStream.empty())",
                "LongStream|s.map(LongUnaryOperator.identity())",
                "LongStream|s.limit(MANY)",
                "LongStream|LongStream.concat(s, LongStream.empty())",
                "LongStream|StreamSupport.longStream(s.spliterator(), false)",
                "DoubleStream|s.map(DoubleUnaryOperator.identity())",
                "DoubleStream|s.limit(MANY)",
                "DoubleStream|DoubleStream.concat(s, DoubleStream.empty())",
                "DoubleStream|StreamSupport.doubleStream(s.spliterator(), false)",
            })
    void run_streamOfNumbersOfManySteps_costsEachOfThemForEachElement(String type, String step)
            throws Exception {
        String as =
                switch (type) {
                    case "LongStream" -> ".asLongStream()";
                    case "DoubleStream" -> ".asDoubleStream()";
                    default -> "";
                };

        var run = nested(type, "IntStream.range(0, MANY)" + as, step, DEEP / 4, "(int) s.sum()");

        assertThat(run.result()).isEqualTo(MANY * (MANY - 1) / 2);
        assertThat(run.count().ops()).isGreaterThan((long) MANY * (DEEP / 4 - 9));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "s.map(Function.identity())",
                "s.limit(9)",
                "s.unordered().sorted()",
                "s.sorted()",
                "s.distinct()",
                "s.gather(Gatherers.windowFixed(1)).flatMap(List::stream)",
                "s.mapToInt(i -> i).asLongStream().boxed().mapToInt(Long::intValue).boxed()",
            })
    void run_streamOfTooManySteps_isRefused(String step) throws Exception {
        var run = nested("Stream<Integer>", "Stream.of(1)", step, 300, "s.findFirst()");

        assertThat(run.result())
                .asString()
                .contains("a stream of more than 256 steps")
                .contains("toList().stream()");
    }

    /** Whether an element is wanted is asked of all steps, also if none gets there. */
    @Test
    void run_stepsThatNoElementReaches_areFew() throws Exception {
        var run =
                nested(
                        "Stream<Integer>",
                        "Stream.iterate(1, i -> i + 1).filter(i -> i > 1000)",
                        "s.map(Function.identity())",
                        DEEP,
                        "s.findFirst().get()");

        assertThat(run.result()).isEqualTo(1001);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Stream.concat(s, Stream.of(1))",
                "StreamSupport.stream(s.spliterator(), false)",
                "Stream.concat(s.map(Function.identity()), Stream.of(1))",
            })
    void run_streamOfStreams_costsTheWayDown(String step) throws Exception {
        var run = nested("Stream<Integer>", "Stream.of(1)", step, DEEP, "s.iterator().next()");

        assertThat(run.result()).isEqualTo(1);
        // What has grown to this asks for the size of what is in it each time.
        assertThat(run.count().ops())
                .isGreaterThan(step.contains("concat") ? DEEP * DEEP / 2 : 4 * DEEP);
    }

    @Test
    void run_handlersOfAStream_areRunInOrder() throws Exception {
        var run =
                run(
                        "public static Object run() { var out = new StringBuilder();"
                                + " var s = Stream.of(1).onClose(() -> out.append('a'))"
                                + ".map(Function.identity()).onClose(() -> { throw new"
                                + " IllegalStateException(\"b\"); }).onClose(() ->"
                                + " out.append('c')).onClose(() -> { throw new"
                                + " IllegalArgumentException(\"d\"); });"
                                + " try { Stream.concat(s, Stream.of(2).onClose(() ->"
                                + " out.append('e'))).close(); } catch (RuntimeException e) {"
                                + " out.append(e.getMessage()).append(e.getSuppressed().length); }"
                                + " return out.toString(); }");

        assertThat(run.result()).isEqualTo("aceb1");
    }

    @Test
    void run_windowsOfAStream_costTheirSize() throws Exception {
        String body = "public static Object run() { return ";
        String many = "IntStream.range(0, 3000).boxed()";

        var sliding = run(body + many + ".gather(Gatherers.windowSliding(2000)).count() + \"\"; }");
        var fixed = run(body + many + ".gather(Gatherers.windowFixed(7)).toList().get(2); }");
        var large = run(body + many + ".gather(Gatherers.windowFixed(1 << 24)).count(); }");
        var few = run(body + many + ".gather(Gatherers.windowSliding(4000)).findFirst(); }");

        assertThat(sliding.result()).isEqualTo("1001");
        assertThat(sliding.count().bytes()).isGreaterThan(1001L * 2000 * 4);
        assertThat(sliding.count().ops()).isGreaterThan(1001L * 2000 / 16);
        assertThat(fixed.result()).isEqualTo(List.of(14, 15, 16, 17, 18, 19, 20));
        assertThat(large.count().bytes()).isGreaterThan(4L << 24);
        assertThat(few.result().toString()).startsWith("Optional[[0, 1, 2,").endsWith("2999]]");
    }

    // ---- views

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "List<Integer>|new ArrayList<>(List.of(1, 2, 3))|s.subList(0, 3)|s.add(1)",
                "List<Integer>|new LinkedList<>(List.of(1, 2, 3))|s.subList(0, 3)|s.add(1)",
                "List<Integer>|new Vector<>(List.of(1, 2, 3))|s.subList(0, 3)|s.add(1)",
                "List<Integer>|new ArrayList<>(Collections.nCopies(2000, 1))|s.subList(0, 2000)"
                        + "|s.remove(0)",
                "List<Integer>|new LinkedList<>(List.of(1, 2, 3))|s.subList(0, 3)|s.add(0, 1)",
                "List<Integer>|new ArrayList<>(List.of(1, 2, 3))|s.reversed().subList(0, 3)"
                        + "|s.addFirst(1)",
            })
    void run_partOfParts_costsAllWhenItChanges(String type, String from, String by, String change)
            throws Exception {
        var few = nested(type, from, by, 100, "s.size()");
        var many = nested(type, from, by, 100, "again(() -> " + change + ")");

        assertThat(many.result()).as("result").isEqualTo(1000);
        assertThat(many.count().ops() - few.count().ops()).isGreaterThan(100 * 1000);
    }

    @Test
    void run_partOfTooManyParts_isRefused() throws Exception {
        var run = nested("List<Integer>", "new ArrayList<>()", "s.subList(0, 0)", 2000, "1");

        assertThat(run.result()).asString().contains("1000 times over").contains("ArrayList");
        assertThat(
                        nested("List<Integer>", "List.of(1)", "s.subList(0, 1)", 2000, "s.get(0)")
                                .result())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "BufferedReader|new BufferedReader(new StringReader(\"a\"))"
                        + "|new BufferedReader(s)",
                "BufferedReader|new BufferedReader(new StringReader(\"a\"))"
                        + "|new BufferedReader(s, 8)",
                "Writer|new StringWriter()|new BufferedWriter(s)",
                "Writer|new StringWriter()|new PrintWriter(s, true)",
                "Writer|new StringWriter()|new Filter(s)",
                "InputStream|new ByteArrayInputStream(new byte[9])|new DataInputStream(s)",
                "OutputStream|new ByteArrayOutputStream()|new FilterOutputStream(s)",
                "OutputStream|new ByteArrayOutputStream()|new DataOutputStream(s)",
                "java.time.InstantSource|java.time.Clock.systemUTC()"
                        + "|java.time.Clock.offset((java.time.Clock) s,"
                        + " java.time.Duration.ofDays(1))",
                "java.time.InstantSource|java.time.Clock.systemUTC()"
                        + "|java.time.InstantSource.tick(s, java.time.Duration.ofDays(1))",
            })
    void run_wrapperOfTooManyWrappers_isRefused(String type, String from, String by)
            throws Exception {
        assertThat(nested(type, from, by, 7, "1").result()).isEqualTo(1);
        assertThat(nested(type, from, by, 100, "1").result())
                .asString()
                .contains("16 others cannot be made");
    }

    /** Reading it would have no end, inside the JDK. */
    @Test
    void load_wrapperOfItself_isRefused() throws Exception {
        var run =
                run(
                        "static class Ring extends FilterInputStream { Ring() { super(null);"
                                + " in = this; } } public static Object run() throws Exception {"
                                + " return new Ring().read(); }");

        assertThat(run.result())
                .asString()
                .contains("java.io.FilterInputStream.in cannot be set: what is wrapped is given");
    }

    @Test
    void run_iteratorOfAnIteratorOfAnIterator_costsTheWayDown() throws Exception {
        var run =
                nested(
                        "Iterator<Integer>",
                        "Collections.nCopies(MANY, 1).iterator()",
                        "Spliterators.iterator(Spliterators.spliteratorUnknownSize(s, 0))",
                        DEEP,
                        "again(s::next)");

        assertThat(run.result()).isEqualTo(1000);
        assertThat(run.count().ops()).isGreaterThan(1000 * DEEP);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tree.headMap(9999)",
                "((SortedMap<Integer, Integer>) tree).tailMap(1).keySet()",
                "tree.subMap(2, true, 9000, true).values()",
                "tree.descendingMap().headMap(1).entrySet()",
                "new TreeSet<>(tree.keySet()).headSet(9999)",
                "Collections.unmodifiableSet(new TreeSet<>(tree.keySet()).headSet(9999))",
                "new java.util.concurrent.ConcurrentSkipListMap<>(tree).headMap(9999)",
                "new java.util.concurrent.ConcurrentSkipListMap<>(tree).headMap(9999).keySet()",
                "new java.util.concurrent.ConcurrentLinkedQueue<>(tree.keySet())",
            })
    void run_sizeThatIsCounted_costsWhatIsCounted(String view) throws Exception {
        String body =
                "public static Object run() { var tree = new TreeMap<Integer, Integer>();"
                        + " for (int i = 0; i < 10000; i++) tree.put(i, i);"
                        + " var view = "
                        + view
                        + "; %s v = view; return %s; }";
        String type = view.matches(".*Map\\([^)]*\\)") ? "Map<?, ?>" : "Collection<?>";

        var without = run(body.formatted(type, "0"));
        var with = run(body.formatted(type, "v.size() > 8000"));

        assertThat(with.result()).isEqualTo(true);
        assertThat(with.count().ops() - without.count().ops()).isGreaterThan(8000);
    }

    @Test
    void run_sizeThatIsKept_costsTheCall() throws Exception {
        var run =
                run(
                        "public static Object run() { var set = new TreeSet<Integer>();"
                                + " for (int i = 0; i < 1000; i++) set.add(i);"
                                + " Collection<?> c = Collections.unmodifiableSet(set); int n = 0;"
                                + " for (int i = 0; i < 1000; i++) n += c.size(); return n; }");

        assertThat(run.result()).isEqualTo(1_000_000);
        assertThat(run.count().ops()).isLessThan(30_000);
    }

    @Test
    void run_partOfWhatIsReversedAndNotNavigable_isRefused() throws Exception {
        var run =
                run(
                        "public static Object run() { var set = new TreeSet<>(List.of(1, 2, 3));"
                                + " return Collections.unmodifiableSortedSet(set).reversed()"
                                + ".headSet(1).last(); }");

        assertThat(run.result()).asString().contains("Take the part first, and reverse that");
    }
}
