package dev.stint.verify.hostile.programs;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.nursery.Nursery;
import dev.stint.tenant.Tenant;
import dev.stint.verify.hostile.OwnTime;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * An honest tenant beside the attacker: every ten milliseconds it reckons something and sends it to
 * itself. It notes how late it comes and whether it is right. A thread that only sleeps notes how
 * late the machine is; and what others had of the processors is not held against anybody.
 */
final class Victim implements AutoCloseable {
    private static final Duration ROUND = Duration.ofMillis(10);
    private static final int NUMBERS = 500;
    private static final int NOW_AND_THEN = 5;

    private final Flaw flaw;
    private final Tenant tenant;
    private final AtomicLong rounds = new AtomicLong();
    private final AtomicLong allRounds = new AtomicLong();
    private final AtomicLong wrong = new AtomicLong();
    private final AtomicLong latest = new AtomicLong();
    private final AtomicLong machineLatest = new AtomicLong();
    private final Thread machine;
    private OwnTime time = new OwnTime(); // since it was last asked
    private long asked = System.nanoTime();
    private volatile boolean isOver;

    Victim(Scheduler scheduler, Flaw flaw) {
        this.flaw = flaw;
        this.tenant = scheduler.openTenant(t -> t.withName("victim"));
        Nursery nursery = tenant.nursery(n -> n.withName("victim"));
        nursery.spawn("victim", this::live);
        machine = new Thread(this::sleep, "machine of " + scheduler.config().name());
        machine.setDaemon(true);
        machine.start();
    }

    private void live() throws InterruptedException {
        Channel<Long> channel = Channel.buffered(1);
        while (!isOver) {
            long begun = System.nanoTime();
            Stint.sleep(ROUND);
            channel.sender().send(reckon());
            if (channel.receiver().receive() != (long) NUMBERS * (NUMBERS - 1) / 2) {
                wrong.incrementAndGet();
            }
            long late = System.nanoTime() - begun - ROUND.toNanos();
            boolean isPlanted = flaw == Flaw.COMES_LATE && isNowAndThen();
            latest.accumulateAndGet(isPlanted ? Duration.ofMinutes(1).toNanos() : late, Math::max);
            rounds.incrementAndGet();
            allRounds.incrementAndGet();
        }
    }

    private long reckon() {
        long sum = 0;
        for (int i = 0; i < NUMBERS; i++) {
            sum += i;
        }
        return flaw == Flaw.MISRECKONS && isNowAndThen() ? sum + 1 : sum;
    }

    private boolean isNowAndThen() {
        return allRounds.get() % NOW_AND_THEN == NOW_AND_THEN - 1;
    }

    private void sleep() {
        while (!isOver) {
            long begun = System.nanoTime();
            try {
                Thread.sleep(ROUND);
            } catch (InterruptedException e) {
                return;
            }
            machineLatest.accumulateAndGet(System.nanoTime() - begun - ROUND.toNanos(), Math::max);
        }
    }

    /**
     * How it went since it was last asked.
     *
     * @param late by how much it came too late at most, in nanoseconds, beyond the machine and what
     *     others had of it
     */
    record Report(long rounds, long wrong, long late) {}

    Report report() {
        long wall = System.nanoTime() - asked;
        long others = wall - time.passed().toNanos();
        asked = System.nanoTime();
        time = new OwnTime();
        return new Report(
                rounds.getAndSet(0),
                wrong.getAndSet(0),
                latest.getAndSet(0) - machineLatest.getAndSet(0) - others);
    }

    boolean isBalanced() {
        return tenant.ledger().isBalanced();
    }

    @Override
    public void close() {
        isOver = true;
        machine.interrupt();
        tenant.close();
    }
}
