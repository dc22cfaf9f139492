package dev.stint.island;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.IdentityHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** [EVOLUTION:gate-islands] Objects that are made once and go round between two sides. */
@Timeout(60)
class LinkTest {
    @Test
    void slots_overManyRounds_areThoseMadeAtFirst() {
        var made = new int[1];
        Link<int[]> link =
                Link.of(
                        "raw",
                        3,
                        () -> {
                            made[0]++;
                            return new int[1];
                        });
        var seen = Collections.newSetFromMap(new IdentityHashMap<int[], Boolean>());
        for (int i = 0; i < 100; i++) {
            link.slot()[0] = i;
            link.publish();
            seen.add(link.next());
            assertThat(link.next()[0]).isEqualTo(i);
            link.release();
        }
        assertThat(made[0]).isEqualTo(3);
        assertThat(seen).hasSize(3);
    }

    @Test
    void link_fullOrEmpty_saysSoAndRefuses() {
        Link<int[]> link = Link.of("raw", 2, () -> new int[1]);
        assertThat(link.canRead()).isFalse();
        assertThatThrownBy(link::next).hasMessageContaining("link 'raw' is empty");
        assertThatThrownBy(link::release).isInstanceOf(IllegalStateException.class);
        link.publish();
        link.publish();
        assertThat(link.canWrite()).isFalse();
        assertThatThrownBy(link::slot).hasMessageContaining("link 'raw' is full");
        assertThatThrownBy(link::publish).isInstanceOf(IllegalStateException.class);
        link.release();
        assertThat(link.canWrite()).isTrue();
        assertThat(link.capacity()).isEqualTo(2);
    }

    @Test
    void sides_onTwoThreads_seeWhatWasWritten() throws Exception {
        int rounds = 300_000;
        Link<long[]> link = Link.of("raw", 8, () -> new long[2]);
        var writer =
                new Thread(
                        () -> {
                            for (long i = 0; i < rounds; i++) {
                                while (!link.canWrite()) {
                                    Thread.onSpinWait();
                                }
                                link.slot()[0] = i;
                                link.slot()[1] = -i;
                                link.publish();
                            }
                        });
        writer.start();
        for (long i = 0; i < rounds; i++) {
            while (!link.canRead()) {
                Thread.onSpinWait();
            }
            long[] seen = link.next();
            assertThat(seen[0] == i && seen[1] == -i).as("round %d", i).isTrue();
            link.release();
        }
        writer.join();
    }
}
