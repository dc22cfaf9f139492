package dev.stint.weave;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.StringWriter;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.WeakHashMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** Values of a type in a given size, for calls that nobody has written by hand. */
@SuppressWarnings({"JdkObsolete", "UnnecessaryStringBuilder"}) // they are what is measured
final class Arguments {
    private static final Map<Class<?>, List<Maker>> MAKERS = new LinkedHashMap<>();

    static {
        texts();
        numbers();
        collections();
        functions();
    }

    private Arguments() {}

    /** Makes a value of a size. */
    @FunctionalInterface
    interface Maker {
        Object apply(int size);
    }

    /** What makes values of exactly this type, of a size; empty if nothing does. */
    static List<Maker> of(Class<?> type) {
        List<Maker> known = MAKERS.get(type);
        if (known != null) {
            return known;
        }
        if (type.isArray()) {
            List<Maker> elements = of(type.getComponentType());
            return elements.isEmpty() ? List.of() : List.of(n -> array(type.getComponentType(), n));
        }
        return List.of();
    }

    private static Object array(Class<?> element, int n) {
        Object array = Array.newInstance(element, n);
        Maker maker = of(element).getFirst();
        for (int i = 0; i < n; i++) {
            Object value =
                    element.isPrimitive() || element == Object.class || element == Comparable.class
                            ? number(element, i * 31 % Math.max(1, n))
                            : maker.apply(element.isArray() ? 1 : 4);
            Array.set(array, i, value);
        }
        return array;
    }

    private static Object number(Class<?> type, int i) {
        if (type == byte.class) {
            return (byte) ('0' + i % 10);
        }
        if (type == short.class) {
            return (short) i;
        }
        if (type == char.class) {
            return (char) ('0' + i % 10);
        }
        if (type == long.class) {
            return (long) i;
        }
        if (type == float.class) {
            return (float) i;
        }
        if (type == double.class) {
            return (double) i;
        }
        if (type == boolean.class) {
            return i % 2 == 0;
        }
        return i;
    }

    private static void put(Class<?> type, Maker... makers) {
        MAKERS.put(type, List.of(makers));
    }

    private static String digits(int n) {
        return "1234567890".repeat(n / 10 + 1).substring(0, Math.max(1, n));
    }

    private static String wide(int n) {
        return "\u0130\u00df".repeat(n / 2 + 1).substring(0, Math.max(1, n));
    }

    private static void texts() {
        Maker long1 = Arguments::digits;
        Maker wide = Arguments::wide;
        Maker half = n -> "a".repeat(n / 2) + "b";
        put(
                String.class,
                long1,
                wide,
                half,
                n -> " \n".repeat(n / 2 + 1),
                n -> "a".repeat(n),
                n -> "1");
        put(CharSequence.class, long1, half, n -> "a");
        put(
                StringBuilder.class,
                n -> new StringBuilder(digits(n)),
                n -> new StringBuilder(wide(n)));
        put(StringBuffer.class, n -> new StringBuffer(digits(n)));
        put(StringJoiner.class, n -> new StringJoiner(",").add(digits(n)));
        put(StringWriter.class, Arguments::writer);
        put(ByteArrayOutputStream.class, Arguments::output);
        put(ByteArrayInputStream.class, n -> new ByteArrayInputStream(new byte[n]));
        put(ByteBuffer.class, n -> ByteBuffer.allocate(n));
        put(URI.class, n -> URI.create("http://a/" + digits(n)));
        put(Charset.class, n -> StandardCharsets.UTF_8, n -> StandardCharsets.UTF_16);
        put(Locale.class, n -> Locale.ROOT, n -> Locale.of("tr"));
        put(Base64.Encoder.class, n -> Base64.getEncoder(), n -> Base64.getMimeEncoder());
        put(Base64.Decoder.class, n -> Base64.getDecoder(), n -> Base64.getMimeDecoder());
        put(HexFormat.class, n -> HexFormat.of());
    }

    private static Object writer(int n) {
        var writer = new StringWriter();
        writer.write(digits(n));
        return writer;
    }

    private static Object output(int n) {
        var out = new ByteArrayOutputStream();
        out.writeBytes(new byte[n]);
        return out;
    }

    private static void numbers() {
        put(int.class, n -> n, n -> n / 2, n -> 0, n -> 10);
        put(long.class, n -> (long) n, n -> 2L);
        put(char.class, n -> '0', n -> '\u1234');
        put(byte.class, n -> (byte) 0);
        put(short.class, n -> (short) 0);
        put(float.class, n -> 0.75f);
        put(double.class, n -> 0.5);
        put(boolean.class, n -> true);
        put(
                BigInteger.class,
                n -> new BigInteger(4 * n + 2, new Random(n)).setBit(4 * n + 1),
                n -> BigInteger.TWO.pow(2 * n).add(BigInteger.ONE),
                n -> BigInteger.valueOf(10));
        put(
                BigDecimal.class,
                n -> new BigDecimal(new BigInteger(4 * n + 2, new Random(n)), n / 2),
                n -> new BigDecimal("1.5"),
                n -> BigDecimal.valueOf(7).movePointLeft(n),
                n -> BigDecimal.TEN.pow(n).setScale(0));
        put(MathContext.class, n -> MathContext.DECIMAL64, n -> new MathContext(n));
        put(RoundingMode.class, n -> RoundingMode.HALF_UP);
        put(Random.class, n -> new Random(n));
        put(BitSet.class, n -> BitSet.valueOf(new long[] {0, 1L << n % 64}), Arguments::bits);
    }

    private static Object bits(int n) {
        var bits = new BitSet();
        bits.set(8 * n);
        return bits;
    }

