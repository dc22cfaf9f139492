package dev.stint.verify.soak;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.config.Cores;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.NurseryConfig;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;

/** What the exercises of a round share. */
final class Stage {
    private static final int MOST_TOLD = 20;

    private final Scheduler scheduler;
    private final Flaw flaw;
    private final Queue<String> problems = new ConcurrentLinkedQueue<>();
    private volatile boolean over;

    Stage(Scheduler scheduler, Flaw flaw) {
        this.scheduler = scheduler;
        this.flaw = flaw;
    }

    Scheduler scheduler() {
        return scheduler;
    }

    /** True if this flaw is planted, and it is its turn. */
    boolean plants(Flaw which, Draw draw) {
        return flaw == which && draw.oneIn(20);
    }

    boolean isFlawed(Flaw which) {
        return flaw == which;
    }

    boolean isOver() {
        return over;
    }

    void end() {
        over = true;
    }

    void wrong(String what) {
        if (problems.size() < MOST_TOLD) {
            problems.add(what);
        }
    }

    List<String> problems() {
        return List.copyOf(problems);
    }

    /** A nursery of whoever calls. */
    Nursery nursery(UnaryOperator<NurseryConfig> configure) {
        return inTask() ? Stint.nursery(configure) : scheduler.nursery(configure);
    }

    static boolean inTask() {
        return Stint.currentTask().isPresent();
    }

    /** True if the caller may wait inside the JDK. */
    boolean mayBlockInJdk() {
        return !inTask() || scheduler.config().cores() == Cores.VIRTUAL;
    }

    /** Lets others go on. */
    static void giveWay() throws InterruptedException {
        if (inTask()) {
            Stint.yield();
        }
    }
}
