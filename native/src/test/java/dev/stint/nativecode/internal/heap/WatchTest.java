package dev.stint.nativecode.internal.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.env.HeapWatch.Watched;
import dev.stint.guard.HeapLimit;
import dev.stint.guard.KeptClass;
import dev.stint.guard.KeptHeap;
import dev.stint.guard.Limits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** When the watch asks for a collection, and what it tells; samples and collector are set. */
class WatchTest {
    private static final long MEGABYTE = 1 << 20;
    private static final HeapLimit LIMIT = new HeapLimit(64 * MEGABYTE, 48 * MEGABYTE);

    /** What a tenant has, by the age that it was born in; what is garbage is told apart. */
    private static final class SetSamples implements Samples {
        final Map<Long, Map<Long, Double>> kept = new HashMap<>();
        final Map<Long, Map<Long, Double>> garbage = new HashMap<>();
        long age;
        long interval;
        int sweeps;
        boolean hasCollected; // the whole heap
        Runnable sweep = () -> {};
        long last;

        void keep(long number, double bytes) {
            kept.computeIfAbsent(number, n -> new HashMap<>()).merge(age, bytes, Double::sum);
        }

        void drop(long number, double bytes) {
            garbage.computeIfAbsent(number, n -> new HashMap<>()).merge(age, bytes, Double::sum);
        }

        @Override
        public void sampleEach(long bytes) {
            interval = bytes;
        }

        @Override
        public long open() {
            return last < 0 ? 0 : ++last;
        }

        @Override
        public void close(long number) {
            kept.remove(number);
            garbage.remove(number);
        }

        @Override
        public long nextAge() {
            return ++age;
        }

        @Override
        public void sweep(long number) {
            sweeps++;
            sweep.run();
            if (hasCollected) {
                garbage.remove(number);
            }
        }

        @Override
        public Sum bornBefore(long number, int lastAges) {
            double bytes = 0;
            for (var of : List.of(kept, garbage)) {
                for (var each : of.getOrDefault(number, Map.of()).entrySet()) {
                    bytes += each.getKey() <= age - lastAges ? each.getValue() : 0;
                }
            }
            return new Sum(bytes, 4 * bytes);
        }

        @Override
        public List<KeptClass> byClass(long number, long before, int most) {
            return List.of(new KeptClass("com.acme.Page", before));
        }
    }

    private final class SetCollector implements Collector {
        long count = 5;
        long asked;
        long nanos = 1_000_000_000;
        long takes = 1_000_000;
        boolean isCrowded;
        boolean isDeaf;
        Runnable meanwhile = () -> {};

        @Override
        public long count() {
            return count;
        }

        @Override
        public void collect() {
            asked++;
            nanos += takes;
            count += isDeaf ? 0 : 1;
            samples.hasCollected = true;
            meanwhile.run();
        }

        @Override
        public boolean isCrowded() {
            return isCrowded;
        }

        @Override
        public long nanos() {
            return nanos;
        }
    }

    private final SetSamples samples = new SetSamples();
    private final SetCollector collector = new SetCollector();
    private final Watch watch = new Watch(samples, collector, 0);
    private final List<KeptHeap> told = new ArrayList<>();

    private Watched watched() {
        return watch.add(LIMIT, told::add);
    }

    /** The JVM has collected by itself, and the watch has seen it. */
    private void collection() {
        samples.hasCollected = false;
        collector.count++;
        watch.look();
    }

    private void collections(int count) {
        for (int i = 0; i < count; i++) {
            collection();
        }
    }

    // ---- when it asks

    @Test
    void belowTheWarningLevel_nobodyIsAsked() {
        Watched tenant = watched();
        samples.keep(tenant.number(), 48 * MEGABYTE);

        collections(10);

        assertThat(collector.asked).isZero();
        assertThat(told).isEmpty();
    }

    @Test
    void aboveTheWarningLevel_whenTwoCollectionsAreOutlived_itAsks() {
        Watched tenant = watched();
        samples.keep(tenant.number(), 49 * MEGABYTE);

        for (int i = 0; i < 10; i++) {
            watch.look(); // no collection yet: it may all be garbage
        }
        collection();
        assertThat(collector.asked).isZero();
        collection();

        assertThat(collector.asked).isEqualTo(1);
        assertThat(told).extracting(KeptHeap::bytes).containsExactly(49 * MEGABYTE);
        assertThat(told.getFirst().error()).isEqualTo(Math.round(Math.sqrt(4.0 * 49 * MEGABYTE)));
    }

    @Test
    void garbage_isNotHeldAgainstAnybody() {
        Watched tenant = watched();
        samples.keep(tenant.number(), MEGABYTE);
        samples.drop(tenant.number(), 100 * MEGABYTE); // in the old generation, say

        collections(2);

        assertThat(told).containsExactly(new KeptHeap(MEGABYTE, 2048, List.of()));
    }

