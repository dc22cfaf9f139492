package dev.stint.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The arrow table of a worker's sleep, and who is counted where. [SCHED:6.3.1] [SCHED:7.4.1] */
class SleeperTest {
    private final Idle idle = new Idle();
    private final List<Integer> roused = new ArrayList<>();
    private final Sleeper[] sleepers = {sleeper(0), sleeper(1), sleeper(2), sleeper(3)};
    private final Sleeper worker = sleepers[0];

    private Sleeper sleeper(int id) {
        return new Sleeper(idle, () -> roused.add(id));
    }

    /** Whatever happened, when all are up and none searches the counts are back at zero. */
    @AfterEach
    void countsReturnToZero() {
        for (Sleeper sleeper : sleepers) {
            sleeper.getUp();
            sleeper.endSearch();
        }
        assertThat(idle.sleepers()).as("sleepers").isZero();
        assertThat(idle.searching()).as("searching").isZero();
    }

    @Test
    void lieDown_awake_isAsleepAndCounted() {
        worker.lieDown();

        assertThat(worker.isAsleep()).isTrue();
        assertThat(idle.sleepers()).isOne();
    }

    @Test
    void lieDown_searching_leavesTheSearchers() {
        worker.beginSearch();
        assertThat(idle.searching()).isOne();

        worker.lieDown();

        assertThat(idle.searching()).isZero();
    }

    @Test
    void getUp_asleep_isAwakeWithoutRousing() {
        worker.lieDown();

        worker.getUp();

        assertThat(worker.isAsleep()).isFalse();
        assertThat(idle.sleepers()).isZero();
        assertThat(roused).isEmpty();
    }

    @Test
    void getUp_awake_changesNothing() {
        worker.getUp();
        worker.getUpIfWoken();

        assertThat(idle.sleepers()).isZero();
        assertThat(idle.searching()).isZero();
    }

    @Test
    void wake_asleep_endsTheSleepOnceAndRouses() {
        worker.lieDown();

        assertThat(worker.wake()).isTrue();
        assertThat(worker.wake()).isFalse();
        assertThat(worker.wakeToSearch()).isFalse();
        assertThat(worker.retire()).isFalse();

        assertThat(roused).containsExactly(0);
        assertThat(worker.isAsleep()).isFalse();
        assertThat(idle.sleepers()).isZero();
        worker.getUp();
        assertThat(worker.endSearch()).as("it was not made a searcher").isFalse();
    }

    @Test
    void wakeToSearch_asleep_handsOverAPlaceAmongTheSearchers() {
        worker.lieDown();
        idle.addSearcher(); // the place that is handed over

        assertThat(worker.wakeToSearch()).isTrue();

        assertThat(roused).containsExactly(0);
        assertThat(idle.searching()).isOne();
        assertThat(idle.sleepers()).isZero();
        worker.getUpIfWoken();
        worker.beginSearch(); // is one already
        assertThat(idle.searching()).isOne();
        assertThat(worker.endSearch()).as("was the last").isTrue();
    }

    @Test
    void getUpIfWoken_asleep_sleepsOn() {
        worker.lieDown();

        worker.getUpIfWoken();

        assertThat(worker.isAsleep()).isTrue();
    }

    @Test
    void wakes_awake_areRefused() {
        assertThat(worker.wake()).isFalse();
        assertThat(worker.wakeToSearch()).isFalse();
        assertThat(worker.retire()).isFalse();
        assertThat(roused).isEmpty();
    }

    /** [FIBER:sysmon] a retired worker cannot be sent anything after its last look. */
    @Test
    void retire_asleep_isFinal() {
        worker.lieDown();

        assertThat(worker.retire()).isTrue();

        assertThat(worker.isRetired()).isTrue();
        assertThat(roused).containsExactly(0);
        assertThat(idle.sleepers()).isZero();
        assertThat(worker.wake()).isFalse();
        assertThat(worker.wakeToSearch()).isFalse();
        assertThat(worker.retire()).isFalse();
        worker.getUp();
        worker.getUpIfWoken();
        assertThat(worker.isRetired()).isTrue();
    }

    @Test
    void endSearch_lastOfTwo_isToldSo() {
        worker.beginSearch();
        sleepers[1].beginSearch();

        assertThat(worker.endSearch()).isFalse();
        assertThat(sleepers[1].endSearch()).isTrue();
        assertThat(sleepers[1].endSearch()).as("no searcher any more").isFalse();
    }

