package dev.stint.weave;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The classes of one loader that could not be loaded. The next attempt fails at once, for the same
 * reason, without the work of weaving them again.
 */
final class LoadFailures {
    /** Memory may be short for a moment, or a stack deep. It is not for ever. */
    private static final int CHANCES = 3;

    private final Map<String, Throwable> byName = new ConcurrentHashMap<>();
    private final Map<String, Integer> shortOfMemory = new ConcurrentHashMap<>();

    void remember(String name, Throwable why) {
        if (!isForMemory(why) || shortOfMemory.merge(name, 1, Integer::sum) >= CHANCES) {
            byName.put(name, why);
        }
    }

    private static boolean isForMemory(Throwable why) {
        for (Throwable at = why; at != null; at = at.getCause()) {
            if (at instanceof VirtualMachineError) {
                return true;
            }
        }
        return false;
    }

    /**
     * Fails as the first attempt did.
     *
     * @throws WeaveRefusedException if the class was refused
     * @throws LinkageError if it was not complete, or not a class
     */
    void throwIfFailed(String name) {
        switch (byName.get(name)) {
            case null -> {}
            // Made anew: the first one is in the hands of whoever caught it.
            case WeaveRefusedException e -> throw new WeaveRefusedException(e.refusal());
            case ClassFormatError e -> throw new ClassFormatError(e.getMessage());
            case Throwable e -> throw new NoClassDefFoundError(e.getMessage());
        }
    }
}
