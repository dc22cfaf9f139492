package dev.stint.verify.hostile.programs.tenant;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.atomic.AtomicReference;
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

    /** A list that holds itself. */
    public static List<Object> circle(int n) {
        var list = new ArrayList<Object>();
        list.add("x");
        list.add(list);
        return list;
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
