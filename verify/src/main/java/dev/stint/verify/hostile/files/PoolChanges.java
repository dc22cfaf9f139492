package dev.stint.verify.hostile.files;

import static dev.stint.verify.hostile.raw.RawPool.CALL_SITE;
import static dev.stint.verify.hostile.raw.RawPool.DYNAMIC;
import static dev.stint.verify.hostile.raw.RawPool.FIELD;
import static dev.stint.verify.hostile.raw.RawPool.INTERFACE_METHOD;
import static dev.stint.verify.hostile.raw.RawPool.METHOD;
import static dev.stint.verify.hostile.raw.RawPool.NAME_AND_TYPE;
import static dev.stint.verify.hostile.raw.RawPool.UTF8;

import dev.stint.verify.hostile.Draw;
import dev.stint.verify.hostile.raw.RawBytes;
import dev.stint.verify.hostile.raw.RawCode;
import dev.stint.verify.hostile.raw.RawFile;
import dev.stint.verify.hostile.raw.RawPool;
import java.util.List;

/** Constants that are taken for something else, refer to something else, or say odd things. */
final class PoolChanges {
    static final List<Change> ALL =
            List.of(
                    new Change("another tag", PoolChanges::retag),
                    new Change("two constants swapped", PoolChanges::swap),
                    new Change("a constant doubled", PoolChanges::duplicate),
                    new Change("a wrong index", PoolChanges::misdirect),
                    new Change("an odd name", PoolChanges::oddText),
                    new Change("bad UTF-8", PoolChanges::badText),
                    new Change("types swapped", PoolChanges::swapTypes),
                    new Change("a text of another", PoolChanges::borrowText),
                    new Change("a field named like a method", PoolChanges::fieldLikeMethod),
                    new Change("a name cut elsewhere", PoolChanges::cutElsewhere),
                    new Change("a handle of some kind", PoolChanges::addHandle),
                    new Change("a computed constant", PoolChanges::addDynamic),
                    new Change("a call site", PoolChanges::addCallSite));

    private static final List<String> ODD =
            List.of(
                    "",
                    ".",
                    ";",
                    "[",
                    "/",
                    "a.b",
                    "a;b",
                    "a//b",
                    "<init>",
                    "<clinit>",
                    "<x>",
                    "()V",
                    "(I)V",
                    "I",
                    "V",
                    "J",
                    "[I",
                    "[[",
                    "[V",
                    "L;",
                    "Lx",
                    "(V)V",
                    "(J",
                    "Ljava/lang/Object;",
                    "[Ljava/lang/Object;",
                    "java/lang/Object",
                    "java/lang/System",
                    "java.lang.System",
                    "java/lang/invoke/MethodHandles$Lookup",
                    "dev/stint/hooks/Hook",
                    "dev/stint/hooks",
                    "stint/regex/Pattern",
                    "\0",
                    "\ud800",
                    "\udc00\ud800",
                    "\ud83d\ude00",
                    "\u202e",
                    "a b",
                    "\n",
                    "module-info",
                    "package-info",
                    "Code",
                    "ConstantValue",
                    "toString",
                    "x");

    private static final byte[][] BAD = {
        {0},
        {(byte) 0xff},
        {(byte) 0xc0, (byte) 0x80},
        {(byte) 0xc1, (byte) 0x81},
        {(byte) 0xe0},
        {(byte) 0xed, (byte) 0xa0, (byte) 0x80},
        {(byte) 0xf0, (byte) 0x9f, (byte) 0x98, 0x00},
        {(byte) 0xc3},
        {(byte) 0x80},
        {'a', (byte) 0xe2, (byte) 0x82}
    };

    private PoolChanges() {}

    private static int any(RawPool pool, Draw draw) {
        return draw.from(1, pool.size());
    }

    private static void retag(RawFile file, Draw draw) {
        List<Integer> members = file.pool.all(draw.of(FIELD, METHOD, INTERFACE_METHOD));
        int index = members.isEmpty() ? any(file.pool, draw) : draw.of(members);
        byte[] constant = file.pool.get(index).clone();
        if (constant.length > 0) {
            constant[0] =
                    (byte)
                            (draw.oneIn(8)
                                    ? draw.below(22)
                                    : draw.of(FIELD, METHOD, INTERFACE_METHOD));
            file.pool.set(index, constant);
        }
    }

    private static void swap(RawFile file, Draw draw) {
        int tag = file.pool.tag(any(file.pool, draw));
        List<Integer> alike = file.pool.all(tag);
        int one = draw.of(alike);
        int other = draw.oneIn(6) ? any(file.pool, draw) : draw.of(alike);
        byte[] kept = file.pool.get(one);
        file.pool.set(one, file.pool.get(other));
        file.pool.set(other, kept);
    }

