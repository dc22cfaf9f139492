package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.SmallJar;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs that use the JDK widely, woven for a tenant and not woven: they answer the same. */
class TenantJdkTest {
    private static final String IMPORTS =
            Stream.of(
                            "io",
                            "math",
                            "nio.charset",
                            "time",
                            "util",
                            "util.concurrent",
                            "util.concurrent.atomic",
                            "util.function",
                            "util.stream")
                    .map(name -> "import java." + name + ".*;")
                    .collect(Collectors.joining("\n", "package acme;\n", "\n"));

    @TempDir private Path folder;

    private Path jar(String body) {
        return new SmallJar()
                .withClass("acme.Program", IMPORTS + "public class Program { " + body + " }")
                .writeTo(folder.resolve("acme.jar"));
    }

    private static Object run(ClassLoader loader) throws Exception {
        Method run = loader.loadClass("acme.Program").getMethod("run");
        try {
            return run.invoke(null);
        } catch (InvocationTargetException e) {
            return String.valueOf(e.getCause());
        }
    }

    private CountingMeter.Counted<Object> woven(Path jar) throws Exception {
        try (var loader =
                MeteredClassLoader.of(
                        "acme",
                        List.of(jar),
                        Surface.ofTenant(),
                        TenantJdkTest.class.getClassLoader())) {
            return CountingMeter.count(() -> run(loader));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // arrays that are passed behind something else
                """
                public static Object run() {
                    byte[] bytes = {1, 2, 3};
                    var buffer = java.nio.ByteBuffer.allocate(8).put(bytes).put(bytes);
                    buffer.flip().get(bytes);
                    var joined = Stream.of("a", "b").collect(Collector.of(StringBuilder::new,
                            StringBuilder::append, StringBuilder::append, StringBuilder::toString));
                    var list = Stream.of(1, 2).collect(Collector.of(ArrayList<Integer>::new,
                            ArrayList::add, (a, b) -> a, Collector.Characteristics.IDENTITY_FINISH));
                    return Arrays.toString(bytes) + buffer.remaining() + joined + list;
                }
                """,
                // strings
                """
                record Point(int x, List<String> names) {}
                enum Colour { RED, GREEN }
                public static Object run() {
                    var out = new StringBuilder();
                    String s = "The quick brown fox";
                    out.append(s.indexOf('q')).append(s.lastIndexOf("o")).append(s.contains("fox"));
                    out.append(s.replace("quick", "slow")).append(String.join("-", List.of("a", "b")));
                    for (String w : s.split(" ")) out.append(w.toUpperCase()).append(w.charAt(0));
                    out.append(new Point(1, List.of("x", "y"))).append(new Point(2, null).hashCode());
                    out.append(new Point(1, List.of("z")).equals(new Point(1, List.of("z"))));
                    out.append(Colour.valueOf("RED")).append(Arrays.toString(Colour.values()));
                    out.append(String.format("%5d|%s|%.3f", 42, List.of(1, 2), Math.PI));
                    out.append("%s!".formatted("hi")).append("ab".repeat(3)).append('c').append(1.5);
                    out.append("x" + List.of(1) + Map.of(1, 2) + null + 'c' + 7L);
                    out.insert(0, "start").reverse().setLength(200);
                    out.append(Integer.parseInt("17")).append(Double.parseDouble("1.25"));
                    out.append("a\\nb".lines().count()).append("  t ".strip().isBlank());
                    out.append(switch (s.length()) { case 19 -> "nineteen"; default -> "other"; });
                    Object o = s;
                    out.append(switch (o) { case String t when t.isEmpty() -> 0; case String t -> 1; default -> 2; });
                    return out.toString();
                }
                """,
                // collections
                """
                static class Own extends AbstractList<Integer> {
                    public Integer get(int i) { return i * i; }
                    public int size() { return 5; }
                }
                static class Lru extends LinkedHashMap<String, Integer> {
                    Lru() { super(16, 0.75f, true); }
                    @Override protected boolean removeEldestEntry(Map.Entry<String, Integer> e) { return size() > 2; }
                    @Override public Integer put(String k, Integer v) { return super.put(k, v + 1); }
                }
                public static Object run() {
                    var all = new ArrayList<Object>();
                    var list = new ArrayList<>(List.of(3, 1, 2));
                    list.addAll(new Own()); list.add(1, 9); list.remove(Integer.valueOf(3)); list.sort(null);
                    all.add(list); all.add(list.indexOf(9)); all.add(list.subList(1, 3)); all.add(list.hashCode());
                    Collections.reverse(list); all.add(new ArrayList<>(list)); all.add(Collections.max(list));
                    var map = new TreeMap<String, List<Integer>>();
                    for (int i = 0; i < 20; i++) map.computeIfAbsent("k" + i % 3, k -> new ArrayList<>()).add(i);
                    all.add(map); all.add(map.headMap("k1")); all.add(map.equals(new HashMap<>(map)));
                    var lru = new Lru(); lru.put("a", 1); lru.put("b", 2); lru.get("a"); lru.put("c", 3); all.add(lru);
                    var set = new LinkedHashSet<>(list); set.retainAll(List.of(1, 4, 9)); all.add(set);
                    var deque = new ArrayDeque<Integer>(); deque.push(1); deque.addLast(2); all.add(deque.pop());
                    var queue = new PriorityQueue<String>(Comparator.reverseOrder()); queue.addAll(List.of("a", "c", "b"));
                    while (!queue.isEmpty()) all.add(queue.poll());
                    all.add(new Own().stream().mapToInt(i -> i).sum()); all.add(new Own().contains(16)); all.add(new Own());
                    int[] numbers = {5, 3, 1}; Arrays.sort(numbers); all.add(Arrays.toString(numbers.clone()));
                    all.add(Arrays.asList(1, 2).equals(List.of(1, 2))); all.add(Optional.of(1).map(i -> i + 1));
                    var bits = new BitSet(); bits.set(3); bits.set(70); all.add(bits); all.add(bits.cardinality());
                    for (Iterator<Object> i = all.iterator(); i.hasNext();) if (i.next() == null) i.remove();
                    var atomic = new AtomicInteger(); map.forEach((k, v) -> atomic.addAndGet(v.size())); all.add(atomic.get());
                    var concurrent = new ConcurrentHashMap<String, Integer>(); concurrent.merge("a", 1, Integer::sum);
                    concurrent.merge("a", 1, Integer::sum); all.add(concurrent);
                    all.add(Objects.hash(1, list)); all.add(Objects.equals(list, map)); all.add(Objects.requireNonNullElse(null, 1));
                    return all.toString();
                }
                """,
                // streams
                """
                public static Object run() {
                    var words = List.of("pear", "fig", "apple", "date", "fig");
                    var all = new ArrayList<Object>();
                    all.add(words.stream().filter(w -> w.length() > 3).map(String::length).toList());
                    all.add(words.stream().collect(Collectors.groupingBy(String::length, TreeMap::new, Collectors.counting())));
                    all.add(words.stream().distinct().sorted().collect(Collectors.joining(", ", "<", ">")));
                    all.add(words.stream().collect(Collectors.toMap(w -> w, w -> 1, Integer::sum, TreeMap::new)));
                    all.add(IntStream.rangeClosed(1, 10).boxed().collect(Collectors.partitioningBy(i -> i % 2 == 0)));
                    all.add(Stream.iterate(1, i -> i * 2).limit(10).reduce(0, Integer::sum));
                    all.add(words.parallelStream().mapToInt(String::length).summaryStatistics());
                    all.add(Arrays.stream(new int[] {3, 1, 2}).sorted().boxed().map(String::valueOf).toList());
                    all.add(Stream.of(List.of(1, 2), List.of(3)).flatMap(List::stream).mapToInt(i -> i).max());
                    all.add(new Random(42).ints(5, 0, 10).boxed().toList());
                    all.add("hello".chars().filter(c -> c == 'l').count());
                    all.add(Stream.of("b", "a").sorted(Comparator.comparing(s -> s)).toArray(String[]::new).length);
                    BiFunction<Integer, Integer, Integer> plus = Integer::sum;
                    all.add(plus.andThen(i -> i * 2).apply(1, 2));
                    return all.toString();
                }
                """,
                // functions made of functions
                """
                static class Next implements Function<Integer, Integer> { // inherits andThen
                    public Integer apply(Integer i) { return i + 1; }
                }
                static class Loud implements UnaryOperator<Integer> {
                    public Integer apply(Integer i) { return i; }
                    public <V> Function<Integer, V> andThen(Function<? super Integer, ? extends V> f) {
                        return i -> f.apply(i * 100);
                    }
                }
                record Word(String text, int rank) {}
                public static Object run() {
                    var all = new ArrayList<Object>();
                    all.add(new Next().andThen(new Next()).compose(new Next()).apply(1));
                    all.add(new Loud().andThen(new Next()).apply(1)); all.add(new Next().andThen(new Loud()).apply(1));
                    Function<Integer, Integer> id = Function.identity(); all.add(id.andThen(id).compose(id).apply(7));
                    Predicate<String> empty = String::isEmpty;
                    all.add(Stream.of("", "a").filter(Predicate.not(empty).and(empty.negate()).or(empty)).count());
                    all.add(Stream.of("x", "y").filter(Predicate.<String>isEqual("x").negate()).toList());
                    all.add(Stream.of(empty, empty.negate()).reduce(Predicate::or).get().test("z"));
                    IntPredicate even = i -> i % 2 == 0; all.add(IntStream.range(0, 9).filter(even.negate().or(i -> i == 4)).sum());
                    IntUnaryOperator twice = i -> 2 * i; all.add(twice.andThen(i -> i + 1).compose(twice).applyAsInt(5));
                    Consumer<Object> add = all::add; add.andThen(x -> all.add(x + "!")).accept("c");
                    var words = new ArrayList<>(List.of(new Word("b", 1), new Word("a", 2), new Word("a", 1)));
                    words.sort(Comparator.comparing(Word::text).thenComparing(Word::rank)); all.add(List.copyOf(words));
                    words.sort(Comparator.comparing(Word::text, Comparator.reverseOrder()).thenComparingInt(Word::rank).reversed());
                    all.add(List.copyOf(words));
                    var names = new ArrayList<String>(Arrays.asList("b", null, "a"));
                    names.sort(Comparator.nullsLast(Comparator.<String>naturalOrder().reversed())); all.add(names.toString());
                    names.sort(Collections.reverseOrder(Comparator.nullsFirst(Comparator.<String>naturalOrder()))); all.add(names.toString());
                    all.add(new TreeMap<>(Map.of("k", 1, "l", 0)).entrySet().stream()
                            .sorted(Map.Entry.comparingByValue(Comparator.naturalOrder())).map(Map.Entry::getKey).toList());
                    all.add(Stream.of(3, 1, 2).reduce(BinaryOperator.minBy(Comparator.naturalOrder())).get());
                    all.add(Stream.of(3, 1, 2).collect(Collectors.teeing(Collectors.counting(), Collectors.toList(), (n, l) -> n + ":" + l)));
                    all.add(Stream.of(3, 1, 2).collect(Collectors.partitioningBy(i -> i > 1, Collectors.mapping(i -> -i, Collectors.toList()))));
                    all.add(Stream.of(3, 1, 2).collect(Collectors.collectingAndThen(Collectors.toList(), List::size)));
                    return all.toString();
                }
                """,
                // numbers, time, texts in memory, exceptions
                """
                static int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }
                public static Object run() throws Exception {
                    var all = new ArrayList<Object>();
                    all.add(BigInteger.TWO.pow(200).mod(BigInteger.valueOf(97))); all.add(new BigInteger("123456789").sqrt());
                    all.add(new BigDecimal("10").divide(new BigDecimal("3"), 20, RoundingMode.HALF_UP));
                    all.add(LocalDate.of(2024, 2, 28).plusDays(2)); all.add(Duration.ofMinutes(90)); all.add(Instant.EPOCH);
                    all.add(LocalDate.parse("2024-01-31").plusMonths(1).getDayOfWeek());
                    var bytes = new ByteArrayOutputStream();
                    try (var out = new PrintWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8))) { out.println("line one"); out.printf("%d%n", 2); }
                    try (var in = new BufferedReader(new StringReader(bytes.toString(StandardCharsets.UTF_8)))) {
                        for (String line = in.readLine(); line != null; line = in.readLine()) all.add(line);
                    }
                    try { List.of(1).add(2); } catch (UnsupportedOperationException e) { all.add("refused"); }
                    try { Object o = "s"; Integer i = (Integer) o; all.add(i); } catch (ClassCastException e) { all.add("cast"); }
                    try { throw new IllegalStateException("why", new RuntimeException("cause")); }
                    catch (IllegalStateException e) { all.add(e.getMessage() + e.getCause().getMessage()); }
                    finally { all.add("finally"); }
                    all.add(depth(100)); all.add(Math.floorMod(-3, 5)); all.add(Long.toHexString(255)); all.add(Character.isLetter('x'));
                    all.add(new UUID(1, 2).toString());
                    return all.toString();
                }
                """,
                // regular expressions
                """
                public static Object run() {
                    var all = new ArrayList<Object>();
                    all.add("a1b22c".replaceAll("[0-9]+", "#")); all.add("a1b2".replaceFirst("\\\\d", "x")); all.add("abc".matches("[a-c]*"));
                    all.add(List.of("a, b;c".split("[,;] *"))); all.add(List.of("a:b:c".split(":", 2)));
                    var pattern = java.util.regex.Pattern.compile("(?<word>\\\\w+)@(\\\\w+)\\\\.com", java.util.regex.Pattern.CASE_INSENSITIVE);
                    var matcher = pattern.matcher("ann@acme.com, Bob@Example.COM");
                    while (matcher.find()) all.add(matcher.group("word") + matcher.group(2) + matcher.start());
                    all.add(matcher.replaceAll(m -> m.group(1).toUpperCase()));
                    all.add(Stream.of("x1", "y").filter(java.util.regex.Pattern.compile("[a-z]\\\\d").asPredicate()).toList());
                    all.add(java.util.regex.Pattern.compile(",").splitAsStream("1,2,3").toList());
                    try { java.util.regex.Pattern.compile("("); } catch (java.util.regex.PatternSyntaxException e) { all.add(e.getDescription()); }
                    all.add(Stream.of("ab", "b").map(s -> s.matches("a.*")).toList());
                    Predicate<String> isA = "a"::matches; all.add(isA.test("[a]"));
                    all.add("aXbX".replaceAll("(?<=a)X|(?i)x$", "\\\\$0")); all.add(java.util.regex.Pattern.quote("a.b"));
                    all.add("fööbar".replaceAll("\\\\p{IsAlphabetic}", "L").length());
                    return all.toString();
                }
                """,
            })
    void run_wovenForATenant_answersAsUnwoven(String body) throws Exception {
        Path jar = jar(body);
        Object expected;
        try (var plain =
                new URLClassLoader(
                        new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
            expected = run(plain);
        }

        var woven = woven(jar);

        assertThat(woven.result()).isEqualTo(expected);
        assertThat(woven.count().ops()).isGreaterThan(100);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "return (\"a\".repeat(40) + \"b\").matches(\"(.*a){20}c\");",
                "Function<Object, Object> f = Function.identity();"
                        + " for (int i = 0; i < 60; i++) f = f.andThen(f); return f.apply(1);",
                "Function<Object, Object> f = Function.identity();"
                        + " for (int i = 0; i < 60; i++) f = f.compose(f); return f.apply(1);",
                "Predicate<Object> p = Predicate.isEqual(1);"
                        + " for (int i = 0; i < 60; i++) p = p.and(p); return p.test(1);",
                "Comparator<Integer> c = Comparator.naturalOrder();"
                        + " for (int i = 0; i < 60; i++) c = c.thenComparing(c);"
                        + " return c.compare(1, 1);",
                "Collector<Object, ?, Object> c = (Collector) Collectors.counting();"
                        + " BinaryOperator<Object> any = BinaryOperator.minBy((Comparator)"
                        + " Comparator.naturalOrder());"
                        + " for (int i = 0; i < 60; i++) c = Collectors.teeing(c, c, any);"
                        + " return Stream.of(1).collect(c);",
            })
    void run_whatNeverEndsInTheJdk_isStopped(String code) throws Exception {
        Path jar = jar("@SuppressWarnings(\"all\") public static Object run() { " + code + " }");
        try (var loader =
                MeteredClassLoader.of(
                        "acme",
                        List.of(jar),
                        Surface.ofTenant(),
                        TenantJdkTest.class.getClassLoader())) {
            var meter =
                    CountingMeter.stop(
                            1_000_000,
                            () -> {
                                try {
                                    run(loader);
                                } catch (Exception e) {
                                    throw new IllegalStateException(e);
                                }
                            });

            assertThat(meter.stops()).isPositive();
        }
    }
}
