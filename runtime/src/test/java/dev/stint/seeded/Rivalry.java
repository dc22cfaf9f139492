package dev.stint.seeded;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.config.SchedulerConfig;
import dev.stint.env.Decisions;
import dev.stint.event.WorkerSnapshot;
import dev.stint.tenant.Tenant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Tenants that want more than there is, on several workers under a seed, and what would be fair.
 * What they have is counted in operations, since the clock stands still while anything can run.
 */
final class Rivalry implements AutoCloseable {
    static final long SLICE = 10_000;
    static final int LOOK = 500;

    private final Scheduler scheduler;
    private final int workers;
    private final List<Tenant> tenants = new ArrayList<>();
    private final List<Integer> tasks = new ArrayList<>(); // that want to run all the time
    private final List<Integer> weights = new ArrayList<>();
    private final Channel<Integer> bell = Channel.buffered(1);
    private long[] had = {};
    private long all;
    private long goal = Long.MAX_VALUE;
    private long nextLook;
    private double furthest;

    private Rivalry(int workers, SchedulerConfig config) {
        this.workers = workers;
        this.scheduler = Scheduler.open(c -> config.withWorkers(workers).withSlice(SLICE));
    }

    /** The seed says which worker steps. */
    static Rivalry drawn(long seed, int workers) {
        return new Rivalry(workers, SchedulerConfig.defaults().withSeed(seed));
    }

    /**
     * The workers step in turn, so that each has done as much as any other: it is fair that who has
     * one task has one worker and no more. The rest says the seed.
     */
    static Rivalry inTurn(long seed, int workers) {
        Decisions drawn = Decisions.seeded(seed);
        var inTurn =
                new Decisions() {
                    private int last = -1;

                    @Override
                    public int choose(Kind kind, int alternatives) {
                        return drawn.choose(kind, alternatives);
                    }

                    @Override
                    public int chooseWorker(List<Integer> ids) {
                        int next = 0;
                        for (int i = 0; i < ids.size(); i++) {
                            if (ids.get(i) > last) {
                                next = i;
                                break;
                            }
                        }
                        last = ids.get(next);
                        return next;
                    }
                };
        return new Rivalry(
                workers, SchedulerConfig.defaults().withSeed(seed).withDecisions(inTurn));
    }

    /** One more tenant, with tasks that never end; they are numbered from 0. */
    int join(int weight, int loops) {
        int number = tenants.size();
        tenants.add(scheduler.openTenant(t -> t.withName("tenant " + number).withWeight(weight)));
        tasks.add(0);
        weights.add(weight);
        had = Arrays.copyOf(had, number + 1);
        spin(number, loops);
        return number;
    }

    /** A tenant has so many more tasks that never end. */
    void spin(int tenant, int loops) {
        tasks.set(tenant, tasks.get(tenant) + loops);
        for (int i = 0; i < loops; i++) {
            spawn(
                    tenant,
                    () -> {
                        while (true) {
                            work(tenant, LOOK);
                        }
                    });
        }
    }

    /** What a task does that is part of the count. */
    @FunctionalInterface
    interface Body {
        void run() throws Exception;
    }

    void spawn(int tenant, Body body) {
        tenants.get(tenant)
                .root()
                .spawn(
                        () -> {
                            body.run();
                            return null;
                        });
    }

    Scheduler scheduler() {
        return scheduler;
    }

    /** A task of the tenant does so much. */
    void work(int tenant, long operations) throws InterruptedException {
        had[tenant] += operations;
        all += operations;
        if (all >= nextLook) {
            nextLook = all + 100 * SLICE;
            furthest = Math.max(furthest, furthest());
        }
        if (all >= goal) {
            goal = Long.MAX_VALUE;
            bell.trySend(1);
        }
        Stint.checkpoint(operations);
    }

    /** Until all together have done so much more. The host sleeps meanwhile. */
    void run(long operations) throws Exception {
        goal = all + operations;
        scheduler.run(
                () -> {
                    bell.receive();
                });
    }

    long had(int tenant) {
        return had[tenant];
    }

    long all() {
        return all;
    }

    double share(int tenant) {
        return (double) had[tenant] / all;
    }

    /** How many tasks have come from another worker. */
    long moved() {
        return scheduler.snapshot().workers().stream().mapToLong(WorkerSnapshot::tasksStolen).sum();
    }

    /**
     * What part of all is fair for each, if nobody comes or goes: by weight, but nobody can have
     * more workers than tasks, and what somebody cannot use is the others'.
     */
    double[] fair() {
        int n = tenants.size();
        double[] part = new double[n];
        boolean[] isCapped = new boolean[n];
        int busy = Math.min(workers, tasks.stream().mapToInt(Integer::intValue).sum());
        boolean more = true;
        while (more) {
            more = false;
            double left = busy;
            double sum = 0;
            for (int i = 0; i < n; i++) {
                left -= isCapped[i] ? tasks.get(i) : 0;
                sum += isCapped[i] ? 0 : weights.get(i);
            }
            for (int i = 0; i < n; i++) {
                part[i] = isCapped[i] ? tasks.get(i) : left * weights.get(i) / sum;
                if (!isCapped[i] && part[i] > tasks.get(i) + 1e-9) {
                    isCapped[i] = true;
                    more = true;
                }
            }
        }
        return Arrays.stream(part).map(p -> p / busy).toArray();
    }

    /**
     * How far anybody was from what is fair, so far, whenever that was looked at; in operations.
     */
    double worst() {
        return furthest;
    }

    private double furthest() {
        double[] fair = fair();
        double worst = 0;
        for (int i = 0; i < had.length; i++) {
            worst = Math.max(worst, Math.abs(had[i] - fair[i] * all));
        }
        return worst;
    }

    /** What is the same whenever the same is played. */
    String trace() {
        return scheduler.traceHash() + " " + Arrays.toString(had);
    }

    @Override
    public void close() {
        tenants.forEach(Tenant::close);
        scheduler.close();
    }
}
