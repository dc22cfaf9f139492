package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Prices that were found to grow slower than the work, by {@link PricesAgainstTime}: they grow with
 * it now. Counted, not timed.
 */
class PriceGrowthTest {
    private static final Class<?> WOVEN =
            WovenClasses.of(Calls.class, Surface.ofTenant()).twin(Calls.class);

    /** What a tenant may write. */
    @SuppressWarnings("unused")
    public static final class Calls {
        private Calls() {}

        public static Object movePoint(Object of, int n) {
            return ((BigDecimal) of).movePointRight(n);
        }

        public static Object movePointLeft(Object of, int n) {
            return ((BigDecimal) of).movePointLeft(-n);
        }

        public static Object number(Object of, int n) {
            return ((Number) of).intValue() + ((Number) of).shortValue();
        }

        public static Object upper(Object of, int n) {
            return of.toString().toUpperCase(Locale.ROOT);
        }

        public static Object lower(Object of, int n) {
            return of.toString().toLowerCase(Locale.ROOT);
        }

        @SuppressWarnings("StringSplitter") // it is the one that is measured
        public static Object split(Object of, int n) {
            return Arrays.asList(of.toString().split(of.toString().substring(0, n / 2)));
        }

        @SuppressWarnings("unchecked")
        public static Object addAllToSet(Object of, int n) {
            return new CopyOnWriteArraySet<Object>().addAll((List<Object>) of);
        }

        @SuppressWarnings("unchecked")
        public static Object makeSet(Object of, int n) {
            return new CopyOnWriteArraySet<Object>((List<Object>) of).size();
        }

        @SuppressWarnings("unchecked")
        public static Object addAbsent(Object of, int n) {
            return new CopyOnWriteArrayList<Object>().addAllAbsent((List<Object>) of);
        }

        public static Object format(Object of, int n) {
            return String.format("", ((List<?>) of).toArray());
        }

        public static Object walk(Object of, int n) {
            int count = 0;
            for (Object o : of instanceof Map<?, ?> map ? map.values() : (Set<?>) of) {
                count++;
            }
            return count;
        }

        public static Object hash(Object of, int n) {
            return of instanceof Map<?, ?> map ? map.hashCode() : ((Set<?>) of).hashCode();
        }

        public static Object show(Object of, int n) {
            return of instanceof Map<?, ?> map ? map.toString() : ((Set<?>) of).toString();
        }

        public static Object clear(Object of, int n) {
            if (of instanceof Map<?, ?> map) {
                map.clear();
            } else {
                ((Set<?>) of).clear();
            }
            return of;
        }
    }

    private static Object argument(String kind, int n) {
        return switch (kind) {
            case "point" -> new BigDecimal("7");
            case "number" -> new BigDecimal("7").scaleByPowerOfTen(n);
            case "growing" -> "\u0130\u00df".repeat(n / 2);
            case "text" -> "a".repeat(n);
            case "list" -> numbers(n);
            case "map" -> emptied(new HashMap<>(), n);
            case "concurrent" -> emptied(new ConcurrentHashMap<>(), n);
            case "set" -> {
                var set = new HashSet<Object>(numbers(n));
                set.removeAll(new HashSet<>(numbers(n)));
                yield set;
            }
            default -> throw new AssertionError(kind);
        };
    }

    private static List<Object> numbers(int n) {
        var list = new ArrayList<Object>();
        for (int i = 0; i < n; i++) {
            list.add(i);
        }
        return list;
    }

    private static Object emptied(Map<Object, Object> map, int n) {
        numbers(n).forEach(i -> map.put(i, i));
        map.keySet().removeAll(new HashSet<>(numbers(n)));
        return map;
    }

    private static long cost(String call, String kind, int n) throws Exception {
        Object argument = argument(kind, n);
        var method = WOVEN.getMethod(call, Object.class, int.class);
        return CountingMeter.count(() -> method.invoke(null, argument, n)).count().ops();
    }

    @ParameterizedTest
    @CsvSource({
        "movePoint, point, 1.5",
        "movePointLeft, point, 1.5",
        "number, number, 1.5",
        "upper, growing, 1.9",
        "lower, growing, 1.9",
        "addAllToSet, list, 1.9",
        "makeSet, list, 1.9",
        "addAbsent, list, 1.9",
        "format, list, 0.9",
        "split, text, 0.9",
        "walk, map, 0.9",
        "walk, set, 0.9",
        "walk, concurrent, 0.9",
        "hash, map, 0.9",
        "hash, set, 0.9",
        "hash, concurrent, 0.9",
        "show, map, 0.9",
        "show, set, 0.9",
        "show, concurrent, 0.9",
        "clear, concurrent, 0.9",
        "clear, map, 0.9",
    })
    void price_ofALargerOne_growsLikeTheWork(String call, String kind, double power)
            throws Exception {
        long small = cost(call, kind, 2_000);
        long large = cost(call, kind, 32_000);

        double grown = Math.log((double) large / small) / Math.log(16);
        assertThat(grown).as(small + " ops, then " + large).isGreaterThan(power);
    }

    @Test
    void walk_aTableThatIsFull_costsNoMoreThanItsElements() throws Exception {
        var map = new HashMap<Object, Object>();
        numbers(10_000).forEach(i -> map.put(i, i));
        var method = WOVEN.getMethod("walk", Object.class, int.class);

        long cost = CountingMeter.count(() -> method.invoke(null, map, 0)).count().ops();

        assertThat(cost).isLessThan(40_000);
    }

    @ParameterizedTest
    @CsvSource({"abab, ab", "ab, ab", "xabyabz, ab", "ababx, ab", "xab, ab", "none, ab", "a, ab"})
    @SuppressWarnings("StringSplitter") // it is the one that is compared
    void split_byAText_isAsTheJdkDoesIt(String text, String by) {
        for (int limit = -1; limit < 4; limit++) {
            assertThat(dev.stint.hooks.jdk.Strings.split(text, by, limit))
                    .as("limit " + limit)
                    .containsExactly(text.split(by, limit));
        }
        assertThat(dev.stint.hooks.jdk.Strings.split("", by, 0)).containsExactly("".split(by, 0));
    }
}
