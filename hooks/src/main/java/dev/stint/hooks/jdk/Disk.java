package dev.stint.hooks.jdk;

import dev.stint.hooks.AccessRefused;
import dev.stint.hooks.Delegate;
import dev.stint.hooks.Hook;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.CopyOption;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Files, by the right of the task to them. Every call of the system is paid. */
public final class Disk {
    private Disk() {}

    private static Path read(Path file) {
        return used(file, false);
    }

    private static Path written(Path file) {
        return used(file, true);
    }

    private static Path used(Path file, boolean isWrite) {
        if (!Kind.isJdk(file.getClass())) {
            throw new AccessRefused(
                    file.getClass()
                            + " is no path of the JDK: it could be another one each time it is"
                            + " asked. Use Path.of(...).");
        }
        Path absolute = file.toAbsolutePath();
        Path judged = absolute.normalize();
        Delegate.current().useFile(judged.toString(), isWrite);
        // The system follows a link before it goes up from there, so a path with ".." may lead
        // elsewhere than the one that was judged.
        return judged.equals(absolute) ? file : judged;
    }

    // ---- paths; nothing is touched

    public static Path path(String first, String... more) {
        long length = first.length();
        for (String part : more) {
            length += part.length();
        }
        Price.both(length, 8 * length);
        return Path.of(first, more);
    }

    public static void looked(Path self) {
        Price.text(length(self));
    }

    public static void looked(Path self, int name) {
        looked(self);
    }

    public static void looked(Path self, int from, int to) {
        looked(self);
    }

    public static void joined(Path self, Object other) {
        Price.text(
                Price.times(
                        2,
                        length(self) + (other instanceof String s ? s.length() : length(other))));
    }

    public static void joined(Path self, Object other, Object more) {
        joined(self, other);
        if (more instanceof Object[] parts) {
            for (Object part : parts) {
                joined(self, part);
            }
        }
    }

    private static long length(Object path) {
        boolean isKnown = path instanceof Path && Kind.isJdk(path.getClass());
        return isKnown ? path.toString().length() : 0;
    }

    // ---- looking

    public static boolean exists(Path file, LinkOption... options) {
        return Files.exists(read(file), options);
    }

    public static boolean notExists(Path file, LinkOption... options) {
        return Files.notExists(read(file), options);
    }

    public static boolean isDirectory(Path file, LinkOption... options) {
        return Files.isDirectory(read(file), options);
    }

    public static boolean isRegularFile(Path file, LinkOption... options) {
        return Files.isRegularFile(read(file), options);
    }

    public static long size(Path file) throws IOException {
        return Files.size(read(file));
    }

    @SuppressWarnings("StreamResourceLeak") // whoever asked for it closes it
    public static Stream<Path> list(Path folder) throws IOException {
        return Flows.metered(Files.list(read(folder))).peek(file -> Price.both(8, 256));
    }

    // ---- reading

    public static InputStream newInputStream(Path file, OpenOption... options) throws IOException {
        return new PaidInput(
                Files.newInputStream(options.length == 0 ? read(file) : written(file), options));
    }

    public static byte[] readAllBytes(Path file) throws IOException {
        try (InputStream in = newInputStream(file)) {
            return Pipes.readAllBytes(in);
        }
    }

    public static String readString(Path file) throws IOException {
        return readString(file, StandardCharsets.UTF_8);
    }

    public static String readString(Path file, Charset charset) throws IOException {
        byte[] bytes = readAllBytes(file);
        Texts.of(bytes);
        return new String(bytes, charset);
    }

    public static BufferedReader newBufferedReader(Path file) throws IOException {
        return newBufferedReader(file, StandardCharsets.UTF_8);
    }

    public static BufferedReader newBufferedReader(Path file, Charset charset) throws IOException {
        Price.array(16384, 2);
        return new BufferedReader(new InputStreamReader(newInputStream(file), charset));
    }

    public static List<String> readAllLines(Path file) throws IOException {
        return readAllLines(file, StandardCharsets.UTF_8);
    }

    public static List<String> readAllLines(Path file, Charset charset) throws IOException {
        var lines = new ArrayList<String>();
        try (BufferedReader reader = newBufferedReader(file, charset)) {
            for (String line = Lines.readLine(reader);
                    line != null;
                    line = Lines.readLine(reader)) {
                Hook.opsAndBytes(1, Shape.ROW.bytes);
                lines.add(line);
            }
        }
        return lines;
    }

