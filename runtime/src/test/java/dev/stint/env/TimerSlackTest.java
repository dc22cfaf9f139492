package dev.stint.env;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class TimerSlackTest {
    private static final Path PROC = Path.of("/proc");

    /** Of the calling thread; the system shows it where processes are. */
    private static String slack() throws IOException {
        Path me = Files.readSymbolicLink(PROC.resolve("thread-self")).getFileName();
        return Files.readString(PROC.resolve(me).resolve("timerslack_ns")).strip();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void forgo_onLinux_isForTheCallingThreadAlone() throws Exception {
        String before = slack();
        var told = new String[1];
        var thread =
                new Thread(
                        () -> {
                            try {
                                told[0] = TimerSlack.forgo() ? slack() : "not possible";
                            } catch (IOException e) {
                                told[0] = e.toString();
                            }
                        });
        thread.start();
        thread.join();
        assertThat(told[0]).isEqualTo("1");
        assertThat(slack()).isEqualTo(before);
    }
}
