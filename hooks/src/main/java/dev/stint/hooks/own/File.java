package dev.stint.hooks.own;

import java.io.IOException;
import java.io.Serializable;
import java.net.URI;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The name of a file, and no right to it. Whatever asks for the file itself goes through {@link
 * Files}, which asks for that right; a program that has none sees no files. Relative names are
 * below the root: where the host is in is its own affair.
 */
public class File implements Comparable<File>, Serializable {
    private static final long serialVersionUID = 1L;

    public static final char separatorChar = '/';
    public static final String separator = "/";
    public static final char pathSeparatorChar = ':';
    public static final String pathSeparator = ":";

    private final String path;

    public File(String path) {
        this.path = plain(path);
    }

    public File(@Nullable String parent, String child) {
        this.path = parent == null ? plain(child) : joined(parent.isEmpty() ? "/" : parent, child);
    }

    public File(@Nullable File parent, String child) {
        this(parent == null ? null : parent.path, child);
    }

    public File(URI address) {
        if (!"file".equalsIgnoreCase(address.getScheme()) || address.getPath() == null) {
            throw new IllegalArgumentException("URI scheme is not \"file\"");
        }
        this.path = plain(address.getPath());
    }

    private static String joined(String parent, String child) {
        String below = plain(child);
        String above = plain(parent);
        if (below.isEmpty() || below.equals("/")) {
            return above;
        }
        return above.endsWith("/") || below.startsWith("/")
                ? above
                        + (above.endsWith("/") && below.startsWith("/")
                                ? below.substring(1)
                                : below)
                : above + '/' + below;
    }

    /** Without slashes behind each other, or at the end. */
    private static String plain(String path) {
        boolean isPlain = path.indexOf("//") < 0 && (path.length() < 2 || !path.endsWith("/"));
        if (isPlain) {
            return path;
        }
        var made = new StringBuilder(path.length());
        for (int i = 0; i < path.length(); i++) {
            char each = path.charAt(i);
            if (each != '/' || made.isEmpty() || made.charAt(made.length() - 1) != '/') {
                made.append(each);
            }
        }
        if (made.length() > 1 && made.charAt(made.length() - 1) == '/') {
            made.setLength(made.length() - 1);
        }
        return made.toString();
    }

    // ---- the name

    public String getName() {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    public @Nullable String getParent() {
        int slash = path.lastIndexOf('/');
        if (slash > 0) {
            return path.substring(0, slash);
        }
        return slash == 0 && path.length() > 1 ? "/" : null;
    }

    public @Nullable File getParentFile() {
        String parent = getParent();
        return parent == null ? null : new File(parent);
    }

    public String getPath() {
        return path;
    }

    public boolean isAbsolute() {
        return path.startsWith("/");
    }

    public String getAbsolutePath() {
        return isAbsolute() ? path : path.isEmpty() ? "/" : '/' + path;
    }

    public File getAbsoluteFile() {
        return new File(getAbsolutePath());
    }

    public String getCanonicalPath() throws IOException {
        return toAbsolute().normalize().toString();
    }

    public File getCanonicalFile() throws IOException {
        return new File(getCanonicalPath());
    }

    public boolean isHidden() {
        return getName().startsWith(".");
    }

    public Path toPath() {
        return Path.of(path);
    }

    private Path toAbsolute() {
        return Path.of(getAbsolutePath());
    }

    public URI toURI() {
        String slashed = isDirectory() ? getAbsolutePath() + '/' : getAbsolutePath();
        return URI.create("file:" + slashed.replace("%", "%25").replace(" ", "%20"));
    }

    @Override
    public int compareTo(File other) {
        return path.compareTo(other.path);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof File file && path.equals(file.path);
    }

    @Override
    public int hashCode() {
        return path.hashCode() ^ 1234321;
    }

    @Override
    public String toString() {
        return path;
    }

    // ---- the file: without the right to look, there is none

    public boolean exists() {
        try {
            return Files.exists(toPath());
        } catch (RuntimeException e) {
            return false;
        }
    }

    public boolean isDirectory() {
        try {
            return Files.isDirectory(toPath());
        } catch (RuntimeException e) {
            return false;
        }
    }

    public boolean isFile() {
        try {
            return Files.isRegularFile(toPath());
        } catch (RuntimeException e) {
            return false;
        }
    }

    public boolean canRead() {
        return exists();
    }

    public long length() {
        try {
            return Files.size(toPath());
        } catch (IOException | RuntimeException e) {
            return 0;
        }
    }

    public String @Nullable [] list() {
        try (Stream<Path> found = Files.list(toPath())) {
            return found.map(each -> each.getFileName().toString()).toArray(String[]::new);
        } catch (IOException | RuntimeException e) {
            return null;
        }
    }

    public File @Nullable [] listFiles() {
        String[] names = list();
        if (names == null) {
            return null;
        }
        File[] files = new File[names.length];
        for (int i = 0; i < names.length; i++) {
            files[i] = new File(this, names[i]);
        }
        return files;
    }

    // ---- changes, which fail without the right

    public boolean delete() {
        try {
            Files.delete(toPath());
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    public boolean mkdir() {
        try {
            Files.createDirectory(toPath());
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    public boolean mkdirs() {
        if (exists()) {
            return false;
        }
        try {
            Files.createDirectories(toPath());
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    public boolean createNewFile() throws IOException {
        try {
            Files.createFile(toPath());
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        }
    }

    public boolean renameTo(File to) {
        try {
            Files.move(toPath(), to.toPath());
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
