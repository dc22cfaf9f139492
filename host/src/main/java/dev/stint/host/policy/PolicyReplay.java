package dev.stint.host.policy;

import dev.stint.host.policy.PolicyJob.Channels;
import dev.stint.policy.Policy;
import dev.stint.policyservice.file.PolicyFile;
import dev.stint.policyservice.text.Json;
import dev.stint.policyservice.whatif.Comparison;
import dev.stint.policyservice.whatif.Trace;
import dev.stint.policyservice.whatif.WhatIf;
import java.io.IOException;
import java.nio.file.Files;

/** Plays a recorded run under two policies. */
final class PolicyReplay {
    private PolicyReplay() {}

    static boolean run(PolicyJob.Replay job, Channels to) throws IOException, InterruptedException {
        Policy other = PolicyFile.read(job.policy());
        Policy one =
                job.base().isPresent()
                        ? PolicyFile.read(job.base().get())
                        : Policy.builtIn().withName("as asked");
        Trace trace;
        try {
            trace = Trace.read(job.trace());
        } catch (IllegalArgumentException e) {
            to.err().println("stint policy: " + e.getMessage());
            return false;
        }
        WhatIf.Settings usual = WhatIf.Settings.defaults();
        var settings = new WhatIf.Settings(job.deadline(), usual.nanosPerOperation(), usual.seed());
        var comparison =
                new Comparison(
                        WhatIf.play(trace, one, settings), WhatIf.play(trace, other, settings));
        if (job.picture().isPresent()) {
            Files.writeString(job.picture().get(), comparison.toSvg());
        }
        to.out().print(to.json() ? Json.write(comparison.toMap()) : comparison.toText());
        return true;
    }
}
