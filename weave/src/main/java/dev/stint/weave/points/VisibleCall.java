package dev.stint.weave.points;

/**
 * A call of JDK code that others can notice, as one step.
 *
 * @param what as people know it, {@code Map.put}
 * @param on which of the receiver and the arguments, in this order, is touched; -1 if none is known
 * @param writes whether it may change something
 * @param maySelfLock whether what is called may hold a lock of its own while it calls back
 */
record VisibleCall(String what, int on, boolean writes, boolean maySelfLock) {
    /** Nobody notices it, but it draws from the generator of the calling thread. */
    static final VisibleCall DRAWS = new VisibleCall("", -1, false, false);
}
