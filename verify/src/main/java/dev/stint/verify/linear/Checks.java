package dev.stint.verify.linear;

import static java.util.Map.entry;

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
            Map.ofEntries(
                    entry("Lincheck.WorkDeque", WorkDequeCheck.class),
                    entry("Lincheck.WorkDequeWeakened", BrokenDequeCheck.class),
                    entry("Lincheck.Inbox", InboxCheck.class),
                    entry("Lincheck.GlobalQueue", GlobalQueueCheck.class),
                    entry("Lincheck.Overflow", OverflowCheck.class),
                    entry("Lincheck.ChannelOfOne", ChannelCheck.One.class),
                    entry("Lincheck.ChannelOfOneWeakened", ChannelCheck.OneWeakened.class),
                    entry("Lincheck.ChannelOfTwo", ChannelCheck.Two.class),
                    entry("Lincheck.ChannelUnbounded", ChannelCheck.Unbounded.class),
                    entry("Lincheck.ChannelDropsOldest", ChannelCheck.DropsOldest.class),
                    entry("Lincheck.ChannelDropsNewest", ChannelCheck.DropsNewest.class));

    /** Where a check is not held against its own behaviour on one thread. */
    private static final Map<Class<?>, Class<?>> SPECIFICATIONS =
            Map.of(
                    ChannelCheck.One.class, ChannelCheck.One.Spec.class,
                    ChannelCheck.OneWeakened.class, ChannelCheck.One.Spec.class,
                    ChannelCheck.Two.class, ChannelCheck.Two.Spec.class,
                    ChannelCheck.Unbounded.class, ChannelCheck.Unbounded.Spec.class,
                    ChannelCheck.DropsOldest.class, ChannelCheck.DropsOldest.Spec.class,
                    ChannelCheck.DropsNewest.class, ChannelCheck.DropsNewest.Spec.class);

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
        Class<?> specification = SPECIFICATIONS.get(check);
        if (specification != null) {
            options.sequentialSpecification(specification);
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
