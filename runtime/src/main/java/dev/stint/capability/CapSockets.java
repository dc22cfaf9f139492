package dev.stint.capability;

import dev.stint.budget.Budget;
import dev.stint.error.CapabilityExceededException;
import java.io.Closeable;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The right to connect to the hosts on a list. No profile gives it: metered code without it reaches
 * nothing.
 *
 * <p>The names on the list are looked up when the right is issued, and never again: what a tenant
 * connects to is an address that was judged, and it cannot ask the network for any other name. If a
 * host has moved, issue a new right.
 *
 * <p>When the right ends, the connections that were made with it are closed; one whose time is up
 * ends them at their next use. What a task has connected is also closed when the task ends.
 */
public final class CapSockets extends Capability {
    private static final String NEAR =
            " An address of this machine or its neighbours is not in a range of others; name it.";

    /** Connections that may be open at once, unless it is made fewer. */
    public static final int MOST_OPEN = 100;

    private final List<Place> places;
    private final int mostOpen;

    private final Holdings open;

    CapSockets(Issuer issuer, String... places) {
        super(issuer, Budget.UNLIMITED);
        this.places = parse(places);
        this.mostOpen = MOST_OPEN;
        this.open = new Holdings("connections");
    }

    private CapSockets(CapSockets parent, List<Place> places, int mostOpen, long expiresAt) {
        super(parent, Budget.UNLIMITED, expiresAt);
        this.places = places;
        this.mostOpen = mostOpen;
        this.open = parent.open;
    }

    private static List<Place> parse(String... places) {
        if (places.length == 0) {
            throw new IllegalArgumentException(
                    "a right to connect needs a place to connect to, such as db.example:5432.");
        }
        return Arrays.stream(places)
                .map(text -> Place.parse(Objects.requireNonNull(text, "a place to connect to")))
                .toList();
    }

    /** The right to connect to these places only, which must be among those it is for. */
    public CapSockets only(String... places) {
        var fewer = new ArrayList<Place>();
        for (String text : places) {
            Place place = known(Objects.requireNonNull(text, "a place to connect to"));
            if (this.places.stream().noneMatch(mine -> mine.covers(place))) {
                throw new CapabilityExceededException(
                        this
                                + " cannot be derived for "
                                + text
                                + ": it is the right to connect to "
                                + inWords()
                                + ". A right can be made smaller, never larger.");
            }
            fewer.add(place);
        }
        return new CapSockets(this, List.copyOf(fewer), mostOpen, Long.MAX_VALUE);
    }

    /** With the addresses that a name has here, if it is one of ours. */
    private Place known(String text) {
        for (Place mine : places) {
            if (mine.text().equals(text)) {
                return mine;
            }
        }
        if (!Place.isWrittenInDigits(text)) {
            throw new CapabilityExceededException(
                    this
                            + " cannot be derived for "
                            + text
                            + ": it is the right to connect to "
                            + inWords()
                            + ", and holders of a right have no names looked up.");
        }
        return Place.parse(text);
    }

    /** The same right, with at most so many connections open at once. */
    public CapSockets atMost(int connections) {
        if (connections < 1) {
            throw new IllegalArgumentException(
                    "a right to connect cannot be one to "
                            + connections
                            + " connections; the fewest are 1.");
        }
        return new CapSockets(this, places, Math.min(mostOpen, connections), Long.MAX_VALUE);
    }

    /** The same right, for this long. */
    public CapSockets expiringIn(Duration time) {
        return new CapSockets(this, places, mostOpen, expiryIn(Issuer.nanosOf(time)));
    }

    /** Where one may connect to, as it was written. */
    public List<String> places() {
        return places.stream().map(Place::text).toList();
    }

    private String inWords() {
        return places.stream().map(Place::text).collect(Collectors.joining(", "));
    }

    /** True if it is a right to this address, whatever else is wrong with it. */
    public boolean covers(InetAddress address, int port) {
        return places.stream().anyMatch(place -> place.covers(address, port));
    }

    /** The address of a host that is on the list by its name; empty if it is not. */
    public Optional<InetAddress> addressOf(String host) {
        String name = Place.nameOf(host);
        for (Place place : places) {
            if (name != null && name.equals(place.name())) {
                return Optional.of(place.ranges().getFirst().base());
            }
        }
        return Optional.empty();
    }

    /** An address that is written in digits; empty if it is not. For the runtime. */
    public static Optional<InetAddress> literal(String host) {
        return Optional.ofNullable(Place.literal(host));
    }

    /** That it does not allow something. For the runtime. */
    public CapabilityExceededException refusal(String who, String tried) {
        return refusal(who, tried, "");
    }

    private CapabilityExceededException refusal(String who, String tried, String more) {
        return new CapabilityExceededException(
                who
                        + " cannot "
                        + tried
                        + ": "
                        + this
                        + " is the right to connect to "
                        + inWords()
                        + ". Ask for one that allows more."
                        + more);
    }

    /** Uses the right, or throws why not. For the runtime. */
    public void use(Issuer issuer, InetAddress address, int port, String who) {
        String tried = "connect to " + inWords(address, port);
        issuer.ensureIssued(this, who, tried);
        ensureValid(who, tried);
        if (!covers(address, port)) {
            throw refusal(who, tried, Place.isNear(address) ? NEAR : "");
        }
    }

    /** An address as it is written with a port. */
    public static String inWords(InetAddress address, int port) {
        String digits = address.getHostAddress();
        return (digits.indexOf(':') < 0 ? digits : "[" + digits + "]") + ":" + port;
    }

    /** Throws if the right has ended. For the runtime. */
    public void ensureValid(String who) {
        ensureValid(who, "use its connection");
    }

    /**
     * Ties a connection to the right: when that ends, it is closed. For the runtime.
     *
     * @param owner for {@link #closeThoseOf}
     */
    public void hold(Closeable connection, Object owner, String who) {
        open.add(connection, this, owner, who, "connect");
    }

    /** Undoes {@link #hold}. For the runtime. */
    public void drop(Closeable connection) {
        open.remove(connection);
    }

    /** How many connections are open by this right, and by those derived from it. */
    public int openNow() {
        return open.count(this);
    }

    @Override
    int mostOpen() {
        return mostOpen;
    }

    @Override
    void ended() {
        open.closeThoseBy(this);
    }

    /** Closes what was opened by an owner that has ended. For the runtime. */
    public void closeThoseOf(Object owner) {
        open.closeThoseOf(owner);
    }
}
