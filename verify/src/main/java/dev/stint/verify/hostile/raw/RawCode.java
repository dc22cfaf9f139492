package dev.stint.verify.hostile.raw;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The content of a Code attribute, part by part. */
public final class RawCode {
    /** A line of an exception table. */
    public record Line(int from, int to, int handler, int type) {}

    public int maxStack;
    public int maxLocals;
    public byte[] code;
    public final List<Line> table = new ArrayList<>();
    public final List<RawAttribute> attributes = new ArrayList<>();

    public RawCode(int maxStack, int maxLocals, byte[] code) {
        this.maxStack = maxStack;
        this.maxLocals = maxLocals;
        this.code = code;
    }

    /** Reads what a compiler has written; throws something unchecked for what it has not. */
    public static RawCode read(byte[] content) {
        var in = ByteBuffer.wrap(content);
        int maxStack = in.getShort() & 0xffff;
        int maxLocals = in.getShort() & 0xffff;
        byte[] bytes = new byte[RawBytes.count(in)];
        in.get(bytes);
        var code = new RawCode(maxStack, maxLocals, bytes);
        for (int left = in.getShort() & 0xffff; left > 0; left--) {
            code.table.add(
                    new Line(
                            in.getShort() & 0xffff,
                            in.getShort() & 0xffff,
                            in.getShort() & 0xffff,
                            in.getShort() & 0xffff));
        }
        code.attributes.addAll(RawAttribute.readAll(in));
        return code;
    }

    public byte[] content() {
        var out = new RawBytes().u2(maxStack, maxLocals).u4(code.length).raw(code);
        out.u2(table.size());
        for (Line line : table) {
            out.u2(line.from, line.to, line.handler, line.type);
        }
        RawAttribute.writeAll(out, attributes);
        return out.all();
    }
}
