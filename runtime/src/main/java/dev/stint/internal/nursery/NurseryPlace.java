package dev.stint.internal.nursery;

import dev.stint.internal.task.Family;
import dev.stint.internal.task.Opener;
import dev.stint.internal.task.TaskImpl;
import dev.stint.nursery.NurseryConfig;
import org.jspecify.annotations.Nullable;

/** Where a nursery is: whose it is, what it is in, who has opened it. Nothing of it changes. */
abstract class NurseryPlace extends Family {
    final NurseryHome home;
    final TenantImpl tenant;
    final NurseryConfig config;
    final @Nullable NurseryImpl above;
    final @Nullable TaskImpl<?> owner; // whose budget it lives off; null: that of the one above
    final @Nullable Opener opener; // in whose block it is; null for a root, and some executors
    final @Nullable NurseryImpl outer; // the one its opener had open before
    final int depth; // blocks that its opener stands in around its own
    final boolean hasBlock; // false for an executor, which is opened and used anywhere
    private final long id;
    private final int lane;

    NurseryPlace(
            NurseryHome home,
            TenantImpl tenant,
            @Nullable NurseryImpl above,
            @Nullable TaskImpl<?> owner,
            @Nullable Opener opener,
            boolean hasBlock,
            NurseryConfig config) {
        super(above, config.onExhaustion(), config.childBudget(), config.budget().isPresent());
        this.home = home;
        this.tenant = tenant;
        this.above = above;
        this.owner = owner;
        this.opener = opener;
        this.hasBlock = hasBlock;
        this.outer = NurseryImpl.ownedBy(opener);
        this.depth = outer == null ? 0 : outer.depth + 1;
        this.config = config;
        this.lane = laneIn(above);
        this.id = above == null ? -tenant.id() : home.nextId(); // roots have ids of their own
    }

    private int laneIn(@Nullable NurseryImpl above) {
        return config.isGroup()
                ? home.openGroup(
                        tenant.lane(),
                        config.weight().orElse(1),
                        config.slice().orElse(tenant.slice()))
                : above == null ? tenant.lane() : above.lane();
    }

    /**
     * Before it is made: what is in a group has its share, and cannot make itself another.
     *
     * @throws IllegalArgumentException if it cannot be a group where it is, or not such a one
     */
    static void ensureMayBeGroup(
            NurseryImpl above, @Nullable TaskImpl<?> me, NurseryConfig config) {
        if (!config.isGroup()) {
            return;
        }
        String who = config.name().isEmpty() ? "a nursery" : "nursery '" + config.name() + "'";
        if (me != null && me.lane() != above.tenant.lane()) {
            throw new IllegalArgumentException(
                    me
                            + " cannot open "
                            + who
                            + " with a weight or slice of its own: it is in a group, that of "
                            + me.nursery()
                            + ", and a group has its share of its tenant's and no more. Open the"
                            + " nursery without, or from outside of the group.");
        }
        long slice = config.slice().orElse(above.tenant.slice());
        if (slice > above.tenant.slice()) {
            throw new IllegalArgumentException(
                    who
                            + " asks for a slice of "
                            + slice
                            + " operations, and its tenant has one of "
                            + above.tenant.slice()
                            + ". Ask for as many at most: withSlice(...).");
        }
    }

    /** Which queues its tasks wait in: its tenant's, or those of the group that it is in. */
    @Override
    public final int lane() {
        return lane;
    }

    /** It has ended, or was not opened after all. */
    final void leaveGroup() {
        if (config.isGroup()) {
            home.closeGroup(lane);
        }
    }

    @Override
    public final long id() {
        return id;
    }

    @Override
    public final NurseryHome home() {
        return home;
    }

    @Override
    public final TenantImpl domain() {
        return tenant;
    }

    @Override
    public final @Nullable NurseryImpl above() {
        return above;
    }

    @Override
    public final @Nullable NurseryImpl outer() {
        return outer;
    }

    @Override
    public final @Nullable TaskImpl<?> owner() {
        return owner;
    }

    /** Of its own deadline, in words, with a word before it; empty if it has none. */
    final String lengthOfDeadline() {
        return config.deadline().map(length -> " of " + length).orElse("");
    }

    final boolean hasBlock() {
        return hasBlock;
    }

    /** True if its opener stands in its block. Any thread. */
    final boolean isBlockOpen() {
        NurseryImpl at = NurseryImpl.ownedBy(opener);
        while (at != null && at != this) {
            at = at.outer;
        }
        return at != null;
    }

    final boolean isOwnerCancelled() {
        return opener instanceof TaskImpl<?> task && task.isCancelRequested();
    }
}
