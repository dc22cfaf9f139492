package dev.stint.host.demo;

/**
 * What a hostile tenant may try, one for each threat that Stint says it contains, and how that must
 * end.
 */
enum Attack {
    ENDLESS_LOOP("endless loop", "Loops$Endless", Ending.EXHAUSTED),
    RECURSION("endless recursion", "Loops$Recursion", Ending.EXHAUSTED, Ending.OVERFLOWN),
    OVERFLOW_STORM(
            "stack overflows, caught", "Loops$OverflowStorm", Ending.EXHAUSTED, Ending.OVERFLOWN),
    CATCHER("catches what ends it", "Loops$Catcher", Ending.EXHAUSTED),
    ENDLESS_FINALLY("never leaves its finally", "Loops$EndlessFinally", Ending.EXHAUSTED),
    MONITOR("holds a monitor for ever", "Loops$MonitorHolder", Ending.EXHAUSTED),
    INITIALISER("endless class initialiser", "Loops$Initialiser", Ending.EXHAUSTED),
    WAITING_INITIALISER(
            "class initialiser that waits", "Loops$WaitingInitialiser", Ending.EXHAUSTED),
    DEEP_SLEEP("sleeps far down", "Loops$DeepSleep", Ending.EXHAUSTED, Ending.OVERFLOWN),
    REMAINDERS("remainders in one block", HandMade.REMAINDERS, Ending.EXHAUSTED),

    ARRAYS("allocates for ever", "Hogs$Arrays", Ending.EXHAUSTED),
    REPEAT("a gigabyte in one call", "Hogs$Repeat", Ending.EXHAUSTED),
    CONCATENATION("string that doubles", "Hogs$Concatenation", Ending.EXHAUSTED),
    COLLECTION("collection that grows", "Hogs$Collection", Ending.EXHAUSTED),
    SPAWNS("spawn bomb", "Hogs$Spawns", Ending.EXHAUSTED),
    TRACES("texts of stack traces", "Hogs$Traces", Ending.EXHAUSTED),

    REGEX("catastrophic pattern", "InsideJdk$Regex", Ending.EXHAUSTED, Ending.REFUSED),
    NUMBERS("huge numbers", "InsideJdk$Numbers", Ending.EXHAUSTED),
    STREAMS("endless stream", "InsideJdk$Streams", Ending.EXHAUSTED),
    SUPPLIERS("endless stream of a lambda", "InsideJdk$Suppliers", Ending.EXHAUSTED),
    KEYS("colliding keys", "InsideJdk$Keys", Ending.EXHAUSTED),
    COPIES("endless list of nothing", "InsideJdk$Copies", Ending.EXHAUSTED),
    NESTED_TEXT(
            "text of what is deeply nested",
            "InsideJdk$NestedText",
            Ending.EXHAUSTED,
            Ending.OVERFLOWN),
    CHARSETS("charsets that are not there", "InsideJdk$Charsets", Ending.EXHAUSTED),

    PLAIN_THREAD("new Thread", "Escapes$PlainThread", Ending.EXHAUSTED),
    POOL("thread pool", "Escapes$Pool", Ending.EXHAUSTED),
    COMMON_POOL("common pool", "Escapes$CommonPool", Ending.REFUSED, Ending.EXHAUSTED),
    TIMER("timer thread", "Escapes$Timers", Ending.EXHAUSTED),
    EXIT("System.exit", "Escapes$Exit", Ending.REFUSED),
    HALT("Runtime.halt", "Escapes$Halt", Ending.REFUSED),
    REFLECTION("reflection", "Escapes$Reflection", Ending.REFUSED),
    HANDLES("method handles", "Escapes$Handles", Ending.REFUSED),
    LIBRARY("native library", "Escapes$Library", Ending.REFUSED),
    FILES("files of the host", "Escapes$HostFiles", Ending.REFUSED),
    SOCKETS("network", "Escapes$Sockets", Ending.REFUSED),
    FINALISER("finalize()", "Escapes$Finaliser", Ending.REFUSED, Ending.EXHAUSTED),
    CLEANER("Cleaner", "Escapes$Cleaning", Ending.REFUSED),
    SHARED_MONITOR("lock on String.class", "Escapes$SharedMonitor", Ending.REFUSED),
    BROKEN_CLASS("broken class file", HandMade.BROKEN, Ending.REFUSED),
    SECOND_NAME("a call by another name", "Escapes$SecondName", Ending.REFUSED),
    HUGE_FRAMES("huge frames for the verifier", HandMade.HUGE_FRAMES, Ending.REFUSED),
    LONG_DESCRIPTORS("long names for the weaver", HandMade.LONG_DESCRIPTORS, Ending.REFUSED);

    private final String title;
    private final String className;
    private final Ending right;
    private final Ending alsoRight;

    Attack(String title, String className, Ending right) {
        this(title, className, right, right);
    }

    Attack(String title, String className, Ending right, Ending alsoRight) {
        this.title = title;
        this.className = TenantCode.PACKAGE + className;
        this.right = right;
        this.alsoRight = alsoRight;
    }

    /** For people. */
    String title() {
        return title;
    }

    String className() {
        return className;
    }

    /** True if this is how it must end. */
    boolean isContainedBy(Ending ending) {
        return ending == right || ending == alsoRight;
    }

    /** True if it is a class initialiser, which runs only once for a class. */
    boolean isOnceAClass() {
        return this == INITIALISER || this == WAITING_INITIALISER;
    }

    /** True if it does no harm to try it without any defence, but for the processor time. */
    boolean isHarmlessUnmetered() {
        return this == ENDLESS_LOOP || this == CATCHER || this == ENDLESS_FINALLY;
    }

    /** How a tenant's code may end. */
    enum Ending {
        /** It had spent what it was given. */
        EXHAUSTED,
        /** It was not loaded, or not let do what it tried. */
        REFUSED,
        /** It ran out of stack. */
        OVERFLOWN,
        /** It got what it wanted. */
        SUCCEEDED,
        /** It threw something else: it got further than it should. */
        FAILED,
        /** It was still running when patience ended. */
        RUNNING
    }
}
