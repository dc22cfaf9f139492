package dev.stint.internal.worker;

import dev.stint.internal.nursery.NurseryHome;
import dev.stint.internal.nursery.TenantImpl;
import dev.stint.policy.Policy;
import dev.stint.tenant.TenantConfig;
import java.util.Arrays;

/** The tenants of one scheduler. Any thread reads; the engine's lock guards changes. */
final class Tenants {
    private final NurseryHome home;
    private final GlobalQueues global;
    private volatile TenantImpl[] all;
    private final long slice;
    private int next = 1;

    Tenants(NurseryHome home, GlobalQueues global, String name) {
        this.home = home;
        this.global = global;
        this.slice = home.slice();
        TenantConfig own =
                TenantConfig.defaults().withName(name).withCarriers(TenantConfig.MAX_CARRIERS);
        this.all =
                new TenantImpl[] {new TenantImpl(home, 0, 0, global.lane(0).tallies(), own, own)};
    }

    /** The one that every scheduler has. */
    TenantImpl first() {
        return all[0];
    }

    TenantImpl[] all() {
        return all;
    }

    /** True if it is one of these, and has not ended. */
    boolean has(TenantImpl tenant) {
        return Arrays.asList(all).contains(tenant);
    }

    /** A turn may be shorter than what the scheduler gives, and never longer. */
    void ensureSlice(TenantConfig config) {
        long asked = config.slice().orElse(slice);
        if (asked > slice) {
            throw new IllegalArgumentException(
                    "tenant '"
                            + config.name()
                            + "' asks for a slice of "
                            + asked
                            + " operations, and scheduler '"
                            + home.name()
                            + "' gives turns of "
                            + slice
                            + " at most. Ask for fewer, withSlice(...), or open the scheduler with"
                            + " a longer slice.");
        }
    }

    /**
     * Another one.
     *
     * @param asked what it has asked for
     * @param given what it gets
     */
    TenantImpl add(TenantConfig asked, TenantConfig given) {
        int lane = global.open(given.weight(), given.slice().orElse(slice));
        var tenant = new TenantImpl(home, next++, lane, global.lane(lane).tallies(), asked, given);
        TenantImpl[] now = all;
        TenantImpl[] more = Arrays.copyOf(now, now.length + 1);
        more[now.length] = tenant;
        all = more;
        return tenant;
    }

    /** Has each go on with what a policy gives it, from its next turn. The first is nobody's. */
    void reshape(Policy policy) {
        TenantImpl[] now = all;
        for (int i = 1; i < now.length; i++) {
            TenantImpl tenant = now[i];
            tenant.reshape(policy.ruleForTenant(tenant.name()).applyTo(tenant.asked(), slice));
            global.lane(tenant.lane()).reshape(tenant.weight(), tenant.slice());
        }
    }

    /** Forgets a tenant that has ended. The first stays: others may come to need it. */
    void remove(TenantImpl tenant) {
        TenantImpl[] now = all;
        TenantImpl[] left =
                Arrays.stream(now)
                        .filter(t -> t != tenant || t == now[0])
                        .toArray(TenantImpl[]::new);
        if (left.length < now.length) {
            all = left;
            global.free(tenant);
        }
    }
}
