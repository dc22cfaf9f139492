package dev.stint.verify.hostile.raw;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * An attribute of which only the bytes are known.
 *
 * @param name an index of the pool
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares them
public record RawAttribute(int name, byte[] content) {
    static List<RawAttribute> readAll(ByteBuffer in) {
        int count = in.getShort() & 0xffff;
        var all = new ArrayList<RawAttribute>();
        for (int i = 0; i < count; i++) {
            int name = in.getShort() & 0xffff;
            byte[] content = new byte[RawBytes.count(in)];
            in.get(content);
            all.add(new RawAttribute(name, content));
        }
        return all;
    }

    static void writeAll(RawBytes out, List<RawAttribute> all) {
        out.u2(all.size());
        for (RawAttribute each : all) {
            out.u2(each.name).u4(each.content.length).raw(each.content);
        }
    }
}
