package dev.stint.capability;

import dev.stint.budget.Budget;
import dev.stint.error.CapabilityExceeded;
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
 */
public final class CapFiles extends Capability {
    private final Path root;
    private final boolean mayWrite;

    CapFiles(Issuer issuer, Path root, boolean mayWrite) {
        super(issuer, Budget.UNLIMITED);
        this.root = real(root.toAbsolutePath().normalize());
        this.mayWrite = mayWrite;
    }

    private CapFiles(CapFiles parent, Path root, boolean mayWrite, long expiresAt) {
        super(parent, Budget.UNLIMITED, expiresAt);
        this.root = root;
        this.mayWrite = mayWrite;
    }

    /** The right to a folder below; a path that leads elsewhere is refused. */
    public CapFiles under(String folder) {
        Objects.requireNonNull(folder, "the folder below that the right is to be for");
        Path below = real(root.resolve(folder).normalize());
        if (!below.startsWith(root)) {
            throw new CapabilityExceeded(
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

    /** True if it is a right to this file, whatever else is wrong with it. */
    public boolean covers(Path file, boolean isWrite) {
        return (mayWrite || !isWrite) && real(file.toAbsolutePath().normalize()).startsWith(root);
    }

    /** Uses the right, or throws why not. For the runtime. */
    public void use(Issuer issuer, Path file, boolean isWrite, String who) {
        String tried = (isWrite ? "write " : "read ") + file;
        issuer.ensureIssued(this, who, tried);
        ensureValid(who, tried);
        if (!covers(file, isWrite)) {
            throw new CapabilityExceeded(
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
