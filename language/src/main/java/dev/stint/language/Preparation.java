package dev.stint.language;

import dev.stint.Scheduler;
import dev.stint.budget.Budget;
import java.util.Optional;

/** Runs a script once that uses what most scripts use, so that its classes are there. */
final class Preparation {
    private static final Budget BUDGET = new Budget(100_000, 1 << 20, 10, 10, 0);

    private static final String TEXT =
            """
            import std.text

            struct Pair { left: i64, right: i64 }

            func sum(n: i64) -> i64 do
                return 0 when n < 1
                return n + sum(n - 1)
            end

            func main() -> i64 do
                let names = List[String].new()
                let times = Map[String, i64].new()
                let squares = array(4, 0)
                for i in 0..<4 do
                    squares[i] = i * i
                    names.push("n" + String(i))
                end
                for name in names do
                    if name.len > 0 and not times.has(name) do
                        times.put(name, (times.get(name) ?? 0) + 1)
                    end
                end
                let pair = Pair { left: times.len, right: squares[2] }
                println(text.join(names, " "))
                return pair.left + pair.right + sum(3)
            end
            """;

    private static final long EXPECTED = 14;

    private static boolean isDone;

    private Preparation() {}

    /** Once for all. An interrupt keeps it from being done, and is left to the caller. */
    static synchronized void ensure() {
        if (isDone) {
            return;
        }
        try (Scheduler scheduler = Scheduler.open(c -> c.withName("prepare").withWorkers(1))) {
            Script script = Script.compile("prepare.jan", TEXT);
            ScriptResult result = script.run(scheduler.tenant(), BUDGET);
            if (!result.value().equals(Optional.of(EXPECTED))) {
                throw new IllegalStateException("the script that prepares for others: " + result);
            }
            isDone = true;
        } catch (ScriptRefusedException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
