package dev.stint.weave.internal.jar;

import dev.stint.weave.internal.files.ClassFileHeader;
import dev.stint.weave.internal.files.JarManifest;
import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/** A jar that is read to be woven, with the jars inside it. */
public final class Archive implements Closeable {
    private static final String VERSIONS = "META-INF/versions/";
    private static final Pattern VERSIONED = Pattern.compile(VERSIONS + "(\\d{1,3})/(.+)");
    private static final int FIRST_VERSION = 9;

    /** Where classes lie in a plain jar, and in those that bring their own class loader. */
    private static final List<String> ROOTS = List.of("", "BOOT-INF/classes/", "WEB-INF/classes/");

    /** How many jars may be in one. Each is unpacked and kept open. */
    private static final int MOST_JARS = 1000;

    /** For how many releases of Java it may have classes. Each has a weaver of its own. */
    private static final int MOST_RELEASES = 32;

    /** What may be read from it in all. Zeros take a thousandth of their room in a jar. */
    private static final long MOST_BYTES = 4L << 30;

    /** Jars in jars in jars: nobody packs more, and each level is unpacked. */
    private static final int MOST_LEVELS = 4;

    private final String name;
    private final JarFile file;
    private final @Nullable Path temporary;
    private final Manifest manifest;
    private final boolean isMultiRelease;
    private final Room room;
    private final Map<String, Archive> inside = new LinkedHashMap<>(); // by the name of its entry
    private final TreeSet<Integer> releases = new TreeSet<>();

    /** What is left for a jar and all jars inside of it. */
    private static final class Room {
        private final String name;
        private final long most;
        private long bytes;
        private int jars;

        Room(String name, long most) {
            this.name = name;
            this.most = most;
        }

        void take(int more) throws IOException {
            bytes += more;
            if (bytes > most) {
                throw new IOException(name + " has more than " + most + " bytes once unpacked");
            }
        }

        void takeJar() throws IOException {
            jars++;
            if (jars > MOST_JARS) {
                throw new IOException(name + " has more than " + MOST_JARS + " jars inside");
            }
        }
    }

    private Archive(String name, Path path, @Nullable Path temporary, Room room)
            throws IOException {
        this.name = name;
        this.room = room;
        this.temporary = temporary;
        this.file = new JarFile(path.toFile(), false, ZipFile.OPEN_READ);
        Manifest found;
        try {
            found = JarManifest.of(file);
        } catch (IOException | RuntimeException e) {
            file.close();
            throw new IOException(
                    name + " has a manifest that cannot be read: " + e.getMessage(), e);
        }
        this.manifest = found;
        this.isMultiRelease =
                "true"
                        .equalsIgnoreCase(
                                manifest.getMainAttributes()
                                        .getValue(Attributes.Name.MULTI_RELEASE));
    }

    /** Opens a jar and all inside of it. */
    public static Archive open(Path path) throws IOException {
        return open(path, MOST_BYTES);
    }

    /**
     * Opens a jar and all inside of it.
     *
     * @param most how many bytes may be read from all of them, unpacked
     */
    static Archive open(Path path, long most) throws IOException {
        String name = path.getFileName().toString();
        return open(name, path, null, 1, new Room(name, most));
    }

    private static Archive open(
            String name, Path path, @Nullable Path temporary, int level, Room room)
            throws IOException {
        var archive = new Archive(name, path, temporary, room);
        try {
            archive.look(level);
            return archive;
        } catch (Throwable e) {
            archive.close();
            throw e;
        }
    }

    private void look(int level) throws IOException {
        for (ZipEntry entry : entries()) {
            releases.add(releaseOf(entry.getName()));
            if (releases.size() > MOST_RELEASES) {
                throw new IOException(
                        name + " has classes for more than " + MOST_RELEASES + " releases of Java");
            }
            if (isJar(entry)) {
                String nested = name + "!/" + entry.getName();
                if (level == MOST_LEVELS) {
                    throw new IOException(
                            nested
                                    + " is a jar within "
                                    + MOST_LEVELS
                                    + " others; unpack it first");
                }
                Archive archive = unpack(nested, entry, level + 1);
                if (archive != null) {
                    inside.put(entry.getName(), archive);
                }
            }
        }
    }

