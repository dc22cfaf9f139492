package dev.stint.island;

/** What an activation of an island did that it may not. */
public enum Violation {
    /** It ended after its deadline. */
    LATE,
    /** It used up what it may use in a period, and had to wait for the next. */
    OVERRUN,
    /** It made more objects than was reserved, in bytes. */
    ALLOCATED,
    /** It waited for something, so many times. */
    BLOCKED
}
