package dev.stint.hooks.jdk;

import dev.stint.hooks.AccessRefusedException;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Addresses as names. Each has a handler that opens nothing and asks nobody; the JDK's would look
 * for one in all that is there, and compare by asking the network for hosts.
 */
public final class Urls {
    private static final int LONGEST = 1 << 16;
    private static final int BYTES = 256;
    private static final int WORK = 64;

    /** What the JDK knows, and the ports. */
    private static final Map<String, Integer> PORTS =
            Map.of("http", 80, "https", 443, "ftp", 21, "file", -1, "jar", -1, "mailto", -1);

    private static final Map<String, Closed> HANDLERS = handlers();

    private Urls() {}

    private static Map<String, Closed> handlers() {
        var handlers = new HashMap<String, Closed>();
        PORTS.forEach((protocol, port) -> handlers.put(protocol, new Closed(port)));
        return Map.copyOf(handlers);
    }

    static final class Closed extends URLStreamHandler {
        private final int port;

        Closed(int port) {
            this.port = port;
        }

        @Override
        protected URLConnection openConnection(URL url) throws IOException {
            throw new AccessRefusedException(
                    url
                            + " cannot be opened. Connect by a Socket, which asks for the right"
                            + " CapSockets, or read a file through Files.");
        }

        @Override
        protected int getDefaultPort() {
            return port;
        }

        @Override
        protected boolean equals(URL a, URL b) {
            return a.toExternalForm().equals(b.toExternalForm());
        }

        @Override
        protected int hashCode(URL url) {
            return url.toExternalForm().hashCode();
        }
    }

    private static void pay(long length) {
        if (length > LONGEST) {
            throw new IllegalArgumentException(
                    "an address has " + LONGEST + " characters at the most, and this " + length);
        }
        Charges.pay(WORK + 16 * length, BYTES + 16 * length);
    }

    public static URL of(String address) throws MalformedURLException {
        return of(null, address);
    }

    @SuppressWarnings("deprecation") // that is what programs call
    public static URL of(@Nullable URL context, String address) throws MalformedURLException {
        pay(address.length() + (context == null ? 0 : context.toExternalForm().length()));
        String protocol = protocol(address);
        if (context != null && (protocol == null || protocol.equals(context.getProtocol()))) {
            // It takes the context's own handler, which is ours or that of a resource.
            return new URL(context, address);
        }
        if (protocol == null) {
            throw new MalformedURLException("no protocol: " + address);
        }
        return new URL(null, address, handler(protocol));
    }

    @SuppressWarnings("deprecation")
    public static URL of(String protocol, String host, String file) throws MalformedURLException {
        pay((long) protocol.length() + host.length() + file.length());
        return new URL(protocol, host, -1, file, handler(protocol));
    }

    @SuppressWarnings("deprecation")
    public static URL of(String protocol, String host, int port, String file)
            throws MalformedURLException {
        pay((long) protocol.length() + host.length() + file.length());
        return new URL(protocol, host, port, file, handler(protocol));
    }

    private static Closed handler(String protocol) throws MalformedURLException {
        Closed found = HANDLERS.get(protocol.toLowerCase(Locale.ROOT));
        if (found == null) {
            throw new MalformedURLException("unknown protocol: " + protocol);
        }
        return found;
    }

    /** What is before the first colon, if it is a protocol; as the JDK finds it. */
    private static @Nullable String protocol(String address) {
        String text = address.strip();
        int from = text.regionMatches(true, 0, "url:", 0, 4) ? 4 : 0;
        for (int at = from; at < text.length() && text.charAt(at) != '/'; at++) {
            char each = text.charAt(at);
            boolean isLetter = (each | 32) >= 'a' && (each | 32) <= 'z';
            if (each == ':') {
                return at == from ? null : text.substring(from, at).toLowerCase(Locale.ROOT);
            }
            boolean isPart =
                    isLetter
                            || (at > from && (Character.isDigit(each) || ".+-".indexOf(each) >= 0));
            if (!isPart) {
                return null;
            }
        }
        return null;
    }
}
