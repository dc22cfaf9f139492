package dev.stint.hooks.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.AbstractList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NestedObjectsTest {
    private record Point(int x, @Nullable Object y) {}

    private static final class Range extends AbstractList<Object> {
        private final int size;

        Range(int size) {
            this.size = size;
        }

        @Override
        public Object get(int index) {
            return index;
        }

        @Override
        public int size() {
            return size;
        }
    }

    private static @Nullable Object any(Random random, int depth) {
        int kind = random.nextInt(depth == 0 ? 9 : 20);
        return switch (kind) {
            case 0 -> null;
            case 1 -> random.nextInt(5);
            case 2 -> "s" + random.nextInt(5);
            case 3 -> 'c';
            case 4 -> BigInteger.valueOf(random.nextInt(5));
            case 5 -> new BigDecimal("1." + random.nextInt(5));
            case 6 -> new Point(random.nextInt(3), "p");
            case 7 -> BitSet.valueOf(new long[] {random.nextInt(8)});
            case 8 -> "t".repeat(300);
            case 9 -> Collections.unmodifiableList(list(random, depth - 1));
            case 10 -> new HashSet<>(list(random, depth - 1));
            case 11, 12 -> map(random, depth - 1);
            case 13 -> Optional.ofNullable(any(random, depth - 1));
            case 14 -> Collections.unmodifiableCollection(list(random, depth - 1));
            case 15 -> new Range(random.nextInt(3));
            case 16 -> new Point(1, any(random, depth - 1));
            case 17 -> map(random, depth - 1).entrySet().iterator().next();
            default -> list(random, depth - 1);
        };
    }

    private static List<@Nullable Object> list(Random random, int depth) {
        var list = new ArrayList<@Nullable Object>();
        for (int i = random.nextInt(4); i > 0; i--) {
            list.add(any(random, depth));
        }
        return list;
    }

    private static Map<@Nullable Object, @Nullable Object> map(Random random, int depth) {
        var map = new LinkedHashMap<@Nullable Object, @Nullable Object>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            map.put(any(random, depth), any(random, depth));
        }
        return map;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void standIns_anyNestOfThings_answerAsTheJdk(long seed) {
        var random = new Random(seed);
        for (int i = 0; i < 500; i++) {
            Object a = any(random, 3);
            Object b = random.nextInt(3) == 0 ? a : any(new Random(seed + i / 2), 3);
            String as = "seed " + seed + ", step " + i;
            assertThat(NestedObjects.text(a)).as(as).isEqualTo(String.valueOf(a));
            assertThat(NestedObjects.hash(a)).as(as).isEqualTo(Objects.hashCode(a));
            assertThat(NestedObjects.equal(a, b)).as(as).isEqualTo(Objects.equals(a, b));
            Object[] both = {a, b, new Object[] {b}, new int[] {i}};
            assertThat(ArrayPrices.deepToString(both)).as(as).isEqualTo(Arrays.deepToString(both));
            assertThat(ArrayPrices.deepHashCode(both)).as(as).isEqualTo(Arrays.deepHashCode(both));
            assertThat(NestedObjects.hashOf(new Object[] {a, b}))
                    .as(as)
                    .isEqualTo(Objects.hash(a, b));
            Object[] same = {a, b, new Object[] {b}, new int[] {i}};
            assertThat(ArrayPrices.deepEquals(both, same)).as(as).isTrue();
        }
    }

    @Test
    void text_whatHoldsItself_isAsTheJdkWritesIt() {
        var list = new ArrayList<Object>();
        list.add(list);
        var map = new HashMap<Object, Object>();
        map.put("self", map);
        Object[] array = {1, null};
        array[1] = array;

        assertThat(NestedObjects.text(list)).isEqualTo(list.toString());
        assertThat(NestedObjects.text(map)).isEqualTo(map.toString());
        assertThat(ArrayPrices.deepToString(array)).isEqualTo(Arrays.deepToString(array));
        assertThat(NestedObjects.text(new AtomicReference<>(List.of(1)))).isEqualTo("[1]");
        assertThat(NestedObjects.text(new AtomicReferenceArray<>(new Object[] {1, null})))
                .isEqualTo("[1, null]");
        assertThat(NestedObjects.text(new ArrayDeque<>(List.of(1, 2)))).isEqualTo("[1, 2]");
        assertThat(NestedObjects.text(new TreeMap<>(Map.of(1, 2)))).isEqualTo("{1=2}");
    }

    /** Forty lists, each with the one before in it twice: 2^40 steps. */
    private static List<Object> twice() {
        List<Object> list = List.of();
        for (int i = 0; i < 40; i++) {
            list = List.of(list, list);
        }
        return list;
    }

    @Test
    void everyWayToAskAll_ofListsThatShareEachOther_isStopped() {
        List<Object> twice = twice();
        List<Object> other = twice();
        var held = new ArrayList<Object>(twice);
        List<Runnable> ways =
                List.of(
                        () -> NestedObjects.weigh(twice),
                        () -> NestedObjects.hash(twice),
                        () -> NestedObjects.equal(twice, other),
                        () -> NestedObjects.compared(twice, other),
                        () -> NestedObjects.text(twice),
                        () -> NestedObjects.shown(twice),
                        () -> NestedObjects.heldShown(held),
                        () -> NestedObjects.heldHashed(held),
                        () -> NestedObjects.given(twice),
                        () -> NestedObjects.weigh(Map.of("k", twice)),
                        () -> NestedObjects.weigh(Optional.of(twice)),
                        () -> CollectionPrices.add(new HashSet<>(), twice),
                        () -> CollectionPrices.key(new HashMap<>(), twice),
                        () -> CollectionPrices.put(new HashMap<>(), Map.entry(1, twice), 1),
                        () -> CollectionPrices.find(new ArrayList<>(), twice),
                        () -> CollectionPrices.keys(List.of(twice)),
                        () -> CollectionPrices.addAll(new HashSet<>(), List.of(twice)),
                        () -> CollectionFunctions.setOf(twice),
                        () -> Formats.format("%s", twice),
                        () -> Streams.distinct(List.of(twice).stream()).forEach(i -> {}),
                        () ->
                                Streams.collect(
                                        List.of(1).stream(),
                                        StreamCollectors.groupingBy(one -> twice)),
                        () -> ArrayPrices.deepHashCode(new Object[] {twice}));
        for (int i = 0; i < ways.size(); i++) {
            assertThat(Paid.isStopped(1_000_000, ways.get(i))).as("way " + i).isTrue();
        }
    }

    @Test
    void weigh_smallThings_costNothing() {
        assertThat(Paid.by(() -> NestedObjects.weigh("a key")).ops()).isZero();
        assertThat(Paid.by(() -> NestedObjects.weigh(42)).ops()).isZero();
        assertThat(Paid.by(() -> NestedObjects.weigh(new Point(1, "y"))).ops()).isZero();
        assertThat(Paid.by(() -> NestedObjects.weigh(List.of(1, 2, 3))).ops()).isEqualTo(3);
    }
}
