package dev.stint.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.SmallJar;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that is run under a budget, and starts tasks of its own. */
class RunChildrenTest {
    @TempDir Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String main, String... options) {
        Path jar = SmallJar.ofMain(main).writeTo(folder.resolve("app.jar"));
        String[] args = new String[options.length + 2];
        args[0] = "run";
        args[1] = jar.toString();
        System.arraycopy(options, 0, args, 2, options.length);
        return Main.run(args, new PrintWriter(out), new PrintWriter(err));
    }

    @Test
    void manyTasksThatWait_allHaveSomethingToLiveOn() {
        int code =
                run(
                        """
                        var gate = new java.util.concurrent.CompletableFuture<Integer>();
                        var all = new java.util.ArrayList<java.util.concurrent.CompletableFuture<Integer>>();
                        for (int i = 0; i < 300; i++) {
                            all.add(java.util.concurrent.CompletableFuture.supplyAsync(() -> gate.join() + 1));
                        }
                        gate.complete(1);
                        int sum = 0;
                        for (var one : all) {
                            sum += one.join();
                        }
                        System.out.println(sum);
                        """);

        assertThat(code).as(err.toString()).isZero();
        assertThat(out).hasToString("600\n");
    }

    /** Each may use a little more when it is ended; together they must not use much. */
    @Test
    void tasksOneAfterTheOther_doNotEachOverdraw() {
        int code =
                run(
                        """
                        for (int i = 0; i < 200; i++) {
                            java.util.concurrent.CompletableFuture.runAsync(
                                            () -> {
                                                while (true) {
                                                    try {
                                                        while (true) {
                                                            args[0] = new String(new char[1000]);
                                                        }
                                                    } catch (Throwable e) {
                                                        args[0] = "";
                                                    }
                                                }
                                            })
                                    .exceptionally(e -> null)
                                    .join();
                        }
                        """,
                        "--memory",
                        "1m",
                        "--",
                        "");

        assertThat(code).as(err.toString()).isNotZero();
        Matcher bytes = Pattern.compile("bytes +([\\d,]+) of").matcher(err.toString());
        assertThat(bytes.find()).as(err.toString()).isTrue();
        assertThat(Long.parseLong(bytes.group(1).replace(",", ""))).isLessThan(2 << 20);
    }
}
