package dev.stint.internal.worker;

import dev.stint.env.HeapWatch;
import dev.stint.internal.guard.HeapAccount;
import dev.stint.internal.nursery.TenantImpl;
import dev.stint.tenant.TenantConfig;

/** Has tenants watched that have a limit on what they keep alive. Any thread. */
final class HeapLimits {
    private final Engine engine;

    HeapLimits(Engine engine) {
        this.engine = engine;
    }

    private HeapWatch watch() {
        return engine.config().heapWatch().orElseGet(HeapWatch::ofJvm);
    }

    /** Under a seed nothing is measured, nor without readings: no stay is known then. */
    private boolean isWatched(TenantConfig config) {
        return config.limits().heap().isPresent() && engine.readings() != null;
    }

    /** Throws if a tenant is to have such a limit, and it could not be kept. */
    void ensureFor(TenantConfig config) {
        if (isWatched(config)) {
            watch().whyNot()
                    .ifPresent(
                            why -> {
                                throw new UnsupportedOperationException(
                                        "tenant '"
                                                + config.name()
                                                + "' cannot be opened with a limit on what it"
                                                + " keeps alive: "
                                                + why
                                                + " Or leave out withHeapLimit(...).");
                            });
        }
    }

    /** The tenant, watched if it is to be; it runs nothing yet. */
    TenantImpl watch(TenantImpl tenant) {
        HeapAccount heap = tenant.guard().heap();
        if (heap != null && engine.readings() != null) {
            try {
                heap.watch(watch(), () -> note(tenant));
            } catch (RuntimeException | Error e) {
                engine.dismiss(tenant);
                throw e;
            }
        }
        return tenant;
    }

    private void note(TenantImpl tenant) {
        if (tenant.guard().note()) {
            engine.noteUsed(tenant);
        }
        engine.driver().rouseMonitor(); // it rests while nothing runs
    }

    /** The mark of the calling carrier. */
    HeapWatch.Mark markOfThisThread() {
        return watch().markOfThisThread();
    }
}
