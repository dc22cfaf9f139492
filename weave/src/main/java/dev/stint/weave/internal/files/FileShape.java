package dev.stint.weave.internal.files;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What in the shape of a class file would be a burden to the JVM that loads it, beyond its size.
 *
 * <p>The JVM goes through annotations by recursion on its own stack and looks for no end of it: a
 * hundred thousand arrays in each other, which take 300 KB, end the process. And it keeps all
 * frames of a method in memory while it verifies it, each with all variables, though a frame may
 * take three bytes in the file: 3,000 frames of 65,000 variables take 800 MB and are 79 KB.
 */
public final class FileShape {
    /** How deep annotations may be in each other. In a source it is two or three. */
    public static final int DEEPEST_ANNOTATION = 64;

    /**
     * How many variables and operands the frames of a method may have. A megabyte of them takes
     * eight; the most that was seen in a thousand jars is 32,120.
     */
    public static final int LARGEST_METHOD = 1 << 20;

    /** The same for all methods of a class, which the weaver holds at once. */
    public static final int LARGEST_CLASS = 4 << 20;

    /** The attributes that hold annotations, or attributes that do. */
    private enum Kind {
        ANNOTATIONS,
        OF_PARAMETERS,
        DEFAULT,
        CODE,
        FRAMES,
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
                    "StackMapTable", Kind.FRAMES,
                    "Record", Kind.RECORD);

    private final ByteBuffer in;
    private @Nullable Kind[] kinds = {}; // by the constant that names the attribute
    private boolean isTooDeep;
    private int slots; // variables and operands of the method that is being read
    private long frames; // the slots of its frames
    private long largest;
    private long all;

    private FileShape(byte[] file) {
        this.in = ByteBuffer.wrap(file);
    }

    /**
     * Reads the shape of a class file.
     *
     * @throws IllegalArgumentException if the file ends too early, or is no class file
     */
    public static FileShape of(byte[] file) {
        var shape = new FileShape(file);
        try {
            shape.read();
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("something in it is longer than it", e);
        }
        return shape;
    }

    public boolean hasDeepAnnotations() {
        return isTooDeep;
    }

    public boolean hasLargeFrames() {
        return largest > LARGEST_METHOD || all > LARGEST_CLASS;
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
                case FRAMES -> frames += isTop ? 0 : (long) u2() * slots;
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
        slots = u2() + u2();
        frames = 0;
        long length = in.getInt() & 0xffff_ffffL;
        skip(length);
        skip(8L * u2());
        readAttributes(false);
        largest = Math.max(largest, frames);
        all += frames;
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
        isTooDeep |= depth > DEEPEST_ANNOTATION;
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
