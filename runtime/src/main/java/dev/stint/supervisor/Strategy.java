package dev.stint.supervisor;

/** Which children a supervisor restarts when one has to be. */
public enum Strategy {
    /** That one. */
    ONE_FOR_ONE,
    /** All: the others are stopped, the last first, and all are started in order. */
    ONE_FOR_ALL,
    /**
     * That one and those that come after it in the configuration: they are stopped, the last first,
     * and started in order.
     */
    REST_FOR_ONE
}
