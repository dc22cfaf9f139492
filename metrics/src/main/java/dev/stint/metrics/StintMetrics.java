package dev.stint.metrics;

import dev.stint.Scheduler;
import dev.stint.event.SchedulerSnapshot;
import dev.stint.event.WorkerSnapshot;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.ToDoubleFunction;

/**
 * Meters of a scheduler for Micrometer: {@code new StintMetrics(scheduler).bindTo(registry)}. All
 * have the tag {@code scheduler}. For this class alone Micrometer must be there.
 */
public final class StintMetrics implements MeterBinder {
    private final Scheduler scheduler;

    /** Meters of this scheduler, which the registry then keeps from being collected. */
    public StintMetrics(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        counter(registry, "stint.tasks.spawned", "tasks started", SchedulerSnapshot::spawned);
        counter(registry, "stint.tasks.finished", "tasks ended", SchedulerSnapshot::finished);
        counter(registry, "stint.tasks.stolen", "tasks stolen", SchedulerBean::steals);
        counter(
                registry,
                "stint.carriers.blocked",
                "waits that blocked a carrier",
                SchedulerSnapshot::pinnedParks);
        gauge(
                registry,
                "stint.tasks.active",
                "tasks started and not ended",
                SchedulerSnapshot::activeTasks);
        gauge(registry, "stint.tasks.queued", "tasks that could run", SchedulerBean::queued);
        gauge(registry, "stint.workers", "workers, with temporary ones", s -> s.workers().size());
        gauge(
                registry,
                "stint.workers.temporary",
                "temporary workers",
                s -> s.workers().stream().filter(WorkerSnapshot::temporary).count());
        gauge(
                registry,
                "stint.workers.stalled",
                "workers that make no step",
                s -> s.workers().stream().filter(WorkerSnapshot::stalled).count());
    }

    private Tags tags() {
        return Tags.of("scheduler", scheduler.config().name());
    }

    private void counter(
            MeterRegistry registry,
            String name,
            String what,
            ToDoubleFunction<SchedulerSnapshot> value) {
        FunctionCounter.builder(name, scheduler, s -> value.applyAsDouble(s.counts()))
                .tags(tags())
                .description(what)
                .register(registry);
    }

    private void gauge(
            MeterRegistry registry,
            String name,
            String what,
            ToDoubleFunction<SchedulerSnapshot> value) {
        Gauge.builder(name, scheduler, s -> value.applyAsDouble(s.counts()))
                .tags(tags())
                .description(what)
                .strongReference(true)
                .register(registry);
    }
}
