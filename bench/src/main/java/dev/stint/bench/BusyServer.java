package dev.stint.bench;

import dev.stint.Scheduler;
import dev.stint.config.SysmonConfig;
import dev.stint.event.Event;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * A server in a JVM of its own: a task for each connection, which answers one request after the
 * other, blocking in the JDK's streams. On loopback only. Prints its port; when its input ends, it
 * prints how many temporary workers there were at most, and ends.
 */
public final class BusyServer {
    /** Of a request, and of its answer, in bytes. */
    static final int MESSAGE = 128;

    private static final int BACKLOG = 4_096;

    private BusyServer() {}

    /** {@code args}: the label of who answers. */
    public static void main(String[] args) throws IOException {
        var temporary = new AtomicInteger();
        var most = new AtomicInteger();
        try (var server = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress())) {
            Consumer<Socket> each = each(Impl.of(args[0]), temporary, most);
            Thread.ofPlatform().daemon().start(() -> acceptAll(server, each));
            System.out.println("port " + server.getLocalPort());
            while (System.in.read() >= 0) {
                // until whoever has started this closes its end
            }
        }
        System.out.println("temporary " + most.get());
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    private static Consumer<Socket> each(Impl impl, AtomicInteger temporary, AtomicInteger most) {
        if (impl == Impl.VIRTUAL_THREADS) {
            return socket -> Thread.startVirtualThread(() -> serve(socket));
        }
        SysmonConfig defaults = SysmonConfig.defaults();
        SysmonConfig sysmon =
                impl == Impl.STINT_PATIENT
                        ? defaults.withStallAfter(Duration.ofSeconds(2))
                        : defaults;
        var scheduler =
                Scheduler.open(
                        c -> c.withSysmon(sysmon).withSink(event -> count(event, temporary, most)));
        return socket -> scheduler.root().spawn(() -> serve(socket));
    }

    private static void count(Event event, AtomicInteger temporary, AtomicInteger most) {
        if (event instanceof Event.TemporaryWorkerStarted) {
            most.accumulateAndGet(temporary.incrementAndGet(), Math::max);
        } else if (event instanceof Event.TemporaryWorkerRetired) {
            temporary.decrementAndGet();
        }
    }

    private static void acceptAll(ServerSocket server, Consumer<Socket> each) {
        try {
            while (true) {
                each.accept(server.accept());
            }
        } catch (IOException e) {
            // the server was closed
        }
    }

    private static void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            InputStream in = socket.getInputStream();
            OutputStream out = socket.getOutputStream();
            var request = new byte[MESSAGE];
            while (in.readNBytes(request, 0, MESSAGE) == MESSAGE) {
                out.write(answer(request));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e); // the generator has ended
        }
    }

    /** What a small request takes: some tens of microseconds. */
    private static byte[] answer(byte[] request) {
        var answer = request.clone();
        int mixed = 1;
        for (int round = 0; round < 100; round++) {
            for (byte one : request) {
                mixed = mixed * 31 + one;
            }
        }
        answer[0] = (byte) mixed;
        return answer;
    }
}
