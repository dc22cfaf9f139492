package dev.stint.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Wrong answers are not measured. */
class CheckTest {
    @Test
    void skynet_wrongSum_fails() {
        assertThatCode(() -> SkynetBench.check(1_000_000, 499_999_500_000L))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> SkynetBench.check(10, 44))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the leaves sum up to 45, not 44");
    }

    @Test
    void nesting_levelsThatDidNotAnswer_fail() {
        assertThatCode(() -> NestingBench.check(3, 3)).doesNotThrowAnyException();
        assertThatThrownBy(() -> NestingBench.check(3, 2))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("there are 3 levels, and 2 have answered");
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "10, 11", "1000000, 1111111"})
    void skynet_hasNodesOnAllLevels(int leaves, long nodes) {
        assertThat(SkynetBench.nodes(leaves)).isEqualTo(nodes);
    }

    @Test
    void skynet_unevenTree_isRefused() {
        assertThatThrownBy(() -> SkynetBench.nodes(50))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("50 leaves");
    }

    @ParameterizedTest
    @EnumSource(
            value = Impl.class,
            names = {"STINT", "STINT_BARE", "VIRTUAL_THREADS", "STRUCTURED", "JOX", "KOTLIN"})
    void peers_giveTheSameAnswers(Impl impl) throws Exception {
        try (var peer = impl.open(2)) {
            assertThat(peer.skynet(1000)).isEqualTo(499_500);
            assertThat(peer.nest(100)).isEqualTo(100);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Impl.class,
            names = {
                "STINT",
                "STINT_BARE",
                "VIRTUAL_THREADS",
                "STRUCTURED",
                "KOTLIN",
                "KOTLIN_GLOBAL"
            })
    void spawn_returnsAfterAllHaveRun(Impl impl) throws Exception {
        var ran = new AtomicInteger();

        try (var peer = impl.open(2)) {
            peer.spawn(1000, ran::incrementAndGet);

            assertThat(ran).hasValue(1000);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Impl.class,
            names = {"STINT", "STINT_BARE", "VIRTUAL_THREADS", "STRUCTURED", "KOTLIN"})
    void cancelAndJoin_returnsAfterAllHaveEnded(Impl impl) throws Exception {
        var armed = new Finish(200);
        var ended = new Finish(200);

        try (var peer = impl.open(2)) {
            var tree = peer.tree(4, 50, armed, ended);
            armed.await();
            assertThat(ended.left()).isEqualTo(200);

            tree.cancelAndJoin();

            assertThat(ended.left()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void skipped_isNobodyWhoIsAsked(Shape shape) {
        assertThat(shape.skipped().keySet()).doesNotContainAnyElementsOf(shape.impls());
    }
}
