package dev.stint.language.internal.run;

import dev.stint.Stint;
import dev.stint.capability.Capability;
import dev.stint.error.TaskFailedException;
import dev.stint.hooks.Toll;
import dev.stint.language.internal.run.OpenNurseries.Opened;
import dev.stint.language.internal.type.PanicException;
import dev.stint.nursery.NurseryConfig;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * One task of a script: its nurseries, and what it asks the scheduler for. It is what a task of the
 * scheduler is started with, so that starting one makes no other object.
 */
public final class Run implements Callable<Object> {
    /** How deep functions may call each other. */
    public static final int DEEPEST = 1_000;

    private final Host host;
    private final @Nullable Body body; // null: whoever starts it has it
    private final OpenNurseries nurseries = new OpenNurseries();
    private TaskOptions lastOptions = TaskOptions.defaults(); // of the task started last

    /** With what the compiled function that has just returned has failed; null if it has not. */
    public @Nullable String fault;

    /**
     * What compiled functions may still count before they ask for more. Only those count here that
     * never pay in another way, wait, or call anybody who does: whoever calls them books it.
     */
    public int left;

    private int lent; // what it was when somebody asked for it

    public Run(Host host) {
        this(host, null);
    }

    private Run(Host host, @Nullable Body body) {
        this.host = host;
        this.body = body;
    }

    @Override
    public Object call() throws Exception {
        return start(Objects.requireNonNull(body, "body of a task"));
    }

    public Host host() {
        return host;
    }

    // ---- money that functions count

    /** What a function has just taken is not there: asks for more, or ends the task. */
    public void pay(int cost) {
        int done = lent - (left + cost);
        lent = 0; // first: the next may throw
        left = 0;
        lent = Toll.buy(done, cost);
        left = lent;
    }

    /** Books what functions have counted. */
    public void settle() {
        int done = lent - left;
        lent = 0;
        left = 0;
        if (done != 0) {
            Toll.bookBought(done);
        }
    }

    // ---- nurseries

    public Opened begin(@Nullable Rights right) {
        return nurseries.begin(this::configured, right);
    }

    private NurseryConfig configured(NurseryConfig config) {
        var each = host.profile().taskBudget();
        return each.isZero() ? config : config.withChildBudget(each);
    }

    /**
     * Waits for all tasks of a nursery; gives its outcome.
     *
     * @param thrown what has left its body, null if nothing has
     */
    public Object end(Opened opened, @Nullable Throwable thrown) throws Exception {
        try {
            return nurseries.end(opened, thrown);
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    public static void cancel(Opened opened) {
        opened.nursery.cancel();
    }

    // ---- tasks

    /**
     * Starts a task in the innermost nursery.
     *
     * @param given the right by which it is started; null: that of the nursery
     */
    public Task<Object> spawn(@Nullable Rights given, String name, Body body) {
        Opened opened = nurseries.innermost();
        Rights right = given == null ? opened.right : given;
        if (right == null) {
            return opened.nursery.spawn(options(name), new Run(host, body));
        }
        right.enter();
        boolean started = false;
        try {
            Task<Object> task =
                    opened.nursery.spawn(
                            options(name),
                            () -> {
                                try {
                                    return new Run(host).start(body);
                                } finally {
                                    right.leave();
                                }
                            });
            started = true;
            return task;
        } finally {
            if (!started) {
                right.leave();
            }
        }
    }

    /** Runs a body as the calling task. */
    public Object start(Body body) throws Exception {
        try {
            return body.call(this, 1);
        } finally {
            settle();
        }
    }

    /** A task holds what its parent holds: the runtime asks for it when the task starts others. */
    private TaskOptions options(String name) {
        if (!host.hasRights()) { // nobody holds anything
            if (!lastOptions.name().equals(name)) {
                lastOptions = TaskOptions.named(name);
            }
            return lastOptions;
        }
        var held = Stint.capabilities().all();
        return held.isEmpty()
                ? TaskOptions.named(name)
                : TaskOptions.named(name).withCapabilities(held.toArray(new Capability[0]));
    }

    /** The result of a task; a {@link Value.Failed} if it may fail and has. */
    public static Object await(Task<?> task, boolean mayFail) throws InterruptedException {
        try {
            return task.await();
        } catch (TaskFailedException e) {
            if (mayFail && e.getCause() instanceof FaultException fault) {
                return new Value.Failed(new Value.Fault(fault.fault()));
            }
            throw e;
        }
    }

    public static void sleep(long millis) throws InterruptedException {
        Stint.sleep(duration(millis));
    }

    static Duration duration(long millis) {
        if (millis < 0) {
            throw new PanicException(
                    PanicException.OVERFLOW, "a time of " + millis + " ms; the least is 0");
        }
        return Duration.ofMillis(millis);
    }

    /** Asks without waiting; a task that was cancelled hears of it here as a value. */
    public static boolean isCancelled() {
        try {
            Stint.yield();
            return false;
        } catch (InterruptedException e) {
            return true;
        }
    }

    public void print(String text, boolean endsLine) throws InterruptedException {
        Prices.output(text.length());
        host.output().accept(endsLine ? text + "\n" : text);
    }

    /** A function of the host; null if it gives nothing. */
    public @Nullable Object callHost(String name, Object[] arguments) throws Exception {
        return host.calls().call(name, arguments);
    }

    // ---- when something is thrown

    /**
     * Cleans up because something was thrown.
     *
     * @param nursery is closed first, if there is one
     * @return what is thrown from now on
     */
    public Throwable cleanUp(Throwable thrown, @Nullable Opened nursery, Body code, int depth) {
        settle();
        if (nursery != null) {
            nurseries.close(nursery);
        }
        try {
            Stint.shielded(() -> cleanUp(code, depth));
            return thrown;
        } catch (Throwable e) {
            Throwable other = Toll.plain(e);
            if (other != thrown) {
                other.addSuppressed(thrown);
            }
            return other;
        }
    }

    private Object cleanUp(Body code, int depth) throws Exception {
        try {
            return code.call(this, depth);
        } finally {
            settle();
        }
    }
}
