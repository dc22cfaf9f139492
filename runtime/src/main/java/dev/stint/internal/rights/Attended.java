package dev.stint.internal.rights;

import dev.stint.capability.CapClock;
import dev.stint.capability.CapFiles;
import dev.stint.capability.CapLog;
import dev.stint.capability.CapRandom;
import dev.stint.capability.Capability;
import dev.stint.env.Machine;
import dev.stint.env.Xoshiro256;
import dev.stint.error.CapabilityMissingException;
import dev.stint.guard.Guard;
import dev.stint.hooks.Delegate;
import dev.stint.hooks.Foreign;
import dev.stint.hooks.Grant;
import dev.stint.hooks.Hook;
import dev.stint.hooks.Unattended;
import dev.stint.hooks.Wakeup;
import dev.stint.internal.nursery.NurseryImpl;
import dev.stint.internal.nursery.TenantImpl;
import dev.stint.internal.stack.Core;
import dev.stint.internal.task.TaskGrant;
import dev.stint.internal.task.TaskImpl;
import dev.stint.task.CancelledException;
import dev.stint.task.TaskOptions;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * What metered code reaches of the world, by the rights of the task that it runs in.
 *
 * <p>Time, chance and output need no right unless the profile asks for rights. Files and sockets
 * always do.
 */
public final class Attended implements Delegate {
    private static final String LOG = "write to the log";
    private static final Attended DELEGATE = new Attended();

    private final Delegate outside = new Unattended();

    private Attended() {}

    /** Has metered code ask here from now on. Any number of times. */
    public static void install() {
        Delegate.install(DELEGATE);
    }

    /** The right of a kind that the task holds; null if it needs none and has none. */
    private static <C extends Capability> @Nullable C right(
            TaskImpl<?> me, Class<C> kind, String tried) {
        Optional<C> held = me.capabilities().find(kind);
        if (held.isEmpty() && me.home().needsCapabilities()) {
            throw missing(me, kind, tried, "profile SOVEREIGN asks for a ");
        }
        return held.orElse(null);
    }

    static CapabilityMissingException missing(
            TaskImpl<?> me, Class<?> kind, String tried, String because) {
        return new CapabilityMissingException(
                me
                        + " cannot "
                        + tried
                        + ": "
                        + because
                        + kind.getSimpleName()
                        + ". Give it one that the tenant issued:"
                        + " TaskOptions.withCapabilities(...).");
    }

    // ---- tasks and time

    /** In the innermost nursery that the task has open, or else beside it. */
    @Override
    public void start(String name, Runnable body) {
        TaskImpl<?> me = TaskImpl.currentOrNull();
        if (me == null) {
            outside.start(name, body);
            return;
        }
        startIn(innermost(me), me, name, body);
    }

    @Override
    public void startDaemon(String name, Runnable body) {
        TaskImpl<?> me = TaskImpl.currentOrNull();
        if (me == null) {
            outside.startDaemon(name, body);
            return;
        }
        NurseryImpl into = innermost(me);
        startIn(into, me, name, () -> runDaemon(into, body));
    }

    private static void runDaemon(NurseryImpl into, Runnable body) {
        TaskImpl.ensureCurrent("run").setDaemon();
        into.runIdle(body);
    }

    private static NurseryImpl innermost(TaskImpl<?> me) {
        NurseryImpl own = NurseryImpl.ownedBy(me);
        return own == null ? NurseryImpl.of(me) : own;
    }

    private static void startIn(NurseryImpl into, TaskImpl<?> me, String name, Runnable body) {
        var options = new TaskOptions(name, me.priority(), Optional.empty(), me.capabilities());
        into.start(
                options,
                () -> {
                    body.run();
                    return null;
                });
    }

    @Override
    public Wakeup newWakeup() {
        return TaskImpl.currentOrNull() == null ? outside.newWakeup() : new TaskWakeup();
    }

    @Override
    public void sleep(long nanos) throws InterruptedException {
        TaskImpl<?> me = TaskImpl.currentOrNull();
        if (me == null) {
            outside.sleep(nanos);
        } else {
            me.sleep(Duration.ofNanos(nanos));
        }
    }

    @Override
    public void giveWay() {
        TaskImpl<?> me = TaskImpl.currentOrNull();
        if (me == null) {
            outside.giveWay();
            return;
        }
        try {
            me.yieldNow();
        } catch (CancelledException e) {
            Hook.ops1(); // the next charge tells it in its own way
        }
    }

