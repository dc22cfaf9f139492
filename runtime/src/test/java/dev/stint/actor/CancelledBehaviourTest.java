package dev.stint.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Setting;
import dev.stint.channel.Channel;
import dev.stint.nursery.Nursery;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A cancelled actor has not failed, in whichever form its behaviour learns of it. */
@Timeout(60)
class CancelledBehaviourTest {
    @ParameterizedTest
    @EnumSource
    void cancel_behaviourInALoopOverAChannel_isNoFailure(Setting setting) throws Exception {
        Channel<Integer> never = Channel.rendezvous();
        try (var scheduler = setting.open()) {
            Nursery nursery = scheduler.nursery();
            ActorRef<String> actor =
                    Actor.spawn(
                            nursery,
                            a -> a.withName("listener"),
                            self ->
                                    message -> {
                                        for (int value : never) {
                                            assertThat(value).isNegative();
                                        }
                                    });
            actor.tell("listen");
            Setting.until(scheduler, () -> never.snapshot().receiversWaiting() == 1);
            nursery.cancel();
            nursery.awaitAll();

            DeadLetter<String> letter = actor.deadLetters().receive();
            assertThat(letter.message()).isEqualTo("listen");
            assertThat(letter.cause()).isEmpty();
        }
    }
}
