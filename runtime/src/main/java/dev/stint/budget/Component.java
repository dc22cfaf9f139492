package dev.stint.budget;

/** One of the five things that a budget counts. */
public enum Component {
    /** Operations: loop iterations, calls, and one for everything else that is charged. */
    OPS(0, "operations"),
    /** Bytes allocated. What is freed is not given back. */
    MEMORY(1, "bytes"),
    /** Tasks started. */
    SPAWNS(2, "spawns"),
    /** Sends and receives. */
    CHANNEL_OPS(3, "channel operations"),
    /** Calls that leave the process: files and network. */
    SYSCALLS(4, "system calls");

    private final int index;
    private final String inWords;

    Component(int index, String inWords) {
        this.index = index;
        this.inWords = inWords;
    }

    /** Its place in arrays that hold all five: 0 to 4. */
    public int index() {
        return index;
    }

    /** The unit in words, for messages: "operations", "bytes". */
    public String inWords() {
        return inWords;
    }
}
