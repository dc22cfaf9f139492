package dev.stint.hooks.jdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.hooks.AccessRefusedException;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.CharArrayReader;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.CharBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is called by the name of a supertype costs what it costs by its own. */
@SuppressWarnings("JdkObsolete") // they are open to tenants
class IoPricesTest {
    private static final int MANY = 1 << 16;
    private static final String LONG = "x".repeat(MANY);

    static Stream<Appendable> appendables() {
        return Stream.of(
                new StringBuilder(),
                new StringBuffer(),
                new StringWriter(),
                new PrintWriter(new StringWriter()),
                CharBuffer.allocate(3 * MANY));
    }

    @ParameterizedTest
    @MethodSource("appendables")
    void append_ofALongText_paysForIt(Appendable to) {
        assertThat(Paid.by(() -> IoPrices.append(to, LONG)).bytes())
                .isGreaterThanOrEqualTo(2L * MANY);
        assertThat(Paid.by(() -> IoPrices.append(to, LONG, 1, MANY)).bytes())
                .isGreaterThanOrEqualTo(2L * (MANY - 1));
    }

    @Test
    void append_aPart_isAppended() throws IOException {
        for (Appendable to : List.of(new StringBuilder(), new StringBuffer(), new StringWriter())) {
            assertThat(IoPrices.append(to, "abcd", 1, 3)).isSameAs(to).hasToString("bc");
            assertThat(IoPrices.append(to, null, 0, 2)).hasToString("bcnu");
        }
    }

    @Test
    void append_toOneOfOnesOwn_isGivenWhatWasAppended() throws IOException {
        var given = new ArrayList<CharSequence>();
        var own =
                new Appendable() {
                    @Override
                    public Appendable append(CharSequence text) {
                        given.add(text);
                        return this;
                    }

                    @Override
                    public Appendable append(CharSequence text, int from, int end) {
                        return append(text);
                    }

                    @Override
                    public Appendable append(char c) {
                        return this;
                    }
                };
        assertThat(IoPrices.append(own, LONG)).isSameAs(LONG);
        assertThat(IoPrices.append(own, LONG, 0, 1)).isSameAs(own);
        assertThat(given).containsExactly(LONG);
        assertThat(Paid.by(() -> IoPrices.append(own, 'c')).bytes()).isZero();
    }

    @Test
    void oneByOne_intoWhatGrows_paysForEach() {
        OutputStream bytes = new ByteArrayOutputStream();
        for (OutputStream to : List.of(bytes, new DataOutputStream(bytes))) {
            assertThat(Paid.by(() -> IoPrices.write(to, 1)).bytes()).isGreaterThanOrEqualTo(2);
            assertThat(Paid.by(() -> IoPrices.write(to, new byte[MANY])).bytes())
                    .isGreaterThanOrEqualTo(2L * MANY);
        }
        assertThat(Paid.by(() -> IoPrices.write(OutputStream.nullOutputStream(), 1)).bytes())
                .isZero();
        for (Writer to : List.of(new StringWriter(), new PrintWriter(new StringWriter()))) {
            assertThat(Paid.by(() -> IoPrices.write(to, 1)).bytes()).isGreaterThanOrEqualTo(4);
            assertThat(Paid.by(() -> IoPrices.append(to, 'c')).bytes()).isGreaterThanOrEqualTo(4);
        }
        assertThat(Paid.by(() -> IoPrices.append(new StringBuilder(), 'c')).bytes())
                .isGreaterThanOrEqualTo(4);
    }

    @Test
    void builders_ofStreams_payAsConsumers() {
        Stream.Builder<Object> objects = Streams.builder();
        Consumer<Object> consumer = objects;
        var ints = IntStreams.builder();
        IntConsumer intConsumer = ints;

        assertThat(Paid.by(() -> consumer.accept("x")).bytes())
                .isGreaterThanOrEqualTo(Streams.KEPT);
        assertThat(Paid.by(() -> intConsumer.accept(1)).bytes())
                .isGreaterThanOrEqualTo(Streams.KEPT);
        assertThat(Paid.by(() -> LongStreams.builder().add(1)).bytes()).isGreaterThanOrEqualTo(16);
        assertThat(Paid.by(() -> DoubleStreams.builder().add(1)).bytes())
                .isGreaterThanOrEqualTo(16);
        assertThat(objects.build().toList()).isEqualTo(List.of("x"));
        assertThat(ints.build().toArray()).containsExactly(1);
        assertThat(LongStreams.builder().add(2).build().sum()).isEqualTo(2);
        assertThat(DoubleStreams.builder().add(2).build().sum()).isEqualTo(2);
    }

    @Test
    void read_byTheNameOfASupertype_paysForWhatIsRead() throws IOException {
        var bytes = new ByteArrayOutputStream();
        new DataOutputStream(bytes).writeUTF("x".repeat(65000));
        var in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        Reader buffered = new BufferedReader(new StringReader(LONG));
        var room = CharBuffer.allocate(MANY);

        var text = Paid.by(() -> IoPrices.readUTF(in));
        assertThat(text.value()).isEqualTo("x".repeat(65000));
        assertThat(text.bytes()).isGreaterThanOrEqualTo(2L * 65000);
        assertThat(Paid.by(() -> IoPrices.read(buffered)).ops()).isEqualTo(2);
        assertThat(Paid.by(() -> IoPrices.mark(buffered, MANY)).bytes())
                .isGreaterThanOrEqualTo(2L * MANY);
        assertThat(Paid.by(() -> IoPrices.mark(new StringReader(""), MANY)).bytes()).isZero();
        var chars = Paid.by(() -> IoPrices.read(new CharArrayReader(new char[MANY]), room));
        assertThat(chars.value()).isEqualTo(MANY);
        assertThat(chars.ops()).isGreaterThanOrEqualTo(MANY >> 4);
    }

    @Test
    void run_ofTheThreadThatOneRunsOn_isRefused() {
        Paid.by(
                () -> {
                    Runnable me = Thread.currentThread();
                    assertThatThrownBy(me::run)
                            .isInstanceOf(AccessRefusedException.class)
                            .hasMessageContaining("belongs to the scheduler");
                });
    }
}
