package dev.stint.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StopTest {
    /** One is thrown for each frame that cleans up; with a trace each, deep stacks take seconds. */
    @Test
    void stop_made_hasTheTraceOfItsCauseAndNoneOfItsOwn() {
        var cause = new IllegalStateException("spent");

        var stop = new Stop(cause);

        assertThat(stop.getStackTrace()).isEmpty();
        assertThat(stop).hasCause(cause).hasMessage("spent");
        assertThat(cause.getStackTrace()).isNotEmpty();
    }
}
