package dev.stint.host.demo;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.env.HeapWatch;
import dev.stint.error.GuardExceededException;
import dev.stint.guard.Guard;
import dev.stint.guard.KeptClass;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.tenant.Tenant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** A tenant keeps whatever it makes, beside tenants that let go of theirs. */
final class Leak implements Scene {
    private static final int HONEST = 3;
    private static final long LIMIT = 32L << 20;
    private static final int PAGE = 4_000;

    /** A tenant that nobody stops keeps no more, so that the scene fails and the JVM does not. */
    private static final int FAR_TOO_MANY = (int) ((96L << 20) / PAGE);

    @Override
    public String name() {
        return "leak";
    }

    @Override
    public String claim() {
        return "who keeps too much is stopped, nobody else";
    }

    @Override
    public Optional<String> whyNot() {
        return HeapWatch.ofJvm().whyNot();
    }

    /** What the tenant that leaks keeps. */
    private static final class Page {
        @SuppressWarnings("UnusedVariable") // it is kept
        private final byte[] text = new byte[PAGE];
    }

    @Override
    public void play(Stage stage, Findings findings) throws Exception {
        var isOver = new AtomicBoolean();
        try (Scheduler scheduler = Stage.open(this, c -> c.withWorkers(2))) {
            try {
                play(stage, findings, scheduler, isOver);
            } finally {
                isOver.set(true);
            }
        }
    }

    private static void play(
            Stage stage, Findings findings, Scheduler scheduler, AtomicBoolean isOver)
            throws Exception {
        List<Task<Long>> working = new ArrayList<>();
        for (int i = 0; i < HONEST; i++) {
            Tenant honest = open(scheduler, "honest " + i);
            working.add(honest.root().spawn(() -> letGo(isOver)));
        }
        Tenant leaky = open(scheduler, "leaky");
        long begun = System.nanoTime();
        Task<Integer> leak = leaky.root().spawn(() -> keep(isOver));
        Optional<Outcome<Integer>> end = leak.awaitOutcome(stage.patience());
        long millis = (System.nanoTime() - begun) / 1_000_000;
        isOver.set(true);
        for (Task<Long> each : working) {
            findings.expect(each.await(stage.patience()) > 0, "an honest tenant did nothing");
        }
        if (end.isPresent()
                && end.get() instanceof Outcome.Failure<?>(GuardExceededException why)
                && why.reading().guard() == Guard.HEAP) {
            conclude(findings, why, millis);
        } else {
            findings.failed("the tenant that leaks was not stopped: " + end);
        }
    }

    private static void conclude(Findings findings, GuardExceededException why, long millis) {
        long kept = why.reading().measured();
        findings.expect(kept > LIMIT, "it kept no more than it may: " + why.getMessage());
        findings.expect(
                why.kept().stream().anyMatch(k -> k.name().equals(Page.class.getName())),
                "what it kept is not named: " + why.kept());
        for (KeptClass each : why.kept()) {
            findings.note(Text.number(each.bytes()) + " bytes of " + each.name());
        }
        findings.number("kept", kept);
        findings.number("limit", LIMIT);
        findings.number("millis", millis);
        findings.figure("stopped with " + (kept >> 20) + " MB kept of " + (LIMIT >> 20));
    }

    private static Tenant open(Scheduler scheduler, String name) {
        return scheduler.openTenant(t -> t.withName(name).withHeapLimit(LIMIT));
    }

    /**
     * Until it has kept far too much; then it goes on like the others, so there are collections.
     */
    private static int keep(AtomicBoolean isOver) throws InterruptedException {
        List<Page> kept = new ArrayList<>();
        while (!isOver.get()) {
            var made = new Page();
            if (kept.size() < FAR_TOO_MANY) {
                kept.add(made);
            }
            Stint.yield();
        }
        return kept.size();
    }

    /** Makes as much, and keeps the last of it. */
    private static long letGo(AtomicBoolean isOver) throws InterruptedException {
        long made = 0;
        Page last = new Page();
        while (!isOver.get()) {
            last = new Page();
            made += last.text.length;
            Stint.yield();
        }
        return made;
    }
}
