package dev.stint.verify.hostile.raw;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A class file, part by part, that can be changed to anything and written again. */
public final class RawFile {
    public static final int STATIC = 0x9;

    private static final int MAGIC = 0xcafebabe;
    private static final int RECENT = 69;

    public int minor;
    public int major = RECENT;
    public RawPool pool = new RawPool();
    public int flags = 0x21;
    public int thisClass;
    public int superClass;
    public final List<Integer> interfaces = new ArrayList<>();
    public final List<RawMember> fields = new ArrayList<>();
    public final List<RawMember> methods = new ArrayList<>();
    public final List<RawAttribute> attributes = new ArrayList<>();

    private RawFile() {}

    /** A class without members. */
    public static RawFile named(String name) {
        var file = new RawFile();
        file.thisClass = file.pool.ofClass(name);
        file.superClass = file.pool.ofClass("java/lang/Object");
        return file;
    }

    /** Reads what a compiler has written; throws something unchecked for what it has not. */
    public static RawFile read(byte[] bytes) {
        var in = ByteBuffer.wrap(bytes);
        in.getInt();
        var file = new RawFile();
        file.minor = in.getShort() & 0xffff;
        file.major = in.getShort() & 0xffff;
        file.pool = RawPool.read(in);
        file.flags = in.getShort() & 0xffff;
        file.thisClass = in.getShort() & 0xffff;
        file.superClass = in.getShort() & 0xffff;
        for (int left = in.getShort() & 0xffff; left > 0; left--) {
            file.interfaces.add(in.getShort() & 0xffff);
        }
        file.fields.addAll(RawMember.readAll(in));
        file.methods.addAll(RawMember.readAll(in));
        file.attributes.addAll(RawAttribute.readAll(in));
        return file;
    }

    public byte[] bytes() {
        var out = new RawBytes().u4(MAGIC).u2(minor, major);
        pool.write(out);
        out.u2(flags, thisClass, superClass).u2(interfaces.size());
        interfaces.forEach(out::u2);
        RawMember.writeAll(out, fields);
        RawMember.writeAll(out, methods);
        RawAttribute.writeAll(out, attributes);
        return out.all();
    }

    public String name() {
        return pool.className(thisClass);
    }

    /** Gives the class another name, in its descriptors, too. */
    public void rename(String name) {
        String old = name();
        for (int index : pool.all(RawPool.UTF8)) {
            String text = pool.text(index);
            String other =
                    text.equals(old) ? name : text.replace("L" + old + ";", "L" + name + ";");
            if (!other.equals(text)) {
                byte[] raw = other.getBytes(StandardCharsets.ISO_8859_1);
                pool.set(index, new RawBytes().u1(RawPool.UTF8).u2(raw.length).raw(raw).all());
            }
        }
    }

    public void addAttribute(String name, byte[] content) {
        attributes.add(new RawAttribute(pool.utf(name), content));
    }

    /**
     * Adds a bootstrap method to those that there are.
     *
     * @return its place in their table
     */
    public int addBootstrap(int handle, int... arguments) {
        var line = new RawBytes().u2(handle, arguments.length).u2(arguments).all();
        for (int i = 0; i < attributes.size(); i++) {
            int name = attributes.get(i).name();
            byte[] content = attributes.get(i).content();
            if (name > 0
                    && name <= pool.size()
                    && pool.text(name).equals("BootstrapMethods")
                    && content.length >= 2) {
                int count = ((content[0] & 0xff) << 8) | (content[1] & 0xff);
                byte[] more = new RawBytes().raw(content).raw(line).all();
                more[0] = (byte) ((count + 1) >> 8);
                more[1] = (byte) (count + 1);
                attributes.set(i, new RawAttribute(name, more));
                return count;
            }
        }
        addAttribute("BootstrapMethods", new RawBytes().u2(1).raw(line).all());
        return 0;
    }

    /** Adds a method with this code. */
    public RawMember addMethod(int flags, String name, String type, RawCode code) {
        var method = new RawMember(flags, pool.utf(name), pool.utf(type));
        method.attributes.add(new RawAttribute(pool.utf("Code"), code.content()));
        methods.add(method);
        return method;
    }

    /** The place of the Code attribute of a method; -1 if it has none. */
    public int codeOf(RawMember method) {
        for (int i = 0; i < method.attributes.size(); i++) {
            int name = method.attributes.get(i).name();
            if (name > 0 && name <= pool.size() && pool.text(name).equals("Code")) {
                return i;
            }
        }
        return -1;
    }
}
