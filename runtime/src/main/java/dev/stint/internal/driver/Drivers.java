package dev.stint.internal.driver;

import dev.stint.config.SchedulerConfig;
import dev.stint.internal.driver.seeded.SeededDriver;
import dev.stint.internal.driver.threads.ThreadsDriver;
import dev.stint.internal.worker.Engine;
import dev.stint.internal.worker.RunHash;

/** Opens schedulers, each with the driver that its configuration asks for. */
public final class Drivers {
    private Drivers() {}

    /** Opens a scheduler: driven by one thread if a seed or decisions are given, else by many. */
    public static Engine open(SchedulerConfig config) {
        if (config.seed().isPresent() || config.decisions().isPresent()) {
            var hash = new RunHash();
            return new Engine(config, hash, engine -> new SeededDriver(engine, hash));
        }
        return new Engine(config, null, ThreadsDriver::new);
    }
}
