package dev.stint.verify.hostile.files;

import dev.stint.verify.hostile.Draw;
import dev.stint.verify.hostile.raw.RawAttribute;
import dev.stint.verify.hostile.raw.RawBytes;
import dev.stint.verify.hostile.raw.RawCode;
import dev.stint.verify.hostile.raw.RawFile;
import dev.stint.verify.hostile.raw.RawMember;
import dev.stint.verify.hostile.raw.RawPool;
import java.util.List;

/** Tables that are as long as they can be. One in a few is; the others are merely long. */
final class TableChanges {
    static final List<Change> ALL =
            List.of(
                    new Change("many fields", TableChanges::fields),
                    new Change("many methods", TableChanges::methods),
                    new Change("many interfaces", TableChanges::interfaces),
                    new Change("many handlers", TableChanges::handlers),
                    new Change("a long switch", TableChanges::longSwitch),
                    new Change("many variables", TableChanges::variables),
                    new Change("many branches", TableChanges::branches),
                    new Change("loops in loops", TableChanges::loops),
                    new Change("many calls", TableChanges::calls),
                    new Change("many call sites", TableChanges::callSites),
                    new Change("many frames", TableChanges::frames),
                    new Change("many names", TableChanges::names));

    private static final int GOTO = 0xa7;
    private static final int RETURN = 0xb1;

    private TableChanges() {}

    private static int count(Draw draw, int most) {
        return draw.oneIn(6) ? most : 1 + draw.below(Math.max(1, most / 20));
    }

    private static void add(RawFile file, Draw draw, RawCode code) {
        String type = draw.of("()V", "(I)V");
        file.addMethod(RawFile.STATIC, "long" + draw.below(1_000_000), type, code);
    }

    private static void fields(RawFile file, Draw draw) {
        int type = file.pool.utf(draw.of("I", "J", "Ljava/lang/Object;", "[[[[D"));
        for (int left = count(draw, 10_000); left > 0 && !file.pool.isFull(100); left--) {
            file.fields.add(
                    new RawMember(draw.of(0, RawFile.STATIC), file.pool.utf("f" + left), type));
        }
    }

    private static void methods(RawFile file, Draw draw) {
        var code = new RawCode(1, 1, new byte[] {(byte) RETURN});
        int type = file.pool.utf("()V");
        var attribute = new RawAttribute(file.pool.utf("Code"), code.content());
        for (int left = count(draw, 10_000); left > 0 && !file.pool.isFull(100); left--) {
            var method = new RawMember(draw.of(1, 9), file.pool.utf("m" + left), type);
            method.attributes.add(attribute);
            file.methods.add(method);
        }
    }

    private static void interfaces(RawFile file, Draw draw) {
        boolean isKnown = draw.oneIn(2);
        int runnable = file.pool.ofClass("java/lang/Runnable");
        for (int left = count(draw, 8_000); left > 0 && !file.pool.isFull(100); left--) {
            file.interfaces.add(isKnown ? runnable : file.pool.ofClass("no/Such" + left));
        }
    }

    private static void handlers(RawFile file, Draw draw) {
        int many = count(draw, 20_000);
        var bytes = new RawBytes();
        for (int i = 0; i < 60; i++) {
            bytes.u1(0x03, 0x57);
        }
        int end = bytes.size();
        bytes.u1(RETURN, 0x57, RETURN);
        var code = new RawCode(2, 1, bytes.all());
        for (int i = 0; i < many; i++) {
            int from = draw.below(end);
            code.table.add(
                    new RawCode.Line(
                            from, draw.from(from + 1, end), draw.oneIn(50) ? from : end + 1, 0));
        }
        file.major = draw.of(49, 50, file.major);
        add(file, draw, code);
    }

    private static void longSwitch(RawFile file, Draw draw) {
        int many = count(draw, 12_000);
        var bytes = new RawBytes().u1(0x03, 0xaa, 0, 0);
        int behind = 3 + 12 + 4 * many;
        bytes.u4(behind, 0, many - 1);
        for (int i = 0; i < many; i++) {
            bytes.u4(draw.oneIn(3) ? behind : behind + draw.below(2));
        }
        bytes.u1(0, RETURN);
        file.major = draw.of(48, 50, file.major);
        add(file, draw, new RawCode(2, 2, bytes.all()));
    }

    private static void variables(RawFile file, Draw draw) {
        var bytes = new RawBytes();
        int branches = count(draw, 5_000);
        for (int i = 0; i < branches; i++) {
            bytes.u1(0x03, 0x99).u2(3); // each a target for the next
        }
        file.major = draw.of(45, 48, 49, 50, file.major);
        add(file, draw, new RawCode(draw.oddShort(), 0xffff, bytes.u1(RETURN).all()));
    }

