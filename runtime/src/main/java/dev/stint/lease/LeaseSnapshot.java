package dev.stint.lease;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A lease at one moment.
 *
 * @param owner the tenant, in words
 * @param asked so many workers were asked for
 * @param workers that have come to it and are not back yet
 * @param queued tasks of the owner that wait for any of them
 * @param end why it was revoked; empty while it holds
 * @param revocation how long it took after the revocation until the last worker was back; so far,
 *     if one is not
 * @param isLate whether that is more than the lease allows
 */
public record LeaseSnapshot(
        String name,
        String owner,
        LeaseState state,
        int asked,
        List<LeasedWorker> workers,
        int queued,
        Optional<LeaseEnd> end,
        Optional<Duration> revocation,
        boolean isLate) {
    public LeaseSnapshot {
        workers = List.copyOf(workers);
    }
}
