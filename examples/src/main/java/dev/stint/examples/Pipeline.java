package dev.stint.examples;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.channel.Receiver;
import dev.stint.channel.Sender;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A fast source, a slow sink, and a buffer between them that holds the source back. */
public final class Pipeline {
    private Pipeline() {}

    public static void main(String[] args) throws InterruptedException {
        try (var scheduler = Scheduler.open(c -> c.withSeed(1).withWorkers(2))) {
            System.out.println(scheduler.run(() -> run(12)));
        }
    }

    // tag::pipeline
    static String run(int pages) throws InterruptedException {
        Channel<Integer> fetched = Channel.buffered(3);
        Channel<String> parsed = Channel.rendezvous();
        return Stint.inNursery(
                nursery -> {
                    nursery.spawn("fetch", () -> fetch(pages, fetched.sender()));
                    nursery.spawn("parse", () -> parse(fetched.receiver(), parsed.sender()));
                    return store(fetched, parsed);
                });
    }

    private static String store(Channel<Integer> fetched, Channel<String> parsed)
            throws InterruptedException {
        List<String> stored = new ArrayList<>();
        int mostAhead = 0;
        for (String page : parsed) { // until it is closed and empty
            Stint.sleep(Duration.ofMillis(20)); // storing takes its time
            stored.add(page);
            mostAhead = Math.max(mostAhead, fetched.snapshot().buffered());
        }
        return stored.size() + " pages stored; at most " + mostAhead + " waited in the buffer";
    }

    private static void fetch(int pages, Sender<Integer> out) throws InterruptedException {
        try (out) { // closing it tells the next stage that there is no more
            for (int page = 1; page <= pages; page++) {
                out.send(page); // waits when three are in the buffer
            }
        }
    }

    private static void parse(Receiver<Integer> in, Sender<String> out)
            throws InterruptedException {
        try (out) {
            for (int page : in) {
                out.send("page " + page);
            }
        }
    }
    // end::pipeline
}