    // ---- leased

    /** [EVOLUTION:gate-leases] it is in no count, and no wake for all reaches it. */
    @Test
    void lieDown_apart_isWokenByNameOnly() {
        worker.setApart(true);
        worker.lieDown();
        sleepers[1].lieDown();

        assertThat(worker.isAsleep()).isTrue();
        assertThat(idle.sleepers()).isOne();
        assertThat(worker.wakeToSearch()).isFalse();
        idle.wakeOne(() -> sleepers);
        assertThat(roused).containsExactly(1);

        assertThat(worker.wake()).isTrue();
        assertThat(worker.wake()).isFalse();
        assertThat(worker.isAsleep()).isFalse();
        assertThat(roused).containsExactly(1, 0);
        assertThat(idle.sleepers()).isZero();
    }

    @Test
    void getUpAndRetire_apart_leaveTheCountsAlone() {
        worker.setApart(true);
        worker.lieDown();
        worker.getUp();
        assertThat(worker.isAsleep()).isFalse();

        worker.lieDown();
        assertThat(worker.retire()).isTrue();

        assertThat(worker.isRetired()).isTrue();
        assertThat(worker.wake()).isFalse();
        assertThat(idle.sleepers()).isZero();
    }

    // ---- Idle

    @Test
    void wakeOne_nobodyAsleep_wakesNobody() {
        assertThat(idle.shouldWake()).isFalse();
        idle.wakeOne(() -> sleepers);

        assertThat(roused).isEmpty();
        assertThat(idle.searching()).isZero();
    }

    @Test
    void wakeOne_burstOfPushes_wakesOneWorker() {
        for (Sleeper sleeper : sleepers) {
            sleeper.lieDown();
        }

        for (int push = 0; push < 100; push++) {
            if (idle.shouldWake()) {
                idle.wakeOne(() -> sleepers);
            }
            idle.wakeOne(() -> sleepers);
        }

        assertThat(roused).hasSize(1);
        assertThat(idle.sleepers()).isEqualTo(3);
        assertThat(idle.searching()).isOne();
    }

    @Test
    void wakeOne_somebodySearches_leavesItToThat() {
        sleepers[1].lieDown();
        worker.beginSearch();

        assertThat(idle.shouldWake()).isFalse();
        idle.wakeOne(() -> sleepers);

        assertThat(roused).isEmpty();
    }

    /** The last searcher that found work passes the torch, so a burst wakes all, one by one. */
    @Test
    void wakeOne_byEachLastSearcher_wakesAllInTurn() {
        for (Sleeper sleeper : sleepers) {
            sleeper.lieDown();
        }
        idle.wakeOne(() -> sleepers);

        for (int i = 0; i < 4; i++) {
            Sleeper woken = sleepers[roused.getLast()];
            woken.getUp();
            assertThat(woken.endSearch()).isTrue();
            idle.wakeOne(() -> sleepers);
        }

        assertThat(roused).containsExactlyInAnyOrder(0, 1, 2, 3);
        assertThat(idle.sleepers()).isZero();
    }

    @Test
    void wakeOne_onlySleeperIsRetiredMeanwhile_givesItsPlaceBack() {
        worker.lieDown();
        sleepers[1].lieDown();
        assertThat(worker.retire()).isTrue();

        idle.wakeOne(() -> new Sleeper[] {sleepers[1], worker});
        assertThat(roused).containsExactly(0, 1);
        sleepers[1].getUp();
        assertThat(sleepers[1].endSearch()).isTrue();
        idle.wakeOne(() -> sleepers);

        assertThat(idle.searching()).isZero();
    }

    /** A temporary worker may join, and fall asleep, after the crew was looked at. */
    @Test
    void wakeOne_theOnlySleeperJoinsMeanwhile_isWoken() {
        var joining = new Sleeper(idle, () -> roused.add(9));
        joining.lieDown();
        int[] looks = new int[1];

        idle.wakeOne(() -> looks[0]++ == 0 ? sleepers : new Sleeper[] {joining});

        assertThat(roused).containsExactly(9);
        assertThat(idle.searching()).isOne();
        joining.getUp();
        assertThat(joining.endSearch()).isTrue();
    }
}
