package dev.stint.language.rows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.language.Scripts;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What channels do, in scripts, by the names of the scenarios. */
class ChannelRowsTest {
    private static String output(String body) {
        return Scripts.output(Scripts.SERVICE + "func main() do\n" + body + "\nend\n");
    }

    @Test
    @DisplayName("basic send and recv on buffered channel")
    void basicSendAndRecv() {
        assertThat(output("let c = channel(1)\nc.send(42)\nprintln(c.recv())")).isEqualTo("42\n");
    }

    @Test
    @DisplayName("multiple values in buffered channel")
    void multipleValues() {
        assertThat(
                        output(
                                "let c = channel(3); for i in 1..3 do c.send(i) end; "
                                        + "for i in 1..3 do println(c.recv()) end"))
                .isEqualTo("1\n2\n3\n");
    }

    @Test
    @DisplayName("close prevents further sends")
    void closePreventsFurtherSends() {
        assertThat(
                        output(
                                "let c = channel(1); c.close(); c.close(); "
                                        + "c.send(1) catch |e| do println(e) end"))
                .isEqualTo("ChannelError.ChannelClosed\n");
        assertThat(
                        Scripts.failure(
                                Scripts.SERVICE
                                        + "func main() do let c = channel(1); "
                                        + "c.close(); "
                                        + "c.send(1) end"))
                .contains("ChannelClosed");
    }

    @Test
    @DisplayName("recv drains buffer before returning closed error")
    void recvDrainsBuffer() {
        assertThat(
                        output(
                                "let c = channel(2); c.send(100); c.send(200); c.close(); "
                                        + "for i in 1..3 do println(c.recv() catch -1) end"))
                .isEqualTo("100\n200\n-1\n");
    }

    @Test
    @DisplayName("trySend returns false when full")
    void trySend() {
        assertThat(
                        output(
                                "let c = channel(1); println(c.trySend(1), \" \", c.trySend(2)); "
                                        + "let x = c.recv(); println(c.trySend(3))"))
                .isEqualTo("true false\ntrue\n");
    }

    @Test
    @DisplayName("tryRecv returns null when empty")
    void tryRecv() {
        assertThat(
                        output(
                                "let c = channel(1); println(c.tryRecv() ?? -1); c.send(42); "
                                        + "println(c.tryRecv() ?? -1)"))
                .isEqualTo("-1\n42\n");
    }

    @Test
    @DisplayName("len reports current buffer count")
    void lenReports() {
        assertThat(
                        output(
                                "let c = channel(4); "
                                        + "println(c.len()); "
                                        + "c.send(1); "
                                        + "println(c.len()); "
                                        + "c.send(2); "
                                        + "c.send(3); "
                                        + "println(c.len()); "
                                        + "let x = c.recv(); "
                                        + "println(c.len())"))
                .isEqualTo("0\n1\n3\n2\n");
    }

    @Test
    @DisplayName("isClosed reports state correctly")
    void isClosedReports() {
        assertThat(
                        output(
                                "let c = channel(4); "
                                        + "println(c.isClosed()); "
                                        + "c.close(); "
                                        + "println(c.isClosed())"))
                .isEqualTo("false\ntrue\n");
    }

    @Test
    @DisplayName("producer-consumer pattern")
    void producerConsumer() {
        assertThat(
                        Scripts.value(
                                Scripts.SERVICE
                                        + """
                                        func produce(c: Channel[i64]) do
                                            for i in 1..100 do c.send(i) end
                                            c.close()
                                        end
                                        func main() -> i64 do
                                            let c = channel(10)
                                            var sum = 0
                                            nursery do
                                                spawn produce(c)
                                                for v in c do sum += v end
                                            end
                                            return sum
                                        end
                                        """))
                .isEqualTo(5050L);
    }

    @Test
    @DisplayName("multiple producers single consumer")
    void multipleProducers() {
        assertThat(
                        Scripts.value(
                                Scripts.SERVICE
                                        + """
                                        func produce(c: Channel[i64]) do
                                            for i in 1..25 do c.send(1) end
                                        end
                                        func main() -> i64 do
                                            let c = channel(0)
                                            var sum = 0
                                            nursery do
                                                for p in 1..4 do spawn produce(c) end
                                                for i in 1..100 do sum += c.recv() end
                                            end
                                            return sum
                                        end
                                        """))
                .isEqualTo(100L);
    }

    @Test
    @DisplayName("what is sent is the receiver's alone")
    void sentValuesAreCopies() {
        assertThat(
                        output(
                                "let c = Channel[[]i64].buffered(1); "
                                        + "var a = [1, 2]; "
                                        + "c.send(a); "
                                        + "a[0] = 9; "
                                        + "let b = c.recv(); "
                                        + "b[1] = 7; "
                                        + "println(a[0], a[1], b[0], b[1])"))
                .isEqualTo("9\n2\n1\n7\n");
    }
}
