package dev.stint.bench;

import dev.stint.Scheduler;
import dev.stint.bench.kernel.Spinner;
import dev.stint.budget.Budget;
import dev.stint.channel.Channel;
import dev.stint.config.Cores;
import dev.stint.nursery.Nursery;
import dev.stint.tenant.Tenant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;

/** Tenants of a scheduler, with woven loops, which pay and so can be made to give way. */
final class StintRivals implements Rivals {
    private static final Budget CHILD = new Budget(1L << 50, 1L << 40, 0, 1L << 30, 0);
    private static final Budget POOL = new Budget(1L << 60, 1L << 60, 1L << 30, 1L << 60, 0);

    private final AtomicBoolean isOver = new AtomicBoolean();
    private final Scheduler scheduler;
    private final BiConsumer<AtomicLong, AtomicBoolean> loop;

    StintRivals(int workers) throws Exception {
        scheduler = StintPeer.openScheduler(Cores.VIRTUAL, workers);
        loop = woven();
    }

    @SuppressWarnings("unchecked") // its own class is of another loader
    static BiConsumer<AtomicLong, AtomicBoolean> woven() throws Exception {
        ClassLoader loader = Version.WOVEN.loader().apply(List.of(Program.here()));
        return (BiConsumer<AtomicLong, AtomicBoolean>)
                loader.loadClass(Spinner.class.getName()).getDeclaredConstructor().newInstance();
    }

    @Override
    public Rival open(int weight, long slice) {
        Tenant tenant =
                scheduler.openTenant(
                        t -> {
                            var weighed = t.withWeight(weight);
                            return slice == 0 ? weighed : weighed.withSlice(slice);
                        });
        return new One(tenant.nursery(n -> n.withBudget(POOL).withChildBudget(CHILD)));
    }

    @Override
    public void close() {
        isOver.set(true);
        scheduler.close();
    }

    private final class One implements Rival {
        private final Nursery nursery;

        One(Nursery nursery) {
            this.nursery = nursery;
        }

        @Override
        public void spin(AtomicLong rounds) {
            nursery.spawn(() -> loop.accept(rounds, isOver));
        }

        @Override
        public Bell answerWith(Runnable answer) {
            Channel<Integer> bell = Channel.buffered(1);
            nursery.spawn(
                    () -> {
                        while (!isOver.get()) {
                            bell.receive();
                            answer.run();
                        }
                    });
            return () -> bell.trySend(1);
        }
    }
}
