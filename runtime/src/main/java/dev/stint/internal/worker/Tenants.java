package dev.stint.internal.worker;

import dev.stint.internal.nursery.NurseryHome;
import dev.stint.internal.nursery.TenantImpl;
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
        this.all =
                new TenantImpl[] {
                    new TenantImpl(
                            home,
                            0,
                            0,
                            global.lane(0).tallies(),
                            TenantConfig.defaults()
                                    .withName(name)
                                    .withCarriers(TenantConfig.MAX_CARRIERS))
                };
    }

    /** The one that every scheduler has. */
    TenantImpl first() {
        return all[0];
    }

    TenantImpl[] all() {
        return all;
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

    TenantImpl add(TenantConfig config) {
        int lane = global.open(config.weight(), config.slice().orElse(slice));
        var tenant = new TenantImpl(home, next++, lane, global.lane(lane).tallies(), config);
        TenantImpl[] now = all;
        TenantImpl[] more = Arrays.copyOf(now, now.length + 1);
        more[now.length] = tenant;
        all = more;
        return tenant;
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
