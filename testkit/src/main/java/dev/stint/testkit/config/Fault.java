package dev.stint.testkit.config;

import dev.stint.channel.Channel;
import dev.stint.task.Task;
import dev.stint.testkit.Sim;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * Something that goes wrong on purpose, at a point of a run that the strategy chooses.
 *
 * <p>It is called on the stack of the task that is at that point; what it throws is thrown at the
 * task there. Everything that it chooses it asks the {@link FaultSite} for, so that it happens
 * again when the schedule is replayed. It must not wait. Where a task is about to do something that
 * cannot fail, such as to unlock or to close, nothing strikes.
 */
@FunctionalInterface
public interface Fault {
    /** Makes it go wrong. */
    void strike(FaultSite site);

    /** What reports call it. */
    default String name() {
        return "fault";
    }

    /** A fault of your own, with the name that reports give it. */
    static Fault of(String name, Fault fault) {
        Objects.requireNonNull(name, "name of a fault");
        Objects.requireNonNull(fault, "a fault");
        return new Fault() {
            @Override
            public void strike(FaultSite site) {
                fault.strike(site);
            }

            @Override
            public String name() {
                return name;
            }
        };
    }

    /** The running task fails with an {@link InjectedFailureException}. */
    static Fault failTask() {
        return of(
                "task failure",
                site -> {
                    throw new InjectedFailureException(site.running() + " fails here on purpose");
                });
    }

    /** Some task, perhaps the running one, is cancelled. */
    static Fault cancelTask() {
        return of(
                "cancellation",
                site -> {
                    List<Task<?>> tasks = site.tasks();
                    tasks.get(site.choose(tasks.size())).cancel();
                });
    }

    /** The scheduler's code on some worker throws; it must lose nothing. */
    static Fault killWorker() {
        return of("worker death", FaultSite::killWorker);
    }

    /** The worker of the running task is stuck for so many steps, as in native code. */
    static Fault slowWorker(int steps) {
        if (steps < 1) {
            throw new IllegalArgumentException(
                    "a worker is slow for at least 1 step, not for " + steps);
        }
        return of("slow worker", site -> site.slowWorker(steps));
    }

    /** The clock goes on by up to this much while tasks could run. */
    static Fault jumpClock(Duration atMost) {
        if (atMost.isNegative() || atMost.isZero()) {
            throw new IllegalArgumentException("the clock only goes on, not by " + atMost);
        }
        return of("clock jump", site -> site.jumpClock(atMost.dividedBy(1L << site.choose(8))));
    }

    /** Some waiting task is woken for no reason; it must go on waiting. */
    static Fault wakeSpuriously() {
        return of(
                "spurious wake-up",
                site -> {
                    List<Task<?>> tasks = site.tasks();
                    site.wake(tasks.get(site.choose(tasks.size())));
                });
    }

    /** The channel is closed; for {@link Sim#mayHappen}, since each run has channels of its own. */
    static Fault close(Channel<?> channel) {
        Objects.requireNonNull(channel, "the channel to close");
        return of("close of " + channel, site -> channel.close());
    }
}
