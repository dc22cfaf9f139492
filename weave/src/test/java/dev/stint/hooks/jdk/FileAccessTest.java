package dev.stint.hooks.jdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stint.Scheduler;
import dev.stint.capability.CapFiles;
import dev.stint.error.CapabilityExceededException;
import dev.stint.error.CapabilityRevokedException;
import dev.stint.hooks.AccessRefusedException;
import dev.stint.nursery.Policy;
import dev.stint.task.TaskOptions;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that stay open: so many at once, and closed when the task ends, or its right. */
class FileAccessTest {
    @TempDir private Path folder;

    private Path file;
    private Scheduler scheduler;
    private CapFiles right;

    @BeforeEach
    void open() throws IOException {
        file = Files.writeString(folder.resolve("f"), "text");
        scheduler = Scheduler.open(c -> c.withWorkers(1));
        right = scheduler.tenant().issuer().files(folder);
    }

    @AfterEach
    void close() {
        scheduler.close();
    }

    private <T> T run(Callable<T> code) throws Exception {
        return run(code, right);
    }

    private <T> T run(Callable<T> code, CapFiles by) throws Exception {
        try (var guests = scheduler.nursery(n -> n.withPolicy(Policy.runAll()))) {
            return guests.spawn(TaskOptions.named("guest").withCapabilities(by), code).await();
        }
    }

    private Closeable opened(int kind) throws IOException {
        return switch (kind % 5) {
            case 0 -> FileAccess.newInputStream(file);
            case 1 -> FileAccess.newOutputStream(folder.resolve("out" + kind));
            case 2 -> FileAccess.newBufferedReader(file);
            case 3 -> FileAccess.newBufferedWriter(folder.resolve("out" + kind));
            default -> {
                Stream<?> stream = kind % 2 == 0 ? FileAccess.list(folder) : FileAccess.lines(file);
                yield stream::close;
            }
        };
    }

    @Test
    void open_moreThanMayBe_isRefusedUntilOneIsClosed() throws Exception {
        int open =
                run(
                        () -> {
                            var all = new ArrayList<Closeable>();
                            for (int i = 0; i < CapFiles.MOST_OPEN; i++) {
                                all.add(opened(i));
                            }
                            for (int kind = 0; kind < 10; kind++) {
                                int next = kind;
                                assertThatThrownBy(() -> opened(next))
                                        .isInstanceOf(CapabilityExceededException.class)
                                        .hasMessageContaining("guest")
                                        .hasMessageContaining("100 files at once")
                                        .hasMessageContaining("Close one.");
                            }
                            for (Closeable each : all) {
                                each.close();
                                opened(0).close();
                            }
                            return right.openNow();
                        });

        assertThat(open).isZero();
    }

    @Test
    void open_thatFails_isNotCounted() throws Exception {
        int open =
                run(
                        () -> {
                            Path none = folder.resolve("none");
                            assertThatThrownBy(() -> FileAccess.newInputStream(none))
                                    .isInstanceOf(NoSuchFileException.class);
                            assertThatThrownBy(() -> FileAccess.newOutputStream(none.resolve("x")))
                                    .isInstanceOf(NoSuchFileException.class);
                            assertThatThrownBy(() -> FileAccess.list(none))
                                    .isInstanceOf(NoSuchFileException.class);
                            return right.openNow();
                        });

        assertThat(open).isZero();
    }

    @Test
    void end_ofTheTask_closesWhatItHasOpened() throws Exception {
        List<Closeable> left =
                run(
                        () -> {
                            var all = new ArrayList<Closeable>();
                            for (int i = 0; i < 10; i++) {
                                all.add(opened(i));
                            }
                            return all;
                        });

        assertThat(right.openNow()).isZero();
        var in = (InputStream) left.getFirst();
        assertThatThrownBy(() -> in.read(new byte[1])).isInstanceOf(IOException.class);
    }

    @Test
    void revoke_ofTheRight_closesWhatWasOpenedByIt() throws Exception {
        CapFiles lent = right.readOnly();
        run(
                () -> {
                    InputStream in = FileAccess.newInputStream(file);
                    Stream<Path> files = FileAccess.list(folder);
                    assertThat(in.read()).isEqualTo('t');
                    assertThat(right.openNow()).isEqualTo(2);
                    right.revoke(lent);
                    assertThat(right.openNow()).isZero();
                    assertThatThrownBy(in::read).isInstanceOf(CapabilityRevokedException.class);
                    assertThatThrownBy(() -> files.forEach(f -> {}))
                            .isInstanceOf(CapabilityRevokedException.class);
                    return true;
                },
                lent);
    }

    @Test
    void files_readAndWritten_areAsTheyWere() throws Exception {
        List<Object> seen =
                run(
                        () -> {
                            var all = new ArrayList<Object>();
                            try (BufferedWriter out =
                                    FileAccess.newBufferedWriter(folder.resolve("g"))) {
                                out.write("one\ntwo\n");
                            }
                            try (Stream<Path> files = FileAccess.list(folder)) {
                                all.add(
                                        files.map(f -> f.getFileName().toString())
                                                .sorted()
                                                .toList());
                            }
                            try (Stream<String> lines = FileAccess.lines(folder.resolve("g"))) {
                                all.add(lines.toList());
                            }
                            all.add(FileAccess.readString(file));
                            return all;
                        });

        assertThat(seen).containsExactly(List.of("f", "g"), List.of("one", "two"), "text");
        assertThat(right.openNow()).isZero();
    }

    /** To open one waits for whoever writes to it, and the carrier with it. */
    @Test
    void open_pipe_isRefused() throws Exception {
        Path pipe = folder.resolve("pipe");
        assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);

        List<Callable<?>> ways =
                List.of(
                        () -> FileAccess.newInputStream(pipe),
                        () -> FileAccess.newOutputStream(pipe),
                        () -> FileAccess.readString(pipe),
                        () -> FileAccess.copy(pipe, folder.resolve("copy")),
                        () -> FileAccess.copy(file, pipe));

        for (Callable<?> way : ways) {
            assertThatThrownBy(() -> run(way))
                    .rootCause()
                    .isInstanceOf(AccessRefusedException.class)
                    .hasMessageContaining("is a pipe, a socket or a device");
        }
    }

    @Test
    void change_folderOfTheRight_isRefused() throws Exception {
        Path home = Files.createDirectory(folder.resolve("home"));
        CapFiles own = scheduler.tenant().issuer().files(home);
        Path elsewhere = home.resolve("sub");

        List<Callable<?>> ways =
                List.of(
                        () -> FileAccess.deleteIfExists(home),
                        () -> FileAccess.deleteIfExists(home.resolve("x/..")),
                        () -> FileAccess.move(home, elsewhere),
                        () -> FileAccess.createDirectory(home));

        for (Callable<?> way : ways) {
            assertThatThrownBy(() -> run(way, own))
                    .rootCause()
                    .isInstanceOf(CapabilityExceededException.class);
        }
        assertThat(run(() -> FileAccess.createDirectories(home), own)).isEqualTo(home);
        assertThat(run(() -> FileAccess.createDirectories(elsewhere), own)).isDirectory();
        assertThat(run(() -> FileAccess.deleteIfExists(elsewhere), own)).isTrue();
        assertThat(home).isDirectory();
    }
}
