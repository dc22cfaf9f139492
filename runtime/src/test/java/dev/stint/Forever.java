package dev.stint;

import java.time.Duration;

/** What tasks do that never end unless they are told to. */
public final class Forever {
    private Forever() {}

    public static void yields() throws InterruptedException {
        while (true) {
            Stint.yield();
        }
    }

    public static void sleeps() throws InterruptedException {
        while (true) {
            Stint.sleep(Duration.ofDays(365));
        }
    }

    /** Uses the processor and only counts; never suspends of its own will. */
    public static void counts() throws InterruptedException {
        while (true) {
            Stint.checkpoint(100);
        }
    }
}