    /**
     * Unpacks a jar inside this one. Null if it is only called a jar: then no class can be loaded
     * from it either.
     */
    private @Nullable Archive unpack(String nested, ZipEntry entry, int level) throws IOException {
        room.takeJar();
        Path copy = Files.createTempFile("stint", ".jar");
        try (InputStream in = stream(entry)) {
            Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
            return open(nested, copy, copy, level, room);
        } catch (ZipException e) {
            Files.deleteIfExists(copy);
            return null;
        } catch (Throwable e) {
            Files.deleteIfExists(copy);
            throw e;
        }
    }

    public String name() {
        return name;
    }

    public Manifest manifest() {
        return manifest;
    }

    /** This jar and all jars inside it. */
    public List<Archive> all() {
        List<Archive> all = new ArrayList<>(List.of(this));
        inside.values().forEach(archive -> all.addAll(archive.all()));
        return all;
    }

    public List<? extends ZipEntry> entries() {
        return file.stream().toList();
    }

    /** A class file; of one that is too large only as much as shows that. */
    public byte[] readClass(ZipEntry entry) throws IOException {
        try (InputStream in = stream(entry)) {
            return in.readNBytes(ClassFileHeader.LARGEST + 1);
        }
    }

    /** What an entry holds, as long as there is room for it. */
    public InputStream stream(ZipEntry entry) throws IOException {
        return new FilterInputStream(file.getInputStream(entry)) {
            @Override
            public int read() throws IOException {
                int read = super.read();
                room.take(read < 0 ? 0 : 1);
                return read;
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                int read = super.read(into, offset, length);
                room.take(Math.max(read, 0));
                return read;
            }
        };
    }

    public @Nullable Archive inside(ZipEntry entry) {
        return inside.get(entry.getName());
    }

    public static boolean isClass(ZipEntry entry) {
        return !entry.isDirectory() && entry.getName().endsWith(".class");
    }

    private static boolean isJar(ZipEntry entry) {
        String lower = entry.getName().toLowerCase(Locale.ROOT);
        return !entry.isDirectory() && (lower.endsWith(".jar") || lower.endsWith(".war"));
    }

    /** The release of Java that an entry is for; 0 if it is for all. */
    public int releaseOf(String entryName) {
        Matcher versioned = VERSIONED.matcher(entryName);
        int release =
                isMultiRelease && versioned.matches() ? Integer.parseInt(versioned.group(1)) : 0;
        return release < FIRST_VERSION ? 0 : release;
    }

    /**
     * True for an entry that this release of Java never loads, because there is a version for it
     * that comes first, or because it is for a later release.
     */
    public boolean isShadowed(String entryName) {
        int here = Runtime.version().feature();
        int release = releaseOf(entryName);
        if (release > here) {
            return true;
        }
        Matcher versioned = VERSIONED.matcher(entryName);
        String plain = release > 0 && versioned.matches() ? versioned.group(2) : entryName;
        return releases.subSet(release, false, here, true).stream()
                .anyMatch(later -> file.getEntry(VERSIONS + later + "/" + plain) != null);
    }

    /** The class file that a class of a release would find here; null if there is none. */
    public byte @Nullable [] find(String internalName, int release) {
        String entryName = internalName + ".class";
        try {
            for (int version : releases.headSet(release, true).descendingSet()) {
                for (String root : version == 0 ? ROOTS : List.of(VERSIONS + version + "/")) {
                    ZipEntry entry = file.getEntry(root + entryName);
                    if (entry != null) {
                        return readClass(entry);
                    }
                }
            }
            return null;
        } catch (IOException e) {
            throw new UncheckedIOException(entryName + " cannot be read from " + name, e);
        }
    }

    @Override
    public void close() throws IOException {
        for (Archive archive : inside.values()) {
            archive.close();
        }
        file.close();
        if (temporary != null) {
            Files.deleteIfExists(temporary);
        }
    }
}
