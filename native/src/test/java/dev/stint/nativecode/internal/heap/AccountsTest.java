package dev.stint.nativecode.internal.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stint.env.HeapWatch;
import dev.stint.guard.HeapLimit;
import dev.stint.guard.KeptHeap;
import dev.stint.guard.Limits;
import dev.stint.nativecode.NativeCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The accounts of heap.c, on the thread of the test, which is marked as a carrier is. */
@Timeout(60)
class AccountsTest {
    private static final int COUNT = 1_000;
    private final SampledHeap heap = new SampledHeap();

    @BeforeAll
    static void needed() {
        assumeTrue(NativeCode.isAvailable(), () -> NativeCode.whyNot().orElse(""));
    }

    private HeapWatch.Watched watch() {
        return heap.watch(HeapLimit.of(Limits.UNLIMITED), kept -> {});
    }

    @Test
    void numbers_areNeverGivenTwice_howeverManyComeAndGo() {
        Set<Long> given = new HashSet<>();
        List<HeapWatch.Watched> open = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            HeapWatch.Watched next = watch();
            assertThat(next.number()).isPositive();
            assertThat(given.add(next.number())).isTrue();
            if (i % 10 == 0) {
                open.add(next); // it stays, among others that go
            } else {
                next.close();
            }
        }

        open.forEach(HeapWatch.Watched::close);
    }

    @Test
    void whatIsMarked_isCountedUntilItIsDead_orTheTenantIsGone() {
        HeapWatch.Mark mark = heap.markOfThisThread();
        List<byte[]> kept = new ArrayList<>();
        try (HeapWatch.Watched watched = watch()) {
            mark.set(watched.number());
            for (int i = 0; i < 32; i++) {
                kept.add(new byte[4 << 20]); // eight intervals: each is a sample, but for chance
            }
            mark.set(0);
            kept.add(new byte[4 << 20]);
            SampledHeap.lookNow();

            KeptHeap found = watched.keptByClass();
            assertThat(found.bytes()).isBetween(120L << 20, 140L << 20);
            assertThat(found.byClass().getFirst().name()).isEqualTo("byte[]");
            assertThat(kept).hasSize(33);
            kept.clear();
            SampledHeap.lookNow();
            assertThat(watched.kept().bytes()).isLessThan(8L << 20);
            mark.set(watched.number());
        }
        byte[] late = new byte[8 << 20]; // nobody's: the account is gone
        mark.set(0);
        assertThat(late).hasSize(8 << 20);
    }
}
