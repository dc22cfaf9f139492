package dev.stint.internal.worker;

import dev.stint.config.SchedulerConfig;
import dev.stint.config.VictimStrategy;
import dev.stint.env.Decisions;
import dev.stint.env.Xoshiro256;

/** One worker's choice of whom to steal from. */
final class Victims {
    private final VictimStrategy strategy;
    private final Xoshiro256 random;
    private int turn;

    Victims(SchedulerConfig config, Xoshiro256 random) {
        this.strategy = config.victims();
        this.random = random;
    }

    /**
     * Whom to try next; the thief itself means nobody. Chance comes from the driver, so that a seed
     * decides it, and only where there is a choice; {@link #draw} is what the threads driver
     * answers with.
     */
    Worker choose(Engine engine, Worker thief, Worker[] crew) {
        return switch (strategy) {
            case RANDOM -> randomOther(engine, thief, crew);
            case ROUND_ROBIN -> nextOther(thief, crew);
            case MOST_LOADED -> busiest(thief, crew);
        };
    }

    private Worker randomOther(Engine engine, Worker thief, Worker[] crew) {
        int others = crew.length - 1;
        int pick = others == 1 ? 0 : engine.driver().choose(thief, Decisions.Kind.VICTIM, others);
        for (Worker worker : crew) {
            if (worker != thief && pick-- == 0) {
                return worker;
            }
        }
        return thief; // the thief has left the crew meanwhile
    }

    private Worker nextOther(Worker thief, Worker[] crew) {
        Worker victim = crew[Math.floorMod(turn++, crew.length)];
        return victim != thief ? victim : crew[Math.floorMod(turn++, crew.length)];
    }

    private static Worker busiest(Worker thief, Worker[] crew) {
        Worker busiest = thief;
        int most = -1;
        for (Worker worker : crew) {
            int load = worker.lanes().stealable();
            if (worker != thief && load > most) {
                busiest = worker;
                most = load;
            }
        }
        return busiest;
    }

    /** The worker's own generator, for the threads driver. */
    int draw(int bound) {
        return random.nextInt(bound);
    }
}
