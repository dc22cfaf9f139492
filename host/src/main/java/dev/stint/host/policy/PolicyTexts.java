package dev.stint.host.policy;

import dev.stint.host.policy.PolicyJob.Channels;
import dev.stint.policy.Policy;
import dev.stint.policyservice.file.PolicyDiff;
import dev.stint.policyservice.file.PolicyFile;
import dev.stint.policyservice.file.PolicyProblem;
import dev.stint.policyservice.text.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What policy files say, and what is wrong with them. */
public final class PolicyTexts {
    private PolicyTexts() {}

    static boolean check(PolicyJob.Check job, Channels to) throws IOException {
        Policy read = PolicyFile.read(job.file());
        if (to.json()) {
            var map = new LinkedHashMap<String, Object>();
            map.put("problems", List.of());
            map.put("policy", read.name());
            map.put("fields", PolicyDiff.describe(read));
            to.out().print(Json.write(map));
        } else {
            to.out()
                    .println(
                            "policy '"
                                    + read.name()
                                    + "' is sound: "
                                    + (read.tenants().size() + 1)
                                    + " rules for tenants, "
                                    + (read.contexts().size() + 1)
                                    + " for contexts, "
                                    + (read.leases().size() + 1)
                                    + " for leases");
        }
        return true;
    }

    static boolean diff(PolicyJob.Diff job, Channels to) throws IOException {
        List<PolicyDiff.Change> changes =
                PolicyDiff.between(PolicyFile.read(job.before()), PolicyFile.read(job.after()));
        if (to.json()) {
            List<Object> list = new ArrayList<>();
            for (PolicyDiff.Change change : changes) {
                var map = new LinkedHashMap<String, Object>();
                map.put("field", change.field());
                map.put("before", change.before());
                map.put("after", change.after());
                list.add(map);
            }
            to.out().print(Json.write(Map.of("changes", list)));
        } else if (changes.isEmpty()) {
            to.out().println("nothing would change");
        } else {
            changes.forEach(to.out()::println);
        }
        return true;
    }

    /** Says what is wrong with a file. */
    public static void tell(List<PolicyProblem> problems, Channels to) {
        if (to.json()) {
            List<Object> list = new ArrayList<>();
            problems.forEach(problem -> list.add(toMap(problem)));
            to.out().print(Json.write(Map.of("problems", list)));
        } else {
            problems.forEach(to.err()::println);
            to.err().println(problems.size() == 1 ? "1 error" : problems.size() + " errors");
        }
    }

    private static Map<String, Object> toMap(PolicyProblem problem) {
        var map = new LinkedHashMap<String, Object>();
        map.put("file", problem.file());
        map.put("line", problem.line());
        map.put("column", problem.column());
        map.put("field", problem.field());
        map.put("message", problem.message());
        return map;
    }
}
