package dev.stint.weave.internal.files;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The manifest of a jar that nobody vouches for. The JDK reads one whole, however large it is once
 * it is unpacked, and copies a value anew for each of its lines.
 */
public final class JarManifest {
    /** The largest that is read, in bytes. */
    public static final int LARGEST = 4 << 20;

    /** What may be copied in all to put lines together, in bytes. */
    private static final long MOST_COPIED = 256 << 20;

    private JarManifest() {}

    /**
     * The manifest of a jar; an empty one if it has none.
     *
     * @throws IOException if it is too large, or cannot be read
     */
    public static Manifest of(ZipFile jar) throws IOException {
        Manifest found = new Manifest();
        boolean isFirst = true;
        // All that the JDK may take for it, as it does not mind the case of letters.
        for (ZipEntry entry : jar.stream().filter(JarManifest::isManifest).toList()) {
            byte[] bytes = bytes(jar, entry);
            if (isFirst) {
                found = new Manifest(new ByteArrayInputStream(bytes));
                isFirst = false;
            }
        }
        return found;
    }

    private static boolean isManifest(ZipEntry entry) {
        return entry.getName().equalsIgnoreCase(JarFile.MANIFEST_NAME);
    }

    private static byte[] bytes(ZipFile jar, ZipEntry entry) throws IOException {
        byte[] bytes;
        try (InputStream in = jar.getInputStream(entry)) {
            bytes = in.readNBytes(LARGEST + 1);
        }
        if (bytes.length > LARGEST) {
            throw new IOException("its manifest has more than " + LARGEST + " bytes");
        }
        if (copied(bytes) > MOST_COPIED) {
            throw new IOException("its manifest has values of too many lines");
        }
        return bytes;
    }

    /** How many bytes the JDK copies to put lines together that begin with a space. */
    private static long copied(byte[] manifest) {
        long copied = 0;
        long value = 0;
        boolean starts = true;
        for (byte each : manifest) {
            if (starts) {
                value = each == ' ' ? value : 0;
                copied += value;
            }
            value++;
            starts = each == '\n' || each == '\r';
        }
        return copied;
    }
}
