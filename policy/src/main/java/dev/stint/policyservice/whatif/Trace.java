package dev.stint.policyservice.whatif;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What tenants wanted of a scheduler: when which task came, how many operations it did, and how
 * long it waited in between. A text of lines:
 *
 * <pre>
 *   stint-trace 1
 *   workers 2
 *   slice 100000
 *   tenant 3 100000 web                  weight and slice that it asked for, name
 *   task 0 1500000 20000 3000000 500     number of its tenant, when it came in nanoseconds,
 *                                        operations, nanoseconds that it waited, operations, ...
 * </pre>
 *
 * @param workers of the scheduler
 * @param slice of the scheduler, in operations
 */
public record Trace(int workers, long slice, List<Tenant> tenants, List<Task> tasks) {
    /** So many tasks one may have: a replay has all of them at once. */
    public static final int MOST_TASKS = 200_000;

    static final int MOST_TENANTS = 10_000;
    static final long MOST_BYTES = 512L << 20;

    private static final String FIRST = "stint-trace 1";
    private static final int MOST_WORKERS = 4_096;
    private static final int MOST_WEIGHT = 1_000;
    private static final long MOST_SLICE = 1_000_000_000L;

    /** A tenant, with what it asked for. */
    public record Tenant(String name, int weight, long slice) {}

    /**
     * A task.
     *
     * @param tenant its place in the list of tenants
     * @param cameAt in nanoseconds from the beginning
     * @param bursts operations, then in turn nanoseconds of waiting and operations
     */
    public record Task(int tenant, long cameAt, List<Long> bursts) {
        public Task {
            bursts = List.copyOf(bursts);
        }

        /** Operations in all. */
        public long operations() {
            long sum = 0;
            for (int i = 0; i < bursts.size(); i += 2) {
                sum += bursts.get(i);
            }
            return sum;
        }
    }

    public Trace {
        tenants = List.copyOf(tenants);
        tasks = List.copyOf(tasks);
    }

    /** Operations of all tasks of a tenant. */
    public long operations(int tenant) {
        return tasks.stream().filter(t -> t.tenant == tenant).mapToLong(Task::operations).sum();
    }

    // ---- as text

    public String toText() {
        var text = new StringBuilder(FIRST).append('\n');
        text.append("workers ").append(workers).append('\n');
        text.append("slice ").append(slice).append('\n');
        for (Tenant tenant : tenants) {
            text.append(
                    String.format(
                            Locale.ROOT,
                            "tenant %d %d %s%n",
                            tenant.weight,
                            tenant.slice,
                            tenant.name.replaceAll("\\p{Cntrl}", "?")));
        }
        for (Task task : tasks) {
            text.append("task ").append(task.tenant).append(' ').append(task.cameAt);
            task.bursts.forEach(number -> text.append(' ').append(number));
            text.append('\n');
        }
        return text.toString();
    }

    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException if that is no trace; it names the line
     */
    public static Trace read(Path file) throws IOException {
        long size = Files.size(file);
        if (size > MOST_BYTES) {
            throw new IllegalArgumentException(
                    file + " has " + size + " bytes; a trace has " + MOST_BYTES + " at most.");
        }
        return parse(String.valueOf(file.getFileName()), Files.readString(file));
    }

    /**
     * Reads a text.
     *
     * @param name of the file, for errors
     * @throws IllegalArgumentException if that is no trace; it names the line
     */
    public static Trace parse(String name, String text) {
        return new Reading(name).read(text);
    }

    private static final class Reading {
        private final String name;
        private final List<Tenant> tenants = new ArrayList<>();
        private final List<Task> tasks = new ArrayList<>();
        private int workers;
        private long slice;
        private int line;

        Reading(String name) {
            this.name = name;
        }

        Trace read(String text) {
            for (String written : (Iterable<String>) text.lines()::iterator) {
                line++;
                if (line == 1 && !written.equals(FIRST)) {
                    throw wrong("is '" + shortened(written) + "'; a trace begins with " + FIRST);
                }
                if (line > 1 && !written.isBlank()) {
                    readLine(written);
                }
            }
            if (workers == 0 || slice == 0) {
                line++;
                throw wrong("is missing: a trace says its workers and its slice");
            }
            return new Trace(workers, slice, tenants, tasks);
        }

        private void readLine(String written) {
            String[] words = written.split(" ", -1);
            switch (words[0]) {
                case "workers" -> workers = (int) number(words, 1, 1, MOST_WORKERS);
                case "slice" -> slice = number(words, 1, 1, MOST_SLICE);
                case "tenant" -> tenant(words, written);
                case "task" -> task(words);
                default ->
                        throw wrong(
                                "begins with '"
                                        + shortened(words[0])
                                        + "'; allowed: workers, slice, tenant, task");
            }
        }

        private void tenant(String[] words, String written) {
            int weight = (int) number(words, 1, 1, MOST_WEIGHT);
            long own = number(words, 2, 1, MOST_SLICE);
            int from = words[0].length() + words[1].length() + words[2].length() + 3;
            String called = from < written.length() ? written.substring(from) : "";
            if (called.isBlank() || tenants.size() == MOST_TENANTS) {
                throw wrong("needs a name, and there may be " + MOST_TENANTS + " tenants");
            }
            tenants.add(new Tenant(called, weight, own));
        }

        private void task(String[] words) {
            if (words.length < 4 || words.length % 2 != 0 || tasks.size() == MOST_TASKS) {
                throw wrong(
                        "is no task: write its tenant, when it came, operations, and then in turn"
                                + " waits and operations; there may be "
                                + MOST_TASKS);
            }
            if (tenants.isEmpty()) {
                throw wrong("is a task before any tenant");
            }
            var bursts = new ArrayList<Long>();
            for (int i = 3; i < words.length; i++) {
                bursts.add(number(words, i, 0, Long.MAX_VALUE / 1_000_000));
            }
            tasks.add(
                    new Task(
                            (int) number(words, 1, 0, tenants.size() - 1),
                            number(words, 2, 0, Long.MAX_VALUE / 2),
                            bursts));
        }

        private long number(String[] words, int at, long least, long most) {
            String word = at < words.length ? words[at] : "";
            try {
                long number = Long.parseLong(word);
                if (number >= least && number <= most) {
                    return number;
                }
            } catch (NumberFormatException e) {
                // said below
            }
            throw wrong(
                    "has '"
                            + shortened(word)
                            + "' for number "
                            + at
                            + "; it must be from "
                            + least
                            + " to "
                            + most);
        }

        private IllegalArgumentException wrong(String what) {
            return new IllegalArgumentException(name + ":" + line + ": the line " + what + ".");
        }

        private static String shortened(String text) {
            String safe = text.replaceAll("\\p{Cntrl}", "?");
            return safe.length() > 40 ? safe.substring(0, 40) + "..." : safe;
        }
    }
}
