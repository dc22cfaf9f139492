package dev.stint.host.demo;

import dev.stint.host.demo.tenant.Request;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The honest tenant's requests on stock virtual threads, beside as many endless loops as there are
 * processors. The claim is that this does not work; what Stint does about it is the siege.
 */
final class StockThreads implements Scene {
    private static final double SHARE = 0.2;
    private static final Duration BETWEEN = Duration.ofMillis(3);

    @Override
    public String name() {
        return "stock";
    }

    @Override
    public String claim() {
        return "on stock virtual threads, endless loops leave the honest one unanswered";
    }

    @Override
    public void play(Stage stage, Findings findings) throws Exception {
        var over = new AtomicBoolean();
        var latencies = new Latencies();
        int loops = Runtime.getRuntime().availableProcessors();
        try {
            for (int i = 0; i < loops; i++) {
                Thread.startVirtualThread(() -> spin(over));
            }
            int asked = 0;
            long until = System.nanoTime() + stage.part(SHARE).toNanos();
            while (System.nanoTime() < until) {
                long due = System.nanoTime();
                Thread.startVirtualThread(
                        () -> {
                            new Request().getAsInt();
                            latencies.add(System.nanoTime() - due);
                        });
                asked++;
                Thread.sleep(BETWEEN);
            }
            int answered = latencies.count();
            findings.number("asked", asked);
            findings.number("answered", answered);
            findings.expect(answered < asked / 2, answered + " of " + asked + " were answered");
            findings.figure(
                    Text.number(answered)
                            + " of "
                            + Text.number(asked)
                            + " requests answered beside "
                            + loops
                            + " loops");
        } finally {
            over.set(true);
        }
    }

    private static void spin(AtomicBoolean over) {
        while (!over.get()) {
            Thread.onSpinWait();
        }
    }
}
