package dev.stint.host.policy;

import dev.stint.host.policy.PolicyJob.Channels;
import dev.stint.policy.Policy;
import dev.stint.policyservice.file.FilePolicySource;
import dev.stint.policyservice.file.PolicyFile;
import dev.stint.policyservice.socket.PolicySocket;
import dev.stint.policyservice.text.Json;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.concurrent.CountDownLatch;

/** Gives the policy of a file to schedulers that ask at a socket. */
final class PolicyServing {
    private PolicyServing() {}

    static boolean run(PolicyJob.Serve job, Channels to) throws IOException, InterruptedException {
        Policy first = PolicyFile.read(job.file());
        var source = new FilePolicySource(job.file(), to.err()::println);
        try (PolicySocket served =
                PolicySocket.open(job.socket(), source, job.users(), to.err()::println)) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> closeQuietly(served)));
            if (to.json()) {
                var map = new LinkedHashMap<String, Object>();
                map.put("socket", job.socket().toString());
                map.put("policy", first.name());
                map.put("version", first.version());
                to.out().print(Json.write(map));
            } else {
                to.out().println("serves policy '" + first.name() + "' at " + job.socket());
            }
            to.out().flush();
            new CountDownLatch(1).await(); // until it is killed
            return true;
        }
    }

    private static void closeQuietly(PolicySocket served) {
        try {
            served.close();
        } catch (IOException e) {
            // the process ends anyway
        }
    }
}