    public static Stream<String> lines(Path file) throws IOException {
        return lines(file, StandardCharsets.UTF_8);
    }

    public static Stream<String> lines(Path file, Charset charset) throws IOException {
        BufferedReader reader = newBufferedReader(file, charset);
        return Lines.lines(reader).onClose(() -> closeQuietly(reader));
    }

    private static void closeQuietly(BufferedReader reader) {
        try {
            reader.close();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    // ---- writing

    public static OutputStream newOutputStream(Path file, OpenOption... options)
            throws IOException {
        return new PaidOutput(Files.newOutputStream(written(file), options));
    }

    public static BufferedWriter newBufferedWriter(Path file, OpenOption... options)
            throws IOException {
        return newBufferedWriter(file, StandardCharsets.UTF_8, options);
    }

    public static BufferedWriter newBufferedWriter(
            Path file, Charset charset, OpenOption... options) throws IOException {
        Price.array(16384, 2);
        return new BufferedWriter(new OutputStreamWriter(newOutputStream(file, options), charset));
    }

    public static Path write(Path file, byte[] bytes, OpenOption... options) throws IOException {
        try (OutputStream out = newOutputStream(file, options)) {
            out.write(bytes);
        }
        return file;
    }

    public static Path writeString(Path file, CharSequence text, OpenOption... options)
            throws IOException {
        return writeString(file, text, StandardCharsets.UTF_8, options);
    }

    public static Path writeString(
            Path file, CharSequence text, Charset charset, OpenOption... options)
            throws IOException {
        String plain = Texts.plain(text);
        Texts.encoded(plain);
        return write(file, plain.getBytes(charset), options);
    }

    public static Path write(
            Path file, Iterable<? extends CharSequence> lines, OpenOption... options)
            throws IOException {
        return write(file, lines, StandardCharsets.UTF_8, options);
    }

    public static Path write(
            Path file,
            Iterable<? extends CharSequence> lines,
            Charset charset,
            OpenOption... options)
            throws IOException {
        try (BufferedWriter out = newBufferedWriter(file, charset, options)) {
            for (CharSequence line : lines) {
                String plain = Texts.plain(line);
                Prints.text(plain);
                out.append(plain).append('\n');
            }
        }
        return file;
    }

    // ---- changing folders

    public static Path createDirectory(Path folder, FileAttribute<?>... with) throws IOException {
        return Files.createDirectory(written(folder), with);
    }

    public static Path createDirectories(Path folder, FileAttribute<?>... with) throws IOException {
        return Files.createDirectories(written(folder), with);
    }

    public static Path createFile(Path file, FileAttribute<?>... with) throws IOException {
        return Files.createFile(written(file), with);
    }

    public static void delete(Path file) throws IOException {
        Files.delete(written(file));
    }

    public static boolean deleteIfExists(Path file) throws IOException {
        return Files.deleteIfExists(written(file));
    }

    public static Path copy(Path from, Path to, CopyOption... options) throws IOException {
        Path source = read(from);
        Price.ops(Files.isRegularFile(source) ? Files.size(source) >> 4 : 0);
        return Files.copy(source, written(to), options);
    }

    public static Path move(Path from, Path to, CopyOption... options) throws IOException {
        return Files.move(written(from), written(to), options);
    }

    // ---- streams that pay for what the system does

    private static void call(long bytes) {
        Hook.pay(Math.max(0, bytes) >> 4, 0, 1);
    }

    private static final class PaidInput extends FilterInputStream {
        PaidInput(InputStream of) {
            super(of);
        }

        @Override
        public int read() throws IOException {
            call(1);
            return in.read();
        }

        @Override
        public int read(byte[] into, int at, int count) throws IOException {
            call(count);
            return in.read(into, at, count);
        }
    }

    private static final class PaidOutput extends FilterOutputStream {
        PaidOutput(OutputStream of) {
            super(of);
        }

        @Override
        public void write(int b) throws IOException {
            call(1);
            out.write(b);
        }

        @Override
        public void write(byte[] bytes, int at, int count) throws IOException {
            call(count);
            out.write(bytes, at, count);
        }
    }
}
