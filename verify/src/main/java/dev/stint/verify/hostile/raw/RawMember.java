package dev.stint.verify.hostile.raw;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A field or a method. Its name and its type are indices of the pool. */
public final class RawMember {
    public int flags;
    public int name;
    public int type;
    public final List<RawAttribute> attributes = new ArrayList<>();

    public RawMember(int flags, int name, int type) {
        this.flags = flags;
        this.name = name;
        this.type = type;
    }

    static List<RawMember> readAll(ByteBuffer in) {
        int count = in.getShort() & 0xffff;
        var all = new ArrayList<RawMember>();
        for (int i = 0; i < count; i++) {
            var member = new RawMember(u2(in), u2(in), u2(in));
            member.attributes.addAll(RawAttribute.readAll(in));
            all.add(member);
        }
        return all;
    }

    static void writeAll(RawBytes out, List<RawMember> all) {
        out.u2(all.size());
        for (RawMember each : all) {
            out.u2(each.flags, each.name, each.type);
            RawAttribute.writeAll(out, each.attributes);
        }
    }

    private static int u2(ByteBuffer in) {
        return in.getShort() & 0xffff;
    }

    /** A copy with attributes of its own. */
    public RawMember copy() {
        var copy = new RawMember(flags, name, type);
        copy.attributes.addAll(attributes);
        return copy;
    }
}
