package dev.stint.hooks.jdk;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Goes through annotations as a class file has them, and tells what it takes to make objects of
 * them. The most of it is to find the classes that they name, which need not be there: an
 * annotation of a class that is missing has four bytes.
 */
final class AnnotationBytes {
    private static final int DEEPEST = 100; // the weaver allows fewer

    private final ByteBuffer in;
    private long classes;

    private AnnotationBytes(byte[] raw) {
        this.in = ByteBuffer.wrap(raw);
    }

    /** The work of reading annotations, in operations. */
    static long work(byte @Nullable [] raw) {
        return work(raw, AnnotationBytes::readAnnotations);
    }

    /** The work of reading those of all parameters. */
    static long workOfParameters(byte @Nullable [] raw) {
        return work(raw, AnnotationBytes::readParameters);
    }

    /** The work of reading a value that stands by itself. */
    static long workOfValue(byte @Nullable [] raw) {
        return work(raw, bytes -> bytes.readValue(0));
    }

    private interface Part {
        void read(AnnotationBytes from);
    }

    private static long work(byte @Nullable [] raw, Part part) {
        if (raw == null) {
            return 0;
        }
        var bytes = new AnnotationBytes(raw);
        try {
            part.read(bytes);
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            return (long) FileParts.CLASS * raw.length; // the JDK will complain
        }
        return raw.length + FileParts.CLASS * bytes.classes;
    }

    private void readParameters() {
        for (int left = in.get() & 0xff; left > 0; left--) {
            readAnnotations();
        }
    }

    private void readAnnotations() {
        for (int left = u2(); left > 0; left--) {
            readAnnotation(0);
        }
    }

    private void readAnnotation(int depth) {
        u2();
        classes++;
        for (int left = u2(); left > 0; left--) {
            u2();
            readValue(depth);
        }
    }

    private void readValue(int depth) {
        if (depth > DEEPEST) {
            throw new IllegalArgumentException("annotations too deep in each other");
        }
        switch (in.get()) {
            case 'e' -> {
                in.getInt();
                classes++;
            }
            case 'c' -> {
                u2();
                classes++;
            }
            case '@' -> readAnnotation(depth + 1);
            case '[' -> {
                for (int left = u2(); left > 0; left--) {
                    readValue(depth + 1);
                }
            }
            default -> u2();
        }
    }

    private int u2() {
        return in.getShort() & 0xffff;
    }
}
