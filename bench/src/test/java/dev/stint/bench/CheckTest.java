package dev.stint.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** [EVOLUTION:stage-0] Wrong answers are not measured. */
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
            names = {"STINT", "STINT_BARE", "VIRTUAL_THREADS", "JOX", "KOTLIN"})
    void channels_passWhatIsSent(Impl impl) throws Exception {
        try (var peer = impl.open(2)) {
            var channels = peer.channels();
            assertThat(channels.pass(64, 1, 1, 1000)).isEqualTo(ChannelShapes.sum(1000));
            assertThat(channels.pass(1, 10, 1, 1000)).isEqualTo(10 * ChannelShapes.sum(100));
            assertThat(channels.pass(64, 1, 10, 1000)).isEqualTo(ChannelShapes.sum(1000));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Impl.class,
            names = {"STINT", "STINT_BARE", "VIRTUAL_THREADS", "TRANSFER", "JOX", "KOTLIN"})
    void channels_handOverWhatIsSent(Impl impl) throws Exception {
        try (var peer = impl.open(2)) {
            var channels = peer.channels();
            assertThat(channels.pingPong(300)).isEqualTo(ChannelShapes.sum(300));
            assertThat(channels.chain(100, 3)).isEqualTo(300);
            assertThat(channels.ring(7, 0)).isZero();
            assertThat(channels.ring(7, 100)).isEqualTo(100 % 7);
            assertThat(channels.sieve(30)).isEqualTo(2 + 3 + 5 + 7 + 11 + 13 + 17 + 19 + 23 + 29);
            assertThat(channels.chameneos(3, 100)).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Impl.class,
            names = {"STINT", "STINT_BARE", "JOX", "KOTLIN"})
    void select_receivesFromAll(Impl impl) throws Exception {
        try (var peer = impl.open(2)) {
            assertThat(peer.channels().select(3, 300)).isEqualTo(3 * ChannelShapes.sum(100));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100, 127, 128, 129, 1000})
    void channelShapes_sum_isThatOfTheMessages(int messages) {
        assertThat(ChannelShapes.sum(messages))
                .isEqualTo(IntStream.range(0, messages).map(i -> i & ChannelShapes.SMALL).sum());
    }

    /** 2, 3, 4 and 5 to the first task; 3 and 5 to the second; 5 to the third; four ends. */
    @Test
    void sieve_countsWhatIsSent() {
        assertThat(SieveBench.messages(5)).isEqualTo(4 + 2 + 1 + 4);
        assertThat(SieveBench.sum(100)).isEqualTo(1060);
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 0", "0, 1, 2", "2, 1, 0", "0, 2, 1"})
    void colours_ofTwoWhoMeet_areTheThirdOrTheSame(int one, int other, int both) {
        assertThat(Colours.complement(one, other)).isEqualTo(both);
    }

    static Stream<Arguments> wrongAnswers() {
        return Stream.of(
                wrong(() -> PingPongBench.check(3, 4), "what comes back sums up to 3, not 4"),
                wrong(
                        () -> BufferedBench.check(2, 6, 5),
                        "what was sent sums up to 6, what was received to 5"),
                wrong(
                        () -> Select2Bench.check(2, 6, 7),
                        "what was sent sums up to 6, what was received to 7"),
                wrong(() -> ChainBench.check(5, 49), "there are 50 hops, and 49 were counted"),
                wrong(() -> RingBench.check(504, 0), "the token ends at task 1, not 0"),
                wrong(() -> SieveBench.check(5, 10), "the primes sum up to 5, not 10"),
                wrong(
                        () -> ChameneosBench.check(5, 9),
                        "10 times a creature has met another, not 9"));
    }

    private static Arguments wrong(ThrowingCallable check, String message) {
        return Arguments.of(check, message);
    }

    @ParameterizedTest
    @MethodSource("wrongAnswers")
    void channels_wrongAnswer_fails(ThrowingCallable check, String message) {
        assertThatThrownBy(check).isInstanceOf(IllegalStateException.class).hasMessage(message);
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

    /** Rows are per operation, so a smaller size may stand beside a larger one. */
    @Test
    void effort_inAHurry_isLessForTheOneThatSpins() {
        var all = Shape.PINGPONG.effort(true);

        assertThat(Shape.PINGPONG.effort(true, Impl.JOX)).isEqualTo(all.withSize(all.size() / 4));
        assertThat(Shape.PINGPONG.effort(true, Impl.KOTLIN)).isEqualTo(all);
        assertThat(Shape.PINGPONG.effort(false, Impl.JOX)).isEqualTo(Shape.PINGPONG.effort(false));
        assertThat(Shape.CHAIN.effort(true, Impl.JOX)).isEqualTo(Shape.CHAIN.effort(true));
    }

    /** What is left over would be counted and not sent. */
    @ParameterizedTest
    @CsvSource({"FANIN, 100", "FANOUT, 100", "SELECT2, 2", "SELECT8, 8"})
    void effort_ofManyTasks_isTheSameForEach(Shape shape, int tasks) {
        for (Impl impl : shape.impls()) {
            assertThat(shape.effort(true, impl).size() % tasks).isZero();
            assertThat(shape.effort(false, impl).size() % tasks).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void skipped_isNobodyWhoIsAsked(Shape shape) {
        assertThat(Collections.disjoint(shape.skipped().keySet(), shape.impls())).isTrue();
    }
}
