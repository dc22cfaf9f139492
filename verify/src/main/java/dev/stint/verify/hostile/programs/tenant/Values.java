package dev.stint.verify.hostile.programs.tenant;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.AbstractMap;
import java.util.AbstractQueue;
import java.util.AbstractSet;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.Spliterator;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Values of a size, as an attacker would choose them. */
@SuppressWarnings({"JdkObsolete", "NonApiType", "unused"}) // they are what is tried
public final class Values {
    private Values() {}

    // ---- texts and numbers

    public static String text(int n) {
        return "x".repeat(n);
    }

    public static String digits(int n) {
        return "9".repeat(n);
    }

    public static String pairs(int n) {
        return "\ud83d\ude00\u00df%s".repeat(n / 4);
    }

    public static String known(int n) {
        return List.of("UTF-8", "%s%n", "2024-02-29", "a,b,c", "", "0x1p3", "nosuch", "\\u0130")
                .get(n % 8);
    }

    public static StringBuilder builder(int n) {
        return new StringBuilder(text(n));
    }

    public static StringJoiner joiner(int n) {
        var joiner = new StringJoiner(text(n / 100));
        for (int i = 0; i < n / 10; i++) {
            joiner.add("part");
        }
        return joiner;
    }

    public static Integer number(int n) {
        return n;
    }

    public static BigInteger big(int n) {
        return BigInteger.ONE.shiftLeft(n).subtract(BigInteger.TWO);
    }

    public static BigDecimal decimal(int n) {
        return new BigDecimal(big(n / 4), n % 3 == 0 ? -n : n);
    }

    // ---- arrays

    public static int[] ints(int n) {
        int[] all = new int[n];
        for (int i = 0; i < n; i++) {
            all[i] = i * 31 % Math.max(1, n);
        }
        return all;
    }

    public static long[] longs(int n) {
        return new long[n];
    }

    public static double[] doubles(int n) {
        double[] all = new double[n];
        Arrays.fill(all, 1e-300);
        return all;
    }

    public static byte[] bytes(int n) {
        byte[] all = new byte[n];
        Arrays.fill(all, (byte) 0xc3);
        return all;
    }

    public static char[] chars(int n) {
        return text(n).toCharArray();
    }

    public static Object[] objects(int n) {
        Object[] all = new Object[n];
        Arrays.setAll(all, i -> new Alike(i));
        return all;
    }

    public static String[] strings(int n) {
        String[] all = new String[n];
        Arrays.setAll(all, i -> "s" + i % 7);
        return all;
    }

    // ---- collections

    public static ArrayList<Object> list(int n) {
        return new ArrayList<>(Arrays.asList(objects(n)));
    }

    public static LinkedList<Object> linked(int n) {
        return new LinkedList<>(list(n));
    }

    public static ArrayDeque<Object> deque(int n) {
        return new ArrayDeque<>(list(n));
    }

    public static PriorityQueue<Object> priorities(int n) {
        return new PriorityQueue<>(list(n));
    }

    public static HashMap<Object, Object> map(int n) {
        var map = new HashMap<Object, Object>();
        for (int i = 0; i < n; i++) {
            map.put("k" + i, i);
        }
        return map;
    }

    public static HashMap<Object, Object> colliding(int n) {
        var map = new HashMap<Object, Object>();
        for (int i = 0; i < n / 10; i++) {
            map.put(new Alike(i), i);
        }
        return map;
    }

    public static IdentityHashMap<Object, Object> identities(int n) {
        var map = new IdentityHashMap<Object, Object>();
        for (int i = 0; i < n; i++) {
            map.put(new Alike(i), i);
        }
        return map;
    }

    public static TreeMap<Object, Object> tree(int n) {
        return new TreeMap<>(map(n));
    }

    public static LinkedHashMap<Object, Object> linkedMap(int n) {
        return new LinkedHashMap<>(map(n));
    }

    public static ConcurrentHashMap<Object, Object> concurrent(int n) {
        return new ConcurrentHashMap<>(map(n));
    }

    public static ConcurrentLinkedQueue<Object> queue(int n) {
        return new ConcurrentLinkedQueue<>(list(n));
    }

    public static LinkedBlockingDeque<Object> blocking(int n) {
        return new LinkedBlockingDeque<>(list(n));
    }

    public static CopyOnWriteArrayList<Object> copied(int n) {
        return new CopyOnWriteArrayList<>(list(n));
    }

    public static HashSet<Object> set(int n) {
        return new HashSet<>(map(n).keySet());
    }

    public static TreeSet<Object> sorted(int n) {
        return new TreeSet<>(map(n).keySet());
    }

    public static Set<Object> few(int n) {
        return Set.of("a", "b", n);
    }

    public static Map<String, Integer> fixed(int n) {
        return Map.of("a", 1, "b", n);
    }

    public static BitSet bits(int n) {
        var bits = new BitSet();
        bits.set(0, n + 1);
        return bits;
    }

    public static List<Object> lying(int n) {
        return new Lying(n);
    }

    // ---- of classes of the tenant's

    public static InputStream oddIn(int n) {
        return new Odd.In(n);
    }

    public static OutputStream oddOut(int n) {
        return new Odd.Out();
    }

    public static Reader oddReader(int n) {
        return new Odd.Text(n);
    }

    public static Writer oddWriter(int n) {
        return new Odd.Pen();
    }

    public static Iterator<Object> oddSteps(int n) {
        return new Odd.Steps(n);
    }

    public static Spliterator<Object> oddParts(int n) {
        return new Odd.Parts(n);
    }

    public static Collection<Object> oddHeap(int n) {
        return new Odd.Heap(n);
    }

    public static AbstractSet<Object> oddBag(int n) {
        return new Odd.Bag(n);
    }

