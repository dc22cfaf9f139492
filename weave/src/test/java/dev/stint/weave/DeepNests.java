package dev.stint.weave;

import java.util.List;

/** What of the JDK recurses, by what is put into it or by calling back, for {@link DeepJdkTest}. */
final class DeepNests {
    private DeepNests() {}

    /** A thing that is put into another of its kind again and again, and what is asked then. */
    record Nest(String type, String from, String by, List<String> asked) {}

    private static Nest nest(String type, String from, String by, String... asked) {
        return new Nest(type, from, by, List.of(asked));
    }

    static final List<Nest> NESTS =
            List.of(
                    nest(
                            "Object",
                            "1",
                            "new AtomicReference<Object>(s)",
                            "s.toString()",
                            "String.valueOf(s)",
                            "\"\" + s",
                            "new StringBuilder().append(s)",
                            "String.format(\"%s\", s)",
                            "Objects.toString(s)",
                            "List.of(s).toString()",
                            "new RuntimeException(s + \"\")",
                            "Arrays.toString(new Object[] {s})",
                            "String.join(\"\", \"\" + s)",
                            "new StringJoiner(\"\").add(\"\" + s)"),
                    nest(
                            "Object",
                            "1",
                            "List.of(s)",
                            "s.toString()",
                            "s.hashCode()",
                            "s.equals(other)",
                            "Objects.hash(s)",
                            "Arrays.asList(s).hashCode()",
                            "new HashSet<>(List.of(s))",
                            "Map.of(s, 1)",
                            "List.of(s).contains(other)",
                            "List.of(s).indexOf(other)",
                            "Objects.equals(s, other)",
                            "Objects.deepEquals(s, other)",
                            "new HashMap<>().put(s, 1)",
                            "new ConcurrentHashMap<>(Map.of(1, s)).contains(other)",
                            "Stream.of(s, other).distinct().count()"),
                    nest(
                            "Object",
                            "1",
                            "new ArrayList<>(List.of(s))",
                            "s.toString()",
                            "s.hashCode()",
                            "s.equals(other)"),
                    nest(
                            "Object",
                            "1",
                            "new LinkedList<>(List.of(s))",
                            "s.toString()",
                            "s.hashCode()",
                            "s.equals(other)"),
                    nest(
                            "Object",
                            "1",
                            "Arrays.asList(s)",
                            "s.toString()",
                            "s.hashCode()",
                            "s.equals(other)"),
                    nest(
                            "Object",
                            "1",
                            "Collections.singletonMap(1, s)",
                            "s.toString()",
                            "s.hashCode()",
                            "s.equals(other)"),
                    nest(
                            "Object",
                            "1",
                            "new HashMap<>(Collections.singletonMap(1, s))",
                            "s.toString()",
                            "s.hashCode()",
                            "s.equals(other)"),
                    nest(
                            "Object",
                            "1",
                            "new TreeMap<>(Collections.singletonMap(1, s))",
                            "s.toString()",
                            "s.hashCode()",
                            "s.equals(other)"),
                    nest(
                            "Object",
                            "1",
                            "Optional.of(s)",
                            "s.toString()",
                            "s.hashCode()",
                            "s.equals(other)"),
                    nest(
                            "Object",
                            "1",
                            "Map.entry(1, s)",
                            "s.toString()",
                            "s.hashCode()",
                            "s.equals(other)"),
                    nest(
                            "Object",
                            "1",
                            "new AbstractMap.SimpleEntry<>(1, s)",
                            "s.toString()",
                            "s.hashCode()",
                            "s.equals(other)"),
                    nest(
                            "Object",
                            "1",
                            "new Pair(1, s)",
                            "s.toString()",
                            "s.hashCode()",
                            "s.equals(other)"),
                    nest(
                            "Object",
                            "1",
                            "new Object[] {s}",
                            "Arrays.deepToString((Object[]) s)",
                            "Arrays.deepHashCode((Object[]) s)",
                            "Arrays.deepEquals((Object[]) s, (Object[]) other)",
                            "Objects.deepEquals(s, other)"),
                    nest(
                            "Object",
                            "1",
                            "new java.util.concurrent.atomic.AtomicReferenceArray<>(new Object[]"
                                    + " {s})",
                            "s.toString()"),
                    nest(
                            "Collection<Object>",
                            "new ArrayList<>(List.of(1))",
                            "Collections.unmodifiableCollection(s)",
                            "s.size()",
                            "s.toString()",
                            "s.iterator().next()",
                            "s.contains(7)",
                            "s.stream().count()",
                            "s.toArray()",
                            "new ArrayList<>(s)",
                            "List.copyOf(s)"),
                    nest(
                            "Collection<Object>",
                            "new ArrayList<>(List.of(1))",
                            "Collections.synchronizedCollection(s)",
                            "s.size()",
                            "s.toString()",
                            "s.iterator().next()",
                            "s.add(1)"),
                    nest(
                            "Collection<Object>",
                            "new ArrayList<>(List.of(1))",
                            "Collections.checkedCollection(s, Object.class)",
                            "s.size()",
                            "s.iterator().next()",
                            "s.add(1)"),
                    nest(
                            "List<Object>",
                            "new ArrayList<>(List.of(1))",
                            "Collections.synchronizedList(s)",
                            "s.get(0)",
                            "s.hashCode()",
                            "s.equals(other)",
                            "s.subList(0, 1)",
                            "s.listIterator().next()"),
                    nest(
                            "List<Object>",
                            "new ArrayList<>(List.of(1))",
                            "Collections.unmodifiableList(s)",
                            "s.get(0)",
                            "s.hashCode()",
                            "s.equals(other)"),
                    nest(
                            "List<Object>",
                            "new ArrayList<>(List.of(1))",
                            "Collections.checkedList(s, Object.class)",
                            "s.get(0)",
                            "s.hashCode()"),
                    nest("List<Object>", "new ArrayList<>(List.of(1))", "s.reversed()", "s.get(0)"),
                    nest(
                            "List<Object>",
                            "new LinkedList<>(List.of(1))",
                            "s.subList(0, 1)",
                            "s.get(0)"),
                    nest(
                            "Set<Object>",
                            "new HashSet<>(List.of(1))",
                            "Collections.synchronizedSet(s)",
                            "s.size()",
                            "s.contains(1)",
                            "s.hashCode()"),
                    nest(
                            "Map<Object, Object>",
                            "new HashMap<>(Map.of(1, 1))",
                            "Collections.unmodifiableMap(s)",
                            "s.get(1)",
                            "s.size()",
                            "s.entrySet().iterator().next()",
                            "s.toString()",
                            "s.keySet().size()"),
                    nest(
                            "Map<Object, Object>",
                            "new HashMap<>(Map.of(1, 1))",
                            "Collections.synchronizedMap(s)",
                            "s.get(1)",
                            "s.put(1, 2)",
                            "s.getOrDefault(1, 2)"),
                    nest(
                            "Map<Object, Object>",
                            "new HashMap<>(Map.of(1, 1))",
                            "Collections.checkedMap(s, Object.class, Object.class)",
                            "s.get(1)",
                            "s.put(1, 2)"),
                    nest(
                            "NavigableMap<Integer, Object>",
                            "new TreeMap<>(Map.of(1, 1))",
                            "s.descendingMap()",
                            "s.get(1)",
                            "s.firstKey()"),
                    nest(
                            "NavigableMap<Integer, Object>",
                            "new TreeMap<>(Map.of(1, 1))",
                            "s.headMap(9, true)",
                            "s.get(1)",
                            "s.firstKey()"),
                    nest(
                            "SequencedMap<Integer, Object>",
                            "new LinkedHashMap<>(Map.of(1, 1))",
                            "s.reversed()",
                            "s.get(1)"),
                    nest(
                            "SequencedCollection<Object>",
                            "new ArrayDeque<>(List.of(1))",
                            "s.reversed()",
                            "s.getFirst()",
                            "s.size()"),
                    nest(
                            "Queue<Object>",
                            "new ArrayDeque<>(List.of(1))",
                            "Collections.asLifoQueue(new ArrayDeque<>(s))",
                            "s.size()"),
                    nest(
                            "Iterator<Object>",
                            "List.<Object>of(1).iterator()",
                            "Spliterators.iterator(Spliterators.spliteratorUnknownSize(s, 0))",
                            "s.next()",
                            "s.hasNext()"),
                    nest(
                            "Enumeration<Object>",
                            "Collections.enumeration(List.<Object>of(1))",
                            "Collections.enumeration(Collections.list(s))",
                            "s.nextElement()"),
                    nest(
                            "Comparator<Integer>",
                            "Comparator.<Integer>naturalOrder()",
                            "s.reversed()",
                            "s.compare(1, 2)"),
                    nest(
                            "Comparator<Integer>",
                            "Comparator.<Integer>naturalOrder()",
                            "Comparator.nullsFirst(s)",
                            "s.compare(1, 2)",
                            "run(() -> new ArrayList<>(List.of(2, 1, 3)).sort(s))"),
                    nest(
                            "Comparator<Integer>",
                            "Comparator.<Integer>naturalOrder()",
                            "s.thenComparing(Comparator.naturalOrder())",
                            "s.compare(1, 1)",
                            "new TreeSet<>(s).add(1)",
                            "Collections.max(List.of(1, 1), s)",
                            "Arrays.asList(1, 1, 1).stream().sorted(s).toList()"),
                    nest(
                            "Comparator<Integer>",
                            "Comparator.<Integer>naturalOrder()",
                            "Comparator.comparing(Function.identity(), s)",
                            "s.compare(1, 1)"),
                    nest(
                            "Comparator<Integer>",
                            "Comparator.<Integer>naturalOrder()",
                            "Collections.reverseOrder(s)",
                            "s.compare(1, 1)",
                            "s.equals(other)",
                            "s.hashCode()"),
                    nest(
                            "Comparator<Map.Entry<Integer, Integer>>",
                            "Map.Entry.<Integer, Integer>comparingByKey()",
                            "s.thenComparing(Map.Entry.comparingByValue())",
                            "s.compare(Map.entry(1, 1), Map.entry(1, 1))"),
                    nest(
                            "Function<Object, Object>",
                            "Function.identity()",
                            "s.andThen(Function.identity())",
                            "s.apply(1)",
                            "Stream.<Object>of(1).map(s).toList()",
                            "new HashMap<>().computeIfAbsent(1, s)"),
                    nest(
                            "Function<Object, Object>",
                            "Function.identity()",
                            "s.compose(Function.identity())",
                            "s.apply(1)"),
                    nest("Predicate<Object>", "Predicate.isEqual(1)", "s.negate()", "s.test(1)"),
                    nest("Predicate<Object>", "Predicate.isEqual(1)", "s.and(s)", "s.test(1)"),
                    nest(
                            "Predicate<Object>",
                            "Predicate.isEqual(1)",
                            "s.or(Predicate.isEqual(2))",
                            "s.test(3)"),
                    nest(
                            "IntUnaryOperator",
                            "IntUnaryOperator.identity()",
                            "s.andThen(IntUnaryOperator.identity())",
                            "s.applyAsInt(1)"),
                    nest(
                            "Consumer<Object>",
                            "x -> {}",
                            "s.andThen(x -> {})",
                            "List.of(1).iterator().next() != null && run(() -> t.accept(1))"),
                    nest(
                            "BiFunction<Object, Object, Object>",
                            "(a, b) -> a",
                            "s.andThen(Function.identity())",
                            "s.apply(1, 2)"),
                    nest(
                            "CompletableFuture<Object>",
                            "new CompletableFuture<>()",
                            "s.thenApply(Function.identity())",
                            "run(() -> first.complete(1))",
                            "run(() -> first.completeExceptionally(new RuntimeException()))",
                            "first.cancel(true)"),
                    nest(
                            "CompletableFuture<Object>",
                            "new CompletableFuture<>()",
                            "s.thenCompose(CompletableFuture::completedFuture)",
                            "run(() -> first.complete(1))"),
                    nest(
                            "CompletableFuture<Object>",
                            "new CompletableFuture<>()",
                            "CompletableFuture.anyOf(s)",
                            "run(() -> first.complete(1))"),
                    nest(
                            "CompletableFuture<Void>",
                            "new CompletableFuture<>()",
                            "CompletableFuture.allOf(s)",
                            "run(() -> first.complete(null))",
                            "run(() -> first.completeExceptionally(new RuntimeException()))"),
                    nest(
                            "CompletableFuture<Object>",
                            "new CompletableFuture<>()",
                            "s.thenCombine(s, (a, b) -> a)",
                            "run(() -> first.complete(1))"),
                    nest(
                            "CompletableFuture<Object>",
                            "new CompletableFuture<>()",
                            "s.copy()",
                            "run(() -> first.complete(1))"),
                    nest(
                            "CompletionStage<Object>",
                            "CompletableFuture.completedFuture(1)",
                            "s.toCompletableFuture().minimalCompletionStage()",
                            "s.toCompletableFuture().join()"),
                    nest(
                            "Throwable",
                            "new Exception()",
                            "new Exception(\"\", s)",
                            "run(() -> t.printStackTrace(new java.io.PrintWriter(new"
                                    + " java.io.StringWriter())))",
                            "run(() -> t.printStackTrace())",
                            "s.toString()"),
                    nest(
                            "Throwable",
                            "new Exception()",
                            "suppressing(s)",
                            "run(() -> t.printStackTrace(new java.io.PrintWriter(new"
                                    + " java.io.StringWriter())))"),
                    nest(
                            "String",
                            "\"a\"",
                            "s",
                            "java.util.regex.Pattern.compile(\"(\".repeat(300_000) + \"a\" +"
                                    + " \")\".repeat(300_000)).matcher(\"a\").matches()",
                            "java.util.regex.Pattern.compile(\"(a|b)*\")"
                                    + ".matcher(\"ab\".repeat(MANY)).matches()",
                            "java.util.regex.Pattern.compile(\"(?:(?:a?)+)+\")"
                                    + ".matcher(\"a\".repeat(MANY)).matches()",
                            "\"(\".repeat(MANY).matches(\"(\".repeat(100_000))",
                            "new java.math.BigInteger(\"7\".repeat(300_000)).toString()",
                            "\"[\".repeat(300_000).split(\"[\".repeat(100_000))",
                            "String.format(\"%s\".repeat(1000),"
                                    + " Collections.nCopies(1000, 1).toArray())",
                            "java.time.LocalDate.parse(\"2\".repeat(300_000))"),
                    nest(
                            "java.io.InputStream",
                            "java.io.InputStream.nullInputStream()",
                            "new java.io.SequenceInputStream(s, s)",
                            "reads(s)"),
                    nest(
                            "java.io.Reader",
                            "new java.io.StringReader(\"a\")",
                            "new java.io.PushbackReader(s)",
                            "reads(s)"),
                    nest(
                            "java.io.Writer",
                            "new java.io.StringWriter()",
                            "new java.io.PrintWriter(s)",
                            "s.append('a')"),
                    nest(
                            "Stream<Object>",
                            "Stream.of(1)",
                            "Stream.of(s).flatMap(x -> x)",
                            "s.findFirst()"),
                    nest(
                            "Spliterator<Object>",
                            "List.<Object>of(1).spliterator()",
                            "StreamSupport.stream(s, false).spliterator()",
                            "s.tryAdvance(x -> {})",
                            "s.estimateSize()"),
                    nest(
                            "Iterator<Object>",
                            "List.<Object>of(1).iterator()",
                            "StreamSupport.stream(Spliterators.spliteratorUnknownSize(s, 0),"
                                    + " false).iterator()",
                            "s.next()"),
                    nest(
                            "java.util.stream.Collector<Object, ?, ?>",
                            "Collectors.counting()",
                            "Collectors.filtering(x -> true, s)",
                            "Stream.<Object>of(1).collect(s)"),
                    nest(
                            "java.util.stream.Collector<Object, ?, ?>",
                            "Collectors.counting()",
                            "Collectors.groupingBy(x -> x, s)",
                            "Stream.<Object>of(1).collect(s)"),
                    nest(
                            "java.util.stream.Collector<Object, ?, ?>",
                            "Collectors.counting()",
                            "Collectors.collectingAndThen(s, x -> x)",
                            "Stream.<Object>of(1).collect(s)"),
                    nest(
                            "java.time.Clock",
                            "java.time.Clock.systemUTC()",
                            "java.time.Clock.offset(s, java.time.Duration.ZERO)",
                            "s.millis()",
                            "s.hashCode()",
                            "s.toString()",
                            "s.equals(other)"));

