package dev.stint.language.internal.std;

import dev.stint.Stint;
import dev.stint.capability.CapSockets;
import dev.stint.error.CapabilityRefusedException;
import dev.stint.hooks.AccessRefusedException;
import dev.stint.hooks.jdk.PaidSocket;
import dev.stint.language.internal.run.Prices;
import dev.stint.language.internal.run.Value;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedByInterruptException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A right to connect, as scripts have it. */
public final class SocketsValue {
    private static final int LAST_PORT = 65_535;

    private final @Nullable CapSockets right; // null: the task has none

    private SocketsValue(@Nullable CapSockets right) {
        this.right = right;
    }

    /** That of the calling task. */
    public static SocketsValue held() throws InterruptedException {
        Prices.look();
        return new SocketsValue(Stint.capabilities().find(CapSockets.class).orElse(null));
    }

    static Object failed(String reason) {
        return new Value.Failed(new Value.Fault("SocketError." + reason));
    }

    /** The right to these places only, with commas between. */
    public static Object only(SocketsValue by, String places) throws InterruptedException {
        Prices.text(places.length());
        CapSockets mine = by.right;
        try {
            return mine == null
                    ? failed("NoRight")
                    : new SocketsValue(mine.only(places.strip().split("\\s*,\\s*", -1)));
        } catch (CapabilityRefusedException | IllegalArgumentException e) {
            return failed("NoRight");
        }
    }

    public static Object connect(SocketsValue by, String host, long port)
            throws InterruptedException {
        CapSockets mine = by.right;
        if (mine == null) {
            return failed("NoRight");
        }
        Prices.text(host.length());
        Optional<InetAddress> known = mine.addressOf(host).or(() -> CapSockets.literal(host));
        boolean isCovered =
                port > 0
                        && port <= LAST_PORT
                        && known.isPresent()
                        && mine.covers(known.get(), (int) port);
        return isCovered ? connected(mine, known.get(), (int) port) : failed("NoRight");
    }

    public static Object connect(String host, long port) throws InterruptedException {
        return connect(held(), host, port);
    }

    private static Object connected(CapSockets right, InetAddress address, int port)
            throws InterruptedException {
        try {
            right.ensureValid("a script");
            var socket = new PaidSocket();
            socket.connect(new InetSocketAddress(address, port));
            return new SocketValue(socket);
        } catch (CapabilityRefusedException | AccessRefusedException e) {
            return failed("NoRight");
        } catch (ClosedByInterruptException e) {
            throw new InterruptedException();
        } catch (IOException e) {
            return failed("Refused");
        }
    }
}
