package dev.stint.language;

import org.jspecify.annotations.Nullable;

/** A function of the host that scripts may call. It runs in the task of the script. */
@FunctionalInterface
public interface HostFunction {
    /**
     * Does it.
     *
     * @param arguments Long, Double, Boolean, String, or objects of the host's types
     * @return a value of its result's type; null if that is an optional and there is none, or if it
     *     gives nothing back
     * @throws Exception ends the task of the script
     */
    @Nullable Object call(Object[] arguments) throws Exception;
}
