package dev.stint.internal.worker;

import dev.stint.budget.Budget;
import dev.stint.capability.CapSchedule;
import dev.stint.context.ContextConfig;
import dev.stint.context.WorkerMask;
import dev.stint.error.CapabilityExceededException;
import dev.stint.error.CapabilityMissingException;
import dev.stint.internal.nursery.NurseryImpl;
import dev.stint.internal.nursery.TenantImpl;
import dev.stint.internal.stack.Headroom;
import dev.stint.internal.stack.Points;
import dev.stint.internal.task.TaskImpl;
import dev.stint.lease.LeaseConfig;
import dev.stint.lease.LeaseEnd;
import org.jspecify.annotations.Nullable;

/**
 * Opens scheduling contexts and leases by a right. What is open counts in the right, and ends when
 * that does: see {@link Opened}.
 */
final class ByRight {
    /** Whether something fits is reckoned with all that is open: what that costs, at most. */
    private static final long OPERATIONS = 1_000;

    /** A context is compared with each for each: so many pairs are looked at in an operation. */
    private static final long PAIRS_OF_AN_OPERATION = 8;

    private static final long BYTES = 8_192;
    private static final long BYTES_OF_ANOTHER = 64;

    private final Engine engine;
    private final Openings openings;

    ByRight(Engine engine, Openings openings) {
        this.engine = engine;
        this.openings = openings;
    }

    // ---- tasks

    ContextImpl context(TaskImpl<?> me, ContextConfig asked) throws InterruptedException {
        CapSchedule right = rightOf(me, "open context '" + asked.name() + "'");
        pay(me);
        return context(right, asked, me.toString());
    }

    LeaseImpl lease(TaskImpl<?> me, LeaseConfig asked) throws InterruptedException {
        CapSchedule right = rightOf(me, "open lease '" + asked.name() + "'");
        pay(me);
        return lease(right, NurseryImpl.of(me).tenant(), asked, me.toString());
    }

    private static CapSchedule rightOf(TaskImpl<?> me, String tried) {
        return me.capabilities()
                .find(CapSchedule.class)
                .orElseThrow(
                        () ->
                                new CapabilityMissingException(
                                        me
                                                + " cannot "
                                                + tried
                                                + ": it holds no CapSchedule. Start it with one"
                                                + " that its tenant issued:"
                                                + " TaskOptions.withCapabilities(...)."));
    }

    private void pay(TaskImpl<?> me) throws InterruptedException {
        Headroom.ensure();
        Points.pass();
        long open = engine.contexts().count();
        me.charge(
                Budget.ofOps(OPERATIONS + open * open / PAIRS_OF_AN_OPERATION)
                        .withMemory(BYTES + open * BYTES_OF_ANOTHER));
    }

    // ---- anybody

    ContextImpl context(CapSchedule right, ContextConfig asked, String who) {
        TenantImpl issuer = issuerOf(right, who, "open context '" + asked.name() + "'");
        CapSchedule.Ask ask = askOf(asked);
        right.use(issuer.issuer(), ask, who);
        ContextImpl made = null;
        try {
            made =
                    openings.context(
                            onWorkersOf(right, asked), issuer == engine.tenant() ? null : issuer);
        } finally {
            if (made == null) {
                right.unuse(issuer.issuer(), ask);
            }
        }
        var opened = new Opened(right, made::close, () -> right.unuse(issuer.issuer(), ask));
        made.openedBy = opened;
        tie(opened, right, issuer, who);
        return made;
    }

    private static CapSchedule.Ask askOf(ContextConfig asked) {
        return new CapSchedule.Ask(
                asked.name(),
                (double) asked.timeOrDefault().toNanos() / asked.period().toNanos(),
                asked.criticality(),
                asked.workers().stream().flatMapToInt(WorkerMask::stream).boxed().toList());
    }

    /** One that names no workers runs on those of the right. */
    private static ContextConfig onWorkersOf(CapSchedule right, ContextConfig asked) {
        return right.workers().isEmpty() || asked.workers().isPresent()
                ? asked
                : asked.withWorkers(
                        WorkerMask.of(
                                right.workers().stream().mapToInt(Integer::intValue).toArray()));
    }

    LeaseImpl lease(CapSchedule right, TenantImpl owner, LeaseConfig asked, String who) {
        String tried = "open lease '" + asked.name() + "'";
        TenantImpl issuer = issuerOf(right, who, tried);
        if (issuer != engine.tenant()) {
            ensureForItself(right, issuer, owner, asked, who + " cannot " + tried);
        }
        right.use(issuer.issuer(), asked.name(), asked.workers(), who);
        LeaseImpl made = null;
        try {
            made = openings.lease(owner, asked);
        } finally {
            if (made == null) {
                right.unuse(issuer.issuer(), asked.workers());
            }
        }
        LeaseImpl lease = made;
        var opened =
                new Opened(
                        right,
                        () -> engine.leases().revoke(lease, LeaseEnd.RIGHT_ENDED),
                        () -> right.unuse(issuer.issuer(), asked.workers()));
        lease.openedBy = opened;
        tie(opened, right, issuer, who);
        return lease;
    }

    private static void ensureForItself(
            CapSchedule right,
            TenantImpl issuer,
            TenantImpl owner,
            LeaseConfig asked,
            String what) {
        if (owner != issuer) {
            throw new CapabilityExceededException(
                    what
                            + " for "
                            + owner
                            + ": "
                            + right
                            + " is for that tenant alone. Use a right of the scheduler's own"
                            + " tenant.");
        }
        if (!asked.processors().isEmpty()) {
            throw new CapabilityExceededException(
                    what
                            + " on processors "
                            + asked.processors()
                            + ": which those are is for the host to say. Leave out"
                            + " withProcessors(...), or have the host open it.");
        }
    }

    private TenantImpl issuerOf(CapSchedule right, String who, String tried) {
        for (TenantImpl tenant : engine.tenants()) {
            if (right.isOf(tenant.issuer())) {
                return tenant;
            }
        }
        throw new CapabilityMissingException(
                who
                        + " cannot "
                        + tried
                        + ": "
                        + right
                        + " is a right of no tenant that is open in scheduler '"
                        + engine.name()
                        + "'. Use one that a tenant there issued.");
    }

    /** Throws, and has closed it, if the right has ended meanwhile. */
    private void tie(Opened opened, CapSchedule right, TenantImpl issuer, String who) {
        boolean isTied = false;
        try {
            right.hold(opened, issuer, who);
            isTied = true;
        } finally {
            if (!isTied) {
                opened.close();
            }
        }
        if (opened.expires()) {
            engine.armShared(opened, right.expiresAt());
        }
        opened.tied();
    }

    /** Tells the right, if there is one, that what was opened by it is closed. */
    static void closed(@Nullable Opened opened) {
        if (opened != null) {
            opened.ended();
        }
    }
}
