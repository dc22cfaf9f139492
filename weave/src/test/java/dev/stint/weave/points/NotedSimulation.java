package dev.stint.weave.points;

import dev.stint.hooks.Simulation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Notes what woven code says. Nobody else runs, so that every monitor is free. */
final class NotedSimulation implements Simulation {
    private final List<String> notes = new ArrayList<>();
    private final List<Integer> linesEntered = new ArrayList<>();
    private long nanos;

    /** What was noted since the last time that it was asked. */
    List<String> takeNotes() {
        List<String> all = List.copyOf(notes);
        notes.clear();
        return all;
    }

    private static boolean isSample(StackWalker.StackFrame frame) {
        return frame.getClassName().startsWith(Samples.class.getName());
    }

    /** The lines of the samples at which monitors were entered. */
    List<Integer> linesEntered() {
        return linesEntered;
    }

    @Override
    public boolean isHere() {
        return true;
    }

    @Override
    public void touch(@Nullable Object holder, int index, String what, boolean writes) {
        String where = index == FIELD ? what : "[" + index + "]";
        notes.add((writes ? "write " : "read ") + where);
    }

    @Override
    public void call(@Nullable Object on, String what, boolean writes) {
        notes.add((writes ? "change " : "look ") + what + (on == null ? " on nothing" : ""));
    }

    @Override
    public boolean beginCall(@Nullable Object on, String what, boolean writes) {
        call(on, what, writes);
        notes.add("{");
        return true;
    }

    @Override
    public void beginQuiet() {
        notes.add("{");
    }

    @Override
    public void endQuiet() {
        notes.add("}");
    }

    @Override
    public void enter(Object monitor) {
        notes.add("enter " + nameOf(monitor));
        StackWalker.getInstance()
                .walk(frames -> frames.filter(NotedSimulation::isSample).findFirst())
                .ifPresent(frame -> linesEntered.add(frame.getLineNumber()));
    }

    @Override
    public void exit(Object monitor) {
        notes.add("exit " + nameOf(monitor));
    }

    private static String nameOf(Object monitor) {
        return monitor instanceof Class<?> type ? type.getSimpleName() + ".class" : "object";
    }

    @Override
    public boolean holds(Object monitor) {
        notes.add("holds");
        return true;
    }

    @Override
    public void await(Object monitor, long duration) {
        notes.add("await " + duration);
    }

    @Override
    public void notify(Object monitor, boolean all) {
        notes.add(all ? "notifyAll" : "notify");
    }

    @Override
    public long nanos() {
        nanos += 1_000_000;
        return nanos;
    }

    @Override
    public long random() {
        return 42;
    }

    @Override
    public void sleep(long duration) {
        notes.add("sleep " + duration);
    }

    @Override
    public void giveWay() {
        notes.add("giveWay");
    }

    @Override
    public void parkNanos(@Nullable Object blocker, long duration) {
        notes.add("park " + duration);
    }

    @Override
    public <T extends @Nullable Object, E extends Exception> T within(
            long duration, Wait<T, E> wait, T late) {
        notes.add("within " + duration);
        return late;
    }
}
