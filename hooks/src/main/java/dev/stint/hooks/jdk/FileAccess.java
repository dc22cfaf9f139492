package dev.stint.hooks.jdk;

import dev.stint.hooks.AccessRefusedException;
import dev.stint.hooks.Delegate;
import dev.stint.hooks.Grant;
import dev.stint.hooks.Hook;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Files, by the right of the task to them. Every call of the system is paid. */
public final class FileAccess {
    private FileAccess() {}

    private static Path read(Path file) {
        return used(file, false);
    }

    private static Path written(Path file) {
        return used(file, true);
    }

    private static Path used(Path file, boolean isWrite) {
        Path judged = judged(file);
        Delegate.current().useFile(judged.toAbsolutePath().toString(), isWrite);
        return judged;
    }

    /** The path that the right is asked about, and no other is opened then. */
    private static Path judged(Path file) {
        if (!ObjectKind.isJdk(file.getClass())) {
            throw new AccessRefusedException(
                    file.getClass()
                            + " is no path of the JDK: it could be another one each time it is"
                            + " asked. Use Path.of(...).");
        }
        long length = length(file);
        Charges.pay(length, Charges.plus(512, Charges.times(40, length)));
        Path absolute = file.toAbsolutePath();
        Path judged = absolute.normalize();
        // The system follows a link before it goes up from there, so a path with ".." may lead
        // elsewhere than the one that was judged.
        return judged.equals(absolute) ? file : judged;
    }

    /** A file that may be opened. With a pipe or a device the system may wait for ever. */
    private static Path opened(Path file) throws IOException {
        boolean isOther;
        try {
            isOther = Files.readAttributes(file, BasicFileAttributes.class).isOther();
        } catch (NoSuchFileException e) {
            isOther = false; // it is to be made, or whoever opens it says so
        }
        if (isOther) {
            throw new AccessRefusedException(
                    file
                            + " is a pipe, a socket or a device: whoever opens it may wait for"
                            + " ever. Use files and folders.");
        }
        return file;
    }

    // ---- paths; nothing is touched

    public static Path path(String first, String... more) {
        long length = first.length();
        for (String part : more) {
            length += part.length();
        }
        Charges.pay(length, 8 * length);
        return Path.of(first, more);
    }

    /** As if the program were in the root: where the host is in is its own affair. */
    public static Path toAbsolutePath(Path self) {
        joined(self, self);
        return Path.of("/").resolve(self);
    }

