package dev.stint.host.demo;

import dev.stint.budget.Budget;
import dev.stint.error.OperationBudgetExhaustedException;
import dev.stint.language.Script;
import dev.stint.language.ScriptRefusedException;
import dev.stint.language.ScriptResult;
import dev.stint.tenant.Tenant;
import java.util.Optional;

/**
 * Three scripts: one that may not start tasks and tries, one that does not end, and one that works.
 */
final class Scripts implements Scene {
    private static final Budget LIMIT = new Budget(1_000_000, 1 << 20, 10, 0, 0);

    private static final String REFUSED =
            """
            func main() -> i64 do
                nursery do
                    spawn work()
                end
                return 0
            end

            func work() do end
            """;

    private static final String ENDLESS =
            """
            func main() -> i64 do
                var n = 0
                while true do
                    n = (n + 1) % 1000
                end
                return n
            end
            """;

    private static final String WORDS =
            """
            {.profile: service.}
            import std.text

            async func main(line: String) -> i64 do
                var letters = 0
                nursery do
                    let tasks = List[Task[i64]].new()
                    for word in text.split(line, " ") do
                        tasks.push(spawn count(word))
                    end
                    for task in tasks do
                        letters += await task
                    end
                end
                return letters
            end

            func count(word: String) -> i64 do
                return word.len
            end
            """;

    @Override
    public String name() {
        return "script";
    }

    @Override
    public String claim() {
        return "a script pays as it runs, and asks before";
    }

    @Override
    public void play(Stage stage, Findings findings) throws Exception {
        int errors = refuse(findings);
        Script endless = Script.compile("endless.jan", ENDLESS);
        Script words = Script.compile("words.jan", WORDS);
        try (var scheduler = Stage.open(this, c -> c.withWorkers(Stage.workers()))) {
            Tenant tenant = scheduler.openTenant(t -> t.withName("scripts"));
            ScriptResult stopped = endless.run(tenant, LIMIT);
            ScriptResult first = words.run(tenant, "four and twenty blackbirds");
            ScriptResult again = words.run(tenant, "four and twenty blackbirds");
            findings.expect(
                    stopped.failure().orElse(null) instanceof OperationBudgetExhaustedException,
                    "the endless script ended otherwise: " + stopped);
            stopped.failure().ifPresent(why -> findings.note(why.toString()));
            findings.expect(
                    first.value().equals(Optional.of(23L)), "the words have " + first.value());
            long ops = first.receipt().spent().ops();
            findings.expectEqual(
                    "operations of the second run", again.receipt().spent().ops(), ops);
            long until = stopped.receipt().spent().ops();
            findings.number("operations", ops);
            findings.number("stoppedAfter", until);
            findings.figure(
                    "%d errors; stopped after %s operations; %d each time"
                            .formatted(errors, Text.number(until), ops));
        }
    }

    private static int refuse(Findings findings) {
        try {
            Script.compile("rule.jan", REFUSED);
            findings.failed("a script of profile core may start tasks");
            return 0;
        } catch (ScriptRefusedException e) {
            String.valueOf(e.getMessage()).lines().limit(8).forEach(findings::note);
            return e.diagnostics().size();
        }
    }
}
