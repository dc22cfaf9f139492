package dev.stint.guard;

/** What a tenant is guarded against. The measured ones stop it, the counted ones refuse. */
public enum Guard {
    /** Bytes that the JVM saw its tasks allocate, against those that they were charged. */
    MEMORY("uncharged memory", "bytes", true),
    /** Nanoseconds of processor time that its tasks took. */
    PROCESSOR_TIME("processor time", "ns", true),
    /** Files that are open at once. */
    FILES("open files", "files", false),
    /** Connections that are open at once. */
    SOCKETS("open connections", "connections", false),
    /** Characters that it has written for whoever runs it. */
    OUTPUT("output", "characters", false),
    /** Bytes of the heap that it keeps alive, by estimate. Only where that is watched. */
    HEAP("what it keeps alive", "bytes", true);

    private final String inWords;
    private final String unit;
    private final boolean isMeasured;

    Guard(String inWords, String unit, boolean isMeasured) {
        this.inWords = inWords;
        this.unit = unit;
        this.isMeasured = isMeasured;
    }

    public String inWords() {
        return inWords;
    }

    public String unit() {
        return unit;
    }

    /** True if it is read off the JVM, and differs from run to run; false if it is a count. */
    public boolean isMeasured() {
        return isMeasured;
    }
}
