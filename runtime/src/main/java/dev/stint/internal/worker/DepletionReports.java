package dev.stint.internal.worker;

import dev.stint.channel.Channel;
import dev.stint.context.DepletionEndpoint;
import dev.stint.context.DepletionNotice;
import dev.stint.env.Clock;
import dev.stint.internal.stack.Headroom;
import dev.stint.internal.task.Outside;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.task.Unpaid;
import dev.stint.internal.wait.SpinLock;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The inside of a depletion endpoint: a slot for each context that reports here, a list of the
 * slots that hold something, and a bell for who waits.
 *
 * <p>Why no report is lost: a slot is in the list before the bell is rung, and whoever takes the
 * bell looks at the list after that. A bell that lies there already will be taken later still. Who
 * takes a report and leaves others rings again, for the next one who waits.
 */
public final class DepletionReports extends SpinLock implements DepletionEndpoint {
    private static final Object RUNG = new Object();

    /** The place for the reports of one context. Guarded by the lock. */
    final class Slot {
        private final String context;
        private @Nullable Slot next;
        private boolean isListed;
        private long times;
        private long nanos;

        private Slot(String context) {
            this.context = context;
        }

        /** It was used up just now. Never waits, and allocates nothing. */
        void tell(long now) {
            acquire();
            try {
                times++;
                nanos = now;
                if (!isListed) {
                    isListed = true;
                    append(this);
                }
            } finally {
                release();
            }
            // After it: whoever takes this, or what lies there already, looks at the list then.
            ((Unpaid) bell).putUnpaid(RUNG);
        }
    }

    private @Nullable Slot first; // of those that hold a report, the oldest
    private @Nullable Slot last;
    private final Channel<Object> bell = Channel.buffered(1).named("depletion endpoint");

    /** A place for a context that is being opened. */
    Slot slotFor(String context) {
        return new Slot(context);
    }

    @Override
    public DepletionNotice await() throws InterruptedException {
        while (true) {
            Optional<DepletionNotice> notice = poll();
            if (notice.isPresent()) {
                return notice.get();
            }
            bell.receive();
        }
    }

    @Override
    public Optional<DepletionNotice> await(Duration timeout) throws InterruptedException {
        Clock clock = Outside.clock();
        long until = clock.after(TaskImpl.toNanos(timeout));
        while (true) {
            Optional<DepletionNotice> notice = poll();
            long left = until - clock.nanos();
            if (notice.isPresent() || left <= 0) {
                return notice;
            }
            bell.receive(Duration.ofNanos(left));
        }
    }

    @Override
    public Optional<DepletionNotice> poll() {
        Headroom.ensure();
        Slot slot;
        long times;
        long nanos;
        boolean isMore;
        acquire();
        try {
            slot = first;
            if (slot == null) {
                return Optional.empty();
            }
            first = slot.next;
            slot.next = null;
            slot.isListed = false;
            times = slot.times;
            nanos = slot.nanos;
            slot.times = 0;
            isMore = first != null;
        } finally {
            release();
        }
        if (isMore) {
            ((Unpaid) bell).putUnpaid(RUNG); // the next one who waits
        }
        return Optional.of(new DepletionNotice(slot.context, times, nanos));
    }

    private void append(Slot slot) {
        Slot before = last;
        if (first == null || before == null) {
            first = slot;
        } else {
            before.next = slot;
        }
        last = slot;
    }

    @Override
    public String toString() {
        return "a depletion endpoint";
    }
}
