package dev.stint.hooks;

import java.net.InetAddress;
import java.time.Instant;
import java.util.IdentityHashMap;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What woven code reaches of the world around it, in place of the JDK: time, chance, tasks, files,
 * sockets. The runtime installs one, which asks the rights of the task that runs.
 *
 * <p>All of it throws an exception that says what right is missing, if one is.
 */
public interface Delegate {
    /** Starts a task beside the calling one: in its nursery, out of the same budget. */
    void start(String name, Runnable body);

    /** The same of one for which its nursery does not wait: it is cancelled with the last other. */
    void startDaemon(String name, Runnable body);

    /** A wake-up that nobody has given yet. */
    Wakeup newWakeup();

    void sleep(long nanos) throws InterruptedException;

    /** Lets others run. */
    void giveWay();

    /** As {@code System.nanoTime}. */
    long nanoTime();

    /** What time it is. */
    Instant now();

    /** A random number, or a seed for more. */
    long randomLong();

    /**
     * The values that the task has of objects, by their identity; of the thread if there is none.
     */
    IdentityHashMap<Object, @Nullable Object> locals();

    /** A line, or a part of one, that the code writes for whoever runs it. */
    void log(boolean isError, String text);

    /**
     * Asks for the right to a file, and pays for one system call.
     *
     * @param path absolute, without links or dots in it
     */
    void useFile(String path, boolean isWrite);

    /**
     * The same, of a file or folder that stays open.
     *
     * @param path absolute, without links or dots in it
     */
    Grant openFile(String path, boolean isWrite);

    /**
     * Finds the address of a host among those of the right to connect. Nobody on the network is
     * asked.
     *
     * @param host its name, or its address in digits; null for this machine
     */
    InetAddress lookUp(@Nullable String host);

    /** Asks for the right to connect to an address, and pays for one system call. */
    Grant connect(InetAddress address, int port);

    /** The delegate; one that gives what the JDK has, and no rights, until one is installed. */
    static Delegate current() {
        return Installed.delegate;
    }

    /** Installs a delegate, for all threads. The last one wins. */
    static void install(Delegate delegate) {
        Installed.delegate = Objects.requireNonNull(delegate, "the delegate to install");
    }
}
