package dev.stint.internal.worker;

import java.util.Objects;

/**
 * How the tenants of one worker stand in the whole crew. What a tenant had on another worker counts
 * in the order of this one, too, when it is next looked at here; so who has much elsewhere comes
 * later here. Who comes from a worker where it waits has the lag here that it has in all.
 *
 * <p>A tenant that waits nowhere is owed nothing: it has had all that it could use.
 *
 * <p>With one worker, in a simulation, and while the worker is leased it does nothing. The owner's,
 * unless said otherwise.
 */
final class Standing {
    private final FairOrder order;
    private final CrewTime crew;
    private final long slice;
    private final boolean isOfSeveral;

    /**
     * So many slices are remembered of what a tenant has had or not had elsewhere: two turns on
     * each worker, since each may be in the middle of one and have another to make up for.
     */
    private final int most;

    private boolean isApart;
    private long unlooked; // operations charged since the last look at another worker

    /** {@code workers}: of the scheduler, which share what tenants get. */
    Standing(FairOrder order, CrewTime crew, long slice, int workers) {
        this.order = order;
        this.crew = crew;
        this.slice = slice;
        this.isOfSeveral = workers > 1;
        this.most = 2 * (workers + 1);
    }

    /** The worker is leased, or serves everybody again. */
    void setApart(boolean apart) {
        isApart = apart;
    }

    boolean isOn() {
        return isOfSeveral && !isApart;
    }

    // ---- the life of a tenant here

    /** Takes part in the order from now on. */
    void join(Party party) {
        GlobalQueues.Lane tenant = laneOf(party);
        long lag = tenant.asTenant.take();
        Party now = (Party) order.current();
        if (isOn() && now != null && tenant.service.isWaiting()) {
            long ahead = laneOf(now).service.time() - tenant.service.time();
            long owed = order.lagAt(party, now.time - ahead);
            order.join(party, lag < 0 ? Math.min(lag, owed) : owed, most * slice);
        } else {
            order.join(party, lag, party.turn);
        }
        party.seen = tenant.service.had();
    }

    /** It has tasks here that wait, from now on. */
    void waits(Party party) {
        if (isOn() && !party.waits) {
            Service service = laneOf(party).service;
            if (!service.isWaiting()) {
                service.reach(crew.now());
            }
            party.waits = true;
            service.waits();
        }
    }

    /** It has no tasks here, or runs all that it has. */
    void waitsNoMore(Party party) {
        if (party.waits) {
            Service service = laneOf(party).service;
            party.waits = false;
            service.waitsNoMore();
        }
    }

    /** What one that is in had elsewhere counts here from now on; false if it had nothing. */
    boolean catchUp(Party party) {
        if (!isOfSeveral) {
            return false;
        }
        long had = laneOf(party).service.had();
        return had != party.seen && countElsewhere(party, had, 0);
    }

    private boolean countElsewhere(Party party, long had, long here) {
        long elsewhere = had - party.seen - here;
        party.seen = had;
        return !isApart && elsewhere > 0 && order.chargeTime(party, elsewhere, most * slice) > 0;
    }

    /** One that is in has had so much here, in operations. */
    void charge(Party party, long service) {
        long time = order.charge(party, service);
        if (isOn()) {
            unlooked += service;
            countElsewhere(party, laneOf(party).service.add(time), time);
        }
    }

    /** Its turn begins. */
    void begins(Party party) {
        if (isOn()) {
            crew.reach(laneOf(party).service.time(), order.request(party) / 2);
        }
    }

    /**
     * Its turn is over.
     *
     * @param hasAll it runs here all that it has here, and nobody else waits
     */
    void ends(Party party, boolean hasAll) {
        if (!isOn()) {
            return;
        }
        Service service = laneOf(party).service;
        if (hasAll) {
            waitsNoMore(party);
        } else {
            waits(party);
        }
        service.reach(service.isWaiting() ? crew.now() - most * FairOrder.SLICE : crew.now());
    }

    /** What one that leaves owes, if it owes that to all and not to those of this worker alone. */
    long debtOf(Party party) {
        long lag = order.lag(party);
        if (!isOn() || lag >= 0) {
            return lag;
        }
        long ahead = Math.max(0, laneOf(party).service.time() - crew.now());
        return Math.max(lag, -(long) ((double) ahead * party.weight * slice / FairOrder.SLICE));
    }

    private static GlobalQueues.Lane laneOf(Party party) {
        return Objects.requireNonNull(party.lane);
    }

    // ---- comparing with other workers

    /** True if so much was done since the last look that it is time for one. */
    boolean isLookDue() {
        return unlooked >= slice && isOn();
    }

    void looked() {
        unlooked = 0;
    }

    /**
     * What one tenant is owed by another that is served here, in operations, if the two had a
     * worker for themselves.
     */
    long owed(GlobalQueues.Lane tenant, Party here) {
        double both = (double) here.weight * tenant.weight / (here.weight + tenant.weight);
        long behind = laneOf(here).service.time() - tenant.service.time();
        return (long) (behind * both * slice / FairOrder.SLICE);
    }
}
