package dev.stint.verify.library;

import dev.stint.Scheduler;
import dev.stint.budget.Budget;
import dev.stint.libraries.Loaders;
import dev.stint.libraries.Popular;
import dev.stint.libraries.Shelf;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.Policy;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.tenant.Tenant;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The program of a popular library, run unwoven and then as a tenant's, on the surface that every
 * tenant has, with a budget and a deadline.
 */
public final class TenantTrial {
    private static final Budget PLENTY = new Budget(4_000_000_000L, 16L << 30, 1_000, 10_000, 100);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private TenantTrial() {}

    /**
     * What came of it.
     *
     * @param expected what the program says unwoven
     * @param outcome what it said or threw as a tenant's
     * @param spent by it
     */
    public record Ran(Object expected, Outcome<Object> outcome, Budget spent) {
        /** Whether it did what it does unwoven, and paid for it. */
        public boolean isSame() {
            return outcome instanceof Outcome.Success<Object>(var said)
                    && expected.equals(said)
                    && spent.ops() > 0;
        }

        /** What came of it, for people: what was thrown with its causes. */
        public String inWords() {
            return switch (outcome) {
                case Outcome.Success<Object>(var said) when isSame() ->
                        "the same result, for " + spent.ops() + " operations";
                case Outcome.Success<Object>(var said) ->
                        "unwoven it says '%s', as a tenant's '%s'".formatted(expected, said);
                case Outcome.Failure<Object>(var cause) -> causes(cause);
                case Outcome.Cancelled<Object>() ->
                        "it did not end in " + PATIENCE.toSeconds() + " s";
            };
        }
    }

    private static String causes(Throwable thrown) {
        var text = new StringBuilder();
        Throwable each = thrown;
        for (int depth = 0; each != null && depth < 20; depth++) {
            text.append(depth == 0 ? "" : "; because of ").append(each);
            each = each.getCause();
        }
        return text.toString();
    }

    /** Runs it both ways. */
    public static Ran run(Shelf shelf, Popular library) throws Exception {
        List<Path> places = shelf.places(library);
        Object expected;
        try (var plain = Loaders.plain(places)) {
            expected = Loaders.make(plain, library.className()).call();
        }
        try (var loader = Loaders.tenant(places);
                var scheduler = Scheduler.open(c -> c.withWorkers(1));
                Tenant tenant = scheduler.openTenant(t -> t.withName(library.label()))) {
            Nursery nursery =
                    tenant.nursery(
                            n ->
                                    n.withBudget(PLENTY)
                                            .withDeadline(PATIENCE)
                                            .withPolicy(Policy.runAll()));
            Task<Object> task =
                    nursery.spawn(() -> Loaders.make(loader, library.className()).call());
            Outcome<Object> outcome = task.awaitOutcome();
            nursery.awaitAll();
            return new Ran(expected, outcome, task.receipt().orElseThrow().spent());
        }
    }

    /** What is not as the table says; null if all is. */
    public static @Nullable String judge(Popular library, Ran ran) {
        if (library.runs()) {
            return ran.isSame() ? null : ran.inWords();
        }
        if (ran.isSame()) {
            return "the table says that it is refused " + library.refused() + ", and it runs";
        }
        String member = library.refused().replaceFirst("[,:] .*", "");
        return ran.inWords().contains(member)
                ? null
                : "the table says that it is refused " + member + ", and not: " + ran.inWords();
    }
}
