package dev.stint.weave.internal.files;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;

/**
 * The first part of a class file: its version and its name. It is read even if the rest is broken.
 */
public final class ClassFileHeader {
    /**
     * The largest class file that is woven, in bytes. No compiler makes larger ones, and reading
     * one would take long.
     */
    public static final int LARGEST = 4 << 20;

    private static final String UNKNOWN = "unknown";

    /** Bytes of the shortest constant, and of half of one that takes two places. */
    private static final int LEAST_CONSTANT = 3;

    private ClassFileHeader() {}

    public static int majorVersion(byte[] file) {
        return file.length < 8 ? 0 : ((file[6] & 0xff) << 8) | (file[7] & 0xff);
    }

    /** The binary name with dots; a word that says so if it cannot be found. */
    public static String guess(byte[] file) {
        try (var in = new DataInputStream(new ByteArrayInputStream(file))) {
            return guess(in);
        } catch (IOException | RuntimeException e) {
            return UNKNOWN;
        }
    }

    private static String guess(DataInputStream in) throws IOException {
        in.skipNBytes(8);
        int count = in.readUnsignedShort();
        if (count > in.available() / LEAST_CONSTANT + 1) {
            return UNKNOWN; // it says so, but has not as many
        }
        var texts = new String[count];
        var classes = new int[count];
        for (int i = 1; i < count; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1 -> texts[i] = in.readUTF();
                case 7 -> classes[i] = in.readUnsignedShort();
                case 8, 16, 19, 20 -> in.skipNBytes(2);
                case 15 -> in.skipNBytes(3);
                case 3, 4, 9, 10, 11, 12, 17, 18 -> in.skipNBytes(4);
                case 5, 6 -> {
                    in.skipNBytes(8);
                    i++;
                }
                default -> {
                    return UNKNOWN;
                }
            }
        }
        in.skipNBytes(2);
        String name = texts[classes[in.readUnsignedShort()]];
        return name == null || name.isEmpty() ? UNKNOWN : name.replace('/', '.');
    }
}
