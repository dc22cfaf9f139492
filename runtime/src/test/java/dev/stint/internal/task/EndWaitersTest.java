package dev.stint.internal.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.channel.Select;
import dev.stint.internal.wait.WaitNode;
import dev.stint.nursery.Nursery;
import dev.stint.task.Task;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Those who wait for the end of a task: who gives up does not stay on its list for ever. */
@Timeout(60)
class EndWaitersTest {
    private static final int ROUNDS = 500;
    private static final int LOOPS = 5;

    private static int listed(Task<?> task) throws ReflectiveOperationException {
        Field waiters = Awaited.class.getDeclaredField("waiters");
        waiters.setAccessible(true);
        int count = 0;
        for (@Nullable WaitNode node = (WaitNode) waiters.get(task);
                node != null;
                node = node.next()) {
            count++;
        }
        return count;
    }

    /** [FIBER:unpark] a select takes its losing nodes out, also where others wait above them. */
    @ParameterizedTest
    @EnumSource
    void select_loopsBesideALongTask_doNotFillItsList(Setting setting) throws Exception {
        try (var scheduler = setting.open()) {
            Channel<Integer> end = Channel.rendezvous();
            Nursery nursery = scheduler.nursery();
            Task<?> longOne = nursery.spawn(() -> end.receive());
            var work = new ArrayList<Channel<Integer>>();
            for (int i = 0; i < LOOPS; i++) {
                Channel<Integer> channel = Channel.rendezvous();
                work.add(channel);
                nursery.spawn(() -> loop(longOne, channel));
            }
            nursery.spawn(() -> feedInTurn(work)).await();
            assertThat(listed(longOne)).isLessThanOrEqualTo(2 * (16 + LOOPS));

            Task<Integer> last = nursery.spawn(() -> Select.from(Select.onEnd(longOne, o -> 5)));
            end.send(1);
            assertThat(last.await()).isEqualTo(5);
            nursery.close();
        }
    }

    private static void loop(Task<?> longOne, Channel<Integer> work) throws InterruptedException {
        for (int i = 0; i < ROUNDS; i++) {
            int expected = i;
            Select.from(
                    Select.onEnd(
                            longOne,
                            o -> {
                                throw new AssertionError("it has not ended");
                            }),
                    work.onReceive(v -> assertThat(v).isEqualTo(expected)));
        }
    }

    /** One after the other, so that a wait that is given up always lies below one that goes on. */
    private static void feedInTurn(List<Channel<Integer>> work) throws InterruptedException {
        for (int i = 0; i < ROUNDS; i++) {
            for (Channel<Integer> channel : work) {
                while (channel.snapshot().receiversWaiting() == 0) {
                    Stint.yield();
                }
                channel.send(i);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void await_timesOutAgainAndAgain_doesNotFillTheList(Setting setting) throws Exception {
        try (var scheduler = setting.open()) {
            Channel<Integer> end = Channel.rendezvous();
            Nursery nursery = scheduler.nursery();
            Task<?> longOne = nursery.spawn(() -> end.receive());
            var loops = new ArrayList<Task<?>>();
            for (int i = 0; i < LOOPS; i++) {
                loops.add(
                        nursery.spawn(
                                () -> {
                                    for (int k = 0; k < 100; k++) {
                                        try {
                                            longOne.await(Duration.ofNanos(1000));
                                        } catch (TimeoutException e) {
                                            Stint.yield();
                                        }
                                    }
                                }));
            }
            for (Task<?> loop : loops) {
                loop.await();
            }
            assertThat(listed(longOne)).isLessThanOrEqualTo(2 * (16 + LOOPS));
            end.send(1);
            nursery.close();
        }
    }

    /** Whatever is unlinked meanwhile, everyone who still waits is woken by the end. */
    @Test
    void end_whileOthersGiveUp_wakesAllWhoWait() throws Exception {
        try (var scheduler = Setting.THREADS_VIRTUAL.open()) {
            for (int round = 0; round < 200; round++) {
                Channel<Integer> end = Channel.rendezvous();
                try (Nursery nursery = scheduler.nursery()) {
                    Task<?> target = nursery.spawn(() -> end.receive());
                    for (int i = 0; i < 40; i++) {
                        boolean stays = i % 3 == 0;
                        nursery.spawn(
                                () -> {
                                    for (int k = 0; !stays && k < 20; k++) {
                                        Select.from(
                                                Select.onEnd(target, o -> 0),
                                                Select.onTimeout(Duration.ofNanos(1), () -> 0));
                                    }
                                    Select.from(Select.onEnd(target, o -> 0));
                                });
                    }
                    end.send(1);
                    nursery.join(); // a waiter that was lost would hang here
                }
            }
        }
    }
}
