package dev.stint.hooks;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.random.RandomGenerator;

/** For woven code that runs where no scheduler is: the JDK's time and chance, and no rights. */
public final class Unattended implements Delegate {
    private static final RandomGenerator CHANCE = new SecureRandom();

    @Override
    public void start(String name, Runnable body) {
        throw none("start task '" + name + "'");
    }

    @Override
    public void sleep(long nanos) throws InterruptedException {
        Thread.sleep(nanos / 1_000_000, (int) (nanos % 1_000_000));
    }

    @Override
    public void giveWay() {
        Thread.onSpinWait();
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public Instant now() {
        return Instant.now();
    }

    @Override
    public long randomLong() {
        return CHANCE.nextLong();
    }

    @Override
    public void log(boolean isError, String text) {
        (isError ? System.err : System.out).print(text);
    }

    @Override
    public void useFile(String path, boolean isWrite) {
        throw none((isWrite ? "write " : "read ") + path);
    }

    private static AccessRefused none(String tried) {
        return new AccessRefused(
                "thread '"
                        + Thread.currentThread().getName()
                        + "' cannot "
                        + tried
                        + ": it runs woven code outside of any task, and rights are for tasks. Run"
                        + " the code in a task.");
    }
}
