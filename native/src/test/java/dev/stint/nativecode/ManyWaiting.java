package dev.stint.nativecode;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.config.Cores;
import dev.stint.nativecode.error.NativeCodeException;
import dev.stint.nativecode.error.NoStackException;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.Policy;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A program: many C tasks wait at a time, which are then let go. Prints how many had a stack, and
 * what they took.
 */
final class ManyWaiting {
    private static final int CLOSED = -4;
    private static final int THREADS = 200;
    private static final long START = System.nanoTime();

    private ManyWaiting() {}

    /** With a library that has {@code receives_for_ever}, and how many. */
    public static void main(String[] args) throws Exception {
        NativeFunction waits = NativeLibrary.load(Path.of(args[0])).function("receives_for_ever");
        int count = Integer.parseInt(args[1]);
        Channel<Long> gate = Channel.rendezvous();
        try (Scheduler scheduler = Scheduler.open(c -> c.withCores(Cores.BARE));
                NativeHandle handle = NativeHandle.of(gate)) {
            Nursery nursery = scheduler.nursery(n -> n.withPolicy(Policy.runAll()));
            List<Task<Long>> tasks = new ArrayList<>(count);
            long resident = resident();
            long begun = System.nanoTime();
            for (int i = 0; i < count; i++) {
                tasks.add(nursery.spawn(waits.on(handle.address())));
            }
            while (!areAllSettled(gate, tasks)) {
                scheduler.run(Stint::yield);
            }
            double seconds = (System.nanoTime() - begun) / 1e9;
            System.gc();
            long each = (resident() - resident) / count;
            System.out.println(
                    "%d tasks in %.1f s, %d resident bytes each".formatted(count, seconds, each));
            startThreads();
            gate.close();
            nursery.awaitAll();
            tell(tasks);
        }
        System.out.println("%.1f s in all".formatted((System.nanoTime() - START) / 1e9));
    }

    private static boolean areAllSettled(Channel<Long> gate, List<Task<Long>> tasks) {
        long waiting = gate.snapshot().receiversWaiting();
        return waiting == tasks.size()
                || waiting + tasks.stream().filter(t -> t.tryOutcome().isPresent()).count()
                        == tasks.size();
    }

    /** What else needs mappings still gets them. */
    private static void startThreads() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            threads.add(Thread.ofPlatform().start(() -> {}));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("%d threads".formatted(THREADS));
    }

    private static void tell(List<Task<Long>> tasks) throws InterruptedException {
        int closed = 0;
        int without = 0;
        String why = "";
        for (Task<Long> task : tasks) {
            Throwable cause = ((Outcome.Failure<Long>) task.awaitOutcome()).cause();
            if (cause instanceof NoStackException e) {
                without++;
                why = e.getMessage() + " (" + e.code() + ")";
            } else if (cause instanceof NativeCodeException e && e.code() == CLOSED) {
                closed++;
            }
        }
        System.out.println("%d have waited, %d had no stack. %s".formatted(closed, without, why));
    }

    private static long resident() throws IOException {
        return 4096
                * Long.parseLong(Files.readString(Path.of("/proc/self/statm")).split(" ", 3)[1]);
    }
}