    private static <C extends Collection<Object>> C filled(C into, int n) {
        for (int i = 0; i < n; i++) {
            into.add(i);
        }
        return into;
    }

    private static <M extends Map<Object, Object>> M mapped(M into, int n) {
        for (int i = 0; i < n; i++) {
            into.put(i, i);
        }
        return into;
    }

    private static void collections() {
        put(Object.class, n -> n - 1, n -> "absent");
        put(Comparable.class, n -> n - 1);
        put(ArrayList.class, n -> filled(new ArrayList<>(), n));
        put(LinkedList.class, n -> filled(new LinkedList<>(), n));
        put(ArrayDeque.class, n -> filled(new ArrayDeque<>(), n));
        put(Vector.class, n -> filled(new Vector<>(), n));
        put(PriorityQueue.class, n -> filled(new PriorityQueue<>(), n));
        put(HashSet.class, n -> filled(new HashSet<>(), n), n -> emptied(new HashSet<>(), n));
        put(LinkedHashSet.class, n -> filled(new LinkedHashSet<>(), n));
        put(TreeSet.class, n -> filled(new TreeSet<>(), n));
        put(
                CopyOnWriteArrayList.class,
                n -> new CopyOnWriteArrayList<>(filled(new ArrayList<>(), n)));
        put(
                CopyOnWriteArraySet.class,
                n -> new CopyOnWriteArraySet<>(filled(new ArrayList<>(), Math.min(n, 2000))));
        put(ConcurrentLinkedDeque.class, n -> filled(new ConcurrentLinkedDeque<>(), n));
        put(ConcurrentSkipListSet.class, n -> filled(new ConcurrentSkipListSet<>(), n));
        put(ArrayBlockingQueue.class, n -> filled(new ArrayBlockingQueue<>(n + 2), n));
        put(LinkedBlockingDeque.class, n -> filled(new LinkedBlockingDeque<>(), n));
        put(PriorityBlockingQueue.class, n -> filled(new PriorityBlockingQueue<>(), n));
        put(HashMap.class, n -> mapped(new HashMap<>(), n), n -> unmapped(new HashMap<>(), n));
        put(LinkedHashMap.class, n -> mapped(new LinkedHashMap<>(), n));
        put(TreeMap.class, n -> mapped(new TreeMap<>(), n));
        put(WeakHashMap.class, n -> mapped(new WeakHashMap<>(), n));
        put(
                ConcurrentHashMap.class,
                n -> mapped(new ConcurrentHashMap<>(), n),
                n -> unmapped(new ConcurrentHashMap<>(), n));
        put(ConcurrentSkipListMap.class, n -> mapped(new ConcurrentSkipListMap<>(), n));
        put(
                Collection.class,
                n -> filled(new ArrayList<>(), n),
                n -> filled(new LinkedList<>(), n),
                n -> filled(new HashSet<>(), n));
        put(List.class, n -> filled(new ArrayList<>(), n), n -> filled(new LinkedList<>(), n));
        put(Map.class, n -> mapped(new HashMap<>(), n), n -> mapped(new TreeMap<>(), n));
        put(Iterable.class, n -> filled(new ArrayList<>(), n));
    }

    /** Its table is as large as it was. */
    private static Object emptied(Collection<Object> into, int n) {
        filled(into, n);
        for (int i = 0; i < n; i++) {
            into.remove(i);
        }
        return into;
    }

    private static Object unmapped(Map<Object, Object> into, int n) {
        mapped(into, n);
        for (int i = 0; i < n; i++) {
            into.remove(i);
        }
        return into;
    }

    private static void functions() {
        put(Comparator.class, n -> Comparator.naturalOrder());
        put(Function.class, n -> (Function<Object, Object>) o -> o);
        put(BiFunction.class, n -> (BiFunction<Object, Object, Object>) (a, b) -> a);
        put(
                Predicate.class,
                n -> (Predicate<Object>) o -> false,
                n -> (Predicate<Object>) o -> true);
        put(Consumer.class, n -> (Consumer<Object>) o -> {});
        put(BiConsumer.class, n -> (BiConsumer<Object, Object>) (a, b) -> {});
        put(UnaryOperator.class, n -> (UnaryOperator<Object>) o -> o);
        put(IntFunction.class, n -> (IntFunction<Object[]>) Object[]::new);
        put(IntUnaryOperator.class, n -> (IntUnaryOperator) i -> i);
    }

    /** All classes that values are made of, and some that have only static methods. */
    static List<Class<?>> owners() {
        var owners = new ArrayList<Class<?>>(MAKERS.keySet());
        owners.addAll(
                List.of(
                        Arrays.class,
                        java.util.Collections.class,
                        Integer.class,
                        Long.class,
                        Double.class,
                        Character.class,
                        java.util.Objects.class,
                        System.class,
                        java.util.UUID.class));
        owners.removeIf(Class::isPrimitive);
        return owners;
    }

    /** All ways to choose one of each, but not more than so many. */
    static List<List<Maker>> choices(List<List<Maker>> each, int most) {
        List<List<Maker>> all = List.of(List.of());
        for (List<Maker> makers : each) {
            var longer = new ArrayList<List<Maker>>();
            for (List<Maker> before : all) {
                for (Maker maker : makers) {
                    var next = new ArrayList<>(before);
                    next.add(maker);
                    longer.add(next);
                }
            }
            all = longer;
        }
        if (all.size() <= most) {
            return all;
        }
        List<List<Maker>> found = all;
        return IntStream.range(0, most)
                .mapToObj(i -> found.get((int) ((long) i * found.size() / most)))
                .toList();
    }
}