    @Override
    public long nanoTime() {
        TaskImpl<?> me = TaskImpl.currentOrNull();
        if (me == null) {
            return outside.nanoTime();
        }
        useClock(me);
        return me.home().clock().nanos();
    }

    @Override
    public Instant now() {
        TaskImpl<?> me = TaskImpl.currentOrNull();
        if (me == null) {
            return outside.now();
        }
        useClock(me);
        return Machine.now(me.home().clock());
    }

    private static void useClock(TaskImpl<?> me) {
        CapClock right = right(me, CapClock.class, "read the clock");
        if (right != null) {
            right.use(me.nursery().domain().issuer(), me.toString(), "read the clock");
        }
    }

    // ---- chance and output

    @Override
    public long randomLong() {
        TaskImpl<?> me = TaskImpl.currentOrNull();
        if (me == null) {
            return outside.randomLong();
        }
        String tried = "draw a random number";
        CapRandom right = right(me, CapRandom.class, tried);
        TenantImpl tenant = NurseryImpl.of(me).tenant();
        SplittableRandom own =
                right == null
                        ? null
                        : right.use(tenant.issuer(), me.toString(), tried).orElse(null);
        return own == null ? draw(tenant.chance()) : draw(own);
    }

    private static long draw(SplittableRandom source) {
        synchronized (source) {
            return source.nextLong();
        }
    }

    private static long draw(Xoshiro256 source) {
        synchronized (source) {
            return source.nextLong();
        }
    }

    /** In the core, which is the task's own until it ends. */
    @Override
    public IdentityHashMap<Object, @Nullable Object> locals() {
        TaskImpl<?> me = TaskImpl.currentOrNull();
        Core core = me == null ? null : me.core();
        return core == null ? outside.locals() : core.locals();
    }

    @Override
    public void log(boolean isError, String text) {
        TaskImpl<?> me = TaskImpl.currentOrNull();
        if (me == null) {
            outside.log(isError, text);
            return;
        }
        CapLog right = right(me, CapLog.class, LOG);
        TenantImpl tenant = NurseryImpl.of(me).tenant();
        CapLog.Sink sink = Machine::print;
        if (right != null) {
            sink = right.use(tenant.issuer(), me.toString(), LOG);
        }
        String plain = Foreign.plain(text); // control characters that are spelt out take more room
        if (tenant.id() != 0) {
            tenant.guard().count(Guard.OUTPUT, plain.length(), me.toString(), LOG);
        }
        sink.write(isError, plain);
    }

    // ---- files

    @Override
    public void useFile(String path, boolean isWrite) {
        TaskImpl<?> me = TaskImpl.currentOrNull();
        if (me == null) {
            outside.useFile(path, isWrite);
            return;
        }
        usedFor(me, path, isWrite);
    }

    @Override
    public Grant openFile(String path, boolean isWrite) {
        TaskImpl<?> me = TaskImpl.currentOrNull();
        return me == null
                ? outside.openFile(path, isWrite)
                : new TaskGrant(me, usedFor(me, path, isWrite));
    }

    /** The task may read the message, and where the host is in is no affair of its. */
    private static Path shown(Path file) {
        Path here = Path.of("").toAbsolutePath();
        return file.startsWith(here) ? here.relativize(file) : file;
    }

    private static CapFiles usedFor(TaskImpl<?> me, String path, boolean isWrite) {
        Path file = Path.of(path);
        String tried = (isWrite ? "write " : "read ") + shown(file);
        CapFiles first = null;
        for (Capability held : me.capabilities().all()) {
            if (held instanceof CapFiles files) {
                first = first == null ? files : first;
                if (files.isValid() && files.covers(file, isWrite)) {
                    first = files;
                    break;
                }
            }
        }
        if (first == null) {
            throw missing(me, CapFiles.class, tried, "it holds no ");
        }
        first.use(me.nursery().domain().issuer(), file, isWrite, me.toString());
        Hook.pay(0, 0, 1);
        return first;
    }

    // ---- the network

    @Override
    public InetAddress lookUp(@Nullable String host) {
        TaskImpl<?> me = TaskImpl.currentOrNull();
        return me == null ? outside.lookUp(host) : Sockets.lookUp(me, host);
    }

    @Override
    public Grant connect(InetAddress address, int port) {
        TaskImpl<?> me = TaskImpl.currentOrNull();
        return me == null ? outside.connect(address, port) : Sockets.connect(me, address, port);
    }
}
