package dev.stint.policy;

import dev.stint.env.Parking;
import dev.stint.env.Seam;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A service that asks a source in a thread of its own. Each scheduler asks one question at a time,
 * so what waits is bounded by how many schedulers there are.
 */
@Seam("a real thread")
final class ServiceThread implements PolicyService {
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private record Waiting(PolicyQuestion question, PolicyReply reply) {}

    private final PolicySource source;
    private final ConcurrentLinkedQueue<Waiting> waiting = new ConcurrentLinkedQueue<>();
    private volatile boolean closed;
    private volatile @Nullable Thread thread;

    ServiceThread(PolicySource source) {
        this.source = Objects.requireNonNull(source, "source of policies");
    }

    @Override
    public void ask(PolicyQuestion question, PolicyReply reply) {
        if (closed) {
            reply.failed(new IllegalStateException("the policy service is closed"));
            return;
        }
        waiting.add(new Waiting(question, reply)); // before the thread is woken
        Parking.unpark(started());
    }

    private synchronized Thread started() {
        Thread running = thread;
        if (running == null || !running.isAlive()) {
            running = new Thread(this::serve, "stint-policy-" + NUMBERS.incrementAndGet());
            running.setDaemon(true);
            thread = running;
            running.start();
        }
        return running;
    }

    private void serve() {
        while (!closed) {
            Waiting next = waiting.poll();
            if (next == null) {
                Parking.park(this);
            } else {
                answer(next);
            }
        }
    }

    private void answer(Waiting next) {
        try {
            Optional<Policy> policy = source.policy(next.question);
            if (policy.isPresent()) {
                next.reply.policy(policy.get());
            } else {
                next.reply.unchanged();
            }
        } catch (Throwable e) {
            next.reply.failed(e);
        }
        Thread.interrupted(); // what the source left behind would keep the next park from waiting
    }

    /** Interrupts the source, if it is at work, and closes it, if it can be closed. */
    @Override
    public void close() {
        closed = true;
        Thread running = thread;
        if (running != null) {
            running.interrupt();
            Parking.unpark(running);
        }
        if (source instanceof AutoCloseable closeable) {
            try {
                closeable.close();
            } catch (Exception e) {
                throw new IllegalStateException("the source of policies was not closed: " + e, e);
            }
        }
    }
}
