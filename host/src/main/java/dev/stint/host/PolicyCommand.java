package dev.stint.host;

import static dev.stint.host.BadArguments.quoted;

import dev.stint.policy.Policy;
import dev.stint.policyservice.file.FilePolicySource;
import dev.stint.policyservice.file.PolicyDiff;
import dev.stint.policyservice.file.PolicyFile;
import dev.stint.policyservice.file.PolicyFileException;
import dev.stint.policyservice.file.PolicyProblem;
import dev.stint.policyservice.socket.PolicySocket;
import dev.stint.policyservice.text.Json;
import dev.stint.policyservice.text.Spelling;
import dev.stint.policyservice.whatif.Comparison;
import dev.stint.policyservice.whatif.Trace;
import dev.stint.policyservice.whatif.WhatIf;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says what is wrong with a policy, what another would change, or serves one to schedulers. */
@Command(
        name = "policy",
        description = {
            "check: says all that is wrong with a policy file. diff: says what a new one changes.",
            "whatif: plays a recorded run under another policy, beside the one it was recorded"
                    + " under, or --base. serve: gives the policy of a file to schedulers that ask"
                    + " at a socket, and what it is changed to.",
            "The exit code is 0 if all is well, 1 if a file is no policy or cannot be served, 2 if"
                    + " the arguments are wrong."
        })
final class PolicyCommand implements Callable<Integer> {
    private static final List<String> VERBS = List.of("check", "diff", "whatif", "serve");
    private static final String EXAMPLE = "./stint policy check policy.yaml";
    private static final int LONGEST_DEADLINE_MS = 3_600_000;

    private final PrintWriter out;
    private final PrintWriter err;

    @Parameters(index = "0", arity = "0..1", paramLabel = "check|diff|whatif|serve")
    private @Nullable String verb;

    @Parameters(index = "1..*", arity = "0..*", paramLabel = "FILE", description = "the files")
    private List<String> files = new ArrayList<>();

    @Option(names = "--policy", paramLabel = "FILE", description = "whatif: the other policy")
    private @Nullable String policy;

    @Option(
            names = "--base",
            paramLabel = "FILE",
            description = "whatif: the policy to compare with (default: all get what they ask for)")
    private @Nullable String base;

    @Option(
            names = "--deadline",
            paramLabel = "MS",
            description = "whatif: what takes longer, in milliseconds, is a miss (default: 5)")
    private String deadline = "5";

    @Option(
            names = "--svg",
            paramLabel = "FILE",
            description = "whatif: draw shares over time, for both")
    private @Nullable String svg;

    @Option(names = "--socket", paramLabel = "PATH", description = "serve: where schedulers ask")
    private @Nullable String socket;

    @Option(
            names = "--user",
            paramLabel = "NAME",
            description = "serve: who may ask; several times for several (default: who serves)")
    private List<String> users = new ArrayList<>();

    @Option(names = "--json", description = "as one JSON object, on standard output")
    private boolean json;

