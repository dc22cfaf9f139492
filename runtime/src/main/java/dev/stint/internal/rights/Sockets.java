package dev.stint.internal.rights;

import dev.stint.capability.CapSockets;
import dev.stint.capability.Capability;
import dev.stint.hooks.AccessRefusedException;
import dev.stint.hooks.Grant;
import dev.stint.hooks.Hook;
import dev.stint.internal.task.TaskGrant;
import dev.stint.internal.task.TaskImpl;
import java.net.InetAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The network, by the rights of a task to connect. */
final class Sockets {
    private Sockets() {}

    /** Finds an address without asking anybody. */
    static InetAddress lookUp(TaskImpl<?> me, @Nullable String host) {
        if (host == null) {
            return InetAddress.getLoopbackAddress();
        }
        Optional<InetAddress> written = CapSockets.literal(host);
        if (written.isPresent()) {
            return written.get();
        }
        String tried = "look up " + quoted(host);
        CapSockets first = null;
        for (Capability held : me.capabilities().all()) {
            if (held instanceof CapSockets right) {
                first = first == null ? right : first;
                Optional<InetAddress> known = right.addressOf(host);
                if (known.isPresent()) {
                    return known.get(); // whether the right is valid is asked when it is used
                }
            }
        }
        if (first == null) {
            throw Attended.missing(me, CapSockets.class, tried, "it holds no ");
        }
        throw first.refusal(me.toString(), tried);
    }

    private static String quoted(String host) {
        return "'" + (host.length() <= 255 ? host : host.substring(0, 255) + "...") + "'";
    }

    static Grant connect(TaskImpl<?> me, InetAddress address, int port) {
        String tried = "connect to " + CapSockets.inWords(address, port);
        CapSockets chosen = null;
        for (Capability held : me.capabilities().all()) {
            if (held instanceof CapSockets right) {
                chosen = chosen == null ? right : chosen;
                if (right.isValid() && right.covers(address, port)) {
                    chosen = right;
                    break;
                }
            }
        }
        if (chosen == null) {
            throw Attended.missing(me, CapSockets.class, tried, "it holds no ");
        }
        chosen.use(me.nursery().domain().issuer(), address, port, me.toString());
        if (!Thread.currentThread().isVirtual()) {
            throw new AccessRefusedException(
                    me
                            + " cannot "
                            + tried
                            + ": it runs on a bare core, where whoever waits for the network holds"
                            + " up a worker. Open the scheduler with Cores.VIRTUAL.");
        }
        Hook.pay(0, 0, 1);
        return new TaskGrant(me, chosen);
    }
}
