package dev.stint.language.internal.run;

/** What a task of a script does, or a clean-up. */
@FunctionalInterface
public interface Body {
    /**
     * Runs it in the calling task.
     *
     * @param depth how many functions are active
     * @return its result, as other tasks see it
     * @throws FaultException if an error of the script leaves it
     */
    Object call(Run run, int depth) throws Exception;
}
