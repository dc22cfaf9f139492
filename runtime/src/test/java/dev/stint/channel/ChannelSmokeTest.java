package dev.stint.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Setting;
import dev.stint.Stint;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ChannelSmokeTest {
    @ParameterizedTest
    @EnumSource
    void receive_outsideOfWhatATaskSends_inOrder(Setting setting) throws Exception {
        for (int capacity : new int[] {0, 1, 2, 100}) {
            Channel<Integer> numbers =
                    capacity == 0 ? Channel.rendezvous() : Channel.buffered(capacity);
            List<Integer> got = new ArrayList<>();
            try (var scheduler = setting.open()) {
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    for (int i = 0; i < 50; i++) {
                                        numbers.send(i);
                                    }
                                    numbers.close();
                                });
                for (int number : numbers) {
                    got.add(number);
                }
            }
            assertThat(got).hasSize(50).isSorted();
        }
    }

    @ParameterizedTest
    @EnumSource
    void select_twoSenders_getsAll(Setting setting) throws Exception {
        Channel<Integer> a = Channel.rendezvous();
        Channel<Integer> b = Channel.rendezvous();
        int[] sum = {0};
        try (var scheduler = setting.open()) {
            scheduler.run(
                    () -> {
                        try (var nursery = Stint.nursery()) {
                            for (Channel<Integer> c : List.of(a, b)) {
                                nursery.spawn(
                                        () -> {
                                            for (int i = 0; i < 100; i++) {
                                                c.send(i);
                                            }
                                        });
                            }
                            for (int i = 0; i < 200; i++) {
                                sum[0] += Select.from(a.onReceive(v -> v), b.onReceive(v -> v));
                            }
                            nursery.join();
                        }
                    });
        }
        assertThat(sum[0]).isEqualTo(9900);
        assertThat(a.snapshot().receiversWaiting()).isZero();
        assertThat(b.snapshot().receiversWaiting()).isZero();
    }
}
