package dev.stint.config;

/** What kind of stack tasks run on. */
public enum Cores {
    /** Virtual threads: all of Java works inside a task. The default. */
    VIRTUAL,
    /**
     * Bare continuations: half the switching cost, for code that blocks only through the runtime.
     * Such code must not hold a monitor across a suspension, use thread-locals or call blocking JDK
     * methods. Scoped values of the opener of a nursery are not bound in its children.
     */
    BARE
}