    @Test
    void whatIsBornDuringTheCollection_isLeftOut() {
        Watched tenant = watched();
        samples.keep(tenant.number(), 50 * MEGABYTE);
        collector.meanwhile = () -> samples.keep(tenant.number(), 100 * MEGABYTE);

        collections(2);

        assertThat(told).extracting(KeptHeap::bytes).containsExactly(50 * MEGABYTE);
        assertThat(told.getFirst().byClass()) // of what was there before
                .containsExactly(new KeptClass("com.acme.Page", samples.age - 1));
    }

    @Test
    void everybody_isTold_theClassesOfThoseAboveTheirLevel() {
        Watched one = watched();
        Watched two = watched();
        samples.keep(one.number(), 50 * MEGABYTE);
        samples.keep(two.number(), 10 * MEGABYTE);

        collections(2);

        assertThat(told).extracting(KeptHeap::bytes).containsExactly(50 * MEGABYTE, 10 * MEGABYTE);
        assertThat(told).extracting(k -> k.byClass().size()).containsExactly(1, 0);
    }

    @Test
    void whoWasFoundHigh_isLookedAtAgain_whenItHasGrownByAStep() {
        Watched tenant = watched();
        samples.keep(tenant.number(), 50 * MEGABYTE);
        collections(2);
        collector.nanos += 1_000_000_000_000L;

        samples.keep(tenant.number(), 7 * MEGABYTE);
        collections(5);
        assertThat(collector.asked).isEqualTo(1);
        samples.keep(tenant.number(), 2 * MEGABYTE);
        collections(2);

        assertThat(collector.asked).isEqualTo(2);
        assertThat(told.getLast().bytes()).isEqualTo(59 * MEGABYTE);
    }

    @Test
    void whenTheJvmDoesNotCollect_nobodyIsTold() {
        Watched tenant = watched();
        samples.keep(tenant.number(), 100 * MEGABYTE);
        collector.isDeaf = true;

        collections(2);

        assertThat(collector.asked).isEqualTo(1);
        assertThat(told).isEmpty();
    }

    // ---- how often

    @Test
    void collections_takeATwentiethOfTheTime() {
        Watched tenant = watched();
        collector.takes = 50_000_000;
        long begun = collector.nanos;

        for (int i = 0; i < 10_000; i++) {
            samples.drop(tenant.number(), 100 * MEGABYTE);
            collector.nanos += 1_000_000;
            collection();
        }

        double share = (double) collector.asked * collector.takes / (collector.nanos - begun);
        assertThat(share).isBetween(1 / 30.0, 1 / 20.0);
    }

    /** It was wanted when there was no time yet: it is not forgotten, though no other comes. */
    @Test
    void collection_thatWasPutOff_isAskedForLater() {
        Watched tenant = watched();
        samples.drop(tenant.number(), 100 * MEGABYTE);
        collections(2);
        samples.keep(tenant.number(), 100 * MEGABYTE);
        collections(2);
        assertThat(collector.asked).isEqualTo(1);

        collector.nanos += 20 * collector.takes;
        watch.look();

        assertThat(collector.asked).isEqualTo(2);
    }

    @Test
    void crowdedHeap_isCollectedSooner_andAfterOneCollection() {
        Watched tenant = watched();
        samples.drop(tenant.number(), 100 * MEGABYTE);
        collections(2);
        collector.isCrowded = true;
        collector.nanos += collector.takes;

        samples.keep(tenant.number(), 100 * MEGABYTE);
        collection();

        assertThat(collector.asked).isEqualTo(2);
        assertThat(told.getLast().bytes()).isEqualTo(100 * MEGABYTE);
    }

    /** As if there were very many samples. */
    @Test
    void sweeps_takeAFiftiethOfTheTime() {
        watched();
        samples.sweep = () -> collector.nanos += 10_000_000;
        long begun = collector.nanos;

        for (int i = 0; i < 10_000; i++) {
            collector.nanos += 1_000_000;
            collection();
        }

        double share = samples.sweeps * 10_000_000.0 / (collector.nanos - begun);
        assertThat(share).isBetween(1 / 60.0, 1 / 50.0);
    }

    // ---- how finely

    @Test
    void interval_isByTheSmallestLimit_withinBounds() {
        assertThat(samples.interval).isZero();
        Watched unlimited = watch.add(HeapLimit.of(Limits.UNLIMITED), told::add);
        assertThat(samples.interval).isEqualTo(512 << 10);
        Watched large = watch.add(HeapLimit.of(256 * MEGABYTE), told::add);
        assertThat(samples.interval).isEqualTo(256 << 10);
        Watched small = watch.add(HeapLimit.of(MEGABYTE), told::add);
        assertThat(samples.interval).isEqualTo(64 << 10);

        small.close();
        small.close();
        assertThat(samples.interval).isEqualTo(256 << 10);
        large.close();
        unlimited.close();
        assertThat(samples.interval).as("nobody is watched: nothing is sampled").isZero();
        assertThat(watch.isEmpty()).isTrue();
    }

    @Test
    void add_withoutMemory_isRefused() {
        samples.last = -1;

        assertThatThrownBy(this::watched).isInstanceOf(OutOfMemoryError.class);
        assertThat(watch.isEmpty()).isTrue();
    }
}
