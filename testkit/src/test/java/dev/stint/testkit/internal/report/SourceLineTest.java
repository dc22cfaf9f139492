package dev.stint.testkit.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SourceLineTest {
    @ParameterizedTest
    @CsvSource({
        "dev.acme.Shop, true",
        "dev.stint.examples.FindARace, true",
        "dev.stint.testkit.internal.report.SourceLineTest, true",
        "dev.stint.testkit.Programs, true",
        "dev.stint.stranger.App, true",
        "dev.stint.Stint, false",
        "dev.stint.internal.task.TaskImpl, false",
        "dev.stint.channel.Channel, false",
        "dev.stint.testkit.SharedInt, false",
        "dev.stint.testkit.internal.report.RunLog, false",
        "java.util.ArrayList, false",
        "jdk.internal.vm.Continuation, false",
        "org.junit.jupiter.api.AssertionUtils, false",
        "org.assertj.core.api.Assertions, false"
    })
    void isUsers_ofClass_isTold(String className, boolean expected) {
        assertThat(SourceLine.isUsers(className)).isEqualTo(expected);
    }

    @Test
    void ofCaller_inLambda_isItsLine() {
        Supplier<SourceLine> here = () -> SourceLine.ofCaller();

        assertThat(here.get().toString()).matches("SourceLineTest.java:\\d+");
    }

    @Test
    void ofCaller_belowTheJdk_isTheInnermostOfOurs() {
        List<SourceLine> places = List.of(1).stream().map(one -> SourceLine.ofCaller()).toList();

        assertThat(places.getFirst().file()).isEqualTo("SourceLineTest.java");
    }

    @Test
    void of_assertion_isTheLineThatAsserts() {
        try {
            assertThat(1).isEqualTo(2);
        } catch (AssertionError e) {
            assertThat(SourceLine.of(e).toString()).matches("SourceLineTest.java:\\d+");
            return;
        }
        throw new IllegalStateException("one is two");
    }

    @Test
    void of_callOfOurs_namesItAsTheUserKnowsIt() {
        var stack =
                List.of(
                        new StackTraceElement("dev.stint.internal.stack.Points", "pass", "P", 1),
                        new StackTraceElement("dev.stint.channel.ChannelImpl", "send", "C", 2),
                        new StackTraceElement("dev.acme.Shop", "lambda$sell$0", "Shop.java", 3));

        assertThat(SourceLine.of(stack)).isEqualTo(new SourceLine("Shop.java", 3, "Channel.send"));
        assertThat(SourceLine.of(stack).on("orders").deed()).isEqualTo("orders.send");
    }

    @Test
    void of_nothingOfTheUsers_isNowhere() {
        assertThat(SourceLine.of(List.of()).isKnown()).isFalse();
        assertThat(SourceLine.NOWHERE.toString()).isEmpty();
    }
}
