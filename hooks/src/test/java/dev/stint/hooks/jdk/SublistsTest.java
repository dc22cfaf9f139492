package dev.stint.hooks.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.PriorityQueue;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Lists that are changed by a part of them, or by an iterator, move as much as they hold. */
@SuppressWarnings("JdkObsolete") // they are open to tenants
class SublistsTest {
    private static final int MANY = 1 << 16;
    private static final List<Integer> NUMBERS = IntStream.range(0, MANY).boxed().toList();

    private static List<Integer> row() {
        return new ArrayList<>(NUMBERS);
    }

    static Stream<Supplier<Collection<Integer>>> rows() {
        return Stream.of(
                SublistsTest::row,
                () -> new Vector<>(NUMBERS),
                () -> new ArrayDeque<>(NUMBERS),
                () -> new PriorityQueue<>(NUMBERS),
                () -> new ArrayBlockingQueue<>(MANY, false, NUMBERS),
                () -> row().reversed(),
                () -> row().subList(0, 1),
                () -> row().subList(0, 100).subList(1, 2),
                () -> new Vector<>(NUMBERS).subList(0, 1),
                () -> Collections.checkedList(row(), Integer.class),
                () -> Collections.synchronizedList(row()));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void remove_byAnIterator_paysForAllThatMayMove(Supplier<Collection<Integer>> rows) {
        Iterator<Integer> each = rows.get().iterator();
        each.next();

        assertThat(Paid.by(() -> Sublists.removed(each)).ops()).isGreaterThanOrEqualTo(MANY >> 4);
        each.remove();
    }

    @Test
    void remove_byAnIteratorOfNodes_costsLittle() {
        for (Collection<Integer> all :
                List.of(
                        new HashSet<>(NUMBERS),
                        new TreeSet<>(NUMBERS),
                        new LinkedList<>(NUMBERS),
                        new ArrayList<>(List.of(1)))) {
            Iterator<Integer> each = all.iterator();
            each.next();
            assertThat(Paid.by(() -> Sublists.removed(each)).ops()).isLessThan(64);
        }
        assertThat(Paid.by(() -> Sublists.removed(Collections.emptyIterator())).ops()).isZero();
    }

    @Test
    void add_byAnIterator_paysForItsPlace() {
        for (List<Integer> all :
                List.of(row(), new LinkedList<Integer>(), row().subList(0, 1), row().reversed())) {
            ListIterator<Integer> each = all.listIterator();
            var paid = Paid.by(() -> Sublists.added(each, 1));
            assertThat(paid.bytes()).isGreaterThanOrEqualTo(16);
            if (!(all instanceof LinkedList<?>)) {
                assertThat(paid.ops()).isGreaterThanOrEqualTo(MANY >> 4);
            }
        }
        var atTheEnd = row().listIterator(MANY);
        assertThat(Paid.by(() -> Sublists.added(atTheEnd, 1)).ops()).isZero();
    }

    @Test
    void change_ofAPart_paysForTheWhole() {
        for (List<Integer> part :
                List.of(
                        row().subList(0, 1),
                        new Vector<>(NUMBERS).subList(0, 1),
                        Collections.synchronizedList(row().subList(0, 1)))) {
            long least = MANY >> 4;
            assertThat(Paid.by(() -> CollectionPrices.cleared(part)).ops())
                    .isGreaterThanOrEqualTo(least);
            assertThat(Paid.by(() -> CollectionPrices.add(part, 1)).ops())
                    .isGreaterThanOrEqualTo(least);
            assertThat(Paid.by(() -> CollectionPrices.takenOut(part, 0)).ops())
                    .isGreaterThanOrEqualTo(least);
            assertThat(Paid.by(() -> CollectionPrices.addAll(part, List.of(1))).ops())
                    .isGreaterThanOrEqualTo(least);
            assertThat(Paid.by(() -> Sublists.removed(part, 1)).ops())
                    .isGreaterThanOrEqualTo(least);
            assertThat(Paid.by(() -> Sublists.sifted(part, (Object) "by")).ops())
                    .isGreaterThanOrEqualTo(least);
            assertThat(Paid.by(() -> CollectionPrices.find(part, 1)).ops()).isLessThan(64);
        }
        assertThat(Paid.by(() -> CollectionPrices.add(row().reversed(), 1)).ops())
                .isGreaterThanOrEqualTo(MANY >> 4);
        var locked = Collections.synchronizedList(row());
        assertThat(Paid.by(() -> CollectionPrices.add(locked, 1)).ops()).isLessThan(64);
    }

    @Test
    void removeAll_whatTheJdkDoesOneByOne_paysForEach() {
        long square = ((long) MANY * MANY) >> 4;
        var vector = new Vector<>(NUMBERS);

        assertThat(Paid.by(() -> Sublists.sifted(vector.subList(0, MANY), List.of())).ops())
                .isGreaterThanOrEqualTo(square);
        assertThat(Paid.by(() -> Sublists.sifted(row().reversed(), List.of())).ops())
                .isGreaterThanOrEqualTo(square);
        assertThat(Paid.by(() -> Sublists.sifted(row().subList(0, MANY), List.of())).ops())
                .isLessThan(4 * MANY);
        assertThat(Paid.by(() -> Sublists.sifted(row(), List.of())).ops()).isLessThan(4 * MANY);
    }

    @Test
    void get_ofAPartOfAChain_paysForTheWay() {
        var chain = new LinkedList<>(NUMBERS);
        var part = chain.subList(MANY / 2, MANY / 2 + 1);

        assertThat(Paid.by(() -> CollectionPrices.at(part, 0)).ops())
                .isGreaterThanOrEqualTo(MANY >> 1);
        assertThat(Paid.by(() -> CollectionPrices.walked(part)).ops())
                .isGreaterThanOrEqualTo(MANY >> 1);
    }
}
