package dev.stint.host.demo;

import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.channel.Received;
import dev.stint.channel.Select;
import dev.stint.env.Xoshiro256;
import dev.stint.nursery.Nursery;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Senders without patience, receivers that listen to three channels at once, and somebody who
 * cancels them in the middle of it.
 */
final class Post implements Scene {
    private static final int SENDERS = 24;
    private static final int RECEIVERS = 8;
    private static final int SENT = 1;
    private static final int RECEIVED = 1 << 8;

    private final int letters;

    Post() {
        this(400_000);
    }

    Post(int letters) {
        this.letters = letters;
    }

    @Override
    public String name() {
        return "post";
    }

    @Override
    public String claim() {
        return "a message arrives once, or stays with its sender";
    }

    /** One run: the letters, by number, and what became of each. */
    private final class Office {
        final List<Channel<Integer>> boxes =
                List.of(Channel.rendezvous(), Channel.buffered(1), Channel.buffered(64));
        final AtomicIntegerArray fate = new AtomicIntegerArray(letters);
        final AtomicInteger next = new AtomicInteger();
        final AtomicLong kept = new AtomicLong();

        /** Sends letters until there are none, or it is cancelled. */
        void send(int nth) throws InterruptedException {
            Channel<Integer> box = boxes.get(nth % boxes.size());
            for (int letter = take(); letter >= 0; letter = take()) {
                boolean gone = false;
                try {
                    gone = box.send(letter, Duration.ofNanos(1_000 + letter % 7 * 5_000L));
                } finally {
                    if (gone) {
                        fate.addAndGet(letter, SENT);
                    } else {
                        kept.incrementAndGet();
                    }
                }
            }
        }

        private int take() {
            int letter = next.getAndIncrement();
            return letter < letters ? letter : -1;
        }

        /** Receives from any box until all are closed, or it is cancelled. */
        void receive() throws InterruptedException {
            while (true) {
                int letter =
                        Select.from(
                                boxes.get(0).onReceiveOrClosed(Post::number),
                                boxes.get(1).onReceiveOrClosed(Post::number),
                                boxes.get(2).onReceiveOrClosed(Post::number));
                if (letter < 0) {
                    return;
                }
                fate.addAndGet(letter, RECEIVED);
            }
        }
    }

    private static int number(Received<Integer> letter) {
        return letter instanceof Received.Value<Integer>(Integer value) ? value : -1;
    }

    @Override
    public void play(Stage stage, Findings findings) throws Exception {
        var office = new Office();
        var cancelled = new AtomicInteger();
        try (var scheduler = Stage.open(this, c -> c.withWorkers(Stage.workers()))) {
            Task<?> run =
                    scheduler.root().spawn("post", () -> run(office, cancelled, stage.seed()));
            if (!stage.watch(scheduler, run, stage.patience())) {
                findings.failed("the post was not through in time");
                return;
            }
            run.await();
        }
        int lost = 0;
        int delivered = 0;
        for (int i = 0; i < letters; i++) {
            int fate = office.fate.get(i);
            delivered += fate == SENT + RECEIVED ? 1 : 0;
            lost += fate == 0 || fate == SENT + RECEIVED ? 0 : 1;
        }
        findings.expectEqual("messages lost or doubled", lost, 0);
        findings.expectEqual("delivered and kept", delivered + office.kept.get(), letters);
        findings.expect(cancelled.get() > 0, "nobody was cancelled");
        findings.number("delivered", delivered);
        findings.number("kept", office.kept.get());
        findings.number("cancelled", cancelled.get());
        findings.figure(
                Text.number(delivered)
                        + " arrived, "
                        + Text.number(office.kept.get())
                        + " came back, "
                        + Text.number(cancelled.get())
                        + " tasks cancelled");
    }

    private static void run(Office office, AtomicInteger cancelled, long seed)
            throws InterruptedException {
        var draw = new Xoshiro256(seed);
        try (var receivers = Stint.nursery(n -> n.withCancelOnError(false))) {
            for (int i = 0; i < RECEIVERS; i++) {
                receivers.spawn("receiver", office::receive);
            }
            try (var senders = Stint.nursery(n -> n.withCancelOnError(false))) {
                Task<?>[] crew = new Task<?>[SENDERS];
                for (int i = 0; i < SENDERS; i++) {
                    crew[i] = spawn(senders, office, i);
                }
                while (office.next.get() < office.fate.length()) {
                    Stint.sleep(Duration.ofMillis(1));
                    int unlucky = draw.nextInt(SENDERS);
                    cancelled.addAndGet(crew[unlucky].cancel() ? 1 : 0);
                    crew[unlucky] = spawn(senders, office, unlucky);
                }
            }
            for (Channel<Integer> box : office.boxes) {
                Channel<Integer> left = box;
                left.close();
                for (int letter : left.drain()) {
                    office.fate.addAndGet(letter, RECEIVED);
                }
            }
        }
    }

    private static Task<?> spawn(Nursery senders, Office office, int nth) {
        return senders.spawn("sender", () -> office.send(nth));
    }
}
