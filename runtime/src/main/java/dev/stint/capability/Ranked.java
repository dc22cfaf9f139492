package dev.stint.capability;

/** A step on a scale that a right may end at, such as how critical a scheduling context is. */
public interface Ranked {
    /** The larger, the more it asks for. */
    int rank();
}
