package dev.stint.hooks.jdk;

import dev.stint.hooks.AccessRefusedException;
import dev.stint.hooks.Delegate;
import dev.stint.hooks.Grant;
import dev.stint.hooks.Hook;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** The network, by the right of the task to connect. Every call of the system is paid. */
public final class Network {
    private static final int LONGEST_NAME = 255;

    /** What a connection takes of the heap, and of the system's memory at the least. */
    private static final int CONNECTION = 4096;

    private Network() {}

    public static InetAddress getByName(@Nullable String host) {
        return lookUp(host);
    }

    public static InetAddress[] getAllByName(@Nullable String host) {
        return new InetAddress[] {lookUp(host)};
    }

    public static InetSocketAddress createUnresolved(String host, int port) {
        ensureShort(host);
        return InetSocketAddress.createUnresolved(host, port);
    }

    private static void ensureShort(String host) {
        if (host.length() > LONGEST_NAME) {
            throw new IllegalArgumentException(
                    "a name of a host has at most "
                            + LONGEST_NAME
                            + " characters; this one has "
                            + host.length());
        }
    }

    /** Asks for the address of a name, by the right of the task. */
    static InetAddress lookUp(@Nullable String host) {
        int length = host == null ? 0 : host.length();
        if (host != null) {
            ensureShort(host);
        }
        Charges.pay(64, CONNECTION + 16L * length);
        return Delegate.current().lookUp(host);
    }

    public static SocketChannel open() throws IOException {
        return new PaidChannel();
    }

    public static SocketChannel open(SocketAddress to) throws IOException {
        var channel = new PaidChannel();
        channel.connect(to);
        return channel;
    }

    /**
     * The address that somebody wants to connect to. One of ours, so that it cannot be another one
     * each time it is asked.
     */
    static InetSocketAddress resolved(SocketAddress endpoint) {
        boolean isKnown =
                endpoint instanceof InetSocketAddress
                        && (endpoint.getClass() == InetSocketAddress.class
                                || endpoint.getClass() == PaidAddress.class);
        if (!isKnown) {
            throw new AccessRefusedException(
                    (endpoint == null ? "null" : endpoint.getClass())
                            + " is no address to connect to: only new InetSocketAddress(host, port)"
                            + " is.");
        }
        var to = (InetSocketAddress) endpoint;
        InetAddress address = to.getAddress();
        return new InetSocketAddress(
                address == null ? lookUp(to.getHostString()) : address, to.getPort());
    }

    static Grant ask(InetSocketAddress to) {
        Hook.pay(0, CONNECTION, 0);
        return Delegate.current().connect(to.getAddress(), to.getPort());
    }

    /** Before a call of the system that moves so many bytes. */
    static void use(Grant grant, long bytes) {
        grant.use();
        Hook.pay(Math.max(0, bytes) >> 4, 0, 1);
    }

    /** Why a call has failed: if the right or the task has ended, then it is that. */
    static IOException failed(Grant grant, IOException why) {
        grant.failed();
        return why;
    }
}
