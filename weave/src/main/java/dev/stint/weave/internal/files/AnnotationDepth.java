package dev.stint.weave.internal.files;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How deeply the annotations of a class file are nested. The JVM goes through them by recursion on
 * its own stack and looks for no end of it: a hundred thousand arrays in each other, which take 300
 * KB, end the process.
 */
public final class AnnotationDepth {
    /** The deepest that is allowed. A compiler makes what the source has: two or three. */
    public static final int DEEPEST = 64;

    /** The attributes that hold annotations, or attributes that do. */
    private enum Kind {
        ANNOTATIONS,
        OF_PARAMETERS,
        DEFAULT,
        CODE,
        RECORD
    }

    private static final Map<String, Kind> KINDS =
            Map.of(
                    "RuntimeVisibleAnnotations", Kind.ANNOTATIONS,
                    "RuntimeInvisibleAnnotations", Kind.ANNOTATIONS,
                    "RuntimeVisibleParameterAnnotations", Kind.OF_PARAMETERS,
                    "RuntimeInvisibleParameterAnnotations", Kind.OF_PARAMETERS,
                    "AnnotationDefault", Kind.DEFAULT,
                    "Code", Kind.CODE,
                    "Record", Kind.RECORD);

    private final ByteBuffer in;
    private @Nullable Kind[] kinds = {}; // by the constant that names the attribute
    private boolean isTooDeep;

    private AnnotationDepth(byte[] file) {
        this.in = ByteBuffer.wrap(file);
    }

    /**
     * True if an annotation is nested more deeply than is allowed.
     *
     * @throws IllegalArgumentException if the file ends too early, or is no class file
     */
    public static boolean isTooDeep(byte[] file) {
        var depth = new AnnotationDepth(file);
        try {
            depth.read();
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("something in it is longer than it", e);
        }
        return depth.isTooDeep;
    }

    private void read() {
        skip(8);
        readConstants();
        skip(6);
        skip(2L * u2());
        readMembers(); // fields
        readMembers(); // methods
        readAttributes(true);
    }

    private void readConstants() {
        kinds = new Kind[u2()];
        for (int i = 1; i < kinds.length; i++) {
            int tag = in.get();
            switch (tag) {
                case 1 -> {
                    int length = u2();
                    kinds[i] = length > 40 ? skipped(length) : KINDS.get(text(length));
                }
                case 7, 8, 16, 19, 20 -> skip(2);
                case 15 -> skip(3);
                case 3, 4, 9, 10, 11, 12, 17, 18 -> skip(4);
                case 5, 6 -> {
                    skip(8);
                    i++;
                }
                default -> throw new IllegalArgumentException("no constant has tag " + tag);
            }
        }
    }

    private @Nullable Kind skipped(int length) {
        skip(length);
        return null;
    }

    /** As Latin-1: the names that matter here have no other characters. */
    private String text(int length) {
        var text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append((char) (in.get() & 0xff));
        }
        return text.toString();
    }

    private void readMembers() {
        for (int left = u2(); left > 0; left--) {
            skip(6);
            readAttributes(true);
        }
    }

    /**
     * @param isTop whether they are those of a class or a member, which may hold attributes again
     */
    private void readAttributes(boolean isTop) {
        for (int left = u2(); left > 0; left--) {
            int name = u2();
            long end = in.getInt() & 0xffff_ffffL;
            end += in.position();
            if (end > in.limit() || name >= kinds.length) {
                throw new BufferUnderflowException();
            }
            switch (kinds[name]) {
                case ANNOTATIONS -> readAnnotations();
                case OF_PARAMETERS -> {
                    for (int more = in.get() & 0xff; more > 0; more--) {
                        readAnnotations();
                    }
                }
                case DEFAULT -> readValue(0);
                case CODE -> {
                    if (isTop) {
                        readCode();
                    }
                }
                case RECORD -> {
                    for (int more = isTop ? u2() : 0; more > 0; more--) {
                        skip(4);
                        readAttributes(false);
                    }
                }
                case null -> {}
            }
            in.position((int) end);
        }
    }

    private void readCode() {
        skip(4);
        long length = in.getInt() & 0xffff_ffffL;
        skip(length);
        skip(8L * u2());
        readAttributes(false);
    }

    private void readAnnotations() {
        for (int left = u2(); left > 0; left--) {
            readAnnotation(0);
        }
    }

    private void readAnnotation(int depth) {
        skip(2);
        for (int left = u2(); left > 0; left--) {
            skip(2);
            readValue(depth);
        }
    }

    private void readValue(int depth) {
        isTooDeep |= depth > DEEPEST;
        if (isTooDeep) {
            return; // whatever follows
        }
        int tag = in.get();
        switch (tag) {
            case 'e' -> skip(4);
            case '@' -> readAnnotation(depth + 1);
            case '[' -> {
                for (int left = u2(); left > 0 && !isTooDeep; left--) {
                    readValue(depth + 1);
                }
            }
            case 'B', 'C', 'D', 'F', 'I', 'J', 'S', 'Z', 's', 'c' -> skip(2);
            default -> throw new IllegalArgumentException("no annotation has a value " + tag);
        }
    }

    private int u2() {
        return in.getShort() & 0xffff;
    }

    private void skip(long bytes) {
        if (bytes > in.remaining()) {
            throw new BufferUnderflowException();
        }
        in.position(in.position() + (int) bytes);
    }
}
