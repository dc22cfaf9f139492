package dev.stint.policyservice.file;

import dev.stint.policy.PolicyDecision;
import dev.stint.policy.PolicyJournal;
import dev.stint.policyservice.text.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Set;

/**
 * A journal of decisions in a file: a JSON object in each line, and nothing is ever changed in it.
 * Only its owner may read a file that it makes. What cannot be written is counted, not thrown.
 */
public final class FileJournal implements PolicyJournal, AutoCloseable {
    private static final Set<OpenOption> APPEND =
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);

    private final FileChannel file;
    private final InstantSource clock;
    private long lost;

    private FileJournal(FileChannel file, InstantSource clock) {
        this.file = file;
        this.clock = clock;
    }

    /** Goes on with this file, or makes it. */
    public static FileJournal open(Path file) throws IOException {
        return open(file, InstantSource.system());
    }

    static FileJournal open(Path file, InstantSource clock) throws IOException {
        boolean isPosix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        FileAttribute<?>[] own = {
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        };
        return new FileJournal(
                FileChannel.open(file, APPEND, isPosix ? own : new FileAttribute<?>[0]), clock);
    }

    /** Writes a line, and gives it to the operating system before it returns. */
    @Override
    public synchronized void write(PolicyDecision decision) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("time", clock.instant().toString());
        fields.put("nanos", decision.atNanos());
        fields.put("scheduler", decision.scheduler());
        fields.put("who", decision.who());
        fields.put("what", decision.what());
        fields.put("verdict", decision.verdict().name().toLowerCase(Locale.ROOT));
        fields.put("reason", decision.reason());
        fields.put("policy", decision.policy());
        fields.put("version", decision.version());
        ByteBuffer line =
                ByteBuffer.wrap((Json.writeLine(fields) + "\n").getBytes(StandardCharsets.UTF_8));
        try {
            while (line.hasRemaining()) {
                file.write(line);
            }
        } catch (IOException e) {
            lost++;
        }
    }

    /** How many decisions could not be written. */
    public synchronized long lost() {
        return lost;
    }

    @Override
    public synchronized void close() throws IOException {
        file.close();
    }
}
