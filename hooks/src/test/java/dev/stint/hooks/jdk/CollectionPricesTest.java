package dev.stint.hooks.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.AbstractCollection;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

@SuppressWarnings("JdkObsolete") // woven code has all of them
class CollectionPricesTest {
    private static final int MANY = 100_000;

    private static List<Integer> many() {
        return new ArrayList<>(Collections.nCopies(MANY, 7));
    }

    /** Says that it is empty, and hands out the iterator of a list that is not. */
    private static final class Liar extends AbstractCollection<Integer> {
        private final List<Integer> behind = many();

        @Override
        public Iterator<Integer> iterator() {
            return behind.iterator();
        }

        @Override
        public int size() {
            return 0;
        }
    }

    private static final class LyingMap extends AbstractMap<Integer, Integer> {
        @Override
        public Set<Map.Entry<Integer, Integer>> entrySet() {
            return IntStream.range(0, MANY)
                    .boxed()
                    .collect(Collectors.toMap(i -> i, i -> i))
                    .entrySet();
        }

        @Override
        public int size() {
            return 0;
        }
    }

    @Test
    void own_collectionsThatLie_areGoneThroughAndPaid() {
        var paid = Paid.by(() -> CollectionPrices.own(new Liar()));

        assertThat(paid.value()).hasSize(MANY).isInstanceOf(ArrayList.class);
        assertThat(paid.ops()).isGreaterThanOrEqualTo(MANY);
        assertThat(Paid.by(() -> CollectionPrices.own(new LyingMap())).ops())
                .isGreaterThanOrEqualTo(MANY);
    }

    /** The JDK copies all the room there is. */
    @Test
    void cloned_withMuchRoomAndFewInIt_paysForTheRoom() {
        var once = new ArrayDeque<>(many());
        once.clear();
        for (Object each : List.of(new ArrayDeque<>(MANY), once, new IdentityHashMap<>(MANY))) {
            var paid =
                    Paid.by(
                            () -> {
                                CollectionPrices.cloned(each);
                                return each;
                            });
            assertThat(paid.bytes()).as("%s", each.getClass()).isGreaterThanOrEqualTo(4 * MANY);
        }
        var scripts = new EnumMap<Character.UnicodeScript, Object>(Character.UnicodeScript.class);
        assertThat(Paid.by(() -> CollectionPrices.cloned(scripts)).bytes())
                .isGreaterThanOrEqualTo(4L * Character.UnicodeScript.values().length);
    }

    @Test
    void own_theJdks_isTheSame() {
        List<Integer> list = List.of(1, 2);

        assertThat(CollectionPrices.own(list)).isSameAs(list);
        assertThat(CollectionPrices.addAll(new ArrayList<>(), list)).isSameAs(list);
    }

    @Test
    void iterator_oneOfTheJdkGivenByWovenCode_paysForEachStep() {
        var given = Iterations.iterator(many().iterator());

        assertThat(Paid.by(() -> given.forEachRemaining(i -> {})).ops())
                .isGreaterThanOrEqualTo(MANY);
        var view = Iterations.view(Map.of(1, 2).entrySet());
        assertThat(view).isEqualTo(Map.of(1, 2).entrySet());
        assertThat(
                        Paid.by(
                                        () ->
                                                Iterations.view(new HashSet<>(List.of(1, 2, 3)))
                                                        .stream()
                                                        .toList())
                                .ops())
                .isGreaterThanOrEqualTo(3);
    }

    @Test
    void prices_byShape_followTheWork() {
        List<Integer> row = many();
        var chain = new LinkedList<>(row);
        var copy = new CopyOnWriteArrayList<>(row);

        assertThat(Paid.by(() -> CollectionPrices.at(row, MANY / 2)).ops()).isZero();
        assertThat(Paid.by(() -> CollectionPrices.at(chain, MANY / 2)).ops()).isEqualTo(MANY / 2);
        assertThat(Paid.by(() -> CollectionPrices.find(row, 8)).ops())
                .isGreaterThanOrEqualTo(MANY / 2);
        assertThat(Paid.by(() -> CollectionPrices.find(new HashSet<>(row), 8)).ops()).isZero();
        assertThat(Paid.by(() -> CollectionPrices.add(copy, 8)).bytes())
                .isGreaterThanOrEqualTo(4L * MANY);
        assertThat(Paid.by(() -> CollectionPrices.add(row, 8)).bytes()).isEqualTo(16);
        assertThat(Paid.by(() -> CollectionPrices.takenOut(row, 0)).ops()).isEqualTo(MANY / 16);
        assertThat(Paid.by(() -> CollectionPrices.copied(row)).bytes()).isEqualTo(4L * MANY + 16);
        assertThat(Paid.by(() -> CollectionPrices.sorted(row, null)).ops())
                .isGreaterThan(16L * MANY);
    }

