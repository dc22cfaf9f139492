package dev.stint.internal.wait;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.internal.task.OutsideThread;
import dev.stint.internal.task.Waits;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** [FIBER:wait-node] the flag leaves WAITING once; it is set before anyone is woken. */
class WaitNodeTest {
    private final AtomicInteger wakes = new AtomicInteger();

    @Test
    void claim_first_winsAndLaterOnesLose() {
        var node = new WaitNode(wakes::incrementAndGet);
        assertThat(node.isWaiting()).isTrue();
        assertThat(node.reason()).isEqualTo(WaitNode.WAITING);

        assertThat(node.claim(WaitNode.TIMEOUT)).isTrue();

        assertThat(node.claim(WaitNode.DATA)).isFalse();
        assertThat(node.claim(WaitNode.TIMEOUT)).isFalse();
        assertThat(node.reason()).isEqualTo(WaitNode.TIMEOUT);
        assertThat(node.isWaiting()).isFalse();
        assertThat(wakes).as("a claim alone wakes nobody").hasValue(0);
    }

    @Test
    void notifyWaiter_first_setsTheFlagBeforeItWakes() {
        List<Integer> seen = new ArrayList<>();
        List<WaitNode> itself = new ArrayList<>();
        var node = new WaitNode(() -> seen.add(itself.getFirst().reason()));
        itself.add(node);

        assertThat(node.notifyWaiter(WaitNode.CLOSE)).isTrue();
        assertThat(node.notifyWaiter(WaitNode.DATA)).isFalse();

        assertThat(seen).containsExactly(WaitNode.CLOSE);
    }

    @Test
    void new_outsideTheScheduler_waitsForTheCallingThread() {
        var node = Waits.newNode();

        assertThat(node.waiter()).isInstanceOf(OutsideThread.class);
        node.wake(); // leaves a permit, no more
        assertThat(node.isWaiting()).isTrue();
        assertThat(node.describe()).isEqualTo("a wake-up");
        assertThat(node.isLeaf()).isTrue();
    }
}
