package dev.stint.capability;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where one may connect to: a host or a range of addresses, and a range of ports.
 *
 * <p>A name is looked up once, here, and stands for the addresses that it had then; whatever its
 * owner says later opens no other door. An address is judged by its bits, not by how it is written.
 *
 * @param text as it was written
 * @param name of the host, in lower case; null if it was written in digits
 */
record Place(String text, @Nullable String name, List<Range> ranges, int firstPort, int lastPort) {
    private static final int MOST_PORTS = 65_535;
    private static final String LOCALHOST = "localhost";
    private static final Pattern FORM =
            Pattern.compile(
                    "(?:\\[([0-9a-fA-F:.]+)(?:/(\\d{1,3}))?\\]|([^\\[\\]:/]+)(?:/(\\d{1,2}))?)"
                            + ":(?:(\\d{1,5})(?:-(\\d{1,5}))?|(\\*))");
    private static final Pattern NAME =
            Pattern.compile(
                    "(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*");
    private static final Pattern DIGITS = Pattern.compile("(.*\\.)?(0x[0-9a-f]*|\\d+)");

    /** All addresses that begin with the same bits. */
    record Range(InetAddress base, int bits) {
        boolean covers(Range other) {
            return bits <= other.bits && covers(other.base);
        }

        /**
         * Addresses that lead back to this machine or its neighbours are covered only by ranges
         * that are of such addresses altogether: whoever opens the whole network does not mean
         * them.
         */
        boolean covers(InetAddress address) {
            byte[] mine = base.getAddress();
            byte[] its = address.getAddress();
            if (mine.length != its.length || address.isAnyLocalAddress()) {
                return false;
            }
            for (int bit = 0; bit < bits; bit++) {
                int mask = 0x80 >> (bit & 7);
                if ((mine[bit >> 3] & mask) != (its[bit >> 3] & mask)) {
                    return false;
                }
            }
            return !isNear(address) || isNear(base);
        }
    }

    static Place parse(String text) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            throw wrong(text, "it is not of the form HOST:PORT");
        }
        int first = form.group(7) != null ? 1 : Integer.parseInt(form.group(5));
        int last = form.group(7) != null ? MOST_PORTS : first;
        if (form.group(6) != null) {
            last = Integer.parseInt(form.group(6));
        }
        if (first < 1 || last > MOST_PORTS || first > last) {
            throw wrong(text, "ports are from 1 to " + MOST_PORTS + ", the smaller one first");
        }
        if (form.group(1) != null) {
            return new Place(text, null, range(text, form.group(1), form.group(2)), first, last);
        }
        String name = nameOf(form.group(3));
        if (name == null || form.group(4) != null || isDigits(name)) {
            return new Place(text, null, range(text, form.group(3), form.group(4)), first, last);
        }
        return new Place(text, name, lookUp(text, name), first, last);
    }

    /** True if no name has to be looked up to know what it is; also if it is wrong altogether. */
    static boolean isWrittenInDigits(String text) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches() || form.group(1) != null || form.group(4) != null) {
            return true;
        }
        String name = nameOf(form.group(3));
        return name == null || isDigits(name) || name.equals(LOCALHOST);
    }

    private static List<Range> range(String text, String digits, @Nullable String prefix) {
        InetAddress base = literal(digits);
        if (base == null) {
            throw wrong(text, "'" + digits + "' is neither the name of a host nor an address");
        }
        int all = base.getAddress().length * 8;
        int bits = prefix == null ? all : Integer.parseInt(prefix);
        if (bits > all) {
            throw wrong(text, "an address of this kind has " + all + " bits");
        }
        byte[] bytes = base.getAddress();
        for (int bit = bits; bit < all; bit++) {
            bytes[bit >> 3] &= (byte) ~(0x80 >> (bit & 7));
        }
        if (base.isAnyLocalAddress() && bits == all) {
            throw wrong(text, "nobody is at that address; write the one that is meant");
        }
        return List.of(new Range(of(bytes), bits));
    }

    private static List<Range> lookUp(String text, String name) {
        if (name.equals(LOCALHOST)) {
            return Stream.of("127.0.0.1", "::1").map(Place::single).toList();
        }
        try {
            List<Range> found =
                    Arrays.stream(InetAddress.getAllByName(name))
                            .map(a -> new Range(of(a.getAddress()), a.getAddress().length * 8))
                            .toList();
            for (Range range : found) {
                if (isNear(range.base) || range.base.isAnyLocalAddress()) {
                    throw wrong(
                            text,
                            "the name leads to "
                                    + range.base.getHostAddress()
                                    + ", back to this machine or its neighbours. If that is meant,"
                                    + " write the address");
                }
            }
            return found;
        } catch (UnknownHostException e) {
            throw wrong(text, "there is no host of that name");
        }
    }

    private static Range single(String digits) {
        InetAddress address = InetAddress.ofLiteral(digits);
        return new Range(address, address.getAddress().length * 8);
    }

    /** This machine, its neighbours, or many at once. */
    static boolean isNear(InetAddress address) {
        return address.isLoopbackAddress()
                || address.isLinkLocalAddress()
                || address.isMulticastAddress();
    }

    boolean covers(InetAddress address, int port) {
        return port >= firstPort
                && port <= lastPort
                && ranges.stream().anyMatch(range -> range.covers(address));
    }

    /** True if nothing is open there that is not open here. */
    boolean covers(Place other) {
        return firstPort <= other.firstPort
                && other.lastPort <= lastPort
                && other.ranges.stream()
                        .allMatch(part -> ranges.stream().anyMatch(range -> range.covers(part)));
    }

    /** The name of a host as it is compared: in lower case, without the dot at the end; or null. */
    static @Nullable String nameOf(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        if (name.endsWith(".")) {
            name = name.substring(0, name.length() - 1);
        }
        return NAME.matcher(name).matches() ? name : null;
    }

    /** True for what some would take for an address, though it has the form of a name. */
    static boolean isDigits(String name) {
        return DIGITS.matcher(name).matches();
    }

    /** An address that is written in digits; null if it is not. */
    static @Nullable InetAddress literal(String host) {
        String digits =
                host.startsWith("[") && host.endsWith("]")
                        ? host.substring(1, host.length() - 1)
                        : host;
        try {
            return InetAddress.ofLiteral(digits);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static InetAddress of(byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address of " + bytes.length + " bytes", e);
        }
    }

    private static IllegalArgumentException wrong(String text, String why) {
        return new IllegalArgumentException(
                "'"
                        + text
                        + "' is no place to connect to: "
                        + why
                        + ". Write for example db.example:5432, 10.0.0.0/8:80-443, [::1]:8080 or"
                        + " localhost:*.");
    }
}
