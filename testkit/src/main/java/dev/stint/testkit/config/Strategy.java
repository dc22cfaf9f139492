package dev.stint.testkit.config;

import dev.stint.testkit.Sim;
import dev.stint.testkit.internal.search.ExhaustiveSearch;
import dev.stint.testkit.internal.search.PctSearch;
import dev.stint.testkit.internal.search.PosSearch;
import dev.stint.testkit.internal.search.RandomSearch;
import dev.stint.testkit.internal.search.Recording;
import dev.stint.testkit.internal.search.ReplaySearch;
import dev.stint.testkit.internal.search.RoundRobinSearch;
import dev.stint.testkit.search.Search;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A way to search the schedules of a program.
 *
 * <p>To write one of your own, implement {@link Search}: it is asked which task goes on wherever
 * another could, and for every other choice that the run makes.
 */
public final class Strategy {
    private final String name;
    private final Supplier<Search> start;
    private final @Nullable Path replayed;

    private Strategy(String name, Supplier<Search> start, @Nullable Path replayed) {
        this.name = name;
        this.start = start;
        this.replayed = replayed;
    }

    /** The file that it repeats; empty if it searches. */
    public Optional<Path> replayed() {
        return Optional.ofNullable(replayed);
    }

    /** A strategy of your own, by the name that reports give it. */
    public static Strategy of(String name, Supplier<Search> start) {
        return new Strategy(
                Objects.requireNonNull(name, "name of a strategy"),
                Objects.requireNonNull(start, "what starts a search"),
                null);
    }

    /** Chooses by chance, everywhere. */
    public static Strategy random() {
        return of("random", RandomSearch::new);
    }

    /**
     * Runs the task of the highest priority, and lowers priorities at a few steps chosen by chance.
     * A bug that needs {@code depth} things to happen in one order is found, in a schedule of
     * <i>k</i> steps of <i>n</i> tasks, with a probability of at least 1 / (n k<sup>depth-1</sup>).
     */
    public static Strategy pct(int depth) {
        if (depth < 1 || depth > 100) {
            throw new IllegalArgumentException(
                    "the depth of pct is from 1 to 100, not " + depth + ". Most bugs need 2 or 3.");
        }
        return of("pct(" + depth + ")", () -> new PctSearch(depth));
    }

    /**
     * Gives each access to a shared object a priority by chance, and draws again for those that
     * compete with the one done last. Samples orders of competing accesses more evenly than {@link
     * #random}.
     */
    public static Strategy pos() {
        return of("pos", PosSearch::new);
    }

    /** Lets each task run to its next point in turn; the seed decides only who begins. */
    public static Strategy roundRobin() {
        return of("roundRobin", RoundRobinSearch::new);
    }

    /** Tries all schedules with at most two preemptions. */
    public static Strategy exhaustive() {
        return exhaustive(2);
    }

    /**
     * Tries all schedules with at most so many preemptions, each once, and then has nothing left.
     */
    public static Strategy exhaustive(int preemptions) {
        if (preemptions < 0 || preemptions > 1000) {
            throw new IllegalArgumentException(
                    "the preemptions of exhaustive are from 0 to 1000, not " + preemptions);
        }
        return of("exhaustive(" + preemptions + ")", () -> new ExhaustiveSearch(preemptions));
    }

    /**
     * Repeats the one schedule that a file has recorded, with the settings that the file says. An
     * exploration by it throws if the program leaves the recording; {@link Sim#replay} tells how.
     */
    public static Strategy replay(Path file) {
        Recording recording = Recording.read(file);
        return new Strategy("replay", () -> new ReplaySearch(recording.choices()), file);
    }

    /**
     * The strategy of this name: {@code random}, {@code pct(3)}, {@code pos}, {@code roundRobin},
     * {@code exhaustive(2)}. The number may be left out.
     */
    public static Strategy parse(String text) {
        return StrategyNames.parse(Objects.requireNonNull(text, "name of a strategy"));
    }

    /** As {@link #parse} understands it, if this is none of your own. */
    public String name() {
        return name;
    }

    /** Begins an exploration. */
    public Search start() {
        return Objects.requireNonNull(start.get(), "a strategy returned null for its search");
    }

    @Override
    public String toString() {
        return name;
    }
}
