package dev.stint.verify.hostile.raw;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A constant pool, constant by constant, each with its tag. Nothing is checked: a constant may
 * refer to any other, or to none.
 */
public final class RawPool {
    public static final int UTF8 = 1;
    public static final int LONG = 5;
    public static final int DOUBLE = 6;
    public static final int CLASS = 7;
    public static final int STRING = 8;
    public static final int FIELD = 9;
    public static final int METHOD = 10;
    public static final int INTERFACE_METHOD = 11;
    public static final int NAME_AND_TYPE = 12;
    public static final int HANDLE = 15;
    public static final int METHOD_TYPE = 16;
    public static final int DYNAMIC = 17;
    public static final int CALL_SITE = 18;

    /** The most that a file can count. */
    public static final int MOST = 0xfffe;

    private static final byte[] SECOND_HALF = {};

    private final List<byte[]> constants = new ArrayList<>();

    /** Reads the constants; their count stands before them. */
    static RawPool read(ByteBuffer in) {
        var pool = new RawPool();
        int count = in.getShort() & 0xffff;
        while (pool.constants.size() < count - 1) {
            int tag = in.get(in.position());
            byte[] constant = new byte[1 + size(in, tag)];
            in.get(constant);
            pool.add(constant);
        }
        return pool;
    }

    private static int size(ByteBuffer in, int tag) {
        return switch (tag) {
            case UTF8 -> 2 + (in.getShort(in.position() + 1) & 0xffff);
            case CLASS, STRING, METHOD_TYPE, 19, 20 -> 2;
            case HANDLE -> 3;
            case LONG, DOUBLE -> 8;
            default -> 4;
        };
    }

    void write(RawBytes out) {
        out.u2(constants.size() + 1);
        constants.forEach(out::raw);
    }

    /** How many there are; the first has the index 1. */
    public int size() {
        return constants.size();
    }

    public boolean isFull(int more) {
        return constants.size() + more > MOST;
    }

    /** The bytes of a constant; empty for the second half of a long. */
    public byte[] get(int index) {
        return constants.get(index - 1);
    }

    public void set(int index, byte[] constant) {
        constants.set(index - 1, constant);
    }

    public int tag(int index) {
        byte[] constant = constants.get(index - 1);
        return constant.length == 0 ? 0 : constant[0];
    }

    /** The two bytes in a constant, at an offset behind its tag, as a number. */
    public int u2(int index, int offset) {
        byte[] constant = get(index);
        return ((constant[1 + offset] & 0xff) << 8) | (constant[2 + offset] & 0xff);
    }

    /** All indices of a kind. */
    public List<Integer> all(int tag) {
        var found = new ArrayList<Integer>();
        for (int i = 1; i <= constants.size(); i++) {
            if (tag(i) == tag) {
                found.add(i);
            }
        }
        return found;
    }

    /** The text of a constant, as far as it is one; characters beyond ASCII are not told apart. */
    public String text(int index) {
        byte[] constant = get(index);
        return constant.length < 3 || constant[0] != UTF8
                ? ""
                : new String(constant, 3, constant.length - 3, StandardCharsets.ISO_8859_1);
    }

    /** The name of the class that a constant stands for. */
    public String className(int index) {
        return tag(index) == CLASS && u2(index, 0) <= size() ? text(u2(index, 0)) : "";
    }

    // ---- more constants; each method returns the index of what it has added

    public int add(byte[] constant) {
        constants.add(constant);
        int index = constants.size();
        if (constant[0] == LONG || constant[0] == DOUBLE) {
            constants.add(SECOND_HALF);
        }
        return index;
    }

    public int utf(String text) {
        return add(new RawBytes().u1(UTF8).utf(text).all());
    }

    public int ofClass(String name) {
        return add(new RawBytes().u1(CLASS).u2(utf(name)).all());
    }

    public int string(String text) {
        return add(new RawBytes().u1(STRING).u2(utf(text)).all());
    }

    public int nameAndType(String name, String type) {
        return add(new RawBytes().u1(NAME_AND_TYPE).u2(utf(name), utf(type)).all());
    }

    public int member(int tag, String owner, String name, String type) {
        int ofOwner = ofClass(owner);
        return add(new RawBytes().u1(tag).u2(ofOwner, nameAndType(name, type)).all());
    }

    public int handle(int kind, int reference) {
        return add(new RawBytes().u1(HANDLE, kind).u2(reference).all());
    }

    public int methodType(String descriptor) {
        return add(new RawBytes().u1(METHOD_TYPE).u2(utf(descriptor)).all());
    }

    /** A computed constant, or a call site, by its tag. */
    public int dynamic(int tag, int bootstrap, String name, String type) {
        return add(new RawBytes().u1(tag).u2(bootstrap, nameAndType(name, type)).all());
    }
}
