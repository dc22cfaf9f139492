package dev.stint.host;

import static dev.stint.host.BadArguments.quoted;

import dev.stint.host.policy.PolicyJob;
import dev.stint.host.policy.PolicyTexts;
import dev.stint.policyservice.file.PolicyFileException;
import dev.stint.policyservice.text.Spelling;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Policies: the options. What is done is in the package {@code policy}. */
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
        PolicyJob job = job();
        var to = new PolicyJob.Channels(out, err, json);
        try {
            return job.run(to) ? Main.OK : Main.FAILED;
        } catch (PolicyFileException e) {
            PolicyTexts.tell(e.problems(), to);
            return Main.FAILED;
        } catch (IOException e) {
            err.println("stint policy: " + e.getMessage());
            return Main.FAILED;
        } catch (IllegalArgumentException e) {
            if (socket == null) {
                throw e;
            }
            throw new BadArguments(
                    "--socket " + quoted(String.valueOf(socket)) + ": " + e.getMessage());
        }
    }

    private PolicyJob job() {
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
        return switch (asked) {
            case "check" -> new PolicyJob.Check(file("check", 0, 1));
            case "diff" -> new PolicyJob.Diff(file("diff", 0, 2), file("diff", 1, 2));
            case "whatif" -> replay(file("whatif", 0, 1));
            default -> serve(file("serve", 0, 1));
        };
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

    private PolicyJob replay(Path trace) {
        if (policy == null) {
            throw new BadArguments(
                    "which policy? For example: ./stint policy whatif run.trace --policy new.yaml");
        }
        int millis =
                Numbers.whole(
                        "--deadline", deadline, 1, LONGEST_DEADLINE_MS, "./stint policy whatif 5");
        return new PolicyJob.Replay(
                trace,
                FileNames.toRead("policy file", policy),
                Optional.ofNullable(base).map(name -> FileNames.toRead("policy file", name)),
                Duration.ofMillis(millis),
                Optional.ofNullable(svg)
                        .map(name -> FileNames.toWrite("--svg", name, "--svg shares.svg")));
    }

    private PolicyJob serve(Path file) {
        if (socket == null) {
            throw new BadArguments(
                    "at which socket? For example:"
                            + " ./stint policy serve policy.yaml --socket policy.sock");
        }
        return new PolicyJob.Serve(file, FileNames.path(socket), Set.copyOf(users));
    }
}
