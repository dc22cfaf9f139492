package dev.stint.policyservice.socket;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Collection;
import java.util.Set;
import jdk.net.ExtendedSocketOptions;
import jdk.net.UnixDomainPrincipal;

/** Which users the other side may be; by what the kernel says of it, and not by what it says. */
final class Peers {
    private static final int STICKY = 01000;
    private static final int OTHERS_WRITE = 0002;

    private final Set<String> users;

    /** These; the user of this process if there are none. */
    Peers(Collection<String> users) {
        this.users = users.isEmpty() ? Set.of(self()) : Set.copyOf(users);
    }

    Set<String> users() {
        return users;
    }

    static String self() {
        return ProcessHandle.current()
                .info()
                .user()
                .orElseGet(() -> System.getProperty("user.name"));
    }

    /**
     * Refuses a connection with somebody else.
     *
     * @throws SecurityException if it is somebody else, or the system does not say who
     */
    void ensureTrusted(SocketChannel channel) throws IOException {
        if (!channel.supportedOptions().contains(ExtendedSocketOptions.SO_PEERCRED)) {
            throw new SecurityException(
                    "this system does not say who is at the other end of a socket, so that nobody"
                            + " can be trusted there. Use a policy file.");
        }
        UnixDomainPrincipal peer = channel.getOption(ExtendedSocketOptions.SO_PEERCRED);
        String user = peer.user().getName();
        if (!users.contains(user)) {
            throw new SecurityException(
                    "user '"
                            + user
                            + "' is at the other end of the socket; trusted is "
                            + String.join(", ", users));
        }
    }

    /**
     * Refuses a socket that others might have put there, or can take part in.
     *
     * @throws SecurityException if so
     */
    void ensureSafe(Path socket) throws IOException {
        var file =
                Files.readAttributes(socket, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!file.isOther()) {
            throw new SecurityException("'" + socket + "' is no socket");
        }
        if (!users.contains(file.owner().getName())) {
            throw new SecurityException(
                    "socket '"
                            + socket
                            + "' belongs to '"
                            + file.owner().getName()
                            + "'; trusted is "
                            + String.join(", ", users));
        }
        if (file.permissions().contains(PosixFilePermission.OTHERS_WRITE)) {
            throw new SecurityException(
                    "anybody may connect to socket '" + socket + "'; say: chmod 600 " + socket);
        }
        Path folder = socket.toAbsolutePath().getParent();
        int mode = folder == null ? 0 : (int) Files.getAttribute(folder, "unix:mode");
        if ((mode & OTHERS_WRITE) != 0 && (mode & STICKY) == 0) {
            throw new SecurityException(
                    "anybody may replace socket '"
                            + socket
                            + "', since anybody may write into its folder; put it elsewhere");
        }
    }
}
