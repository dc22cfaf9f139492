package dev.stint.capability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.config.Cores;
import dev.stint.error.CapabilityExceededException;
import dev.stint.error.CapabilityExpiredException;
import dev.stint.error.CapabilityMissingException;
import dev.stint.error.CapabilityRevokedException;
import dev.stint.error.TaskFailedException;
import dev.stint.hooks.AccessRefusedException;
import dev.stint.hooks.Delegate;
import dev.stint.task.TaskOptions;
import java.io.Closeable;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The right to connect: what is on its list, and how long it lasts. */
class CapSocketsTest {
    private final Issuer issuer = new Issuer("acme", () -> 0);

    private static InetAddress at(String digits) {
        return InetAddress.ofLiteral(digits);
    }

    // ---- the list

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1:80, 127.0.0.1, 80",
        "127.0.0.1:*, 127.0.0.1, 65535",
        "127.0.0.1:80, ::ffff:127.0.0.1, 80", // the same address in the other spelling
        "[::ffff:127.0.0.1]:80, 127.0.0.1, 80",
        "127.0.0.1:80, 127.1, 80",
        "10.0.0.0/8:80-90, 10.255.1.2, 90",
        "10.1.2.3/8:80, 10.9.9.9, 80",
        "10.0.0.0/9:80, 10.127.0.1, 80",
        "0.0.0.0/0:443, 93.184.216.34, 443",
        "[2001:db8::/32]:443, 2001:db8:1::1, 443",
        "[::1]:7, ::1, 7",
        "[::1]:7, 0:0:0:0:0:0:0:1, 7",
        "localhost:7, 127.0.0.1, 7",
        "LocalHost.:7, ::1, 7",
        "169.254.0.0/16:80, 169.254.169.254, 80",
    })
    void covers_whatIsOnTheList_isTrue(String place, String address, int port) {
        assertThat(issuer.sockets(place).covers(at(address), port)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1:80, 127.0.0.1, 81",
        "127.0.0.1:80, 127.0.0.2, 80",
        "127.0.0.1:80, ::1, 80",
        "127.0.0.1:80, 0.0.0.0, 80", // which Linux takes for this machine
        "127.0.0.1:80, ::, 80",
        "[::1]:80, ::, 80",
        "[::1]:80, 127.0.0.1, 80",
        "127.0.0.1:80, ::127.0.0.1, 80",
        "127.0.0.1:*, 127.0.0.1, 0",
        "127.0.0.1:*, 127.0.0.1, -1",
        "10.0.0.0/9:80, 10.128.0.1, 80",
        "10.0.0.0/8:80-90, 10.0.0.1, 91",
        "0.0.0.0/0:*, 127.0.0.1, 80", // the whole network is not this machine,
        "0.0.0.0/0:*, 169.254.169.254, 80", // nor who tells clouds their secrets,
        "0.0.0.0/0:*, 0.0.0.0, 80", // nor both,
        "0.0.0.0/0:*, 224.0.0.1, 80", // nor everybody at once
        "126.0.0.0/7:80, 127.0.0.1, 80",
        "[::/0]:*, ::1, 80",
        "[::/0]:*, fe80::1, 80",
        "[::/0]:*, 127.0.0.1, 80",
        "0.0.0.0/0:80, ::ffff:127.0.0.1, 80",
        "localhost:7, 127.0.0.2, 7",
    })
    void covers_whatIsNot_isFalse(String place, String address, int port) {
        assertThat(issuer.sockets(place).covers(at(address), port)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                ":",
                "db",
                "db:",
                ":80",
                "db:0",
                "db:65536",
                "db:90-80",
                "db:80-",
                "db:http",
                "db:-1",
                "user@db:80",
                "user:secret@db:80",
                "http://db:80",
                "db/path:80",
                "db .x:80",
                "db..x:80",
                "-db:80",
                ".:80",
                "db:80,db:90",
                "10.0.0.0/33:80",
                "[::1/129]:80",
                "::1:80",
                "[::1:80",
                "[db]:80",
                "0x7f.0.0.1:80",
                "1.2.3.256:80",
                "999999999999:80",
                "0.0.0.0:80",
                "[::]:80",
                "*:80",
                "no-such-host.invalid:80",
            })
    void sockets_badPlace_isRefusedWithAnExample(String place) {
        assertThatThrownBy(() -> issuer.sockets(place))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + place + "' is no place to connect to: ")
                .hasMessageContaining("db.example:5432");
    }

    @Test
    void sockets_noPlaces_isRefused() {
        assertThatThrownBy(issuer::sockets).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void only_lessAndMore_derivesOrRefuses() {
        CapSockets wide = issuer.sockets("10.0.0.0/8:80-90", "localhost:7");

        CapSockets narrow = wide.only("10.1.0.0/16:80", "localhost:7");

        assertThat(narrow.places()).containsExactly("10.1.0.0/16:80", "localhost:7");
        assertThat(narrow.covers(at("10.1.0.1"), 80)).isTrue();
        assertThat(narrow.covers(at("10.2.0.1"), 80)).isFalse();
        assertThat(narrow.addressOf("LOCALHOST.")).contains(at("127.0.0.1"));
        for (String more : List.of("10.0.0.0/7:80", "10.0.0.1:79-80", "10.0.0.1:91", "[::1]:8")) {
            assertThatThrownBy(() -> wide.only(more))
                    .as(more)
                    .isInstanceOf(CapabilityExceededException.class)
                    .hasMessageContaining("10.0.0.0/8:80-90, localhost:7");
        }
    }

    // ---- how long it lasts

    @Test
    void revoke_whatWasOpenedByIt_isClosedAndTheRestIsNot() {
        CapSockets all = issuer.sockets("localhost:7");
        CapSockets lent = all.only("localhost:7");
        CapSockets lentOn = lent.atMost(2);
        var closed = new ArrayList<String>();
        all.hold(new Connection("all", closed), "task", "me");
        lent.hold(new Connection("lent", closed), "task", "me");
        lentOn.hold(new Connection("lentOn", closed), "task", "me");

        all.revoke(lent);

        assertThat(closed).containsExactlyInAnyOrder("lent", "lentOn");
        assertThatThrownBy(() -> lentOn.hold(new Connection("late", closed), "task", "me"))
                .isInstanceOf(CapabilityRevokedException.class);
        issuer.revoke(all);
        assertThat(closed).contains("all");
    }

    /** One that stays on the list, as if nobody had told it. */
    private record Connection(String name, List<String> closed) implements Closeable {
        @Override
        public void close() {
            closed.add(name);
        }
    }

    @Test
    void hold_moreThanAtMost_isRefusedUntilOneIsClosed() {
        CapSockets all = issuer.sockets("localhost:7");
        CapSockets two = all.atMost(2);
        CapSockets derived = two.atMost(50);
        var first = new Connection("first", new ArrayList<>());
        derived.hold(first, "task", "me");
        two.hold(new Connection("second", new ArrayList<>()), "task", "me");

        var third = new Connection("third", new ArrayList<>());
        assertThatThrownBy(() -> derived.hold(third, "task", "me"))
                .isInstanceOf(CapabilityExceededException.class)
                .hasMessageContaining("2 connections at once");
        assertThat(two.openNow()).isEqualTo(2);
        two.drop(first);
        derived.hold(third, "task", "me");
        assertThat(derived.openNow()).isEqualTo(1);
        assertThatThrownBy(() -> all.atMost(0)).isInstanceOf(IllegalArgumentException.class);
    }

    // ---- as metered code meets it

    private static Throwable failure(Scheduler scheduler, Callable<?> body, Capability... rights) {
        try {
            scheduler
                    .root()
                    .spawn(TaskOptions.named("guest").withCapabilities(rights), body)
                    .await();
        } catch (TaskFailedException e) {
            return Objects.requireNonNull(e.getCause());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        throw new AssertionError("it was allowed");
    }

    private static Callable<?> connecting(String digits, int port) {
        return () -> Delegate.current().connect(at(digits), port);
    }

    @Test
    void connect_withoutAGoodRight_saysWhoWhatAndWhy() {
        try (var scheduler = Scheduler.open(c -> c.withSeed(1).withWorkers(1))) {
            Issuer tenant = scheduler.tenant().issuer();
            CapSockets right = tenant.sockets("127.0.0.1:7");
            CapSockets lent = right.atMost(1);
            right.revoke(lent);

            assertThat(failure(scheduler, connecting("127.0.0.1", 7)))
                    .isInstanceOf(CapabilityMissingException.class)
                    .hasMessageContaining("guest")
                    .hasMessageContaining("cannot connect to 127.0.0.1:7: it holds no CapSockets")
                    .hasMessageContaining("TaskOptions.withCapabilities(...)");
            assertThat(failure(scheduler, connecting("::1", 8), right))
                    .isInstanceOf(CapabilityExceededException.class)
                    .hasMessageContaining("cannot connect to [0:0:0:0:0:0:0:1]:8")
                    .hasMessageContaining("the right to connect to 127.0.0.1:7");
            assertThat(failure(scheduler, connecting("127.0.0.1", 7), lent))
                    .isInstanceOf(CapabilityRevokedException.class);
            assertThat(
                            failure(
                                    scheduler,
                                    connecting("127.0.0.1", 7),
                                    right.expiringIn(Duration.ZERO)))
                    .isInstanceOf(CapabilityExpiredException.class);
            assertThat(
                            failure(
                                    scheduler,
                                    connecting("127.0.0.1", 7),
                                    issuer.sockets("127.0.0.1:7")))
                    .as("of another issuer")
                    .isInstanceOf(CapabilityMissingException.class);
        }
        assertThatThrownBy(connecting("127.0.0.1", 7)::call)
                .as("outside of any task")
                .isInstanceOf(AccessRefusedException.class);
    }

    @Test
    void connect_onABareCore_isRefused() {
        try (var scheduler = Scheduler.open(c -> c.withCores(Cores.BARE).withWorkers(1))) {
            CapSockets right = scheduler.tenant().issuer().sockets("127.0.0.1:7");

            assertThat(failure(scheduler, connecting("127.0.0.1", 7), right))
                    .isInstanceOf(AccessRefusedException.class)
                    .hasMessageContaining("Cores.VIRTUAL");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "example.org",
                "localhost.evil.example",
                "user@localhost",
                "localhost:7",
                "localhost..",
                "",
                " localhost",
                "localhost\u0000",
                "LOCALHOST\u3002",
                "http://localhost",
                "0x7f.1",
            })
    void lookUp_aNameThatIsNotOnTheList_asksNobody(String host) {
        try (var scheduler = Scheduler.open(c -> c.withSeed(1).withWorkers(1))) {
            CapSockets right = scheduler.tenant().issuer().sockets("localhost:7");

            assertThat(failure(scheduler, () -> Delegate.current().lookUp(host), right))
                    .isInstanceOf(CapabilityExceededException.class)
                    .hasMessageContaining("cannot look up '" + host + "'");
        }
    }
}