    /** Ways in which the JDK calls a tenant that calls the JDK. {@code again(n)} recurses. */
    static final List<String> CALLBACKS =
            List.of(
                    "String.format(\"%s\", new Again())",
                    "String.valueOf(new Again())",
                    "\"\" + new Again()",
                    "new StringBuilder().append(new Again())",
                    "List.of(new Again()).toString()",
                    "List.of(new Again()).hashCode()",
                    "Map.of(1, new Again()).toString()",
                    "new Pair(1, new Again()).toString()",
                    "new Pair(1, new Again()).hashCode()",
                    "Optional.of(1).map(x -> again())",
                    "Stream.of(1).map(x -> again()).toList()",
                    "Stream.of(1).flatMap(x -> Stream.of(again())).sorted().distinct()"
                            + ".collect(Collectors.groupingBy(x -> 1))",
                    "new HashMap<>().computeIfAbsent(1, x -> again())",
                    "new ConcurrentHashMap<>().computeIfAbsent(1, x -> again())",
                    "new TreeSet<Object>((a, b) -> (int) again()).add(1)",
                    "Arrays.asList(2, 1, 3).stream().sorted((a, b) -> (int) again()).toList()",
                    "run(() -> new ArrayList<>(List.of(2, 1)).sort((a, b) -> (int) again()))",
                    "run(() -> List.of(1).forEach(x -> again()))",
                    "CompletableFuture.completedFuture(1).thenApply(x -> again())",
                    "CompletableFuture.completedFuture(1).thenCompose(x ->"
                            + " CompletableFuture.completedFuture(again()))",
                    "ThreadLocal.withInitial(() -> again()).get()",
                    "String.join(\"\", new Texts())",
                    "new Elements().hashCode()",
                    "new Elements().toString()",
                    "new ArrayList<>(new Elements())",
                    "List.copyOf(new Elements())",
                    "new HashSet<>(new Elements()).equals(new HashSet<>(new Elements()))",
                    "Arrays.deepToString(new Object[] {new Again()})",
                    "run(() -> Arrays.setAll(new Object[1], i -> again()))",
                    "IntStream.of(1).mapToObj(x -> again()).findFirst()",
                    "Stream.iterate(1, x -> (int) again()).limit(3).toList()",
                    "Objects.requireNonNull(null, () -> \"\" + again())",
                    "Objects.hash(new Again())",
                    "Comparator.comparing(x -> (int) again()).compare(1, 2)",
                    "new RuntimeException(new Failing()).toString()");
}
