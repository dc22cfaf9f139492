package dev.stint.env;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class TimerSlackTest {
    private static final Path MINE = Path.of("/proc/thread-self/timerslack_ns");

    @Test
    @EnabledOnOs(OS.LINUX)
    void forgo_onLinux_isForTheCallingThreadAlone() throws Exception {
        String before = Files.readString(MINE).strip();
        var told = new String[1];
        var thread =
                new Thread(
                        () -> {
                            try {
                                told[0] =
                                        TimerSlack.forgo()
                                                ? Files.readString(MINE).strip()
                                                : "not possible";
                            } catch (java.io.IOException e) {
                                told[0] = e.toString();
                            }
                        });
        thread.start();
        thread.join();
        assertThat(told[0]).isEqualTo("1");
        assertThat(Files.readString(MINE).strip()).isEqualTo(before);
    }
}
