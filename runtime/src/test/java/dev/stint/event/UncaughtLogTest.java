package dev.stint.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.channel.ObjectPool;
import dev.stint.channel.Received;
import dev.stint.channel.Sent;
import dev.stint.hooks.TenantLoader;
import dev.stint.nursery.ChildError;
import dev.stint.task.Outcome;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class UncaughtLogTest {
    private final Logger logger = Logger.getLogger("dev.stint");
    private final List<LogRecord> records = new ArrayList<>();
    private final Handler handler =
            new Handler() {
                @Override
                public void publish(LogRecord logged) {
                    records.add(logged);
                }

                @Override
                public void flush() {}

                @Override
                public void close() {}
            };

    @BeforeEach
    void listen() {
        logger.addHandler(handler);
        logger.setUseParentHandlers(false);
    }

    @AfterEach
    void stopListening() {
        logger.removeHandler(handler);
        logger.setUseParentHandlers(true);
    }

    /** What a tenant could throw: asking it anything runs the tenant's code. */
    public static class Nosy extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("was asked");
        }

        @Override
        public synchronized Throwable getCause() {
            throw new IllegalStateException("was asked");
        }
    }

    private static final class Loader extends URLClassLoader implements TenantLoader {
        Loader() {
            super(new URL[] {Nosy.class.getProtectionDomain().getCodeSource().getLocation()}, null);
        }

        RuntimeException nosy() throws ReflectiveOperationException {
            return (RuntimeException)
                    loadClass(Nosy.class.getName()).getDeclaredConstructor().newInstance();
        }

        @Override
        public TenantLoader home() {
            throw asked();
        }

        @Override
        public ClassLoader known() {
            throw asked();
        }

        @Override
        public TenantLoader behind(ClassLoader written) {
            throw asked();
        }

        @Override
        public boolean isOwn(Class<?> type) {
            throw asked();
        }

        @Override
        public Class<?> define(@Nullable String name, byte[] file) {
            throw asked();
        }

        @Override
        public Class<?> defineBeside(Class<?> neighbour, byte[] file) {
            throw asked();
        }

        @Override
        public Optional<Class<?>> decided(String name) {
            throw asked();
        }

        @Override
        public AccessibleObject callable(Member member) {
            throw asked();
        }

        @Override
        public Class<?> proxyClass(List<Class<?>> interfaces) {
            throw asked();
        }

        @Override
        public List<Method> proxyMethods(Class<?> proxyClass) {
            throw asked();
        }

        @Override
        public boolean isProxyClass(Class<?> type) {
            throw asked();
        }

        @Override
        public String meant(String className) {
            throw asked();
        }

        @Override
        public boolean isOpen(Class<?> type) {
            throw asked();
        }

        @Override
        public boolean isOpen(String className) {
            throw asked();
        }

        @Override
        public int countRelatives(Class<?> type) {
            throw asked();
        }

        @Override
        public int countResources(String name) {
            throw asked();
        }

        @Override
        public InputStream openResource(String name, int at) {
            throw asked();
        }

        private static AssertionError asked() {
            return new AssertionError("a log asks a tenant's loader nothing");
        }
    }

    @Test
    void default_logsOneLineAndTheStack() {
        var cause = new IllegalStateException("over");
        try (var scheduler = Scheduler.open(c -> c.withSeed(1))) {
            scheduler
                    .root()
                    .spawn(
                            "greeter",
                            () -> {
                                throw cause;
                            });
        }

        assertThat(records).hasSize(1);
        LogRecord one = records.getFirst();
        assertThat(one.getLevel()).isEqualTo(Level.SEVERE);
        assertThat(one.getMessage())
                .contains("'greeter'")
                .contains("failed, and nobody awaited it: java.lang.IllegalStateException: over")
                .doesNotContain("\n");
        assertThat(one.getThrown()).hasToString(cause.toString());
        assertThat(one.getThrown().getStackTrace())
                .extracting(StackTraceElement::toString)
                .isEqualTo(Arrays.stream(cause.getStackTrace()).map(String::valueOf).toList());
    }

    @Test
    void log_ofATenantsThrowable_asksItNothing() throws Exception {
        try (var loader = new Loader()) {
            RuntimeException nosy = loader.nosy();
            var wrapped = new IllegalStateException("outer", nosy);

            UncaughtHandler.toLog().uncaught(new TaskFailure(3, "", "nursery 2", "guest", nosy));
            UncaughtHandler.toLog().uncaught(new TaskFailure(4, "", "nursery 2", "guest", wrapped));

            assertThat(records).hasSize(2);
            assertThat(records.getFirst().getMessage())
                    .startsWith("task 3 in nursery 2 failed")
                    .contains(Objects.requireNonNull(Nosy.class.getName()));
            assertThat(written(records.getFirst()))
                    .startsWith(Nosy.class.getName())
                    .contains("\n\tat ");
            assertThat(written(records.getLast()))
                    .startsWith("java.lang.IllegalStateException: outer")
                    .contains("Caused by: " + Nosy.class.getName());
        }
    }

    /** What a log that writes later would write. */
    private static String written(LogRecord record) {
        var text = new StringWriter();
        record.getThrown().printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    /** A tenant keeps what it has thrown, and may add to it while it is written. */
    @Test
    void log_ofWhatATenantAddsToLater_asksItNothing() throws Exception {
        try (var loader = new Loader()) {
            var harmless = new IllegalStateException("outer");
            UncaughtHandler.toLog()
                    .uncaught(new TaskFailure(5, "", "nursery 2", "guest", harmless));
            harmless.addSuppressed(loader.nosy());
            harmless.initCause(loader.nosy());

            assertThat(written(records.getFirst()))
                    .startsWith("java.lang.IllegalStateException: outer")
                    .doesNotContain(Nosy.class.getName());
        }
    }

    /** A snapshot, an outcome or an event may be written by a log, too. */
    @Test
    void text_ofWhatHoldsATenantsThrowable_asksItNothing() throws Exception {
        try (var loader = new Loader()) {
            RuntimeException nosy = loader.nosy();

            assertThat(
                            List.of(
                                    new Outcome.Failure<>(nosy),
                                    new Received.Failed<>(nosy),
                                    new Sent.Failed(nosy),
                                    new ChildError(1, "", nosy),
                                    new ObjectPool.Snapshot(
                                            "", 1, 0, 0, 0, 1, Optional.of(nosy), false),
                                    new TaskFailure(3, "", "nursery 2", "guest", nosy)))
                    .allSatisfy(
                            holder -> assertThat(holder.toString()).contains(Nosy.class.getName()));
        }
    }

    @Test
    void log_ofACircle_ends() {
        var first = new IllegalStateException("first");
        var second = new IllegalStateException("second", first);
        first.initCause(second);
        first.addSuppressed(second);

        UncaughtHandler.toLog().uncaught(new TaskFailure(6, "", "nursery 2", "guest", first));

        assertThat(written(records.getFirst())).contains("first", "Caused by", "second");
    }

    @Test
    void failure_withControlCharacters_spellsThemOutInOneLine() {
        var failure =
                new TaskFailure(
                        1, "a\u001b[2J", "n", "t", new IllegalStateException("two\nlines\u0007"));

        assertThat(failure.toString())
                .isEqualTo(
                        "task 1 'a\\u001b[2J' in n failed, and nobody awaited it:"
                                + " java.lang.IllegalStateException: two lines\\u0007");
    }
}
