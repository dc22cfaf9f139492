package dev.stint.verify.history;

import java.util.List;

/** What is asked of channels: to close one, or to do one of some sends and receives. */
record Request(How how, List<Arm> arms, boolean inOrder, int closes) {
    enum How {
        /** Waits as long as it takes. */
        WAIT,
        /** Waits for a moment. */
        WAIT_BRIEFLY,
        /** Never waits. */
        TRY,
        CLOSE
    }

    /** A send of a value to a channel, or a receive from it. */
    record Arm(int channel, boolean sends, int value) {
        @Override
        public String toString() {
            return (sends ? "send " + value + " to " : "receive from ") + channel;
        }
    }

    static Request of(How how, Arm arm) {
        return new Request(how, List.of(arm), false, -1);
    }

    static Request select(How how, boolean inOrder, List<Arm> arms) {
        return new Request(how, List.copyOf(arms), inOrder, -1);
    }

    static Request close(int channel) {
        return new Request(How.CLOSE, List.of(), false, channel);
    }

    boolean isClose() {
        return how == How.CLOSE;
    }

    @Override
    public String toString() {
        return isClose()
                ? "close " + closes
                : how + (arms.size() > 1 ? inOrder ? " in order " : " any " : " ") + arms;
    }
}
