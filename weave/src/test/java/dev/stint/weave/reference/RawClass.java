package dev.stint.weave.reference;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Writes class files byte by byte, so that they can be wrong in any way. */
final class RawClass {
    /** A line of an exception table, as it is in the file. */
    record Line(int from, int to, int handler, int type) {}

    private final Bytes pool = new Bytes();
    private int poolCount = 1;
    private final List<byte[]> interfaces = new ArrayList<>();
    private final List<byte[]> fields = new ArrayList<>();
    private final List<byte[]> methods = new ArrayList<>();
    private final List<byte[]> attributes = new ArrayList<>();

    int major = 65;
    int minor;
    int flags = 0x21;
    int thisClass;
    int superClass;

    RawClass(String name) {
        thisClass = ofClass(name);
        superClass = ofClass("java/lang/Object");
    }

    /** A run of bytes that grows. */
    static final class Bytes {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final DataOutputStream out = new DataOutputStream(bytes);

        Bytes u1(int... values) {
            for (int value : values) {
                bytes.write(value);
            }
            return this;
        }

        Bytes u2(int... values) {
            for (int value : values) {
                bytes.write(value >> 8);
                bytes.write(value);
            }
            return this;
        }

        Bytes u4(int... values) {
            for (int value : values) {
                u2(value >>> 16, value);
            }
            return this;
        }

        Bytes raw(byte[] more) {
            bytes.writeBytes(more);
            return this;
        }

        Bytes utf(String text) {
            try {
                out.writeUTF(text);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return this;
        }

        int size() {
            return bytes.size();
        }

        byte[] all() {
            return bytes.toByteArray();
        }
    }

    // ---- constants

    /** Adds a constant of which only the bytes are known. */
    int constant(byte[] bytes) {
        pool.raw(bytes);
        return poolCount++;
    }

    int text(String text) {
        return constant(new Bytes().u1(1).utf(text).all());
    }

    int ofClass(String name) {
        return constant(new Bytes().u1(7).u2(text(name)).all());
    }

    int nameAndType(String name, String type) {
        return constant(new Bytes().u1(12).u2(text(name), text(type)).all());
    }

    int method(String owner, String name, String type) {
        int ofOwner = ofClass(owner);
        return constant(new Bytes().u1(10).u2(ofOwner, nameAndType(name, type)).all());
    }

    int field(String owner, String name, String type) {
        int ofOwner = ofClass(owner);
        return constant(new Bytes().u1(9).u2(ofOwner, nameAndType(name, type)).all());
    }

    int string(String text) {
        return constant(new Bytes().u1(8).u2(text(text)).all());
    }

    int methodType(String type) {
        return constant(new Bytes().u1(16).u2(text(type)).all());
    }

    int handle(int kind, int reference) {
        return constant(new Bytes().u1(15).u1(kind).u2(reference).all());
    }

    /** A constant that is computed by the bootstrap method of that number. */
    int dynamic(int bootstrap, String name, String type) {
        return constant(new Bytes().u1(17).u2(bootstrap, nameAndType(name, type)).all());
    }

    /** A call site that is linked by the bootstrap method of that number. */
    int callSite(int bootstrap, String name, String type) {
        return constant(new Bytes().u1(18).u2(bootstrap, nameAndType(name, type)).all());
    }

    int nextConstant() {
        return poolCount;
    }

    // ---- parts

    byte[] attribute(String name, byte[] content) {
        return attribute(name, content, content.length);
    }

    byte[] attribute(String name, byte[] content, int saidLength) {
        return new Bytes().u2(text(name)).u4(saidLength).raw(content).all();
    }

    byte[] code(int stack, int locals, byte[] code, List<Line> table, byte[]... inner) {
        Bytes content = new Bytes().u2(stack, locals).u4(code.length).raw(code);
        content.u2(table.size());
        for (Line line : table) {
            content.u2(line.from(), line.to(), line.handler(), line.type());
        }
        content.u2(inner.length);
        for (byte[] each : inner) {
            content.raw(each);
        }
        return attribute("Code", content.all());
    }

    RawClass withMethod(int access, String name, String type, byte[]... inner) {
        methods.add(member(access, name, type, inner));
        return this;
    }

    RawClass withField(int access, String name, String type, byte[]... inner) {
        fields.add(member(access, name, type, inner));
        return this;
    }

    RawClass withAttribute(String name, byte[] content) {
        attributes.add(attribute(name, content));
        return this;
    }

    RawClass withRawAttribute(byte[] whole) {
        attributes.add(whole);
        return this;
    }

    RawClass withInterface(int index) {
        interfaces.add(new Bytes().u2(index).all());
        return this;
    }

    private byte[] member(int access, String name, String type, byte[][] inner) {
        Bytes bytes = new Bytes().u2(access, text(name), text(type), inner.length);
        for (byte[] each : inner) {
            bytes.raw(each);
        }
        return bytes.all();
    }

    byte[] bytes() {
        return bytes(poolCount);
    }

    byte[] bytes(int saidPoolCount) {
        Bytes all = new Bytes().u4(0xCAFEBABE).u2(minor, major, saidPoolCount).raw(pool.all());
        all.u2(flags, thisClass, superClass);
        for (List<byte[]> part : List.of(interfaces, fields, methods, attributes)) {
            all.u2(part.size());
            part.forEach(all::raw);
        }
        return all.all();
    }
}
