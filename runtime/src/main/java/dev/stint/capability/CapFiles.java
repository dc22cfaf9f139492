package dev.stint.capability;

import dev.stint.budget.Budget;
import dev.stint.error.CapabilityExceededException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The right to the files below a folder. No profile gives it: metered code without it sees no file
 * at all.
 *
 * <p>Links are followed before a path is judged, so that none leads out. What another process does
 * to the folder meanwhile is not seen.
 *
 * <p>When the right ends, the files that were opened with it are closed; one whose time is up ends
 * them at their next use. What a task has opened is also closed when the task ends.
 */
public final class CapFiles extends Capability {
    /** Files and folders that may be open at once, by all rights derived from the same. */
    public static final int MOST_OPEN = 100;

    private final Path root;
    private final boolean mayWrite;
    private final Holdings open;

    CapFiles(Issuer issuer, Path root, boolean mayWrite) {
        super(issuer, Budget.UNLIMITED);
        this.root = real(root.toAbsolutePath().normalize());
        this.mayWrite = mayWrite;
        this.open = new Holdings("files");
    }

    private CapFiles(CapFiles parent, Path root, boolean mayWrite, long expiresAt) {
        super(parent, Budget.UNLIMITED, expiresAt);
        this.root = root;
        this.mayWrite = mayWrite;
        this.open = parent.open;
    }

    /** The right to a folder below; a path that leads elsewhere is refused. */
    public CapFiles under(String folder) {
        Objects.requireNonNull(folder, "the folder below that the right is to be for");
        Path below = real(root.resolve(folder).normalize());
        if (!below.startsWith(root)) {
            throw new CapabilityExceededException(
                    this
                            + " cannot be derived for "
                            + below
                            + ": that is not below "
                            + root
                            + ". A right can be made smaller, never larger.");
        }
        return new CapFiles(this, below, mayWrite, Long.MAX_VALUE);
    }

    /** The right to read only. */
    public CapFiles readOnly() {
        return new CapFiles(this, root, false, Long.MAX_VALUE);
    }

    /** The same right, for this long. */
    public CapFiles expiringIn(Duration time) {
        return new CapFiles(this, root, mayWrite, expiryIn(Issuer.nanosOf(time)));
    }

    public Path root() {
        return root;
    }

    public boolean mayWrite() {
        return mayWrite;
    }

    /**
     * True if it is a right to this file, whatever else is wrong with it. The folder itself may be
     * read only: whoever could delete or move it would leave the right without a place.
     */
    public boolean covers(Path file, boolean isWrite) {
        Path real = real(file.toAbsolutePath().normalize());
        return isWrite
                ? mayWrite && real.startsWith(root) && !real.equals(root)
                : real.startsWith(root);
    }

    /** Uses the right, or throws why not. For the runtime. */
    public void use(Issuer issuer, Path file, boolean isWrite, String who) {
        String tried = (isWrite ? "write " : "read ") + file;
        issuer.ensureIssued(this, who, tried);
        ensureValid(who, tried);
        if (!covers(file, isWrite)) {
            throw new CapabilityExceededException(
                    who
                            + " cannot "
                            + tried
                            + ": "
                            + this
                            + " is the right to "
                            + (mayWrite ? "read and write" : "read")
                            + " below "
                            + root
                            + ". Ask for one that allows more.");
        }
    }

    /** Throws if the right has ended. For the runtime. */
    public void ensureValid(String who) {
        ensureValid(who, "use its file");
    }

    /**
     * Ties an open file to the right: when that ends, it is closed. For the runtime.
     *
     * @param owner for {@link #closeThoseOf}
     */
    public void hold(Closeable file, Object owner, String who) {
        open.add(file, this, owner, who, "open a file");
    }

    /** Undoes {@link #hold}. For the runtime. */
    public void drop(Closeable file) {
        open.remove(file);
    }

    /** How many files are open by this right, and by those derived from it. */
    public int openNow() {
        return open.count(this);
    }

    /** Closes what was opened by an owner that has ended. For the runtime. */
    public void closeThoseOf(Object owner) {
        open.closeThoseOf(owner);
    }

    @Override
    int mostOpen() {
        return MOST_OPEN;
    }

    @Override
    void ended() {
        open.closeThoseBy(this);
    }

    /** The path with all links followed, as far as it exists. */
    private static Path real(Path path) {
        Path rest = null;
        for (@Nullable Path at = path; at != null; at = at.getParent()) {
            try {
                Path found = at.toRealPath();
                return rest == null ? found : found.resolve(rest).normalize();
            } catch (IOException e) {
                Path name = at.getFileName();
                if (name != null) {
                    rest = rest == null ? name : name.resolve(rest);
                }
            }
        }
        return path;
    }
}
