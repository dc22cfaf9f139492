package dev.stint.real;

import dev.stint.Scheduler;
import dev.stint.channel.Channel;
import dev.stint.task.Task;
import dev.stint.task.TaskState;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A task with a large stack waits for a value when there is no room to suspend it. */
final class FullHeap {
    private static final byte[] NOTHING = {};

    private static volatile @Nullable List<byte[]> kept;

    private FullHeap() {}

    public static void main(String[] args) throws Exception {
        try (Scheduler scheduler = Scheduler.open(c -> c.withWorkers(2))) {
            Channel<Integer> values = Channel.rendezvous();
            Task<Integer> task = scheduler.root().spawn(() -> dive(20_000, values));
            while (kept == null || (task.state() != TaskState.BLOCKED && !task.state().isFinal())) {
                Thread.onSpinWait();
            }
            kept = List.of();
            if (!task.state().isFinal()) {
                values.send(7);
            }
            System.out.println(task.awaitOutcome());
        }
    }

    private static int dive(int frames, Channel<Integer> values) throws InterruptedException {
        if (frames > 0) {
            return dive(frames - 1, values) + 0;
        }
        fill();
        return values.receive();
    }

    private static void fill() {
        byte[][] reserve = {new byte[1 << 17]}; // enough for all but the stack
        var all = new ArrayList<byte[]>(10_000);
        int size = 1 << 22;
        while (size >= 1 << 4) {
            try {
                all.add(new byte[size]);
            } catch (OutOfMemoryError e) {
                size /= 2;
            }
        }
        reserve[0] = NOTHING;
        kept = all;
    }
}
