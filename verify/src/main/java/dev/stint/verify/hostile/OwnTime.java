package dev.stint.verify.hostile;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * How much time there was for this JVM since this was made: the time that has passed, less what the
 * processors worked for others, spread over all of them, or less the time for which nothing of it
 * ran, because somebody has stopped it. On a machine of our own it is the time that has passed. On
 * a busy one it is shorter, so that who is judged by it is not blamed for what others do. Where the
 * system does not tell of others, all time was ours.
 */
public final class OwnTime {
    private static final Path STAT = Path.of("/proc/stat");
    private static final long NANOS_A_TICK = 10_000_000;
    private static final int FIELDS = 8; // user, nice, system, idle, iowait, irq, softirq, steal
    private static final int IDLE = 3;
    private static final int IO_WAIT = 4;

    private static final Duration TICK = Duration.ofMillis(20);

    /** A thread that only sleeps comes this late at most, unless the JVM stands still. */
    private static final long STILL_NANOS = 200_000_000;

    /** A processor is had for this part of the time at least. */
    private static final int LONGEST = 20;

    private static volatile long ticked = System.nanoTime();
    private static volatile long still; // for so long nothing has run, until the last tick

    static {
        var ticker = new Thread(OwnTime::tick, "own time");
        ticker.setDaemon(true);
        ticker.start();
    }

    private final long begun = System.nanoTime();
    private final long others = ofOthers();
    private final long stillBefore = still();

    /** So long there was time for us. */
    public Duration passed() {
        long wall = System.nanoTime() - begun;
        long lost = Math.max(ofOthers() - others, still() - stillBefore);
        return Duration.ofNanos(ours(wall, lost));
    }

    /** True if there was so much time for us, or if it never comes to that beside others. */
    public boolean isOver(Duration patience) {
        long ran = System.nanoTime() - begun - (still() - stillBefore);
        return passed().compareTo(patience) > 0 || ran / LONGEST > patience.toNanos();
    }

    private static void tick() {
        while (true) {
            try {
                Thread.sleep(TICK);
            } catch (InterruptedException e) {
                return;
            }
            still = still();
            ticked = System.nanoTime();
        }
    }

    /** With what has passed since the last tick. */
    private static long still() {
        return still + Math.max(0, System.nanoTime() - ticked - STILL_NANOS);
    }

    /** What is left of the time that has passed if so much was not ours. */
    static long ours(long wall, long lost) {
        return wall - Math.clamp(lost, 0, wall);
    }

    /** Nanoseconds that a processor has worked for others, on average, since the system began. */
    private static long ofOthers() {
        var bean =
                (com.sun.management.OperatingSystemMXBean)
                        ManagementFactory.getOperatingSystemMXBean();
        try {
            List<String> lines = Files.readAllLines(STAT, StandardCharsets.ISO_8859_1);
            long processors = lines.stream().filter(line -> line.matches("cpu\\d+ .*")).count();
            long busy = busy(lines.getFirst());
            return (busy - bean.getProcessCpuTime()) / Math.max(1, processors);
        } catch (IOException e) {
            return 0; // no Linux
        }
    }

    /** All that the processors worked, by the first line of the file. */
    static long busy(String line) {
        String[] fields = line.trim().split(" +", -1);
        long ticks = 0;
        for (int i = 0; i < FIELDS && i + 1 < fields.length; i++) {
            ticks += i == IDLE || i == IO_WAIT ? 0 : Long.parseLong(fields[i + 1]);
        }
        return ticks * NANOS_A_TICK;
    }
}
