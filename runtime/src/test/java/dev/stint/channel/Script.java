package dev.stint.channel;

import java.util.List;

/**
 * A program over channels, as data: the channels, the tasks and what each does. The thread outside
 * is {@link #OUTSIDE}; it starts the tasks and takes part.
 *
 * @param deadlineMillis of the second of the two nurseries; {@link #NO_DEADLINE} if it has none
 * @param isPreempted true if a task may lose its worker where it pays, that is between its decision
 *     to operate and the operation
 * @param closesAtEnd true if the thread outside closes all channels when nothing goes on
 */
record Script(
        long seed,
        List<Kind> channels,
        List<Part> parts,
        List<Step> outside,
        int deadlineMillis,
        boolean isPreempted,
        boolean closesAtEnd) {
    static final int OUTSIDE = -1;
    static final int NO_DEADLINE = -1;

    record Kind(int capacity, Overflow whenFull) {
        Channel<Integer> make(String name) {
            Channel<Integer> made =
                    switch (capacity) {
                        case 0 -> Channel.rendezvous();
                        case Integer.MAX_VALUE -> Channel.unbounded();
                        default -> Channel.buffered(capacity, whenFull);
                    };
            return made.named(name);
        }
    }

    /**
     * A task.
     *
     * @param isStubborn true if it goes on after it was cancelled
     */
    record Part(int number, int nursery, boolean isStubborn, List<Step> steps) {}

    enum Verb {
        SEND,
        RECEIVE,
        RECEIVE_OR_CLOSED,
        DRAIN,
        TIMEOUT,
        END
    }

    /** How an operation is called. */
    enum Form {
        PLAIN,
        OR_CLOSED,
        TRY,
        TIMED,
        UNTIL,
        SELECT,
        SELECT_IN_ORDER
    }

    /**
     * One thing that an operation may come to.
     *
     * @param channel of SEND and RECEIVE
     * @param millis of TIMEOUT
     * @param task of END
     */
    record Option(Verb verb, int channel, int millis, int task) {
        static Option on(Verb verb, int channel) {
            return new Option(verb, channel, 0, 0);
        }

        static Option after(int millis) {
            return new Option(Verb.TIMEOUT, 0, millis, 0);
        }

        static Option endOf(int task) {
            return new Option(Verb.END, 0, 0, task);
        }

        boolean sends() {
            return verb == Verb.SEND;
        }

        boolean receives() {
            return verb == Verb.RECEIVE || verb == Verb.RECEIVE_OR_CLOSED;
        }

        @Override
        public String toString() {
            return switch (verb) {
                case TIMEOUT -> "TIMEOUT " + millis + "ms";
                case END -> "END t" + task;
                default -> verb + " c" + channel;
            };
        }
    }

    sealed interface Step {
        /** An operation: a single one has one option, and a TIMEOUT if it is timed. */
        record Operate(Form form, List<Option> options) implements Step {}

        record Close(int channel, boolean hasReason) implements Step {}

        record Cancel(int task) implements Step {}

        record Sleep(int millis) implements Step {}

        record Yield() implements Step {}

        /** Only outside. */
        record Spawn(int part) implements Step {}
    }

    /** The program, one step a line. */
    String text() {
        var out = new StringBuilder("seed " + seed + (isPreempted ? " preempted" : ""));
        for (int i = 0; i < channels.size(); i++) {
            out.append("\nc").append(i).append(' ').append(channels.get(i));
        }
        out.append("\nn1 deadline ").append(deadlineMillis).append("ms\noutside");
        outside.forEach(s -> out.append("\n  ").append(s));
        for (Part part : parts) {
            out.append("\nt").append(part.number()).append(" in n").append(part.nursery());
            out.append(part.isStubborn() ? " stubborn" : "");
            part.steps().forEach(s -> out.append("\n  ").append(s));
        }
        return out.toString();
    }
}
