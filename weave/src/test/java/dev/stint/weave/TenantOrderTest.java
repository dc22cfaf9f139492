package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the JDK compares, measures and passes by, where no code of the tenant is asked. */
class TenantOrderTest {
    private static final String IMPORTS =
            "package acme; import java.math.*; import java.util.*; import java.util.concurrent.*;"
                    + " import java.util.stream.*; ";
    private static final String LONG = // sixteen that differ at the end only
            "record Named(String name) {}"
                    + " static class Own extends AbstractList<String> { final List<String> in ="
                    + " longs(); public String get(int i) { return in.get(i); }"
                    + " public String set(int i, String s) { return in.set(i, s); }"
                    + " public int size() { return in.size(); } }"
                    + " static List<String> longs() { var all = new ArrayList<String>();"
                    + " for (int i = 0; i < 16; i++) all.add(\"x\".repeat(1 << 16) + i * 5 % 16);"
                    + " return all; }"
                    + " static Object sorted(List<String> all, Comparator<? super String> by) {"
                    + " all.sort(by); return all.size(); } ";
    private static final String TABLES =
            "static class Mine extends HashMap<Integer, Integer> {}"
                    + " static <M extends Map<Integer, Integer>> M emptied(M m) {"
                    + " for (int i = 0; i < 1 << 15; i++) m.put(i, i);"
                    + " for (int i = 0; i < 1 << 15; i++) m.remove(i); return m; }"
                    + " static Set<Integer> emptied(Set<Integer> s) {"
                    + " for (int i = 0; i < 1 << 15; i++) s.add(i);"
                    + " for (int i = 0; i < 1 << 15; i++) s.remove(i); return s; }"
                    + " static Object clear(Map<?, ?> m) { m.clear(); return 1; } ";

    @TempDir private Path folder;

    private CountingMeter.Counted<Object> run(String body) throws Exception {
        return TenantProgram.run(folder, IMPORTS + "public class Program { " + body + " }");
    }

    /** What the second costs on top of the first. */
    private long cost(String declared, String made, String expression) throws Exception {
        String body = declared + "public static Object run() { var o = " + made + "; return ";
        var without = run(body + "1; }");
        var with = run(body + expression + "; }");
        assertThat(with.result()).isNotInstanceOf(Throwable.class);
        return with.count().ops() - without.count().ops();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sorted(o, null)",
                "sorted(o, Comparator.reverseOrder())",
                "sorted(o, String.CASE_INSENSITIVE_ORDER)",
                "sorted(o, Comparator.comparing(s -> s))",
                "sorted(o, Comparator.comparing((String s) -> 1).thenComparing(s -> s))",
                "sorted(new Own(), null)",
                "Collections.max(o)",
                "o.stream().max(Comparator.naturalOrder())",
                "o.stream().collect(Collectors.minBy(Comparator.naturalOrder()))",
                "new PriorityQueue<>(o)",
                "new PriorityQueue<String>().addAll(o)",
                "new TreeSet<>(o)",
            })
    void run_orderOfLongTexts_costsTheirLength(String expression) throws Exception {
        assertThat(cost(LONG, "longs()", expression)).isGreaterThan(15 << 11);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Comparator.<String>naturalOrder().compare(o.get(3), o.get(4))",
                "Objects.compare(o.get(3), o.get(4), Comparator.naturalOrder())",
                "Collections.binarySearch(o, o.get(3))",
                "Arrays.binarySearch(o.toArray(), o.get(3))",
            })
    void run_comparisonOfLongTexts_costsTheirLength(String expression) throws Exception {
        assertThat(cost(LONG, "longs()", expression)).isGreaterThan(1 << 12);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "o.precision()",
                "o.compareTo(new BigDecimal(\"1E+3\"))",
                "((Comparable<BigDecimal>) o).compareTo(new BigDecimal(\"1E+3\"))",
                "Collections.max(List.of(o, new BigDecimal(\"1E+3\")))",
                "Stream.of(o, new BigDecimal(\"1E+3\")).sorted().toList()",
            })
    void run_digitsOfALargeNumber_costThePowerOfTen(String expression) throws Exception {
        String large = "new BigDecimal(BigInteger.ONE.shiftLeft(1 << 16))"; // 2,048 words

        assertThat(cost("", large, expression)).isGreaterThan(50 << 11);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "clear(emptied(new LinkedHashMap<>()))",
                "clear(emptied(new Mine()))",
                "clear(emptied(new Hashtable<>()))",
                "emptied(new Mine()).hashCode()",
                "emptied(new Mine()).values().toArray().length",
                "emptied(new Mine()).keySet().stream().toList()",
                "emptied(new Hashtable<>()).keySet().iterator().hasNext()",
                "Collections.unmodifiableSet(emptied(new HashSet<>())).iterator().hasNext()",
                "emptied(new HashSet<>()).stream().findFirst()",
                "List.copyOf(emptied(new HashSet<>()))",
                "new ArrayList<>(emptied(new HashSet<>()))",
            })
    void run_walkThroughATableThatWasLarge_costsItsSlots(String expression) throws Exception {
        String inner = expression.replaceAll(".*(emptied\\(new \\w+(<>)?\\(\\)\\)).*", "$1");

        assertThat(cost(TABLES, "1", expression) - cost(TABLES, "1", inner)).isGreaterThan(1 << 14);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "new HashMap<Integer, Integer>(16, 1e-9f)",
                "new LinkedHashMap<Integer, Integer>(16, 0.1f, true)",
                "new Hashtable<Integer, Integer>(16, 1e-9f)",
                "new WeakHashMap<Integer, Integer>(16, 1e-9f)",
                "new ConcurrentHashMap<Integer, Integer>(16, 1e-9f)",
                "new ConcurrentHashMap<Integer, Integer>(16, 1e-9f, 1)",
                "new HashSet<Integer>(16, 1e-9f)",
            })
    void run_tableThatMayNotGetFull_isRefused(String table) throws Exception {
        var run = run("public static Object run() { return " + table + "; }");

        assertThat(run.result()).asString().contains("load factor").contains("Take 0.25 or more");
    }
}
