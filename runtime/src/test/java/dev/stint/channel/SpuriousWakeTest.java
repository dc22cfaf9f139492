package dev.stint.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Setting;
import dev.stint.internal.task.TaskImpl;
import dev.stint.task.Task;
import dev.stint.task.TaskState;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** [FIBER:channel-spurious-wake] Who is woken for no reason waits on, and stands in line once. */
@Timeout(60)
class SpuriousWakeTest {
    @ParameterizedTest
    @EnumSource
    void wake_receiverWithoutAValue_waitsOn(Setting setting) throws Exception {
        Channel<Integer> channel = Channel.rendezvous();
        try (var scheduler = setting.open()) {
            Task<Integer> receiver = scheduler.root().spawn(() -> channel.receive());
            Setting.until(scheduler, () -> channel.snapshot().receiversWaiting() == 1);
            wakeOften(scheduler, receiver);

            assertThat(Lines.standing(channel)).isEqualTo(1);
            channel.send(7);
            assertThat(receiver.await()).isEqualTo(7);
        }
    }

    @ParameterizedTest
    @EnumSource
    void wake_selectWithoutAChoice_waitsOn(Setting setting) throws Exception {
        Channel<Integer> left = Channel.rendezvous();
        Channel<Integer> right = Channel.buffered(1);
        right.send(0);
        try (var scheduler = setting.open()) {
            Task<String> selector =
                    scheduler
                            .root()
                            .spawn(
                                    () ->
                                            Select.from(
                                                    left.onReceive(v -> "got " + v),
                                                    right.onSend(1, () -> "sent")));
            Setting.until(scheduler, () -> right.snapshot().sendersWaiting() == 1);
            wakeOften(scheduler, selector);

            assertThat(Lines.standing(left)).isEqualTo(1);
            assertThat(Lines.standing(right)).isEqualTo(1);
            left.send(7);
            assertThat(selector.await()).isEqualTo("got 7");
            assertThat(Lines.standing(right)).isZero();
        }
    }

    private static void wakeOften(Scheduler scheduler, Task<?> task) throws InterruptedException {
        for (int i = 0; i < 20; i++) {
            ((TaskImpl<?>) task).unpark();
            Setting.until(scheduler, () -> task.state() == TaskState.BLOCKED);
        }
    }
}
