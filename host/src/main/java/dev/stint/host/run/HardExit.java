package dev.stint.host.run;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Ends the process, whatever hangs in it. {@link Runtime#halt} stops all threads first, and a JVM
 * with a thread that cannot be stopped then stays for ever; so the operating system is asked, and
 * {@code halt} is for where that does not work.
 */
final class HardExit {
    /**
     * How long making the call to the system may take: it loads classes, which may hang as well.
     */
    private static final long PATIENCE_SECONDS = 2;

    private static volatile @Nullable MethodHandle exit;

    private HardExit() {}

    /** Does not return. What was printed must have been flushed. */
    static void now(int code) {
        var ready = new CountDownLatch(1);
        Thread.ofPlatform().daemon().name("stint-hard-exit").start(() -> prepare(ready));
        try {
            if (ready.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                MethodHandle handle = exit;
                if (handle != null) {
                    handle.invokeExact(code);
                }
            }
        } catch (Throwable e) {
            // The other way is left.
        }
        Runtime.getRuntime().halt(code);
    }

    @SuppressWarnings("restricted") // the manifest of our jar allows it
    private static void prepare(CountDownLatch ready) {
        try {
            Linker linker = Linker.nativeLinker();
            exit =
                    linker.defaultLookup()
                            .find("_exit")
                            .map(
                                    address ->
                                            linker.downcallHandle(
                                                    address,
                                                    FunctionDescriptor.ofVoid(
                                                            ValueLayout.JAVA_INT)))
                            .orElse(null);
        } catch (RuntimeException | LinkageError e) {
            // No such call here.
        } finally {
            ready.countDown();
        }
    }
}
