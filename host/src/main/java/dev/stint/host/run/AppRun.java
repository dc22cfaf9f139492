package dev.stint.host.run;

import dev.stint.Scheduler;
import dev.stint.budget.Budget;
import dev.stint.budget.OnExhaustion;
import dev.stint.budget.Receipt;
import dev.stint.capability.CapLog;
import dev.stint.capability.Capability;
import dev.stint.config.SchedulerConfig;
import dev.stint.error.BudgetExhaustedException;
import dev.stint.error.GuardExceededException;
import dev.stint.event.Event;
import dev.stint.event.StuckInJdkException;
import dev.stint.event.TaskSnapshot;
import dev.stint.host.text.Printable;
import dev.stint.nursery.CancelReason;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.NurseryConfig;
import dev.stint.nursery.NurseryResult;
import dev.stint.nursery.Policy;
import dev.stint.policyservice.whatif.Trace;
import dev.stint.policyservice.whatif.TraceRecorder;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import dev.stint.tenant.Tenant;
import dev.stint.tenant.TenantConfig;
import dev.stint.weave.MeteredClassLoader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One run of a program as a tenant of a scheduler that is opened for it. */
public final class AppRun {
    /** What starting main costs the pool that it is started from; the program does not see it. */
    private static final Budget START = Budget.ZERO.withSpawns(1);

    /**
     * What tasks take from the common pool at a time, at most: enough to be quick, and so little
     * that thousands of them can live at once.
     */
    private static final Budget PORTION = new Budget(100_000, 64 << 10, 0, 1_000, 100);

    /** Of a small budget they take this part. */
    private static final long PARTS = 16;

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

    private static final String STUCK =
            "nothing can run, and it does not end: its tasks wait inside the JDK, each for a"
                    + " monitor that another one holds, or for something outside";

    private final App app;
    private final List<String> args;
    private final Terms terms;
    private final CapLog.Sink output;
    private final @Nullable TraceRecorder recorder; // if the run is to be recorded
    private volatile @Nullable Nursery running;
    private volatile @Nullable Scheduler opened;
    private volatile boolean isInterrupted;
    private volatile String waiting = "";
    private @Nullable Throwable mainFailed; // while others went on

    /**
     * @param output where the program writes, if its surface does not let it write by itself
     * @param records whether {@link #trace} tells afterwards what it wanted of the scheduler
     */
    public AppRun(App app, List<String> args, Terms terms, CapLog.Sink output, boolean records) {
        this.app = app;
        this.args = List.copyOf(args);
        this.terms = terms;
        this.output = output;
        this.recorder = records ? new TraceRecorder(this::listen) : null;
    }

    /** Cancels the run, from another thread. */
    public void interrupt() {
        isInterrupted = true;
        Nursery nursery = running;
        if (nursery != null) {
            nursery.cancel();
        }
    }