    PolicyCommand(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws InterruptedException {
        String asked = verb;
        if (asked == null || !VERBS.contains(asked)) {
            throw new BadArguments(
                    (asked == null
                                    ? "what shall be done? "
                                    : "there is no 'policy "
                                            + quoted(asked).replace("'", "")
                                            + "'"
                                            + Spelling.hint(asked, VERBS)
                                            + ". ")
                            + "One of "
                            + String.join(", ", VERBS)
                            + ", for example: "
                            + EXAMPLE);
        }
        ensureOwnOptions(asked);
        try {
            return switch (asked) {
                case "check" -> check(file("check", 0, 1));
                case "diff" -> diff(file("diff", 0, 2), file("diff", 1, 2));
                case "whatif" -> whatIf(file("whatif", 0, 1));
                default -> serve(file("serve", 0, 1));
            };
        } catch (PolicyFileException e) {
            return refused(e.problems());
        } catch (IOException e) {
            err.println("stint policy: " + e.getMessage());
            return Main.FAILED;
        }
    }

    private void ensureOwnOptions(String asked) {
        boolean isWhatIf = asked.equals("whatif");
        if (!isWhatIf && (policy != null || base != null || svg != null)) {
            throw new BadArguments("--policy, --base and --svg are for 'policy whatif'");
        }
        if (!asked.equals("serve") && (socket != null || !users.isEmpty())) {
            throw new BadArguments("--socket and --user are for 'policy serve'");
        }
    }

    private Path file(String asked, int at, int wanted) {
        if (files.size() != wanted) {
            throw new BadArguments(
                    "'policy "
                            + asked
                            + "' takes "
                            + (wanted == 1 ? "one file" : wanted + " files")
                            + ", not "
                            + files.size()
                            + "; for example: "
                            + EXAMPLE.replace(
                                    "check policy.yaml",
                                    switch (asked) {
                                        case "diff" -> "diff old.yaml new.yaml";
                                        case "whatif" -> "whatif run.trace --policy new.yaml";
                                        case "serve" -> "serve policy.yaml --socket policy.sock";
                                        default -> "check policy.yaml";
                                    }));
        }
        return FileNames.toRead(asked.equals("whatif") ? "trace" : "policy file", files.get(at));
    }

    // ---- check and diff

    private int check(Path file) throws IOException {
        Policy read = PolicyFile.read(file);
        if (json) {
            var map = new LinkedHashMap<String, Object>();
            map.put("problems", List.of());
            map.put("policy", read.name());
            map.put("fields", PolicyDiff.describe(read));
            out.print(Json.write(map));
        } else {
            out.println(
                    "policy '"
                            + read.name()
                            + "' is sound: "
                            + (read.tenants().size() + 1)
                            + " rules for tenants, "
                            + (read.contexts().size() + 1)
                            + " for contexts");
        }
        return Main.OK;
    }

    private int refused(List<PolicyProblem> problems) {
        if (json) {
            out.print(Json.write(Map.of("problems", problems.stream().map(this::toMap).toList())));
        } else {
            problems.forEach(problem -> err.println(problem));
            err.println(problems.size() == 1 ? "1 error" : problems.size() + " errors");
        }
        return Main.FAILED;
    }

    private Map<String, Object> toMap(PolicyProblem problem) {
        var map = new LinkedHashMap<String, Object>();
        map.put("file", problem.file());
        map.put("line", problem.line());
        map.put("column", problem.column());
        map.put("field", problem.field());
        map.put("message", problem.message());
        return map;
    }

    private int diff(Path before, Path after) throws IOException {
        List<PolicyDiff.Change> changes =
                PolicyDiff.between(PolicyFile.read(before), PolicyFile.read(after));
        if (json) {
            List<Object> list = new ArrayList<>();
            for (PolicyDiff.Change change : changes) {
                var map = new LinkedHashMap<String, Object>();
                map.put("field", change.field());
                map.put("before", change.before());
                map.put("after", change.after());
                list.add(map);
            }
            out.print(Json.write(Map.of("changes", list)));
        } else if (changes.isEmpty()) {
            out.println("nothing would change");
        } else {
            changes.forEach(out::println);
        }
        return Main.OK;
    }

    // ---- what-if

    private int whatIf(Path file) throws IOException, InterruptedException {
        if (policy == null) {
            throw new BadArguments(
                    "which policy? For example: ./stint policy whatif run.trace --policy new.yaml");
        }
        int millis =
                Numbers.whole(
                        "--deadline", deadline, 1, LONGEST_DEADLINE_MS, "./stint policy whatif 5");
        Path picture = svg == null ? null : FileNames.toWrite("--svg", svg, "--svg shares.svg");
        Policy other = PolicyFile.read(FileNames.toRead("policy file", policy));
        Policy one =
                base == null
                        ? Policy.builtIn().withName("as asked")
                        : PolicyFile.read(FileNames.toRead("policy file", base));
        Trace trace;
        try {
            trace = Trace.read(file);
        } catch (IllegalArgumentException e) {
            err.println("stint policy: " + e.getMessage());
            return Main.FAILED;
        }
        WhatIf.Settings usual = WhatIf.Settings.defaults();
        var settings =
                new WhatIf.Settings(
                        Duration.ofMillis(millis), usual.nanosPerOperation(), usual.seed());
        var comparison =
                new Comparison(
                        WhatIf.play(trace, one, settings), WhatIf.play(trace, other, settings));
        if (picture != null) {
            Files.writeString(picture, comparison.toSvg());
        }
        out.print(json ? Json.write(comparison.toMap()) : comparison.toText());
        return Main.OK;
    }

    // ---- serve

    private int serve(Path file) throws IOException, InterruptedException {
        if (socket == null) {
            throw new BadArguments(
                    "at which socket? For example:"
                            + " ./stint policy serve policy.yaml --socket policy.sock");
        }
        Path at = FileNames.path(socket);
        Policy first = PolicyFile.read(file);
        var source = new FilePolicySource(file, err::println);
        try (PolicySocket served = PolicySocket.open(at, source, Set.copyOf(users), err::println)) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> closeQuietly(served)));
            if (json) {
                var map = new LinkedHashMap<String, Object>();
                map.put("socket", at.toString());
                map.put("policy", first.name());
                map.put("version", first.version());
                out.print(Json.write(map));
            } else {
                out.println("serves policy '" + first.name() + "' at " + at);
            }
            out.flush();
            new CountDownLatch(1).await(); // until it is killed
            return Main.OK;
        } catch (IllegalArgumentException e) {
            throw new BadArguments("--socket " + quoted(socket) + ": " + e.getMessage());
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
