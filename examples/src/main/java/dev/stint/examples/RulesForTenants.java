package dev.stint.examples;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.error.PolicyRefusedException;
import dev.stint.policy.Policy;
import dev.stint.policy.PolicyConfig;
import dev.stint.policy.PolicyService;
import dev.stint.policyservice.file.PolicyFile;
import dev.stint.policyservice.whatif.Comparison;
import dev.stint.policyservice.whatif.Trace;
import dev.stint.policyservice.whatif.TraceRecorder;
import dev.stint.policyservice.whatif.WhatIf;
import dev.stint.tenant.Tenant;

/** Rules say who is taken in and what each gets; and what other rules would have changed. */
public final class RulesForTenants {
    private RulesForTenants() {}

    // tag::rules
    private static final String DAY =
            """
            policy: by day
            tenants:
              web: {weight: 3, hint: latency-sensitive}
              "batch-*": {weight: 1}
              "*": {admit: false}
            leases:
              web: {most-workers: 1}
              "*": {admit: false}
            """;

    // end::rules

    private static final String NIGHT =
            """
            policy: by night
            tenants:
              "batch-*": {weight: 3}
            """;

    public static void main(String[] args) throws Exception {
        var recorder = new TraceRecorder();
        Policy day = PolicyFile.parse("day.yaml", DAY, 1);
        Trace trace;
        // tag::open
        var config =
                PolicyConfig.of(PolicyService.of(day))
                        .withJournal(
                                decision ->
                                        System.out.println(
                                                decision.verdict() + ": " + decision.what()));
        try (var scheduler =
                Scheduler.open(
                        c -> c.withSeed(1).withWorkers(1).withPolicy(config).withSink(recorder))) {
            Tenant web = scheduler.openTenant(t -> t.withName("web"));
            Tenant batch = scheduler.openTenant(t -> t.withName("batch-1"));
            try {
                scheduler.openTenant(t -> t.withName("guest"));
            } catch (PolicyRefusedException e) {
                System.out.println("a guest is not taken in");
            }
            try {
                scheduler.openLease(batch, l -> l.withName("of its own"));
            } catch (PolicyRefusedException e) {
                System.out.println("batch-1 has no worker of its own");
            }
            // end::open
            web.root().spawn(() -> Stint.checkpoint(3_000_000));
            batch.root().spawn(() -> Stint.checkpoint(3_000_000)).await();
            web.close();
            batch.close();
            trace = recorder.toTrace(scheduler.config());
        }
        // tag::whatif
        Policy night = PolicyFile.parse("night.yaml", NIGHT, 1);
        var settings = WhatIf.Settings.defaults();
        var comparison =
                new Comparison(
                        WhatIf.play(trace, day, settings), WhatIf.play(trace, night, settings));
        System.out.print(comparison.toText());
        // end::whatif
    }
}
