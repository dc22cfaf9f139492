package dev.stint.verify.linear;

import java.util.List;
import java.util.Map;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.verifier.EpsilonVerifier;

/**
 * The Lincheck proofs, by name. Each runs in a JVM of its own, because Lincheck rewrites the
 * classes of the one it runs in; {@link #main} is what that JVM runs.
 */
public final class Checks {
    /** Exit code: all schedules that were tried are right. */
    public static final int HELD = 0;

    /** Exit code: a schedule is wrong; it was printed. */
    public static final int FOUND = 3;

    private static final Map<String, Class<?>> ALL =
            Map.of(
                    "Lincheck.WorkDeque", WorkDequeCheck.class,
                    "Lincheck.WorkDequeWeakened", BrokenDequeCheck.class,
                    "Lincheck.Inbox", InboxCheck.class,
                    "Lincheck.GlobalQueue", GlobalQueueCheck.class,
                    "Lincheck.Overflow", OverflowCheck.class);

    private Checks() {}

    /** All names, sorted. */
    public static List<String> names() {
        return ALL.keySet().stream().sorted().toList();
    }

    /** Arguments: the name, how many scenarios, how many schedules of each. */
    public static void main(String[] args) {
        Class<?> check = ALL.get(args[0]);
        if (check == null) {
            throw new IllegalArgumentException("no check " + args[0] + "; there are " + names());
        }
        var options =
                new ModelCheckingOptions()
                        .iterations(Integer.parseInt(args[1]))
                        .invocationsPerIteration(Integer.parseInt(args[2]))
                        .threads(3)
                        .actorsPerThread(2)
                        .actorsBefore(2)
                        .actorsAfter(2);
        if (check == OverflowCheck.class) {
            options.verifier(EpsilonVerifier.class); // its own validation is the verdict
        }
        System.exit(run(check, options));
    }

    private static int run(Class<?> check, ModelCheckingOptions options) {
        try {
            options.check(check);
            return HELD;
        } catch (LincheckAssertionError e) {
            System.out.println(e.getMessage());
            return FOUND;
        }
    }
}
