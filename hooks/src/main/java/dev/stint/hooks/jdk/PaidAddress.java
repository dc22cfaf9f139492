package dev.stint.hooks.jdk;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** Is made in the place of its superclass, which asks the network for the address of a name. */
public final class PaidAddress extends InetSocketAddress {
    private static final long serialVersionUID = 1;

    public PaidAddress(String host, int port) {
        super(Network.lookUp(host), port);
    }

    public PaidAddress(@Nullable InetAddress address, int port) {
        super(address, port);
    }
}
