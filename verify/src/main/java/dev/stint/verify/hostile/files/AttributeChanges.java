package dev.stint.verify.hostile.files;

import dev.stint.verify.hostile.Draw;
import dev.stint.verify.hostile.raw.RawAttribute;
import dev.stint.verify.hostile.raw.RawBytes;
import dev.stint.verify.hostile.raw.RawCode;
import dev.stint.verify.hostile.raw.RawFile;
import dev.stint.verify.hostile.raw.RawMember;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;

/** Attributes that are odd, doubled, cut, huge, or deep in each other. */
final class AttributeChanges {
    static final List<Change> ALL =
            List.of(
                    somewhere("an attribute doubled", AttributeChanges::duplicate),
                    somewhere("an attribute cut", AttributeChanges::cut),
                    somewhere("an attribute flipped", AttributeChanges::flip),
                    somewhere("an attribute dropped", AttributeChanges::drop),
                    somewhere("an attribute of others", AttributeChanges::move),
                    new Change("an odd attribute", AttributeChanges::odd),
                    new Change("a huge attribute", AttributeChanges::huge),
                    new Change("deep annotations", AttributeChanges::deep),
                    new Change("annotations", AttributeChanges::annotations),
                    new Change("a record", AttributeChanges::record),
                    new Change("a module", AttributeChanges::module),
                    Change.ofCode("frames that are wrong", AttributeChanges::frames));

    private static final List<String> NAMES =
            List.of(
                    "AnnotationDefault",
                    "BootstrapMethods",
                    "Code",
                    "ConstantValue",
                    "Deprecated",
                    "EnclosingMethod",
                    "Exceptions",
                    "InnerClasses",
                    "LineNumberTable",
                    "LocalVariableTable",
                    "LocalVariableTypeTable",
                    "MethodParameters",
                    "Module",
                    "ModuleHashes",
                    "ModuleMainClass",
                    "ModulePackages",
                    "ModuleTarget",
                    "NestHost",
                    "NestMembers",
                    "PermittedSubclasses",
                    "Record",
                    "RuntimeVisibleAnnotations",
                    "RuntimeInvisibleAnnotations",
                    "RuntimeVisibleParameterAnnotations",
                    "RuntimeVisibleTypeAnnotations",
                    "RuntimeInvisibleTypeAnnotations",
                    "Signature",
                    "SourceDebugExtension",
                    "SourceFile",
                    "StackMapTable",
                    "StackMap",
                    "Synthetic",
                    "Unknown",
                    "");

    /** Bytes with which kinds of frames and of types begin. */
    private static final List<Integer> FRAMES =
            List.of(0, 63, 64, 127, 247, 248, 250, 251, 252, 254, 255, 7, 8, 6);

    private AttributeChanges() {}

    /** A change of attributes that the class, a member or a code has. */
    private static Change somewhere(String name, BiConsumer<List<RawAttribute>, Draw> how) {
        return new Change(
                name,
                (file, draw) -> {
                    switch (draw.below(4)) {
                        case 0 -> change(file.attributes, draw, how);
                        case 1 -> ofMember(file.fields, draw, how);
                        case 2 -> ofMember(file.methods, draw, how);
                        default ->
                                Change.ofCode(name, (code, d) -> change(code.attributes, d, how))
                                        .apply(file, draw);
                    }
                });
    }

    private static void ofMember(
            List<RawMember> members, Draw draw, BiConsumer<List<RawAttribute>, Draw> how) {
        if (!members.isEmpty()) {
            change(draw.of(members).attributes, draw, how);
        }
    }

    private static void change(
            List<RawAttribute> attributes, Draw draw, BiConsumer<List<RawAttribute>, Draw> how) {
        if (!attributes.isEmpty()) {
            how.accept(attributes, draw);
        }
    }

    private static void duplicate(List<RawAttribute> attributes, Draw draw) {
        RawAttribute each = draw.of(attributes);
        int count = draw.oneIn(40) ? 2_000 : 1;
        for (int i = 0; i < count && each.content().length < 1_000; i++) {
            attributes.add(each);
        }
    }

    private static void cut(List<RawAttribute> attributes, Draw draw) {
        int at = draw.below(attributes.size());
        RawAttribute each = attributes.get(at);
        int length = draw.below(each.content().length + 3); // or a bit longer
        attributes.set(at, new RawAttribute(each.name(), Arrays.copyOf(each.content(), length)));
    }

    private static void flip(List<RawAttribute> attributes, Draw draw) {
        int at = draw.below(attributes.size());
        RawAttribute each = attributes.get(at);
        byte[] content = each.content().clone();
        for (int i = draw.below(3); i >= 0 && content.length > 0; i--) {
            content[draw.below(content.length)] = (byte) draw.oddShort();
        }
        attributes.set(at, new RawAttribute(each.name(), content));
    }

