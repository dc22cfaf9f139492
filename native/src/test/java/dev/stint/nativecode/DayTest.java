package dev.stint.nativecode;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.budget.Receipt;
import dev.stint.channel.Channel;
import dev.stint.config.Cores;
import dev.stint.nursery.Nursery;
import dev.stint.task.Task;
import java.lang.foreign.Arena;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A day under a seed: tasks in C and in Java tell the time to others by one channel. */
@Timeout(120)
class DayTest {
    private static final Duration DAY = Duration.ofHours(24);
    private static final int[] PERIODS = {7, 10, 60, 3600}; // seconds

    @BeforeAll
    static void needed() {
        CPrograms.assumeNative();
    }

    /** What a day leaves behind. */
    private record Day(List<Long> sent, List<Long> received, Receipt receipt, long trace) {}

    private static Day day(Cores cores, long seed) throws Exception {
        NativeLibrary library = CPrograms.library("day");
        Channel<Long> channel = Channel.rendezvous();
        try (Scheduler scheduler =
                        Scheduler.open(c -> c.withSeed(seed).withWorkers(3).withCores(cores));
                Arena arena = Arena.ofShared();
                NativeHandle handle = NativeHandle.of(channel)) {
            Nursery nursery = scheduler.nursery();
            List<Task<Long>> senders = new ArrayList<>();
            List<Task<Long>> receivers = new ArrayList<>();
            for (int seconds : PERIODS) {
                long nanos = Duration.ofSeconds(seconds).toNanos();
                var clock = arena.allocateFrom(JAVA_LONG, handle.address(), nanos, DAY.toNanos());
                senders.add(nursery.spawn(library.function("ticks").on(clock)));
                senders.add(nursery.<Long>spawn(() -> ticks(channel, nanos)));
            }
            for (int i = 0; i < 2; i++) {
                receivers.add(nursery.spawn(library.function("adds").on(handle.address())));
                receivers.add(nursery.<Long>spawn(() -> add(channel)));
            }
            List<Long> sent = new ArrayList<>();
            for (Task<Long> sender : senders) {
                sent.add(sender.await());
            }
            channel.close();
            List<Long> received = new ArrayList<>();
            for (Task<Long> receiver : receivers) {
                received.add(receiver.await());
            }
            nursery.awaitAll();
            return new Day(sent, received, nursery.receipt().orElseThrow(), scheduler.traceHash());
        }
    }

    private static long ticks(Channel<Long> channel, long nanos) throws InterruptedException {
        long sent = 0;
        for (long time = nanos; time <= DAY.toNanos(); time += nanos) {
            Stint.sleep(Duration.ofNanos(nanos));
            channel.send(nanos);
            sent++;
        }
        return sent;
    }

    private static long add(Channel<Long> channel) {
        long sum = 0;
        for (long value : channel) {
            sum += value;
        }
        return sum;
    }

    @ParameterizedTest
    @EnumSource(Cores.class)
    void day_twiceUnderASeed_isTheSame(Cores cores) throws Exception {
        Day first = day(cores, 11);
        Day again = day(cores, 11);
        Day other = day(cores, 12);

        assertThat(again).isEqualTo(first);
        assertThat(other.trace()).isNotEqualTo(first.trace());
        long sum = 0;
        for (int i = 0; i < PERIODS.length; i++) {
            long times = DAY.toSeconds() / PERIODS[i];
            assertThat(first.sent().subList(2 * i, 2 * i + 2)).containsOnly(times);
            sum += 2 * times * Duration.ofSeconds(PERIODS[i]).toNanos();
        }
        assertThat(first.received().stream().mapToLong(n -> n).sum()).isEqualTo(sum);
        assertThat(first.received()).allMatch(n -> n > 0);
    }
}