    public static void joined(Path self, Object other) {
        Charges.text(
                Charges.times(
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

    static long length(Object path) {
        boolean isKnown = path instanceof Path && ObjectKind.isJdk(path.getClass());
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
        var files = new Folder(folder);
        int each = Spliterator.DISTINCT | Spliterator.NONNULL;
        return Streams.metered(
                        StreamSupport.stream(
                                Spliterators.spliteratorUnknownSize(files, each), false))
                .onClose(() -> closeQuietly(files));
    }

    // ---- reading

    public static InputStream newInputStream(Path file, OpenOption... options) throws IOException {
        return new PaidInput(file, options.length != 0, options);
    }

    public static byte[] readAllBytes(Path file) throws IOException {
        try (InputStream in = newInputStream(file)) {
            return IoStreams.readAllBytes(in);
        }
    }

    public static String readString(Path file) throws IOException {
        return readString(file, StandardCharsets.UTF_8);
    }

    public static String readString(Path file, Charset charset) throws IOException {
        byte[] bytes = readAllBytes(file);
        Strings.of(bytes);
        return new String(bytes, charset);
    }

    public static BufferedReader newBufferedReader(Path file) throws IOException {
        return newBufferedReader(file, StandardCharsets.UTF_8);
    }

    public static BufferedReader newBufferedReader(Path file, Charset charset) throws IOException {
        Charges.array(16384, 2);
        return new BufferedReader(new InputStreamReader(newInputStream(file), charset));
    }

    public static List<String> readAllLines(Path file) throws IOException {
        return readAllLines(file, StandardCharsets.UTF_8);
    }

    public static List<String> readAllLines(Path file, Charset charset) throws IOException {
        var lines = new ArrayList<String>();
        try (BufferedReader reader = newBufferedReader(file, charset)) {
            for (String line = BufferedReaders.readLine(reader);
                    line != null;
                    line = BufferedReaders.readLine(reader)) {
                Hook.opsAndBytes(1, CollectionShape.ROW.bytes);
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
        return BufferedReaders.lines(reader).onClose(() -> closeQuietly(reader));
    }

    private static void closeQuietly(Closeable file) {
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // ---- writing

    public static OutputStream newOutputStream(Path file, OpenOption... options)
            throws IOException {
        return new PaidOutput(file, options);
    }

    public static BufferedWriter newBufferedWriter(Path file, OpenOption... options)
            throws IOException {
        return newBufferedWriter(file, StandardCharsets.UTF_8, options);
    }

    public static BufferedWriter newBufferedWriter(
            Path file, Charset charset, OpenOption... options) throws IOException {
        Charges.array(16384, 2);
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
        String plain = Strings.plain(text);
        Strings.encoded(plain);
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
                String plain = Strings.plain(line);
                Printing.text(plain);
                out.append(plain).append('\n');
            }
        }
        return file;
    }

    // ---- changing folders

    public static Path createDirectory(Path folder, FileAttribute<?>... with) throws IOException {
        return Files.createDirectory(written(folder), with);
    }

    /** Of one that is there it is enough to see it: the right's own folder cannot be written. */
    public static Path createDirectories(Path folder, FileAttribute<?>... with) throws IOException {
        Path judged = judged(folder);
        boolean isThere = Files.isDirectory(judged); // told to nobody before the right was asked
        used(folder, !isThere);
        return isThere ? folder : Files.createDirectories(judged, with);
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
        Path source = opened(read(from));
        Charges.ops(Files.isRegularFile(source) ? Files.size(source) >> 4 : 0);
        return Files.copy(source, opened(written(to)), options);
    }

    public static Path move(Path from, Path to, CopyOption... options) throws IOException {
        return Files.move(written(from), written(to), options);
    }

    // ---- streams that pay for what the system does

    private static void call(long bytes) {
        Hook.pay(Math.max(0, bytes) >> 4, 0, 1);
    }

    /**
     * A file that was opened, and the right to it. Held before it is open, so that none is lost.
     */
    private static final class Opened {
        final Path file;
        final Grant grant;
        private boolean closed;

        Opened(Path file, boolean isWrite) {
            this.file = judged(file);
            String name = this.file.toAbsolutePath().toString();
            grant = Delegate.current().openFile(name, isWrite);
        }

        void use(long bytes) {
            grant.use();
            call(bytes);
        }

        /** Has a file that is open now; closes it if it was to be closed meanwhile. */
        synchronized <C extends Closeable> C keep(C file) throws IOException {
            if (closed) {
                file.close();
                grant.use();
                throw new ClosedChannelException();
            }
            return file;
        }

        synchronized void close(Closeable file) throws IOException {
            closed = true;
            try {
                file.close();
            } finally {
                grant.drop();
            }
        }
    }

    private static final class PaidInput extends FilterInputStream {
        private final Opened opened;

        PaidInput(Path file, boolean isWrite, OpenOption... options) throws IOException {
            super(InputStream.nullInputStream());
            opened = new Opened(file, isWrite);
            boolean isOpen = false;
            try {
                opened.grant.hold(this);
                in = opened.keep(Files.newInputStream(opened(opened.file), options));
                isOpen = true;
            } finally {
                if (!isOpen) {
                    opened.grant.drop();
                }
            }
        }

        @Override
        public int read() throws IOException {
            opened.use(1);
            return in.read();
        }

        @Override
        public int read(byte[] into, int at, int count) throws IOException {
            opened.use(count);
            return in.read(into, at, count);
        }

        @Override
        public void close() throws IOException {
            opened.close(in);
        }
    }

    private static final class PaidOutput extends FilterOutputStream {
        private final Opened opened;

        PaidOutput(Path file, OpenOption... options) throws IOException {
            super(OutputStream.nullOutputStream());
            opened = new Opened(file, true);
            boolean isOpen = false;
            try {
                opened.grant.hold(this);
                out = opened.keep(Files.newOutputStream(opened(opened.file), options));
                isOpen = true;
            } finally {
                if (!isOpen) {
                    opened.grant.drop();
                }
            }
        }

        @Override
        public void write(int b) throws IOException {
            opened.use(1);
            out.write(b);
        }

        @Override
        public void write(byte[] bytes, int at, int count) throws IOException {
            opened.use(count);
            out.write(bytes, at, count);
        }

        @Override
        public void close() throws IOException {
            opened.close(out);
        }
    }

    /** The files of a folder. Not by {@code Files.list}: closing that runs code of its user. */
    private static final class Folder implements Closeable, Iterator<Path> {
        private final Opened opened;
        private volatile DirectoryStream<Path> files = new NoFiles();
        private final Iterator<Path> each;

        @SuppressWarnings("StreamResourceLeak") // it is closed with this
        Folder(Path folder) throws IOException {
            opened = new Opened(folder, false);
            boolean isOpen = false;
            try {
                opened.grant.hold(this);
                files = opened.keep(Files.newDirectoryStream(opened.file));
                each = files.iterator();
                isOpen = true;
            } finally {
                if (!isOpen) {
                    opened.grant.drop();
                }
            }
        }

        @Override
        public boolean hasNext() {
            opened.grant.use();
            try {
                return each.hasNext();
            } catch (DirectoryIteratorException e) {
                throw new UncheckedIOException(e.getCause());
            }
        }

        @Override
        public Path next() {
            Charges.pay(8, 256);
            return each.next();
        }

        @Override
        public void close() throws IOException {
            opened.close(files);
        }
    }

    private static final class NoFiles implements DirectoryStream<Path> {
        @Override
        public Iterator<Path> iterator() {
            return Collections.emptyIterator();
        }

        @Override
        public void close() {}
    }
}
