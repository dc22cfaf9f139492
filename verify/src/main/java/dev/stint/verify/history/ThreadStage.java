package dev.stint.verify.history;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Threads outside any scheduler, which meet in earnest; cancelled is interrupted. */
final class ThreadStage extends Stage {
    /** What one thread is to do next. */
    private record Part(Program program, Caller caller, List<Request> script, Gate gate) {}

    /** Lets all begin together. */
    private static final class Gate {
        volatile boolean isOpen;
    }

    private static final class Actor extends Thread {
        final AtomicReference<@Nullable Part> part = new AtomicReference<>();
        volatile boolean leaves;

        Actor(int number) {
            super("caller " + number);
            setDaemon(true);
        }

        @Override
        public void run() {
            while (!leaves) {
                Part mine = part.get();
                if (mine == null) {
                    giveWay();
                    continue;
                }
                while (!mine.gate.isOpen) {
                    Thread.onSpinWait();
                }
                act(mine);
                part.set(null);
                Thread.interrupted(); // it was for what is over
            }
        }

        private static void act(Part mine) {
            for (int i = 0; i < mine.script.size(); i++) {
                if (mine.program.pausesBefore(i)) {
                    giveWay();
                }
                if (mine.caller.ask(mine.script.get(i)) == Answer.CANCELLED) {
                    return;
                }
            }
        }
    }

    private final List<Actor> actors = new ArrayList<>();

    ThreadStage(Operations operations) {
        super(operations);
        for (int i = 0; i < Program.CALLERS; i++) {
            actors.add(new Actor(i));
        }
        actors.forEach(Thread::start);
    }

    @Override
    void play(Program program, long seed, List<Caller> callers) {
        var gate = new Gate();
        for (int i = 0; i < actors.size(); i++) {
            var part = new Part(program, callers.get(i), program.scripts().get(i), gate);
            actors.get(i).part.set(part);
        }
        gate.isOpen = true;
        for (int i = 0; i < program.patience(); i++) {
            giveWay();
        }
        if (program.victim() < actors.size()) {
            interrupt(actors.get(program.victim()));
        }
        for (int turn = 1; actors.stream().anyMatch(ThreadStage::acts); turn++) {
            giveWay();
            if (turn % (1 + 4 * program.patience()) == 0) {
                actors.forEach(ThreadStage::interrupt);
            }
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // only so that others get on; nothing relies on it
    private static void giveWay() {
        Thread.yield();
    }

    private static boolean acts(Actor actor) {
        return actor.part.get() != null;
    }

    /** One that comes too late may hit the next part, where it is as good as any other. */
    private static void interrupt(Actor actor) {
        if (acts(actor)) {
            actor.interrupt();
        }
    }

    @Override
    public void close() {
        actors.forEach(actor -> actor.leaves = true);
    }
}
