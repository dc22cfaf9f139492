package dev.stint.examples;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.channel.Received;
import dev.stint.channel.Receiver;
import dev.stint.channel.Select;
import java.time.Duration;

/** Listens to two channels at once, and notices when both have been silent for too long. */
public final class SelectWithTimeout {
    private SelectWithTimeout() {}

    public static void main(String[] args) throws InterruptedException {
        try (var scheduler = Scheduler.open(c -> c.withSeed(1).withWorkers(2))) {
            scheduler.run(SelectWithTimeout::listen);
        }
    }

    // tag::select
    static void watch(Receiver<String> news, Receiver<Integer> prices) throws InterruptedException {
        boolean open = true;
        while (open) {
            open =
                    Select.from(
                            news.onReceiveOrClosed(SelectWithTimeout::tell),
                            prices.onReceive(price -> say("price " + price)),
                            Select.onTimeout(Duration.ofSeconds(5), () -> say("silence")));
        }
    }

    private static boolean tell(Received<String> news) {
        return switch (news) {
            case Received.Value<String>(var text) -> say(text);
            case Received.Done<String>() -> !say("no more news");
            case Received.Failed<String>(var cause) -> !say("lost: " + cause.getMessage());
        };
    }

    // end::select

    private static void listen() throws InterruptedException {
        Channel<String> news = Channel.rendezvous();
        Channel<Integer> prices = Channel.rendezvous();
        Stint.runInNursery(
                nursery -> {
                    nursery.spawn("watch", () -> watch(news.receiver(), prices.receiver()));
                    prices.send(31);
                    Stint.sleep(Duration.ofSeconds(7));
                    news.send("storm ahead");
                    prices.send(44);
                    news.close();
                });
    }

    private static boolean say(String text) {
        System.out.println(text);
        return true;
    }
}