    @Test
    void key_ofAKindThatCollides_paysForTheTable() {
        var table = new HashMap<Object, Integer>();
        for (int i = 0; i < 1_000; i++) {
            table.put(List.of(i, -31 * i), i); // all have the same hash
        }

        assertThat(Paid.by(() -> CollectionPrices.key(table, List.of(1, 2))).ops())
                .isGreaterThanOrEqualTo(1_000);
        assertThat(Paid.by(() -> CollectionPrices.key(table, "a string")).ops()).isZero();
        assertThat(Paid.by(() -> CollectionPrices.key(new Hashtable<>(table), "a string")).ops())
                .isGreaterThan(50);
    }

    /** Has a hash of its own, and leaves the rest to the JDK. */
    private static final class Lonely {
        @Override
        public int hashCode() {
            return 1;
        }
    }

    @Test
    void key_withAHashButNoEqualsOfItsOwn_paysForTheTable() {
        var table = new HashMap<Object, Integer>();
        for (int i = 0; i < 1_000; i++) {
            table.put(new Lonely(), i);
        }

        for (Object key :
                List.of(
                        new Lonely(),
                        java.time.Period.ofDays(1),
                        java.util.OptionalLong.of(1),
                        BitSet.valueOf(new long[] {1}))) {
            assertThat(Paid.by(() -> CollectionPrices.key(table, key)).ops())
                    .as(key.getClass().getName())
                    .isGreaterThanOrEqualTo(1_000);
        }
        for (Object key : List.of(1L, 'c', new Object(), Thread.State.NEW, String.class, 1.5)) {
            assertThat(Paid.by(() -> CollectionPrices.key(table, key)).ops())
                    .as(key.getClass().getName())
                    .isZero();
        }
        List<Lonely> many = Stream.generate(Lonely::new).limit(2_000).toList();
        assertThat(
                        Paid.isStopped(
                                1_000_000, () -> Streams.distinct(many.stream()).forEach(e -> {})))
                .isTrue();
        assertThat(Paid.isStopped(1_000_000, () -> CollectionPrices.keys(many))).isTrue();
    }

    @Test
    void find_inASubclassOfWovenCode_isPricedAsWhatItInherits() {
        var own =
                new ArrayList<Integer>(many()) {
                    private static final long serialVersionUID = 1;
                };

        assertThat(Paid.by(() -> CollectionPrices.find(own, 8)).ops())
                .isGreaterThanOrEqualTo(MANY / 2);
    }

    @Test
    void of_setsAndMaps_areInTheOrderTheyWereWritten() {
        assertThat(List.copyOf(CollectionFunctions.setOf(3, 1, 2))).isEqualTo(List.of(3, 1, 2));
        assertThat(List.copyOf(CollectionFunctions.mapOf("b", 1, "a", 2).keySet()))
                .isEqualTo(List.of("b", "a"));
        assertThat(CollectionFunctions.setCopy(List.of(2, 1, 2))).hasSize(2);
        assertThat(CollectionFunctions.mapCopy(new TreeMap<>(Map.of(1, 2))))
                .isEqualTo(Map.of(1, 2));
    }

    @Test
    void streams_withoutAStepOfWovenCode_payForEachElement() {
        List<Integer> many = many();

        assertThat(Paid.by(() -> IntStreams.range(0, MANY).sum()).ops())
                .isGreaterThanOrEqualTo(MANY);
        assertThat(Paid.by(() -> Streams.stream(many).skip(10).findFirst()).ops()).isLessThan(100);
        assertThat(Paid.by(() -> Streams.toList(Streams.stream(many))).bytes())
                .isGreaterThanOrEqualTo(16L * MANY);
        assertThat(
                        Paid.isStopped(
                                1_000_000,
                                () ->
                                        Streams.iterate(
                                                        1,
                                                        java.util.function.UnaryOperator.identity())
                                                .forEach(i -> {})))
                .isTrue();
        assertThat(Paid.isStopped(1_000_000, () -> IntStreams.generate(() -> 1).forEach(i -> {})))
                .isTrue();
    }

    @Test
    void streams_standIns_giveTheSame() {
        List<String> words = Arrays.asList("b", "a", "c", "a");

        assertThat(Streams.sorted(Streams.stream(words).map(String::valueOf)).toList())
                .isEqualTo(List.of("a", "a", "b", "c"));
        assertThat(words.stream().collect(StreamCollectors.joining("-", "<", ">")))
                .isEqualTo("<b-a-c-a>");
        assertThat(Streams.collect(words.stream(), StreamCollectors.groupingBy(w -> w)).toString())
                .isEqualTo(words.stream().collect(Collectors.groupingBy(w -> w)).toString());
        assertThat(Streams.distinct(words.stream())).containsExactly("b", "a", "c");
        assertThat(IntStreams.boxed(IntStream.of(1, 2))).containsExactly(1, 2);
        Collection<?> lines = Streams.lines("a\nb").toList();
        assertThat(lines).isEqualTo(List.of("a", "b"));
        assertThat(Streams.of(new Object[] {1, 2})).hasSize(2);
        assertThat(Stream.of(1, 2).collect(StreamCollectors.toSet()))
                .containsExactlyInAnyOrder(1, 2);
    }
}
