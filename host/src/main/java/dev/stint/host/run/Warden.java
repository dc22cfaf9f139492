package dev.stint.host.run;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Stands outside of a run and sees that it ends. If the JVM is told to end, by Ctrl-C or by the
 * program, the run is cancelled and gets its receipt. If the run does not end though its time is
 * up, because it hangs in the JDK where nothing is counted, the JVM is ended.
 *
 * <p>To be closed when the receipt is printed.
 */
public final class Warden implements AutoCloseable {
    /** How long a run that must end may take for it. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final AppRun run;
    private final Terms terms;
    private final Consumer<String> complaints;
    private final CountDownLatch told = new CountDownLatch(1);
    private final Thread onExit = new Thread(this::exit, "stint-exit");

    public Warden(AppRun run, Terms terms, Consumer<String> complaints) {
        this.run = run;
        this.terms = terms;
        this.complaints = complaints;
        Runtime.getRuntime().addShutdownHook(onExit);
        if (terms.seed().isEmpty()) {
            Thread.ofPlatform().daemon().name("stint-warden").start(this::watch);
        }
    }

    private void exit() {
        run.interrupt();
        if (!isToldWithin(PATIENCE)) {
            complaints.accept(
                    "it has ended the JVM, or hangs while that ends; there is no receipt");
            if (!terms.isOpen()) {
                HardExit.now(Ended.How.STOPPED.exitCode());
            }
        } else if (!terms.isOpen()) {
            // Only a signal can have brought us here; a program that is open may exit with a code.
            HardExit.now(Ended.How.STOPPED.exitCode());
        }
    }

    private void watch() {
        if (!isToldWithin(terms.time().plus(PATIENCE))) {
            giveUp("its time is up and it does not end: it hangs in the JDK", run.whoIsLeft());
        }
    }

    /**
     * Ends the JVM without a receipt, which there is only of tasks that have ended.
     *
     * @param tasks lines about those that have not, each after a line break
     */
    public void giveUp(String why, String tasks) {
        complaints.accept(why + ". There is no receipt" + (tasks.isEmpty() ? "" : ":") + tasks);
        HardExit.now(Ended.How.STOPPED.exitCode());
    }

    private boolean isToldWithin(Duration time) {
        try {
            return told.await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    @Override
    public void close() {
        told.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(onExit);
        } catch (IllegalStateException e) {
            // The JVM is ending, and the hook is at work.
        }
    }
}