    private static void branches(RawFile file, Draw draw) {
        int many = count(draw, 15_000);
        var bytes = new RawBytes();
        for (int i = 0; i < many; i++) {
            int to = draw.below(many + 1); // a pair is 4 bytes
            bytes.u1(0x03, draw.of(0x99, 0x9a)).u2(Math.clamp(4L * (to - i) - 1, -32_000, 32_000));
        }
        file.major = draw.of(48, 50, file.major);
        add(file, draw, new RawCode(2, 2, bytes.u1(RETURN).all()));
    }

    private static void loops(RawFile file, Draw draw) {
        int depth = count(draw, 8_000);
        var bytes = new RawBytes();
        for (int i = 0; i < depth; i++) {
            bytes.u1(0x00);
        }
        for (int i = 0; i < depth; i++) {
            int back = -(depth + 4 * i + 1 - draw.below(depth));
            bytes.u1(0x03, 0x9a).u2(Math.max(-32_000, back));
        }
        file.major = draw.of(48, 50);
        add(file, draw, new RawCode(2, 2, bytes.u1(RETURN).all()));
    }

    private static void calls(RawFile file, Draw draw) {
        String parameters = draw.of("", "I", "Ljava/lang/String;").repeat(draw.below(200));
        List<String> owners = List.of("java/lang/Math", "java/lang/String", file.name());
        int kind = draw.of(RawPool.METHOD, RawPool.INTERFACE_METHOD);
        int call = file.pool.member(kind, draw.of(owners), "none", "(" + parameters + ")V");
        var bytes = new RawBytes();
        for (int left = count(draw, 15_000); left > 0; left--) {
            bytes.u1(0xb8).u2(call);
        }
        add(file, draw, new RawCode(8, 2, bytes.u1(RETURN).all()));
    }

    private static void callSites(RawFile file, Draw draw) {
        int factory =
                file.pool.handle(
                        6,
                        file.pool.member(
                                RawPool.METHOD,
                                "java/lang/invoke/StringConcatFactory",
                                "makeConcatWithConstants",
                                "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;"
                                        + "Ljava/lang/invoke/MethodType;Ljava/lang/String;"
                                        + "[Ljava/lang/Object;)Ljava/lang/invoke/CallSite;"));
        int[] arguments = new int[count(draw, 200) + 1];
        arguments[0] = file.pool.string("\2".repeat(arguments.length - 1));
        for (int i = 1; i < arguments.length; i++) {
            arguments[i] = arguments[0];
        }
        int site =
                file.pool.dynamic(
                        RawPool.CALL_SITE,
                        file.addBootstrap(factory, arguments),
                        "makeConcatWithConstants",
                        "()Ljava/lang/String;");
        var bytes = new RawBytes();
        for (int left = count(draw, 10_000); left > 0; left--) {
            bytes.u1(0xba).u2(site, 0).u1(0x57);
        }
        add(file, draw, new RawCode(8, 2, bytes.u1(RETURN).all()));
    }

    /** Each frame has many variables. */
    private static void frames(RawFile file, Draw draw) {
        int many = count(draw, 3_000);
        int variables = count(draw, 300);
        var bytes = new RawBytes();
        var map = new RawBytes().u2(many);
        for (int i = 0; i < many; i++) {
            bytes.u1(GOTO).u2(3);
            map.u1(255).u2(i == 0 ? 3 : 2, variables);
            for (int k = 0; k < variables; k++) {
                map.u1(0);
            }
            map.u2(0);
        }
        var code = new RawCode(1, Math.max(2, variables), bytes.u1(RETURN).all());
        code.attributes.add(new RawAttribute(file.pool.utf("StackMapTable"), map.all()));
        add(file, draw, code);
    }

    private static void names(RawFile file, Draw draw) {
        boolean isUsed = draw.oneIn(2);
        var bytes = new RawBytes();
        String owner = draw.of("java/util/ArrayList", "java/lang/Math", "no/Such", file.name());
        for (int left = count(draw, 12_000); left > 0 && !file.pool.isFull(10); left--) {
            int call = file.pool.member(RawPool.METHOD, owner, "n" + left, "(I)V");
            if (isUsed && bytes.size() < 60_000) {
                bytes.u1(0x03, 0xb8).u2(call);
            }
        }
        add(file, draw, new RawCode(8, 2, bytes.u1(RETURN).all()));
    }
}
