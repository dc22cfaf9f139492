package dev.stint.hooks.jdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.hooks.AccessRefusedException;
import java.io.ByteArrayOutputStream;
import java.io.StringWriter;
import java.math.BigInteger;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is known as an Object only, and is large. */
class SizedObjectsTest {
    private static final int MANY = 1 << 16;
    private static final String LONG = "x".repeat(MANY);

    static Stream<Object> large() {
        var writer = new StringWriter();
        writer.write(LONG);
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes(new byte[MANY]);
        return Stream.of(
                writer,
                bytes,
                new StringJoiner(",").add(LONG),
                new IllegalStateException(LONG),
                new URISyntaxException("in", LONG),
                new AtomicLongArray(MANY),
                URI.create("a:" + LONG));
    }

    @ParameterizedTest
    @MethodSource("large")
    void toString_ofWhatIsLarge_paysForItsLength(Object o) {
        var paid = Paid.by(() -> NestedObjects.text(o));

        assertThat(paid.value()).isEqualTo(o.toString());
        assertThat(paid.bytes()).isGreaterThanOrEqualTo(MANY);
        assertThat(paid.ops()).isGreaterThanOrEqualTo(MANY >> 4);
        assertThat(Paid.by(() -> NestedObjects.shown(o)).bytes()).isGreaterThanOrEqualTo(MANY);
        assertThat(Paid.by(() -> Formats.format("%s", o)).bytes()).isGreaterThanOrEqualTo(MANY);
    }

    @Test
    void toString_ofWhatIsSmall_costsLittle() {
        for (Object o :
                List.of(1, 2.5, 'c', true, UUID.randomUUID(), Thread.State.NEW, new Object())) {
            assertThat(Paid.by(() -> NestedObjects.text(o)).bytes()).isLessThanOrEqualTo(128);
        }
    }

    @Test
    void toString_ofFutures_isRefused() {
        for (Object o : List.of(new CompletableFuture<>(), new FutureTask<>(() -> 1))) {
            assertThatThrownBy(() -> NestedObjects.text(o))
                    .isInstanceOf(AccessRefusedException.class)
                    .hasMessageContaining("state()");
        }
    }

    @Test
    void interfacesAndTypeParameters_ofAClass_payForTheCopy() {
        assertThat(Paid.by(() -> Clones.interfaces(java.util.ArrayList.class)).bytes())
                .isGreaterThanOrEqualTo(16 + 4 * 4);
        assertThat(Paid.by(() -> TypeViews.getTypeParameters(Map.class)).bytes())
                .isGreaterThanOrEqualTo(16 + 2 * 4);
    }

    @Test
    void hashAndEquals_ofBuffersAndNumbers_payForTheirLength() {
        Object buffer = ByteBuffer.allocate(MANY);
        Object other = ByteBuffer.allocate(MANY);
        var wide = new BigInteger(new byte[MANY]) {};

        assertThat(Paid.by(() -> NestedObjects.hashCode(buffer)).ops())
                .isGreaterThanOrEqualTo(MANY >> 2);
        assertThat(Paid.by(() -> NestedObjects.equals(buffer, other)).ops())
                .isGreaterThanOrEqualTo(MANY >> 2);
        assertThat(Paid.by(() -> NestedObjects.weigh(buffer)).ops())
                .isGreaterThanOrEqualTo(MANY >> 2);
        assertThat(Paid.by(() -> NestedObjects.ordered(buffer, other)).ops())
                .isGreaterThanOrEqualTo(MANY >> 2);
        assertThat(Paid.by(() -> NestedObjects.ordered(LONG, LONG)).ops())
                .isGreaterThanOrEqualTo(MANY >> 4);
        assertThat(ObjectKind.shown(wide)).isEqualTo(ObjectKind.WIDE);
    }

    @Test
    void throwables_withLongTexts_payForThem() {
        var cause = new IllegalStateException(LONG);
        Object list = Collections.nCopies(MANY, "x");

        assertThat(Paid.by(() -> Throwables.built(cause)).bytes()).isGreaterThanOrEqualTo(MANY);
        assertThat(Paid.by(() -> Throwables.built("short")).bytes()).isLessThan(4096);
        var made = Paid.by(() -> Throwables.detail(list));
        assertThat(made.value()).isEqualTo(list.toString());
        assertThat(made.bytes()).isGreaterThanOrEqualTo(MANY);
        assertThat(Throwables.detail(cause)).isSameAs(cause);
        assertThat(Paid.by(() -> Throwables.message(new URISyntaxException("in", LONG))).bytes())
                .isGreaterThanOrEqualTo(MANY);
        assertThat(Paid.by(() -> Throwables.message(cause)).bytes()).isZero();
        assertThat(Paid.by(() -> Throwables.given(LONG)).bytes()).isGreaterThanOrEqualTo(MANY);
    }

    /** A collection that says something else each time. */
    private static final class Growing extends java.util.AbstractCollection<Integer> {
        private int asked;

        @Override
        public java.util.Iterator<Integer> iterator() {
            return Collections.emptyIterator();
        }

        @Override
        public int size() {
            return asked++ == 0 ? 0 : 1 << 29;
        }
    }

    @Test
    void own_viewsOfWhatMayLie_goOnAsCopiesAndOthersAsTheyAre() {
        Collection<?> view = Collections.unmodifiableCollection(new Growing());
        var set = Collections.unmodifiableSet(new java.util.LinkedHashSet<>(List.of(2, 1)));
        Map<Integer, Integer> map = Collections.synchronizedMap(new HashMap<>(Map.of(1, 2)));

        assertThat(new ArrayDeque<>(CollectionPrices.row(view))).isEmpty();
        assertThat(Iterations.toArray(new Growing())).isEmpty();
        assertThat(Iterations.toArray(new Growing(), new Integer[1])).hasSize(1);
        assertThat(CollectionPrices.own(view)).isInstanceOf(java.util.ArrayList.class);
        assertThat(CollectionPrices.own(set)).isSameAs(set);
        assertThat(CollectionPrices.own(map)).isSameAs(map);
        assertThat(CollectionPrices.own(new HashMap<>(map).keySet()))
                .isInstanceOf(java.util.Set.class);
        assertThat(CollectionPrices.sought(set, set)).isSameAs(set);
    }

    @Test
    void views_ofEachOther_areRefusedButInOneOrder() {
        var list = new java.util.ArrayList<>(List.of(1));
        var locked = Collections.synchronizedList(Collections.checkedList(list, Integer.class));
        var reversed = Collections.unmodifiableList(locked).reversed();

        CollectionViews.checked(list, Integer.class);
        CollectionViews.locked(Collections.checkedList(list, Integer.class));
        CollectionViews.unmodifiable(locked);
        assertThatThrownBy(() -> CollectionViews.locked(locked))
                .isInstanceOf(AccessRefusedException.class)
                .hasMessageContaining("in this order");
        assertThatThrownBy(() -> CollectionViews.checked(locked, Integer.class))
                .isInstanceOf(AccessRefusedException.class);
        assertThatThrownBy(() -> CollectionViews.unmodifiable(reversed))
                .isInstanceOf(AccessRefusedException.class);
    }
}
