package dev.stint.weave.internal.jar;

import dev.stint.weave.ClassSource;
import dev.stint.weave.internal.files.ClassFileHeader;
import dev.stint.weave.internal.files.JarManifest;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * A class path: the class files and resources of some jars and folders. The first that has a name
 * wins.
 */
public final class ClassPath implements ClassSource, Closeable {
    private static final int LARGEST_RESOURCE = 256 << 20;

    private final List<Place> places = new ArrayList<>();

    /** One jar or folder. */
    private sealed interface Place {
        /** At most so many bytes of it; null if it is not here. */
        byte @Nullable [] read(String name, int most) throws IOException;

        boolean has(String name);

        /** All of one that is here. */
        InputStream open(String name) throws IOException;

        @Nullable URL locate(String name) throws MalformedURLException;
    }

    private record Jar(Path path, JarFile file) implements Place {
        @Override
        public byte @Nullable [] read(String name, int most) throws IOException {
            ZipEntry entry = file.getEntry(name);
            if (entry == null) {
                return null;
            }
            try (InputStream in = file.getInputStream(entry)) {
                return in.readNBytes(most);
            }
        }

        @Override
        public boolean has(String name) {
            ZipEntry entry = file.getEntry(name);
            return entry != null && !entry.isDirectory();
        }

        @Override
        public InputStream open(String name) throws IOException {
            return file.getInputStream(file.getEntry(name));
        }

        @Override
        public @Nullable URL locate(String name) throws MalformedURLException {
            ZipEntry entry = file.getEntry(name);
            return entry == null
                    ? null
                    : URI.create("jar:" + path.toUri() + "!/" + encoded(entry.getName())).toURL();
        }

        private static String encoded(String name) {
            return Path.of("/").resolve(name).toUri().getRawPath().substring(1);
        }
    }

    private record Folder(Path path) implements Place {
        @Override
        public byte @Nullable [] read(String name, int most) throws IOException {
            Path file = find(name);
            if (file == null) {
                return null;
            }
            try (InputStream in = Files.newInputStream(file)) {
                return in.readNBytes(most);
            }
        }

        @Override
        public boolean has(String name) {
            return find(name) != null;
        }

        @Override
        public InputStream open(String name) throws IOException {
            Path file = find(name);
            if (file == null) {
                throw new FileNotFoundException(name);
            }
            return Files.newInputStream(file);
        }

        @Override
        public @Nullable URL locate(String name) throws MalformedURLException {
            Path file = find(name);
            return file == null ? null : file.toUri().toURL();
        }

        private @Nullable Path find(String name) {
            Path file = path.resolve(name).normalize();
            return file.startsWith(path) && Files.isRegularFile(file) ? file : null;
        }
    }

    /**
     * Opens them all, or none.
     *
     * @throws IllegalArgumentException if one is neither a jar nor a folder
     */
    public ClassPath(List<Path> paths) {
        try {
            for (Path path : paths) {
                places.add(open(path));
            }
        } catch (Throwable e) {
            close();
            throw e;
        }
    }

    private static Place open(Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        if (Files.isDirectory(absolute)) {
            return new Folder(absolute);
        }
        if (!Files.isRegularFile(absolute)) {
            throw new IllegalArgumentException(
                    "there is no jar and no folder " + path + " to load classes from");
        }
        try {
            var file = new JarFile(absolute.toFile(), false, ZipFile.OPEN_READ, Runtime.version());
            try {
                JarManifest.of(file); // the JDK reads it when asked for an entry
            } catch (Throwable e) {
                file.close();
                throw e;
            }
            return new Jar(absolute, file);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    path + " is not a jar that can be read: " + e.getMessage(), e);
        }
    }

    /** Of a file that is too large for a class it reads only as much as shows that. */
    @Override
    public Optional<byte[]> find(String internalName) {
        return Optional.ofNullable(read(internalName + ".class", ClassFileHeader.LARGEST + 1));
    }

    /** A resource; of one that is too large only its beginning. */
    public byte @Nullable [] read(String name) {
        return read(name, LARGEST_RESOURCE);
    }

    private byte @Nullable [] read(String name, int most) {
        for (Place place : places) {
            try {
                byte[] found = place.read(name, most);
                if (found != null) {
                    return found;
                }
            } catch (IOException e) {
                throw new UncheckedIOException(name + " cannot be read from " + place, e);
            }
        }
        return null;
    }

    /** How many places have a resource of that name. */
    public int count(String name) {
        return (int) places.stream().filter(place -> place.has(name)).count();
    }

    /** The resource of that name in one of those places, to be read as far as somebody pays. */
    public InputStream open(String name, int at) throws IOException {
        int left = at;
        for (Place place : places) {
            if (place.has(name) && left-- == 0) {
                return place.open(name);
            }
        }
        throw new FileNotFoundException(name);
    }

    public List<URL> locate(String name) {
        List<URL> found = new ArrayList<>();
        for (Place place : places) {
            try {
                URL url = place.locate(name);
                if (url != null) {
                    found.add(url);
                }
            } catch (MalformedURLException e) {
                throw new IllegalStateException(name + " has no address in " + place, e);
            }
        }
        return found;
    }

    @Override
    public void close() {
        for (Place place : places) {
            if (place instanceof Jar(var path, var file)) {
                try {
                    file.close();
                } catch (IOException e) {
                    throw new UncheckedIOException(path + " cannot be closed", e);
                }
            }
        }
    }
}