    private static void drop(List<RawAttribute> attributes, Draw draw) {
        attributes.remove(draw.below(attributes.size()));
    }

    /** Two attributes change their names. */
    private static void move(List<RawAttribute> attributes, Draw draw) {
        int one = draw.below(attributes.size());
        RawAttribute other = draw.of(attributes);
        attributes.set(one, new RawAttribute(other.name(), attributes.get(one).content()));
    }

    private static void add(RawFile file, Draw draw, String name, byte[] content) {
        var attribute = new RawAttribute(file.pool.utf(name), content);
        List<RawMember> members = draw.oneIn(2) ? file.fields : file.methods;
        if (draw.oneIn(2) || members.isEmpty()) {
            file.attributes.add(attribute);
        } else {
            draw.of(members).attributes.add(attribute);
        }
    }

    private static void odd(RawFile file, Draw draw) {
        var content = new RawBytes();
        for (int i = draw.below(8); i > 0; i--) {
            content.u2(draw.oneIn(3) ? draw.oddShort() : draw.from(0, file.pool.size()));
        }
        add(file, draw, draw.of(NAMES), content.u1(new int[draw.below(3)]).all());
    }

    private static void huge(RawFile file, Draw draw) {
        byte[] content = new byte[draw.oneIn(20) ? 1_000_000 : draw.below(60_000)];
        if (draw.oneIn(2)) {
            Arrays.fill(content, (byte) draw.below(20));
        }
        if (content.length > 1) {
            content[0] = (byte) draw.below(256);
        }
        add(file, draw, draw.of(NAMES), content);
    }

    private static void deep(RawFile file, Draw draw) {
        int type = file.pool.utf("Lhostile/Note;");
        int name = file.pool.utf("value");
        var content = new RawBytes().u2(1, type, 1, name);
        boolean isArray = draw.oneIn(2);
        for (int left = draw.oneIn(3) ? 20_000 : draw.below(100); left > 0; left--) {
            if (isArray) {
                content.u1('[').u2(1);
            } else {
                content.u1('@').u2(type, 1, name);
            }
        }
        content.u1('I').u2(file.pool.add(new RawBytes().u1(3).u4(7).all()));
        String kind = draw.of("RuntimeVisibleAnnotations", "RuntimeInvisibleAnnotations");
        if (draw.oneIn(4)) {
            add(file, draw, "AnnotationDefault", content.all());
        } else {
            add(file, draw, kind, content.all());
        }
    }

    private static void annotations(RawFile file, Draw draw) {
        int count = draw.oneIn(10) ? 5_000 : draw.from(1, 5);
        int type = file.pool.utf(draw.of("Ljava/lang/Deprecated;", "Lno/Such;", "I", ""));
        var content = new RawBytes();
        boolean isOfParameters = draw.oneIn(4);
        if (isOfParameters) {
            content.u1(1);
        }
        content.u2(count);
        for (int i = 0; i < count; i++) {
            content.u2(type, 1, draw.from(0, file.pool.size()));
            content.u1(draw.of('s', 'e', 'c', '@', '[', 'I', 'x')).u2(draw.oddShort(), 0);
        }
        add(
                file,
                draw,
                isOfParameters ? "RuntimeVisibleParameterAnnotations" : "RuntimeVisibleAnnotations",
                content.all());
    }

    private static void record(RawFile file, Draw draw) {
        int count = draw.oneIn(10) ? 3_000 : draw.below(4);
        int name = file.pool.utf("c");
        int type = file.pool.utf(draw.of("I", "V", "[[[J", "Lno/Such;", "()V"));
        var content = new RawBytes().u2(count);
        for (int i = 0; i < count; i++) {
            content.u2(name, type, 0);
        }
        file.addAttribute("Record", content.all());
        if (draw.oneIn(2)) {
            file.superClass = file.pool.ofClass("java/lang/Record");
        }
    }

    private static void module(RawFile file, Draw draw) {
        if (draw.oneIn(2)) {
            file.flags = 0x8000;
            file.thisClass = file.pool.ofClass("module-info");
            file.superClass = 0;
        }
        int name = file.pool.add(new RawBytes().u1(19).u2(file.pool.utf("m")).all());
        file.addAttribute("Module", new RawBytes().u2(name, 0, 0, 0, 0, 0, 0, 0).all());
    }

    /** A stack map that has little to do with the code. */
    private static void frames(RawCode code, Draw draw) {
        for (int i = 0; i < code.attributes.size(); i++) {
            byte[] content = code.attributes.get(i).content();
            if (content.length > 4 && draw.oneIn(2)) {
                byte[] other = content.clone();
                other[2 + draw.below(other.length - 2)] = draw.of(FRAMES).byteValue();
                code.attributes.set(i, new RawAttribute(code.attributes.get(i).name(), other));
            }
        }
    }
}