    /**
     * One line for each task that has not ended, with a line break before it; empty if that is not
     * known. Looking at a stack may hang like the task itself, so it is not waited for.
     */
    String whoIsLeft() {
        Scheduler scheduler = opened;
        if (scheduler == null) {
            return "";
        }
        var lines = new CompletableFuture<String>();
        Thread.ofPlatform()
                .daemon()
                .name("stint-look")
                .start(() -> lines.complete(toLines(scheduler.snapshot().tasks())));
        try {
            return lines.get(1, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            return "";
        }
    }

    /** Names of tasks are the program's, and may be anything. */
    private static String toLines(List<TaskSnapshot> tasks) {
        return TaskSnapshot.toLines(tasks)
                .lines()
                .filter(line -> !line.isEmpty())
                .map(line -> "\n  " + Printable.of(line.strip()))
                .collect(Collectors.joining());
    }

    /**
     * Runs the program to its end.
     *
     * @param hopeless told if it cannot be brought to its end, with the lines of {@link #whoIsLeft}
     */
    public Ended run(BiConsumer<String, String> hopeless) throws InterruptedException {
        long began = System.nanoTime();
        try (MeteredClassLoader loader = load();
                Scheduler scheduler = Scheduler.open(this::configure);
                Tenant tenant = scheduler.openTenant(this::configure)) {
            opened = scheduler;
            Nursery nursery = tenant.nursery(this::configure);
            running = nursery;
            if (isInterrupted) {
                nursery.cancel();
            }
            NurseryResult result;
            try (nursery) {
                Task<?> main =
                        nursery.spawn(
                                TaskOptions.named("main").withCapabilities(rights(tenant)),
                                () -> main(loader));
                result = await(main, nursery, hopeless);
            }
            Receipt receipt = nursery.receipt().orElseThrow();
            Optional<CancelReason> cancelled = nursery.cancelReason().filter(AppRun::isFromOutside);
            Optional<GuardExceededException> stopped = tenant.stoppedBy();
            return new Ended(
                    stopped.isPresent() ? Ended.How.GUARDED : how(result, cancelled),
                    stopped.isPresent()
                            ? stopped.map(Throwable.class::cast)
                            : Optional.ofNullable(cause(result, cancelled)),
                    waiting,
                    receipt.spent().minus(START),
                    receipt.debt(),
                    receipt.tasks(),
                    receipt.hash(),
                    Duration.ofNanos(System.nanoTime() - began),
                    loader.report());
        }
    }

    private NurseryResult await(Task<?> main, Nursery nursery, BiConsumer<String, String> hopeless)
            throws InterruptedException {
        try {
            // The nursery takes no more tasks once it is waited for.
            if (main.awaitOutcome() instanceof Outcome.Failure(var cause)
                    && nursery.cancelReason().filter(AppRun::isFromOutside).isEmpty()) {
                mainFailed = cause;
            }
            return nursery.awaitAll();
        } catch (StuckInJdkException e) {
            // Closing everything would wait for the same tasks, each time as long.
            hopeless.accept(STUCK, toLines(e.tasks()));
            throw e;
        }
    }

    /** Keeps who waits for what when nothing can run any more before the time is up. */
    private void listen(Event event) {
        Scheduler scheduler = opened;
        if (event instanceof Event.ClockJumped jump
                && scheduler != null
                && jump.toNanos() >= terms.time().toNanos()
                && waiting.isEmpty()) {
            // On the one thread that runs everything, so that nothing moves meanwhile.
            waiting = toLines(scheduler.snapshot().tasks());
        }
    }

    private MeteredClassLoader load() {
        ClassLoader host = AppRun.class.getClassLoader();
        return MeteredClassLoader.of(
                app.name(), app.jars(), terms.surface(), host, terms.weaving());
    }

    private SchedulerConfig configure(SchedulerConfig config) {
        SchedulerConfig named = config.withName("run").withCloseTimeout(CLOSE_TIMEOUT);
        SchedulerConfig heard = recorder == null ? named : named.withSink(recorder);
        if (terms.seed().isEmpty()) {
            return heard;
        }
        return (recorder == null ? named.withSink(this::listen) : heard)
                .withSeed(terms.seed().getAsLong());
    }

    /** What it wanted of the scheduler, if that was to be recorded and it has begun. */
    public Optional<Trace> trace() {
        Scheduler scheduler = opened;
        TraceRecorder of = recorder;
        return of == null || scheduler == null
                ? Optional.empty()
                : Optional.of(of.toTrace(scheduler.config()));
    }

    /** True if that is not all, since there is more than a trace holds. */
    public boolean isTraceCut() {
        return recorder != null && recorder.isCut();
    }

    private TenantConfig configure(TenantConfig config) {
        return config.withName(app.name()).withLimits(_ -> terms.limits());
    }

    /** Its tasks draw from one pool, so that those that it starts have something, too. */
    private NurseryConfig configure(NurseryConfig config) {
        Budget given = terms.budget();
        return config.withName(app.name())
                .withBudget(given.plus(START))
                .withChildBudget(PORTION.min(partOf(given)))
                .withOnExhaustion(OnExhaustion.DRAW)
                .withPolicy(Policy.runAll())
                .withDeadline(terms.time());
    }

    private static Budget partOf(Budget given) {
        return new Budget(
                1 + given.ops() / PARTS,
                given.memory() / PARTS,
                0,
                given.channelOps() / PARTS,
                given.syscalls() / PARTS);
    }

    private Capability[] rights(Tenant tenant) {
        List<Capability> rights = new ArrayList<>();
        rights.add(tenant.issuer().log(output));
        rights.addAll(terms.reach().rights(tenant.issuer()));
        return rights.toArray(Capability[]::new);
    }

    private @Nullable Void main(MeteredClassLoader loader) throws Exception {
        Thread.currentThread().setContextClassLoader(loader);
        try {
            Entry.of(Class.forName(app.mainClass(), true, loader)).call(args);
            return null;
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e); // neither of the two: somebody's own kind
        }
    }

    /** Its policy cancels nothing but threads that are idle when all others have ended. */
    private static boolean isFromOutside(CancelReason reason) {
        return reason != CancelReason.POLICY;
    }

    private static Ended.How how(NurseryResult result, Optional<CancelReason> cancelled) {
        // A program may make something else of being cancelled; that is not why it ended.
        if (cancelled.isPresent()) {
            return cancelled.get() == CancelReason.DEADLINE
                    ? Ended.How.STOPPED
                    : Ended.How.INTERRUPTED;
        }
        return switch (result) {
            case NurseryResult.Success() -> Ended.How.COMPLETED;
            case NurseryResult.Cancelled _ -> Ended.How.STOPPED;
            case NurseryResult.ChildFailed(var first, var others) ->
                    switch (first.cause()) {
                        case BudgetExhaustedException _ -> Ended.How.EXHAUSTED;
                        case GuardExceededException _ -> Ended.How.GUARDED;
                        default -> Ended.How.FAILED;
                    };
        };
    }

    /** What fails because it is cancelled is not told; what failed before is. */
    private @Nullable Throwable cause(NurseryResult result, Optional<CancelReason> cancelled) {
        if (cancelled.isPresent()) {
            return mainFailed;
        }
        return result instanceof NurseryResult.ChildFailed(var first, var others)
                ? first.cause()
                : null;
    }
}
