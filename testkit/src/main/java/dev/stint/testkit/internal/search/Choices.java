package dev.stint.testkit.internal.search;

import dev.stint.env.Decisions.Kind;
import java.util.Arrays;

/**
 * The decisions of one schedule in order: what each was about, of how many, and which. For those
 * about tasks also which task that was, and which one could have gone on; -1 where there is none.
 */
public final class Choices {
    private static final Kind[] KINDS = Kind.values();

    private byte[] kinds = new byte[64];
    private int[] alternatives = new int[64];
    private int[] picks = new int[64];
    private long[] tasks = new long[64];
    private long[] running = new long[64];
    private int size;

    public int size() {
        return size;
    }

    public Kind kind(int i) {
        return KINDS[kinds[i]];
    }

    int alternatives(int i) {
        return alternatives[i];
    }

    public int pick(int i) {
        return picks[i];
    }

    /** The id of the task that was picked. */
    long task(int i) {
        return tasks[i];
    }

    /** The id of the task that ran and could have gone on. */
    long running(int i) {
        return running[i];
    }

    /** Whether it took the processor from a task that could have gone on. */
    public boolean isPreemption(int i) {
        return running[i] >= 0 && running[i] != tasks[i];
    }

    public void clear() {
        size = 0;
    }

    public void add(Kind kind, int of, int pick) {
        add(kind, of, pick, -1, -1);
    }

    public void add(Kind kind, int of, int pick, long task, long wasRunning) {
        if (size == picks.length) {
            kinds = Arrays.copyOf(kinds, 2 * size);
            alternatives = Arrays.copyOf(alternatives, 2 * size);
            picks = Arrays.copyOf(picks, 2 * size);
            tasks = Arrays.copyOf(tasks, 2 * size);
            running = Arrays.copyOf(running, 2 * size);
        }
        kinds[size] = code(kind);
        alternatives[size] = of;
        picks[size] = pick;
        tasks[size] = task;
        running[size] = wasRunning;
        size++;
    }

    private static byte code(Kind kind) {
        byte code = 0;
        while (KINDS[code] != kind) {
            code++;
        }
        return code;
    }

    public Choices copy() {
        var copy = new Choices();
        copy.kinds = Arrays.copyOf(kinds, Math.max(1, size));
        copy.alternatives = Arrays.copyOf(alternatives, Math.max(1, size));
        copy.picks = Arrays.copyOf(picks, Math.max(1, size));
        copy.tasks = Arrays.copyOf(tasks, Math.max(1, size));
        copy.running = Arrays.copyOf(running, Math.max(1, size));
        copy.size = size;
        return copy;
    }

    long hash() {
        long h = size;
        for (int i = 0; i < size; i++) {
            h = (h ^ (kinds[i] * 31L + alternatives[i] * 1009L + picks[i])) * 0x9E3779B97F4A7C15L;
            h ^= h >>> 29;
        }
        return h;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Choices that
                && size == that.size
                && Arrays.equals(kinds, 0, size, that.kinds, 0, size)
                && Arrays.equals(alternatives, 0, size, that.alternatives, 0, size)
                && Arrays.equals(picks, 0, size, that.picks, 0, size);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(hash());
    }
}
