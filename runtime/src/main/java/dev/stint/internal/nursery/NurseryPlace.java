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
    final boolean hasBlock; // false for an executor, which is opened and used anywhere
    private final long id;

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
        this.config = config;
        this.id = above == null ? -tenant.id() : home.nextId(); // roots have ids of their own
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
