package dev.stint;

import dev.stint.nursery.Nursery;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Opens nurseries on threads of their own, so that the calling one stands in none of the blocks.
 */
public final class Apart {
    private Apart() {}

    public static Nursery open(Supplier<Nursery> opening) {
        var opened = new AtomicReference<@Nullable Nursery>();
        var opener = new Thread(() -> opened.set(opening.get()));
        opener.start();
        boolean interrupted = false;
        while (opener.isAlive()) {
            try {
                opener.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return Objects.requireNonNull(opened.get(), "it could not be opened");
    }
}