    public static AbstractQueue<Object> oddRow(int n) {
        return new Odd.Row(n);
    }

    public static AbstractMap<Object, Object> oddTable(int n) {
        return new Odd.Table(n);
    }

    public static ArrayList<Object> oddList(int n) {
        var list = new Odd.Listed();
        list.addAll(list(n));
        return list;
    }

    public static HashMap<Object, Object> oddMap(int n) {
        var map = new Odd.Hashed();
        map.putAll(map(n));
        return map;
    }

    public static TreeMap<Object, Object> oddTree(int n) {
        var map = new Odd.Sorted();
        map.putAll(map(n));
        return map;
    }

    public static Map.Entry<Object, Object> oddPair(int n) {
        return new Odd.Pair(text(n), list(n % 100));
    }

    public static Number oddNumber(int n) {
        return new Odd.Much(n);
    }

    public static RuntimeException oddFailure(int n) {
        return new Odd.Failure(n);
    }

    public static Random oddRandom(int n) {
        return new Odd.Chance();
    }

    public static RandomGenerator oddSource(int n) {
        return new Odd.Source();
    }

    public static Record record(int n) {
        return new Odd.Point(list(n % 1000), n % 2 == 0 ? null : text(n), n, n);
    }

    public static EnumSet<?> someWays(int n) {
        return EnumSet.allOf(Odd.Way.class);
    }

    public static EnumMap<?, Object> ways(int n) {
        var map = new EnumMap<Odd.Way, Object>(Odd.Way.class);
        map.put(Odd.Way.EAST, text(n));
        return map;
    }

    public static Enum<?> way(int n) {
        return List.of(Odd.Way.values()).get(Math.floorMod(n, 4));
    }

    public static Class<?> type(int n) {
        return List.of(
                        Odd.Way.class,
                        Object.class,
                        Odd.Listed.class,
                        String[].class,
                        int.class,
                        Odd.Point.class,
                        ConcurrentHashMap.class,
                        Comparable.class)
                .get(Math.floorMod(n, 8));
    }

    /** A list that holds itself. */
    public static List<Object> circle(int n) {
        var list = new ArrayList<Object>();
        list.add("x");
        list.add(list);
        return list;
    }

    /** A map that holds itself. */
    public static Map<Object, Object> ring(int n) {
        var map = new HashMap<Object, Object>();
        map.put("x", map);
        return map;
    }

    /** An array that holds itself. */
    public static Object[] coil(int n) {
        Object[] coil = new Object[1 + n];
        coil[n] = coil;
        return coil;
    }

    // ---- deep in each other

    public static AtomicReference<Object> deepReference(int n) {
        var reference = new AtomicReference<Object>("x");
        for (int i = 0; i < n; i++) {
            reference = new AtomicReference<>(reference);
        }
        return reference;
    }

    public static Optional<Object> deepOptional(int n) {
        Optional<Object> optional = Optional.of("x");
        for (int i = 0; i < n; i++) {
            optional = Optional.of(optional);
        }
        return optional;
    }

    public static List<Object> deepList(int n) {
        List<Object> list = List.of("x");
        for (int i = 0; i < n; i++) {
            list = i % 2 == 0 ? Collections.singletonList(list) : new ArrayList<>(List.of(list));
        }
        return list;
    }

    public static Map<Object, Object> deepMap(int n) {
        Map<Object, Object> map = Map.of("k", "v");
        for (int i = 0; i < n; i++) {
            map = Collections.singletonMap("k", map);
        }
        return map;
    }

    public static Object[] deepArray(int n) {
        Object[] array = {"x"};
        for (int i = 0; i < n; i++) {
            array = new Object[] {array};
        }
        return array;
    }

    /** Each holds the one before twice. */
    public static List<Object> bush(int n) {
        List<Object> list = List.of("x");
        for (int i = 0; i < Math.min(n, 24); i++) {
            list = Arrays.asList(list, list);
        }
        return list;
    }

    public static Throwable suppressed(int n) {
        var failure = new IllegalStateException(text(n % 1000));
        for (int i = 0; i < n / 10; i++) {
            failure.addSuppressed(new RuntimeException("s" + i, null));
        }
        return failure;
    }

    public static Throwable deepCause(int n) {
        Throwable cause = new IllegalStateException("first");
        for (int i = 0; i < n; i++) {
            cause = new RuntimeException(cause);
        }
        return cause;
    }

    // ---- others

    public static Stream<Object> stream(int n) {
        return list(n).stream();
    }

    public static IntStream numbers(int n) {
        return IntStream.range(0, n);
    }

    public static Random random(int n) {
        return new Random(n);
    }

    public static Locale locale(int n) {
        return n % 2 == 0 ? Locale.ROOT : Locale.GERMANY;
    }

    public static Charset charset(int n) {
        return List.of(StandardCharsets.UTF_8, StandardCharsets.UTF_16, StandardCharsets.US_ASCII)
                .get(n % 3);
    }

    public static Duration duration(int n) {
        return Duration.ofNanos(n);
    }

    public static LocalDate date(int n) {
        return LocalDate.ofEpochDay(n);
    }

    public static LocalDateTime time(int n) {
        return LocalDateTime.ofEpochSecond(n, 0, ZoneOffset.UTC);
    }

    public static ByteArrayInputStream in(int n) {
        return new ByteArrayInputStream(bytes(n));
    }

    public static ByteArrayOutputStream out(int n) {
        return new ByteArrayOutputStream(n);
    }

    public static StringReader reader(int n) {
        return new StringReader(text(n));
    }

    public static StringWriter writer(int n) {
        return new StringWriter();
    }

    public static Object object(int n) {
        return new Alike(n);
    }
}
