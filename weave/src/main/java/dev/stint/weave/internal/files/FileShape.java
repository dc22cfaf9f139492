package dev.stint.weave.internal.files;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What in the shape of a class file would be a burden to the JVM that loads it, or to reflection
 * that reads it, beyond its size.
 *
 * <p>The JVM goes through annotations by recursion on its own stack and looks for no end of it: a
 * hundred thousand arrays in each other, which take 300 KB, end the process. And it keeps all
 * frames of a method in memory while it verifies it, each with all variables, though a frame may
 * take three bytes in the file: 3,000 frames of 65,000 variables take 800 MB and are 79 KB.
 *
 * <p>What reflection reads anew for each call has a {@link FileLimit}.
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

    /** How many dimensions an array may have. In a source it is two or three. */
    public static final int MOST_DIMENSIONS = 16;

    /** The attributes that are looked at. */
    private enum Kind {
        ANNOTATIONS,
        UNSEEN_ANNOTATIONS, // by reflection; the JVM reads them under an option
        OF_PARAMETERS,
        UNSEEN_OF_PARAMETERS,
        OF_TYPES,
        DEFAULT,
        CODE,
        FRAMES,
        RECORD,
        SIGNATURE,
        EXCEPTIONS,
        INNER_CLASSES,
        NEST,
        PERMITTED
    }

    private static final Map<String, Kind> KINDS =
            Map.ofEntries(
                    Map.entry("RuntimeVisibleAnnotations", Kind.ANNOTATIONS),
                    Map.entry("RuntimeInvisibleAnnotations", Kind.UNSEEN_ANNOTATIONS),
                    Map.entry("RuntimeVisibleParameterAnnotations", Kind.OF_PARAMETERS),
                    Map.entry("RuntimeInvisibleParameterAnnotations", Kind.UNSEEN_OF_PARAMETERS),
                    Map.entry("RuntimeVisibleTypeAnnotations", Kind.OF_TYPES),
                    Map.entry("AnnotationDefault", Kind.DEFAULT),
                    Map.entry("Code", Kind.CODE),
                    Map.entry("StackMapTable", Kind.FRAMES),
                    Map.entry("Record", Kind.RECORD),
                    Map.entry("Signature", Kind.SIGNATURE),
                    Map.entry("Exceptions", Kind.EXCEPTIONS),
                    Map.entry("InnerClasses", Kind.INNER_CLASSES),
                    Map.entry("NestMembers", Kind.NEST),
                    Map.entry("PermittedSubclasses", Kind.PERMITTED));

    /** What attributes belong to. */
    private enum Of {
        CLASS,
        MEMBER,
        CODE,
        COMPONENT
    }

    private static final int LONGEST_SHOWN = 100; // of a name, in a complaint

    private final ByteBuffer in;
    private @Nullable Kind[] kinds = {}; // by the constant that names the attribute
    private int[] texts = {}; // where the texts among the constants are
    private boolean isTooDeep;
    private boolean isReadAnew; // what is read now, by the JDK, each time it is asked for
    private int slots; // variables and operands of the method that is being read
    private long frames; // the slots of its frames
    private long largest;
    private long all;
    private String owner = ""; // what kind of member is being read; empty for the class
    private int ownerName; // its constant
    private int[] bounds = {}; // of type parameters, by the constant of a signature; 1 more
    private int[] nesting = {}; // of types in each other, by the same
    private int fieldCount;
    private final Map<FileLimit, Long> counts = new EnumMap<>(FileLimit.class);
    private long annotationBytes; // of all members
    private long caught; // bytes of code, of all lines of exception tables
    private @Nullable String excess;

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
            throw new IllegalArgumentException("something in it is longer than what holds it", e);
        }
        return shape;
    }

    public boolean hasDeepAnnotations() {
        return isTooDeep;
    }

    public boolean hasLargeFrames() {
        return largest > LARGEST_METHOD || all > LARGEST_CLASS;
    }

    /** What it has more of than is allowed, in words that go on after "it"; null if nothing. */
    public @Nullable String excess() {
        return excess;
    }

    /** How many classes reflection looks for when it is asked for its nest or its subclasses. */
    public int relatives() {
        return (int)
                Math.max(
                        counts.getOrDefault(FileLimit.NEST_MEMBERS, 0L),
                        counts.getOrDefault(FileLimit.PERMITTED_SUBCLASSES, 0L));
    }

    private void read() {
        skip(8);
        readConstants();
        skip(6);
        skip(2L * u2());
        fieldCount = readMembers("field");
        readMembers("method");
        counts.clear();
        owner = "";
        readAttributes(Of.CLASS);
        count(FileLimit.ANNOTATIONS_OF_CLASS, annotationBytes);
    }

    /** Adds to what the member that is being read has of something. */
    private void count(FileLimit of, long more) {
        long sum = counts.merge(of, more, Long::sum);
        if (sum > of.most() && excess == null) {
            excess = of.complaint(sum, owner());
        }
    }

    private String owner() {
        return owner.isEmpty() ? "" : owner + ' ' + textOf(ownerName);
    }

    private void readConstants() {
        kinds = new Kind[u2()];
        texts = new int[kinds.length];
        bounds = new int[kinds.length];
        nesting = new int[kinds.length];
        for (int i = 1; i < kinds.length; i++) {
            int tag = in.get();
            switch (tag) {
                case 1 -> {
                    texts[i] = in.position();
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

    /** The text of a constant, no more of it than a complaint needs. */
    private String textOf(int constant) {
        int at = constant < texts.length ? texts[constant] : 0;
        if (at == 0) {
            return "?";
        }
        int back = in.position();
        in.position(at);
        String text = text(Math.min(u2(), LONGEST_SHOWN));
        in.position(back);
        return text;
    }

    private int readMembers(String what) {
        int number = u2();
        for (int left = number; left > 0; left--) {
            skip(2);
            startMember(what);
            readAttributes(Of.MEMBER);
        }
        return number;
    }

    private void startMember(String what) {
        owner = what;
        ownerName = u2();
        skip(2);
        counts.clear();
    }

    private void readAttributes(Of of) {
        for (int left = u2(); left > 0; left--) {
            int name = u2();
            long end = in.getInt() & 0xffff_ffffL;
            end += in.position();
            if (end > in.limit() || name >= kinds.length) {
                throw new BufferUnderflowException();
            }
            int limit = in.limit();
            in.limit((int) end); // what goes on behind it may be gone when the class is written
            readAttribute(kinds[name], of);
            in.limit(limit);
            in.position((int) end);
        }
    }

    private void readAttribute(@Nullable Kind kind, Of of) {
        if (kind == Kind.FRAMES && of == Of.CODE) {
            frames += (long) u2() * slots;
        } else if (kind != null && of != Of.CODE) {
            read(kind, in.remaining(), of);
        }
    }

    private void read(Kind kind, long length, Of of) {
        switch (kind) {
            case ANNOTATIONS -> {
                countAnnotations(length);
                isReadAnew = of == Of.COMPONENT;
                readAnnotations();
            }
            case OF_PARAMETERS -> {
                countAnnotations(length);
                isReadAnew = true;
                readParameterAnnotations();
            }
            case DEFAULT -> {
                countAnnotations(length);
                isReadAnew = true;
                readValue(0);
            }
            case OF_TYPES -> countAnnotations(length);
            case UNSEEN_ANNOTATIONS -> readAnnotations();
            case UNSEEN_OF_PARAMETERS -> readParameterAnnotations();
            case CODE -> {
                if (of == Of.MEMBER) {
                    readCode();
                }
            }
            case FRAMES -> {}
            case RECORD -> {
                if (of == Of.CLASS) {
                    readComponents();
                }
            }
            case SIGNATURE -> readSignature();
            case EXCEPTIONS -> count(FileLimit.EXCEPTIONS, u2());
            case INNER_CLASSES -> count(FileLimit.INNER_CLASSES, u2());
            case NEST -> count(FileLimit.NEST_MEMBERS, u2());
            case PERMITTED -> count(FileLimit.PERMITTED_SUBCLASSES, u2());
        }
    }

    private void countAnnotations(long length) {
        annotationBytes += length;
        count(FileLimit.ANNOTATIONS, length);
    }

    /** Of each component there is a field; a compiler writes no other ones. */
    private void readComponents() {
        int components = u2();
        if (components > fieldCount && excess == null) {
            excess = "has " + components + " record components and only " + fieldCount + " fields";
        }
        Map<FileLimit, Long> ofClass = new EnumMap<>(FileLimit.class);
        ofClass.putAll(counts);
        for (int left = components; left > 0; left--) {
            startMember("record component");
            readAttributes(Of.COMPONENT);
        }
        counts.clear();
        counts.putAll(ofClass);
        owner = "";
    }

    private void readSignature() {
        int constant = u2();
        int at = constant < texts.length ? texts[constant] : 0;
        if (at == 0) {
            return; // the JVM refuses it
        }
        if (bounds[constant] == 0) { // many members may have the same
            int back = in.position();
            in.position(at);
            readSignature(constant, u2());
            in.position(back);
        }
        count(FileLimit.SIGNATURE, lengthOf(constant));
        count(FileLimit.TYPE_PARAMETERS, bounds[constant] - 1L);
        count(FileLimit.TYPES_IN_TYPES, nesting[constant]);
    }

    private void readSignature(int constant, int length) {
        int colons = 0; // each bound of a type parameter has one, and nothing else has
        int deepest = 0;
        int depth = 0;
        int arrays = 0; // all there are, which are deeper than those that are in each other
        int dimensions = 0; // of the one that is being read
        for (int i = 0; i < length; i++) {
            byte next = in.get();
            dimensions = next == '[' ? dimensions + 1 : 0;
            ensureFewDimensions(dimensions);
            switch (next) {
                case ':' -> colons++;
                case '<' -> depth++;
                case '>' -> depth--;
                case '[' -> arrays++;
                default -> {}
            }
            deepest = Math.max(deepest, depth);
        }
        bounds[constant] = 1 + colons;
        nesting[constant] = deepest + arrays;
    }

    /** Where reflection makes the class of an array; elsewhere it has the form of a descriptor. */
    private void ensureFewDimensions(int dimensions) {
        if (dimensions > MOST_DIMENSIONS && excess == null) {
            excess = "has an array of more than " + MOST_DIMENSIONS + " dimensions";
        }
    }

    private void readCode() {
        slots = u2() + u2();
        frames = 0;
        long length = in.getInt() & 0xffff_ffffL;
        skip(length);
        readExceptionTable();
        readAttributes(Of.CODE);
        largest = Math.max(largest, frames);
        all += frames;
    }

    private void readExceptionTable() {
        for (int left = u2(); left > 0; left--) {
            int start = u2();
            caught += Math.max(0, u2() - start);
            skip(4);
        }
        if (caught > FileLimit.CAUGHT_CODE.most() && excess == null) {
            excess = FileLimit.CAUGHT_CODE.complaint(caught, "");
        }
    }

    private void readParameterAnnotations() {
        for (int more = in.get() & 0xff; more > 0; more--) {
            readAnnotations();
        }
    }

    private void readAnnotations() {
        for (int left = u2(); left > 0; left--) {
            readAnnotation(0);
        }
    }

    private void readAnnotation(int depth) {
        countName(u2());
        for (int left = u2(); left > 0; left--) {
            countText(u2());
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
            case 'e' -> {
                countName(u2());
                countText(u2());
            }
            case 'c' -> countName(u2());
            case 's' -> countText(u2());
            case '@' -> readAnnotation(depth + 1);
            case '[' -> {
                for (int left = u2(); left > 0 && !isTooDeep; left--) {
                    readValue(depth + 1);
                }
            }
            case 'B', 'C', 'D', 'F', 'I', 'J', 'S', 'Z' -> skip(2);
            default -> throw new IllegalArgumentException("no annotation has a value " + tag);
        }
    }

    /** What reflection will look for as a class. */
    private void countName(int constant) {
        int length = lengthOf(constant);
        if (length > FileLimit.NAME_IN_ANNOTATIONS.most() && excess == null) {
            excess = FileLimit.NAME_IN_ANNOTATIONS.complaint(length, owner());
        }
        ensureFewDimensions(dimensionsOf(constant));
        countText(constant);
    }

    private int dimensionsOf(int constant) {
        int at = constant < texts.length ? texts[constant] : 0;
        int dimensions = 0;
        while (dimensions < lengthOf(constant) && in.get(at + 2 + dimensions) == '[') {
            dimensions++;
        }
        return dimensions;
    }

    /** What the JDK makes a string of. */
    private void countText(int constant) {
        if (isReadAnew) {
            count(FileLimit.TEXT_IN_ANNOTATIONS, lengthOf(constant));
        }
    }

    private int lengthOf(int constant) {
        int at = constant < texts.length ? texts[constant] : 0;
        return at == 0 ? 0 : in.getShort(at) & 0xffff;
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
