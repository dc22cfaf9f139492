package dev.stint.verify.hostile.files;

import dev.stint.verify.hostile.Draw;
import dev.stint.verify.hostile.raw.RawBytes;
import dev.stint.verify.hostile.raw.RawCode;
import dev.stint.verify.hostile.raw.RawFile;
import java.util.Arrays;
import java.util.List;

/** Code that no compiler writes. */
final class CodeChanges {
    static final List<Change> ALL =
            List.of(
                    Change.ofCode("another byte", CodeChanges::another),
                    Change.ofCode("bytes swapped", CodeChanges::swap),
                    Change.ofCode("code cut", CodeChanges::cut),
                    Change.ofCode("nothing done", CodeChanges::nops),
                    Change.ofCode("code repeated", CodeChanges::repeat),
                    Change.ofCode("a jump", CodeChanges::jump),
                    Change.ofCode("a wide instruction", CodeChanges::wide),
                    Change.ofCode("monitors", CodeChanges::monitors),
                    Change.ofCode("other limits", CodeChanges::limits),
                    Change.ofCode("a handler", CodeChanges::handler),
                    Change.ofCode("code before", CodeChanges::prefix),
                    new Change("a subroutine", CodeChanges::subroutine),
                    new Change("an object that is not initialised", CodeChanges::raw),
                    new Change("an endless handler", CodeChanges::endless));

    private static final int RETURN = 0xb1;

    private CodeChanges() {}

    private static int place(RawCode code, Draw draw) {
        return draw.below(Math.max(1, code.code.length));
    }

    private static void set(RawCode code, int at, int value) {
        if (at < code.code.length) {
            code.code[at] = (byte) value;
        }
    }

    private static void another(RawCode code, Draw draw) {
        for (int left = draw.from(1, 3); left > 0; left--) {
            set(code, place(code, draw), draw.below(draw.oneIn(4) ? 256 : 0xca));
        }
    }

    private static void swap(RawCode code, Draw draw) {
        int one = place(code, draw);
        int other = place(code, draw);
        if (code.code.length > 0) {
            byte kept = code.code[one];
            code.code[one] = code.code[other];
            code.code[other] = kept;
        }
    }

    private static void cut(RawCode code, Draw draw) {
        code.code = Arrays.copyOf(code.code, draw.below(code.code.length + 4));
    }

    private static void nops(RawCode code, Draw draw) {
        int from = place(code, draw);
        int to = Math.min(code.code.length, from + draw.from(1, 4));
        Arrays.fill(code.code, Math.min(from, to), to, (byte) 0);
    }

    private static void repeat(RawCode code, Draw draw) {
        int from = place(code, draw);
        int to = Math.min(code.code.length, from + draw.from(1, 12));
        byte[] part = Arrays.copyOfRange(code.code, Math.min(from, to), to);
        var out = new RawBytes().raw(Arrays.copyOf(code.code, Math.min(from, to)));
        for (int left = draw.oneIn(20) ? 500 : 2; left > 0; left--) {
            out.raw(part);
        }
        code.code = out.raw(Arrays.copyOfRange(code.code, to, code.code.length)).all();
    }

    private static void jump(RawCode code, Draw draw) {
        int at = place(code, draw);
        int to = draw.oneIn(5) ? draw.oddShort() : place(code, draw) - at;
        set(code, at, draw.of(0x99, 0xa5, 0xa7, 0xa8, 0xc6, 0xc8, 0xaa, 0xab));
        set(code, at + 1, to >> 8);
        set(code, at + 2, to);
    }

    private static void wide(RawCode code, Draw draw) {
        int at = place(code, draw);
        set(code, at, 0xc4);
        set(code, at + 1, draw.of(0x15, 0x19, 0x36, 0x3a, 0x84, 0xa9, draw.below(256)));
        set(code, at + 2, draw.below(2));
    }

    private static void monitors(RawCode code, Draw draw) {
        int many = draw.from(1, 4);
        var before = new RawBytes();
        for (int i = 0; i < many; i++) {
            before.u1(0x12, 1).u1(draw.of(0xc2, 0xc3, 0x57));
        }
        prepend(code, draw.oneIn(2) ? new RawBytes().u1(0x01, draw.of(0xc2, 0xc3)) : before);
    }

    private static void limits(RawCode code, Draw draw) {
        if (draw.oneIn(2)) {
            code.maxStack = draw.oddShort();
        } else {
            code.maxLocals = draw.oddShort();
        }
    }

    private static void handler(RawCode code, Draw draw) {
        for (int left = draw.from(1, 3); left > 0; left--) {
            code.table.add(
                    new RawCode.Line(
                            place(code, draw),
                            place(code, draw) + draw.below(2),
                            place(code, draw),
                            draw.oneIn(3) ? draw.below(60) : 0));
        }
    }

    private static void prefix(RawCode code, Draw draw) {
        var before = new RawBytes();
        for (int left = draw.from(1, 6); left > 0; left--) {
            before.u1(draw.below(0xca));
        }
        prepend(code, before);
    }

    private static void prepend(RawCode code, RawBytes before) {
        code.code = before.raw(code.code).all();
    }

    private static void add(RawFile file, Draw draw, RawCode code) {
        file.addMethod(RawFile.STATIC, "odd" + draw.below(1_000_000), "()V", code);
    }

    /** With jsr and ret, for which only old versions have a verifier. */
    private static void subroutine(RawFile file, Draw draw) {
        file.major = draw.of(45, 46, 48, 49, 50, 52);
        var bytes = new RawBytes();
        int many = draw.oneIn(10) ? 3_000 : draw.from(1, 6);
        for (int i = 0; i < many; i++) {
            bytes.u1(0xa8).u2(draw.oneIn(6) ? draw.oddShort() : 3 * (many - i) + 1);
        }
        bytes.u1(RETURN, 0x4b, draw.of(0, 0x57), 0xa9, draw.below(2));
        add(file, draw, new RawCode(2, 2, bytes.all()));
    }

    private static void raw(RawFile file, Draw draw) {
        int type =
                file.pool.ofClass(draw.of("java/lang/Object", "java/util/ArrayList", file.name()));
        int init = file.pool.member(10, "java/lang/Object", "<init>", "()V");
        var bytes = new RawBytes().u1(0xbb).u2(type);
        switch (draw.below(5)) {
            case 0 -> bytes.u1(0x57);
            case 1 -> bytes.u1(0xbf);
            case 2 -> bytes.u1(0x59, 0xc2);
            case 3 -> bytes.u1(0xb7).u2(init).u1(0xa7).u2(-6);
            default -> bytes.u1(0xa7).u2(-3);
        }
        add(file, draw, new RawCode(4, 1, bytes.u1(RETURN).all()));
    }

    /** Catches what it throws, in itself or round about. */
    private static void endless(RawFile file, Draw draw) {
        var code =
                new RawCode(
                        2,
                        1,
                        new RawBytes().u1(0x01, 0xbf, 0x57, 0xa7).u2(-3).u1(0x57, RETURN).all());
        code.table.add(new RawCode.Line(0, draw.of(2, 3, 6), draw.of(0, 2, 6), 0));
        code.table.add(new RawCode.Line(draw.of(0, 2), 6, draw.of(2, 6), 0));
        file.major = draw.of(48, 49, 50);
        add(file, draw, code);
    }
}
