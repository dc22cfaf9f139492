package dev.stint.weave.internal.surface;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/**
 * The classes of the JDK that a tenant can reach and that have something to initialise: done before
 * the first tenant runs. An initialiser that fails is not tried again, and its class is broken for
 * everybody; a tenant that uses up the stack or the heap could choose the moment.
 *
 * <p>Takes some 0.1 s of a cold JVM, once.
 */
public final class ReadyClasses {
    private static final String LIST = "/dev/stint/weave/surface/ready.txt";

    static {
        for (String name : names()) {
            initialise(name);
        }
        rehearse();
    }

    private ReadyClasses() {}

    /** They are initialised when this returns. */
    public static void ensure() {
        // the first call initialises this class, and that does it
    }

    /** Their names. */
    static List<String> names() {
        try (InputStream in = ReadyClasses.class.getResourceAsStream(LIST)) {
            byte[] list = Objects.requireNonNull(in, LIST).readAllBytes();
            return new String(list, StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void initialise(String name) {
        try {
            Class.forName(name, true, null);
        } catch (ClassNotFoundException e) {
            // not in this JDK: nobody can reach it either
        }
    }

    /** What the JDK itself needs for what tenants do most, and has behind its public classes. */
    @SuppressWarnings("ReturnValueIgnored") // that they are run is the point
    private static void rehearse() {
        LocalDate day = LocalDate.EPOCH;
        String.format(
                Locale.ROOT,
                "%s %d %,d %.3f %e %g %x %h %c %b %tY %<tB %n",
                "",
                1,
                2,
                3.0,
                4.0,
                5.0,
                6,
                "",
                'c',
                true,
                day);
        List.of(day.toString(), "").stream().sorted().collect(Collectors.joining(","));
        CompletableFuture.completedFuture(1).thenApply(i -> i + 1).join();
        new Throwable().getStackTrace();
    }
}
