package dev.stint.nursery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.config.SchedulerConfig;
import dev.stint.internal.driver.Drivers;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.worker.Engine;
import dev.stint.nursery.Policy.Then;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import java.io.IOException;
import java.util.NoSuchElementException;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What each policy says when a child ends. */
class PolicyTest {
    private static final Outcome<String> SUCCESS = new Outcome.Success<>("value");
    private static final Outcome<String> FAILURE = new Outcome.Failure<>(new IOException("boom"));
    private static final Outcome<String> CANCELLED = new Outcome.Cancelled<>();

    private static final Engine ENGINE = Drivers.open(SchedulerConfig.defaults().withSeed(1));

    @AfterAll
    static void close() {
        ENGINE.close();
    }

    /** A task that is only its identity. */
    private static Task<?> task() {
        return TaskImpl.unowned(ENGINE.tenant().root(), ENGINE.nextId(), () -> 1);
    }

    private static Then ended(Policy policy, Outcome<?> outcome) {
        return policy.childEnded(task(), outcome);
    }

    static Stream<Arguments> firstChild() {
        Then goOn = Then.GO_ON;
        Then cancel = Then.CANCEL_THE_OTHERS;
        return Stream.of(
                row("all succeed", Policy::allSucceed, goOn, cancel, goOn),
                row("first success", Policy::firstSuccess, cancel, goOn, goOn),
                row("run all", Policy::runAll, goOn, goOn, goOn),
                row("collect", Policy::collect, goOn, goOn, goOn));
    }

    private static Arguments row(
            String name, Supplier<Policy> policy, Then success, Then failure, Then cancelled) {
        return Arguments.of(name, policy, success, failure, cancelled);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("firstChild")
    void childEnded_eachOutcome_isAsThePolicySays(
            String name, Supplier<Policy> policy, Then success, Then failure, Then cancelled) {
        assertThat(ended(policy.get(), SUCCESS)).as(name).isEqualTo(success);
        assertThat(ended(policy.get(), FAILURE)).as(name).isEqualTo(failure);
        assertThat(ended(policy.get(), CANCELLED)).as(name).isEqualTo(cancelled);
    }

    @Test
    void isSuccessDespite_oneFailure_isTrueIfThePolicyForgives() {
        assertThat(Policy.allSucceed().isSuccessDespite(1)).isFalse();
        assertThat(Policy.runAll().isSuccessDespite(1)).isFalse();
        assertThat(Policy.collect().isSuccessDespite(1)).isTrue();
        assertThat(Policy.collect().isSuccessDespite(Long.MAX_VALUE)).isTrue();
    }

    /** A policy that keeps something serves one nursery; the others can serve all. */
    @Test
    void factories_thoseThatKeepSomething_giveANewOneEachTime() {
        assertThat(Policy.allSucceed()).isSameAs(Policy.allSucceed());
        assertThat(Policy.runAll()).isSameAs(Policy.runAll());
        assertThat(Policy.firstSuccess()).isNotSameAs(Policy.firstSuccess());
        assertThat(Policy.collect()).isNotSameAs(Policy.collect());
    }

    // ---- first success

    @Test
    void firstSuccess_laterSuccesses_changeNothing() {
        FirstSuccess<String> policy = Policy.firstSuccess();

        ended(policy, FAILURE);
        ended(policy, SUCCESS);
        Then then = ended(policy, new Outcome.Success<>("late"));

        assertThat(policy.value()).isEqualTo("value");
        assertThat(then).isEqualTo(Then.CANCEL_THE_OTHERS);
        assertThat(policy.isSuccessDespite(1)).isTrue();
    }

    @Test
    void firstSuccess_onlyFailures_isNone() {
        FirstSuccess<String> policy = Policy.firstSuccess();

        ended(policy, FAILURE);
        ended(policy, CANCELLED);

        assertThat(policy.isSuccessDespite(1)).isFalse();
        assertThatThrownBy(policy::value)
                .isInstanceOf(NoSuchElementException.class)
                .hasMessageContaining("no child has succeeded")
                .hasMessageContaining("after join()");
    }

    @Test
    @SuppressWarnings("NullAway") // a task may return null
    void firstSuccess_valueNull_isASuccess() {
        FirstSuccess<@Nullable String> policy = Policy.firstSuccess();

        ended(policy, new Outcome.Success<@Nullable String>(null));
        ended(policy, SUCCESS);

        assertThat(policy.value()).isNull();
        assertThat(policy.isSuccessDespite(3)).isTrue();
    }

    // ---- collect

    @Test
    void collect_everyOutcome_isKeptInOrderAndByTask() {
        CollectAll policy = Policy.collect();
        var first = task();
        var second = task();
        var third = task();

        policy.childEnded(second, FAILURE);
        policy.childEnded(third, CANCELLED);
        policy.childEnded(first, SUCCESS);

        assertThat(policy.outcomes()).containsExactly(FAILURE, CANCELLED, SUCCESS);
        assertThat(policy.outcomeOf(first).orElseThrow()).isSameAs(SUCCESS);
        assertThat(policy.outcomeOf(second).orElseThrow()).isSameAs(FAILURE);
        assertThat(policy.outcomeOf(third).orElseThrow()).isSameAs(CANCELLED);
        assertThat(policy.outcomeOf(task())).isEmpty();
    }

    @Test
    void collect_outcomes_isAPicture() {
        CollectAll policy = Policy.collect();
        ended(policy, SUCCESS);
        var before = policy.outcomes();

        ended(policy, FAILURE);

        assertThat(before).hasSize(1);
        assertThatThrownBy(before::clear).isInstanceOf(UnsupportedOperationException.class);
    }
}
