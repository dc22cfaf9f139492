package dev.stint.channel;

/**
 * A channel as it was at one moment.
 *
 * @param capacity how many values its buffer holds; 0 for a rendezvous, {@link Integer#MAX_VALUE}
 *     if it has no bound
 * @param buffered how many values lie in the buffer
 * @param sendersWaiting how many sends wait for room or a partner; a select with several is one
 * @param receiversWaiting how many receives wait for a value; a select with several is one
 * @param dropped how many values were dropped for lack of room
 */
public record ChannelSnapshot(
        String name,
        int capacity,
        int buffered,
        int sendersWaiting,
        int receiversWaiting,
        long dropped,
        boolean closed) {}
