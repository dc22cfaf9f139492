package dev.stint.hooks.jdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Gatherer;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StreamCollectorsTest {
    private static final int WIDE = 1 << 20;

    private static List<List<Integer>> gathered(int n, Gatherer<Integer, ?, List<Integer>> by) {
        return Streams.gather(IntStream.range(0, n).boxed(), by).toList();
    }

    @Test
    void windows_ofAnySize_areAsTheJdks() {
        for (int size : List.of(1, 2, 3, 10)) {
            assertThat(gathered(7, StreamCollectors.windowFixed(size)))
                    .isEqualTo(gathered(7, Gatherers.windowFixed(size)));
            assertThat(gathered(7, StreamCollectors.windowSliding(size)))
                    .isEqualTo(gathered(7, Gatherers.windowSliding(size)));
        }
        assertThatThrownBy(() -> StreamCollectors.windowFixed(0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void gather_withAWideWindow_paysForItEachTime() {
        Gatherer<Integer, ?, List<Integer>> wide = StreamCollectors.windowFixed(WIDE);

        assertThat(Paid.by(() -> gathered(2, wide)).bytes()).isGreaterThanOrEqualTo(4L * WIDE);
        assertThat(Paid.by(() -> gathered(2, wide)).bytes()).isGreaterThanOrEqualTo(4L * WIDE);
        assertThat(Paid.isStopped(WIDE, () -> gathered(2, StreamCollectors.windowFixed(1 << 30))))
                .isTrue();
    }

    @Test
    void gather_withAFullWindowThatSlides_paysForItWithEachElement() {
        int size = 1 << 10;
        var paid = Paid.by(() -> gathered(size + 100, StreamCollectors.windowSliding(size)));

        assertThat(paid.bytes()).isGreaterThanOrEqualTo(100 * 4L * size);
        assertThat(paid.ops()).isGreaterThanOrEqualTo(100L * (size >> 4));
    }

    @Test
    void gather_withASmallWindow_costsLittle() {
        var paid =
                Paid.by(
                        () ->
                                Streams.gather(Stream.of(1, 2), StreamCollectors.windowFixed(2))
                                        .count());

        assertThat(paid.bytes()).isLessThan(512);
    }
}
