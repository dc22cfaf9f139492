package dev.stint.weave.reference;

/** What was counted so far. */
final class Tally {
    private long ops;
    private long bytes;

    void add(long moreOps, long moreBytes) {
        ops += moreOps;
        bytes += moreBytes;
    }

    long ops() {
        return ops;
    }

    long bytes() {
        return bytes;
    }
}
