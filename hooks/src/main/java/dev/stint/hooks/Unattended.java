package dev.stint.hooks;

import java.net.InetAddress;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.IdentityHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** For woven code that runs where no scheduler is: the JDK's time and chance, and no rights. */
public final class Unattended implements Delegate {
    private static final ThreadLocal<IdentityHashMap<Object, @Nullable Object>> LOCALS =
            ThreadLocal.withInitial(IdentityHashMap::new);
    private static final RandomGenerator CHANCE = new SecureRandom();

    /** What is installed until a scheduler opens. */
    public Unattended() {}

    @Override
    public void start(String name, Runnable body) {
        throw none("start task '" + name + "'");
    }

    @Override
    public void startDaemon(String name, Runnable body) {
        start(name, body);
    }

    @Override
    public Wakeup newWakeup() {
        return new Permit();
    }

    /** A semaphore with one permit at most. */
    private static final class Permit implements Wakeup {
        private final Semaphore given = new Semaphore(0);

        @Override
        public boolean await(long nanos, boolean isIdle) throws InterruptedException {
            if (nanos < 0) {
                given.acquire();
                return true;
            }
            return given.tryAcquire(nanos, TimeUnit.NANOSECONDS);
        }

        @Override
        public void wake() {
            if (given.availablePermits() == 0) { // two at once: the next wait ends for no reason
                given.release();
            }
        }
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
    public IdentityHashMap<Object, @Nullable Object> locals() {
        return LOCALS.get();
    }

    @Override
    public void log(boolean isError, String text) {
        (isError ? System.err : System.out).print(text);
    }

    @Override
    public void useFile(String path, boolean isWrite) {
        throw none((isWrite ? "write " : "read ") + path);
    }

    @Override
    public Grant openFile(String path, boolean isWrite) {
        throw none((isWrite ? "write " : "read ") + path);
    }

    @Override
    public InetAddress lookUp(@Nullable String host) {
        throw none("look up " + host);
    }

    @Override
    public Grant connect(InetAddress address, int port) {
        throw none("connect to " + address.getHostAddress() + ":" + port);
    }

    private static AccessRefusedException none(String tried) {
        return new AccessRefusedException(
                "thread '"
                        + Thread.currentThread().getName()
                        + "' cannot "
                        + tried
                        + ": it runs woven code outside of any task, and rights are for tasks. Run"
                        + " the code in a task.");
    }
}
