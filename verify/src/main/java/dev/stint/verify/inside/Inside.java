package dev.stint.verify.inside;

import dev.stint.verify.inside.weak.WeakChannels;
import dev.stint.verify.inside.weak.WeakSync;
import dev.stint.verify.inside.weak.WeakTasks;
import dev.stint.verify.linear.Checks;
import dev.stint.verify.tools.Scratch;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The checks that switch tasks inside the primitives, by name. {@link #main} is what a JVM of its
 * own runs for one; {@link #judge} runs in any.
 */
public final class Inside {
    private static final String PREFIX = "Inside.";
    private static final String TWIN = "Weakened";

    /** Each twin is found within so many schedules with at most two preemptions. */
    private static final int MOST_FOR_A_TWIN = 6_000;

    private static final String FEW_PREEMPTIONS = "exhaustive(2)";

    /** Schedules with many switches, a tenth as many of each. */
    private static final List<String> BY_CHANCE = List.of("pct(4)", "random");

    /** What is weaker in the twin of a program. */
    private static final Map<String, Weakening> WEAKER = weaker();

    private Inside() {}

    private static Map<String, Weakening> weaker() {
        Map<String, Weakening> all = new LinkedHashMap<>();
        String sync = "dev.stint.sync.";
        String channel = "dev.stint.channel.";
        put(all, "Mutex", sync + "MutexImpl$Hold", WeakSync.OfMutex.class);
        put(all, "ConditionTimeout", sync + "MutexImpl", WeakSync.OfCondition.class);
        put(all, "Semaphore", sync + "Permits", WeakSync.OfPermits.class);
        put(all, "RateLimiter", sync + "Pace", WeakSync.OfPace.class);
        put(all, "Latch", sync + "LatchImpl", WeakSync.OfLatch.class);
        put(all, "ObjectPool", channel + "ObjectPoolImpl", WeakChannels.OfPool.class);
        put(all, "Watch", channel + "WatchImpl", WeakChannels.OfWatch.class);
        put(all, "Broadcast", channel + "BroadcastImpl", WeakChannels.OfBroadcast.class);
        put(all, "OrderedChannel", channel + "OrderedChannelImpl", WeakChannels.OfOrdered.class);
        put(all, "Actor", "dev.stint.actor.ActorImpl", WeakTasks.OfActor.class);
        put(all, "Future", "dev.stint.internal.nursery.TaskFuture", WeakTasks.OfFuture.class);
        String bell = "dev.stint.internal.supervisor.Bell";
        put(all, "Bell", bell, WeakTasks.OfBell.class);
        put(all, Supervisors.NAME, bell, WeakTasks.OfBell.class);
        return all;
    }

    private static void put(
            Map<String, Weakening> all, String program, String owner, Class<?> weaker) {
        all.put(program, Weakening.of(owner, weaker));
    }

    /** All names, sorted. */
    public static List<String> names() {
        var names = new ArrayList<String>();
        Explorer.names().forEach(name -> names.add(PREFIX + name));
        WEAKER.keySet().forEach(name -> names.add(PREFIX + name + TWIN));
        names.sort(Comparator.naturalOrder());
        return names;
    }

    /** Arguments: the name, and two numbers, whose product says how many schedules to try. */
    public static void main(String[] args) throws IOException, InterruptedException {
        int count = Integer.parseInt(args[1]) * Integer.parseInt(args[2]);
        long[] tried = new long[2];
        String found = judge(args[0], count, tried);
        System.out.println(
                found != null ? found : tried[0] + " schedules of " + tried[1] + " steps");
        System.exit(found == null ? Checks.HELD : Checks.FOUND);
    }

    /**
     * Tries so many schedules; returns the first thing that is wrong, or null.
     *
     * @param tried how many schedules there were, and how many steps they had, is added there
     */
    static @Nullable String judge(String name, int schedules, long[] tried)
            throws IOException, InterruptedException {
        if (!names().contains(name)) {
            throw new IllegalArgumentException("no check " + name + "; there are " + names());
        }
        boolean isTwin = name.endsWith(TWIN);
        String program =
                name.substring(PREFIX.length(), name.length() - (isTwin ? TWIN.length() : 0));
        var room = new InsideLoader(loader(), isTwin ? WEAKER.get(program) : null);
        if (isTwin) {
            return explore(room, program, FEW_PREEMPTIONS, MOST_FOR_A_TWIN, tried);
        }
        String found = explore(room, program, FEW_PREEMPTIONS, schedules, tried);
        for (String strategy : BY_CHANCE) {
            if (found == null) {
                found = explore(room, program, strategy, Math.max(1, schedules / 10), tried);
            }
        }
        return found;
    }

    private static ClassLoader loader() {
        return Inside.class.getClassLoader();
    }

    private static @Nullable String explore(
            InsideLoader room, String program, String strategy, int schedules, long[] tried)
            throws IOException, InterruptedException {
        try {
            Method explore =
                    Class.forName(Explorer.class.getName(), true, room)
                            .getDeclaredMethod(
                                    "explore",
                                    String.class,
                                    String.class,
                                    int.class,
                                    Path.class,
                                    long[].class);
            explore.setAccessible(true);
            var files = Scratch.of("stint-inside");
            String found =
                    (String)
                            explore.invoke(
                                    null, program, strategy, schedules, files.folder(), tried);
            if (found.isEmpty()) {
                files.delete();
                return null;
            }
            return program + ": " + found;
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof InterruptedException interrupted) {
                throw interrupted;
            }
            throw new IllegalStateException(program + " cannot be explored", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("the explorer of " + program, e);
        }
    }
}
