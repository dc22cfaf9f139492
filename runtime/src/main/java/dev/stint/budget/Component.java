package dev.stint.budget;

/** One of the five things that a budget counts. */
public enum Component {
    /** Operations: loop iterations, calls, and one for everything else that is charged. */
    OPS(0, "operation"),
    /** Bytes allocated. What is freed is not given back. */
    MEMORY(1, "byte"),
    /** Tasks started. */
    SPAWNS(2, "spawn"),
    /** Sends and receives. */
    CHANNEL_OPS(3, "channel operation"),
    /** Calls that leave the process: files and network. */
    SYSCALLS(4, "system call");

    private final int index;
    private final String unit;

    Component(int index, String unit) {
        this.index = index;
        this.unit = unit;
    }

    /** Its place in arrays that hold all five: 0 to 4. */
    public int index() {
        return index;
    }

    /** The unit in words, for messages: "operations", "bytes". */
    public String inWords() {
        return unit + "s";
    }

    /** An amount in words, for messages: "5 operations", "1 byte". */
    public String inWords(long amount) {
        return amount + " " + (amount == 1 ? unit : inWords());
    }
}