    private static void duplicate(RawFile file, Draw draw) {
        int count = draw.oneIn(300) ? 20_000 : draw.from(1, 20);
        for (int i = 0; i < count && !file.pool.isFull(1); i++) {
            byte[] constant = file.pool.get(any(file.pool, draw));
            if (constant.length > 0 && constant.length < 200) {
                file.pool.add(constant);
            }
        }
    }

    private static void misdirect(RawFile file, Draw draw) {
        int index = any(file.pool, draw);
        byte[] constant = file.pool.get(index).clone();
        if (constant.length >= 3 && constant[0] != UTF8) {
            int at = constant.length == 5 && draw.oneIn(2) ? 3 : constant.length - 2;
            int to = draw.oneIn(10) ? draw.oddShort() : any(file.pool, draw);
            constant[at] = (byte) (to >> 8);
            constant[at + 1] = (byte) to;
            file.pool.set(index, constant);
        }
    }

    private static void setText(RawFile file, Draw draw, byte[] constant) {
        List<Integer> texts = file.pool.all(UTF8);
        if (!texts.isEmpty()) {
            file.pool.set(draw.of(texts), constant);
        }
    }

    private static void oddText(RawFile file, Draw draw) {
        String text = draw.of(ODD);
        if (draw.oneIn(12)) {
            text = draw.of("x", "[", "(I)", "Lx;").repeat(draw.from(1, 15_000));
        }
        setText(file, draw, new RawBytes().u1(UTF8).utf(text).all());
    }

    private static void badText(RawFile file, Draw draw) {
        byte[] bad = draw.of(BAD);
        setText(file, draw, new RawBytes().u1(UTF8).u2(bad.length).raw(bad).all());
    }

    private static void swapTypes(RawFile file, Draw draw) {
        List<Integer> pairs = file.pool.all(NAME_AND_TYPE);
        if (pairs.size() > 1) {
            int one = draw.of(pairs);
            int other = draw.of(pairs);
            int type = file.pool.u2(other, 2);
            file.pool.set(
                    one, new RawBytes().u1(NAME_AND_TYPE).u2(file.pool.u2(one, 0), type).all());
        }
    }

    private static void borrowText(RawFile file, Draw draw) {
        List<Integer> texts = file.pool.all(UTF8);
        if (!texts.isEmpty()) {
            setText(file, draw, file.pool.get(draw.of(texts)));
        }
    }

    /** Looks in a cache by text like a call that is forbidden, and may be allowed as a field. */
    private static void fieldLikeMethod(RawFile file, Draw draw) {
        Target target = draw.of(Target.ALL);
        int cut = draw.below(target.type().length() + 1);
        String name = target.name() + target.type().substring(0, cut);
        String type = cut < target.type().length() ? target.type().substring(cut) : "V";
        int field = file.pool.member(FIELD, target.owner(), name, type);
        use(file, draw, new RawBytes().u1(0xb2).u2(field).u1(0x57, 0xb1).all());
    }

    /** The same characters as a call that is forbidden, in other places. */
    private static void cutElsewhere(RawFile file, Draw draw) {
        Target target = draw.of(Target.ALL);
        String all = target.owner() + draw.of("", ".", "/") + target.name() + target.type();
        int first = draw.from(1, all.length() - 1);
        int second = draw.from(first, all.length());
        int call =
                file.pool.member(
                        draw.of(FIELD, METHOD, INTERFACE_METHOD),
                        all.substring(0, first),
                        all.substring(first, second),
                        all.substring(second));
        use(file, draw, new RawBytes().u1(draw.of(0xb2, 0xb8)).u2(call).u1(0xb1).all());
    }

    private static void addHandle(RawFile file, Draw draw) {
        List<Integer> members = file.pool.all(draw.of(FIELD, METHOD, INTERFACE_METHOD));
        if (!members.isEmpty()) {
            load(file, draw, file.pool.handle(draw.below(11), draw.of(members)));
        }
    }

    private static void addDynamic(RawFile file, Draw draw) {
        load(file, draw, file.pool.dynamic(DYNAMIC, draw.below(4), "x", "Ljava/lang/Object;"));
    }

    private static void addCallSite(RawFile file, Draw draw) {
        int site = file.pool.dynamic(CALL_SITE, draw.below(4), "x", "()V");
        use(file, draw, new RawBytes().u1(0xba).u2(site, 0).u1(0xb1).all());
    }

    private static void load(RawFile file, Draw draw, int constant) {
        use(file, draw, new RawBytes().u1(0x13).u2(constant).u1(0x57, 0xb1).all());
    }

    private static void use(RawFile file, Draw draw, byte[] code) {
        file.addMethod(
                RawFile.STATIC, "use" + draw.below(1_000_000), "()V", new RawCode(8, 8, code));
    }
}
