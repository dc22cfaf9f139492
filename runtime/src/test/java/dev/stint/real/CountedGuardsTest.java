package dev.stint.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.capability.CapFiles;
import dev.stint.error.GuardExceededException;
import dev.stint.guard.Guard;
import dev.stint.guard.GuardReading;
import dev.stint.hooks.Delegate;
import dev.stint.hooks.Grant;
import dev.stint.task.TaskOptions;
import dev.stint.tenant.Tenant;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Guards that count refuse, and count the same in every run. */
@Timeout(60)
class CountedGuardsTest {
    @TempDir private Path folder;

    private static Scheduler open(boolean isSeeded) {
        return Scheduler.open(c -> isSeeded ? c.withSeed(3) : c.withWorkers(1));
    }

    private static GuardReading reading(Tenant tenant, Guard guard) {
        return tenant.guards().stream().filter(r -> r.guard() == guard).findAny().orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void output_overItsLimit_isRefusedAndNotWritten(boolean isSeeded) throws Exception {
        var written = new StringBuilder();
        try (Scheduler scheduler = open(isSeeded);
                Tenant tenant =
                        scheduler.openTenant(
                                t -> t.withName("loud").withLimits(l -> l.withOutput(10)))) {
            TaskOptions options =
                    TaskOptions.named("speaker")
                            .withCapabilities(
                                    tenant.issuer().log((isError, text) -> written.append(text)));
            tenant.root()
                    .spawn(
                            options,
                            () -> {
                                Delegate.current().log(false, "12345678");
                                assertThatThrownBy(() -> Delegate.current().log(true, "9ab"))
                                        .isInstanceOf(GuardExceededException.class)
                                        .hasMessageContaining("'speaker' cannot write to the log")
                                        .hasMessageContaining("'loud'")
                                        .hasMessageContaining("allowance 10")
                                        .hasMessageContaining("Limits.withOutput(...)");
                                Delegate.current().log(false, "9a");
                            })
                    .await();
            assertThat(reading(tenant, Guard.OUTPUT).measured()).isEqualTo(10);
            assertThat(tenant.stoppedBy()).isEmpty();
        }
        assertThat(written).hasToString("123456789a");
    }

    /** By two rights: what each of them allows is not what both together do. */
    @Test
    void files_overTheLimitOfTheTenant_areRefused() throws Exception {
        Path file = Files.createFile(folder.resolve("a"));
        try (Scheduler scheduler = open(false);
                Tenant tenant =
                        scheduler.openTenant(
                                t -> t.withName("keeper").withLimits(l -> l.withFiles(3)))) {
            CapFiles one = tenant.issuer().files(folder);
            TaskOptions options = TaskOptions.named("opener").withCapabilities(one);
            tenant.root().spawn(options, () -> open(tenant, file)).await();

            assertThat(reading(tenant, Guard.FILES).measured()).isZero();
        }
    }

    private static void open(Tenant tenant, Path file) throws IOException {
        List<Grant> grants = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Grant grant = Delegate.current().openFile(file.toString(), false);
            grant.hold(grant::drop);
            grants.add(grant);
        }
        Grant tooMany = Delegate.current().openFile(file.toString(), false);
        assertThatThrownBy(() -> tooMany.hold(tooMany::drop))
                .isInstanceOf(GuardExceededException.class)
                .hasMessageContaining("'opener' cannot open a file")
                .hasMessageContaining("Limits.withFiles(...)");
        tooMany.drop();
        assertThat(reading(tenant, Guard.FILES).measured()).isEqualTo(3);

        grants.getFirst().drop();
        grants.getFirst().drop();
        assertThat(reading(tenant, Guard.FILES).measured()).isEqualTo(2);
        Grant again = Delegate.current().openFile(file.toString(), false);
        again.hold(again::drop); // the end of the task closes it, and the two others
    }

    @Test
    void sockets_overTheLimitOfTheTenant_areRefused() throws Exception {
        try (Scheduler scheduler = open(false);
                Tenant tenant =
                        scheduler.openTenant(
                                t -> t.withName("caller").withLimits(l -> l.withSockets(2)))) {
            TaskOptions options =
                    TaskOptions.named("dialler")
                            .withCapabilities(tenant.issuer().sockets("127.0.0.1:80"));
            tenant.root().spawn(options, () -> connect(tenant)).await();

            assertThat(reading(tenant, Guard.SOCKETS).measured()).isZero();
        }
    }

    private static void connect(Tenant tenant) throws IOException {
        Grant first = connection();
        first.hold(first::drop);
        Grant second = connection();
        second.hold(second::drop);
        Grant tooMany = connection();
        assertThatThrownBy(() -> tooMany.hold(tooMany::drop))
                .isInstanceOf(GuardExceededException.class)
                .hasMessageContaining("'dialler' cannot connect")
                .hasMessageContaining("Limits.withSockets(...)");
        tooMany.drop();
        assertThat(reading(tenant, Guard.SOCKETS).measured()).isEqualTo(2);

        first.drop();
        assertThat(reading(tenant, Guard.SOCKETS).measured()).isEqualTo(1);
        Grant again = connection();
        again.hold(again::drop); // the end of the task closes it, and the other
    }

    private static Grant connection() throws IOException {
        return Delegate.current().connect(InetAddress.getLoopbackAddress(), 80);
    }
}
