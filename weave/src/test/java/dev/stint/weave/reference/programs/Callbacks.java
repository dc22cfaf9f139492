package dev.stint.weave.reference.programs;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Classes of the program in the hands of the JDK: keys, heirs, iterators, records, enums. */
public final class Callbacks {
    private static final class Key implements Comparable<Key> {
        private final int a;
        private final int b;

        Key(int a, int b) {
            this.a = a;
            this.b = b;
        }

        @Override
        public int hashCode() {
            return a % 4;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key key && key.a == a && key.b == b;
        }

        @Override
        public int compareTo(Key other) {
            return a != other.a ? Integer.compare(a, other.a) : Integer.compare(b, other.b);
        }

        @Override
        public String toString() {
            return a + "/" + b;
        }
    }

    @SuppressWarnings("ArrayRecordComponent")
    private record Point(int x, long y, String name, double[] data) {
        Point {
            if (x > 100) {
                throw new IllegalArgumentException("too far");
            }
        }

        Point(int x) {
            this(x, x * 2L, "p" + x, new double[x % 3]);
        }

        int sum() {
            return x + (int) y + name.length() + data.length;
        }
    }

    private record Pair<A, B>(A first, B second) {}

    private enum Planet {
        NEAR(1) {
            @Override
            int weight(int x) {
                return x * factor;
            }
        },
        FAR(30) {
            @Override
            int weight(int x) {
                return x / factor;
            }
        };

        final int factor;

        Planet(int factor) {
            this.factor = factor;
        }

        abstract int weight(int x);
    }

    private static final class Range extends AbstractList<Integer> {
        private final int size;
        private int asked;

        Range(int size) {
            this.size = size;
        }

        @Override
        public Integer get(int index) {
            asked++;
            return index * index;
        }

        @Override
        public int size() {
            return size;
        }
    }

    private static final class Recent extends LinkedHashMap<String, Integer> {
        private static final long serialVersionUID = 1;

        Recent() {
            super(8, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
            return size() > 3;
        }
    }

    private static final class Countdown implements Iterable<Integer> {
        private final int from;

        Countdown(int from) {
            this.from = from;
        }

        @Override
        public Iterator<Integer> iterator() {
            return new Iterator<>() {
                private int next = from;

                @Override
                public boolean hasNext() {
                    return next > 0;
                }

                @Override
                public Integer next() {
                    if (next <= 0) {
                        throw new NoSuchElementException();
                    }
                    return next--;
                }
            };
        }
    }

    private Callbacks() {}

    public static Object run(int n) {
        List<Object> log = new ArrayList<>();
        keys(n, log);
        records(n, log);
        enums(n, log);
        heirs(n, log);
        arrays(n, log);
        return log.toString();
    }

    private static void keys(int n, List<Object> log) {
        Map<Key, Integer> hashed = new HashMap<>();
        Map<Key, Integer> sorted = new TreeMap<>();
        for (int i = 0; i < 3 * n; i++) {
            Key key = new Key(i % n, i % 2);
            hashed.merge(key, i, Integer::sum);
            sorted.put(key, i);
        }
        log.add(sorted);
        log.add(hashed.get(new Key(1, 1)));
        List<Key> list = new ArrayList<>(sorted.keySet());
        Collections.reverse(list);
        Collections.sort(list);
        log.add(list.indexOf(new Key(2, 0)));
        log.add(Collections.max(list));
        log.add(list.contains(new Key(-1, 0)));
    }

    private static void records(int n, List<Object> log) {
        Point a = new Point(n % 50);
        Point b = new Point(n % 50, a.y(), a.name(), a.data());
        log.add(a.equals(b));
        log.add(a.hashCode() == b.hashCode());
        log.add(a.sum());
        try {
            log.add(new Point(101).sum());
        } catch (IllegalArgumentException e) {
            log.add(e.getMessage());
        }
        Map<Pair<Key, String>, Pair<Integer, Integer>> pairs = new HashMap<>();
        for (int i = 0; i < n; i++) {
            pairs.put(new Pair<>(new Key(i % 3, 0), "x"), new Pair<>(i, -i));
        }
        log.add(pairs.size());
        log.add(pairs.get(new Pair<>(new Key(1, 0), "x")));
    }

    private static void enums(int n, List<Object> log) {
        Map<Planet, Integer> weights = new EnumMap<>(Planet.class);
        for (Planet planet : Planet.values()) {
            weights.put(planet, planet.weight(n));
        }
        log.add(weights);
        log.add(Planet.valueOf("FAR").compareTo(Planet.NEAR));
        log.add(Planet.NEAR.name() + Planet.FAR);
    }

    private static void heirs(int n, List<Object> log) {
        Range range = new Range(n);
        int sum = 0;
        for (int x : range) {
            sum += x;
        }
        log.add(sum);
        log.add(range.indexOf(9));
        log.add(range.subList(1, n).hashCode());
        log.add(range.asked);
        Recent recent = new Recent();
        for (int i = 0; i < n; i++) {
            recent.put("k" + i, i);
            recent.get("k0");
        }
        log.add(recent);
        StringBuilder down = new StringBuilder();
        for (int i : new Countdown(n)) {
            down.append(i);
        }
        new Countdown(3).forEach(down::append);
        log.add(down);
    }

    private static void arrays(int n, List<Object> log) {
        Key[] keys = new Key[n];
        for (int i = 0; i < n; i++) {
            keys[i] = new Key(n - i, i);
        }
        Arrays.sort(keys);
        log.add(keys[0]);
        Key[] copy = keys.clone();
        log.add(Arrays.equals(keys, copy));
        long[][][] cube = new long[2][3][];
        cube[1][2] = new long[] {1, 2, n};
        short[] shorts = {1, -1, (short) 70_000};
        char[] chars = {'a', (char) (n + 'b')};
        float[] floats = new float[n];
        floats[n - 1] = 1.5f;
        log.add(cube[1][2][2] + cube.length + shorts[2] + chars[1] + (int) floats[n - 1]);
        boolean[] flags = new boolean[n];
        flags[1] = n > 2;
        log.add(flags[1] ? new int[0].length : new int[n][0].length);
    }
}
