package dev.stint.language.internal.std;

import dev.stint.error.CapabilityRefusedException;
import dev.stint.hooks.AccessRefusedException;
import dev.stint.hooks.jdk.PaidSocket;
import dev.stint.language.internal.run.Prices;
import dev.stint.language.internal.run.Value;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;

/** A connection of a script, over which texts go. It belongs to the task that has opened it. */
public final class SocketValue {
    private static final int ROOM = 1_024;
    private static final int LONGEST_LINE = 1 << 20;

    private final PaidSocket socket;
    private final byte[] room = new byte[ROOM];
    private int at;
    private int end; // of what was read into the room; -1 when nothing comes any more

    SocketValue(PaidSocket socket) {
        this.socket = socket;
    }

    private interface Exchange {
        Object run() throws IOException, InterruptedException;
    }

    private static Object exchanged(Exchange exchange) throws InterruptedException {
        try {
            return exchange.run();
        } catch (CapabilityRefusedException | AccessRefusedException e) {
            return SocketsValue.failed("NoRight");
        } catch (ClosedByInterruptException e) {
            throw new InterruptedException();
        } catch (IOException e) {
            return SocketsValue.failed("Failed");
        }
    }

    public static Object write(SocketValue to, String text) throws InterruptedException {
        Prices.text(text.length());
        return exchanged(
                () -> {
                    to.socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
                    return Value.UNIT;
                });
    }

    /** A line, without its end; an error when nothing comes any more. */
    public static Object read_line(SocketValue from) throws InterruptedException {
        return exchanged(from::line);
    }

    private Object line() throws IOException, InterruptedException {
        var line = new ByteArrayOutputStream();
        while (true) {
            if (at == end) {
                end = socket.getInputStream().read(room);
                at = 0;
            }
            if (end < 0) {
                at = end;
                return line.size() == 0 ? SocketsValue.failed("Closed") : text(line);
            }
            byte next = room[at++];
            if (next == '\n') {
                return text(line);
            }
            if (line.size() == LONGEST_LINE) {
                return SocketsValue.failed("Failed");
            }
            if (line.size() % ROOM == 0) {
                Prices.text(ROOM);
            }
            line.write(next);
        }
    }

    private static String text(ByteArrayOutputStream bytes) throws InterruptedException {
        Prices.text(bytes.size());
        String text = bytes.toString(StandardCharsets.UTF_8);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }

    public static void close(SocketValue it) throws InterruptedException {
        exchanged(
                () -> {
                    it.socket.close();
                    return Value.UNIT;
                });
    }
}
