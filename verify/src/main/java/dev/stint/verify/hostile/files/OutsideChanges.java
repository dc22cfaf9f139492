package dev.stint.verify.hostile.files;

import static dev.stint.verify.hostile.raw.RawPool.CALL_SITE;
import static dev.stint.verify.hostile.raw.RawPool.DYNAMIC;
import static dev.stint.verify.hostile.raw.RawPool.FIELD;
import static dev.stint.verify.hostile.raw.RawPool.INTERFACE_METHOD;
import static dev.stint.verify.hostile.raw.RawPool.METHOD;

import dev.stint.verify.hostile.Draw;
import dev.stint.verify.hostile.raw.RawAttribute;
import dev.stint.verify.hostile.raw.RawBytes;
import dev.stint.verify.hostile.raw.RawCode;
import dev.stint.verify.hostile.raw.RawFile;
import dev.stint.verify.hostile.raw.RawMember;
import dev.stint.verify.hostile.raw.RawPool;
import java.util.List;

/** References to what is outside, in all the ways in which a class file can refer to something. */
final class OutsideChanges {
    static final List<Change> ALL =
            List.of(
                    new Change("outside used", OutsideChanges::use),
                    new Change("outside used through an heir", OutsideChanges::useInherited),
                    new Change("outside used through an array", OutsideChanges::useArray),
                    new Change("outside named", OutsideChanges::name),
                    new Change("outside by a handle", OutsideChanges::handle),
                    new Change("outside computes a constant", OutsideChanges::constant),
                    new Change("outside at a call site", OutsideChanges::callSite),
                    new Change("outside in a concatenation", OutsideChanges::concat),
                    new Change("outside caught", OutsideChanges::caught),
                    new Change("outside as an ancestor", OutsideChanges::ancestor),
                    new Change("outside in an attribute", OutsideChanges::attribute),
                    new Change("outside in a descriptor", OutsideChanges::descriptor));

    private static final String OBJECT = "Ljava/lang/Object;";
    private static final String LOOKUP = "Ljava/lang/invoke/MethodHandles$Lookup;";
    private static final String SITE = "Ljava/lang/invoke/CallSite;";
    private static final String TYPE = "Ljava/lang/invoke/MethodType;";
    private static final String STRING = "Ljava/lang/String;";

    /** Bootstrap methods of the JDK: owner, name, descriptor. */
    private static final List<List<String>> BOOTSTRAPS =
            List.of(
                    List.of(
                            "java/lang/invoke/ConstantBootstraps",
                            "invoke",
                            "("
                                    + LOOKUP
                                    + STRING
                                    + "Ljava/lang/Class;"
                                    + "Ljava/lang/invoke/MethodHandle;["
                                    + OBJECT
                                    + ")"
                                    + OBJECT),
                    List.of(
                            "java/lang/invoke/ConstantBootstraps",
                            "getStaticFinal",
                            "(" + LOOKUP + STRING + "Ljava/lang/Class;Ljava/lang/Class;)" + OBJECT),
                    List.of(
                            "java/lang/invoke/LambdaMetafactory",
                            "metafactory",
                            "("
                                    + LOOKUP
                                    + STRING
                                    + TYPE
                                    + TYPE
                                    + "Ljava/lang/invoke/MethodHandle;"
                                    + TYPE
                                    + ")"
                                    + SITE),
                    List.of(
                            "java/lang/invoke/StringConcatFactory",
                            "makeConcatWithConstants",
                            "(" + LOOKUP + STRING + TYPE + STRING + "[" + OBJECT + ")" + SITE),
                    List.of(
                            "java/lang/runtime/SwitchBootstraps",
                            "typeSwitch",
                            "(" + LOOKUP + STRING + TYPE + "[" + OBJECT + ")" + SITE),
                    List.of(
                            "java/lang/runtime/ObjectMethods",
                            "bootstrap",
                            "("
                                    + LOOKUP
                                    + STRING
                                    + "Ljava/lang/invoke/TypeDescriptor;"
                                    + "Ljava/lang/Class;"
                                    + STRING
                                    + "[Ljava/lang/invoke/MethodHandle;)"
                                    + OBJECT),
                    List.of(Target.OUTSIDE, "reach", "()V"),
                    List.of(Target.OUTSIDE, "boot", "(" + LOOKUP + STRING + TYPE + ")" + SITE));

    private OutsideChanges() {}

    private static String method(Draw draw) {
        return draw.oneIn(20) ? "main" : "out" + draw.below(1_000_000);
    }

    private static void add(RawFile file, Draw draw, RawBytes code) {
        int flags = draw.oneIn(4) ? 0xa : RawFile.STATIC;
        String name = draw.oneIn(12) ? "<clinit>" : method(draw);
        file.addMethod(flags, name, "()V", new RawCode(12, 4, code.u1(0xb1).all()));
    }

    private static int reference(RawPool pool, Target target, String owner, Draw draw) {
        int tag = target.isField() ? FIELD : METHOD;
        if (draw.oneIn(15)) {
            tag = draw.of(FIELD, METHOD, INTERFACE_METHOD);
        }
        return pool.member(tag, owner, target.name(), target.type());
    }

    /** Pushes what the target takes: texts that say what to steal, and nothing. */
    private static void push(RawFile file, RawBytes code, Target target) {
        String descriptor = target.type();
        String text = target.name().equals("forName") ? Outside.class.getName() : Witness.LOOT;
        String parameters = descriptor.substring(1, descriptor.indexOf(')'));
        if (parameters.equals("I")) {
            code.u1(0x10, 7); // an exit by which nobody else ends
        } else {
            for (String each : parameters.split(";", -1)) {
                if (each.equals("Ljava/lang/String")) {
                    code.u1(0x13).u2(file.pool.string(text));
                } else if (!each.isEmpty()) {
                    code.u1(0x01);
                }
            }
        }
    }

    private static void use(RawFile file, Draw draw) {
        Target target = draw.of(Target.ALL);
        add(file, draw, used(file, target, target.owner(), draw));
    }

    private static RawBytes used(RawFile file, Target target, String owner, Draw draw) {
        int reference = reference(file.pool, target, owner, draw);
        var code = new RawBytes();
        switch (target.kind()) {
            case STATIC_FIELD -> {
                if (draw.oneIn(2)) {
                    code.u1(0xb2).u2(reference).u1(0x57);
                } else {
                    code.u1(target.type().equals("I") ? 0x03 : 0x01).u1(0xb3).u2(reference);
                }
            }
            case FIELD -> code.u1(0x01).u1(0xb4).u2(reference).u1(0x57);
            case STATIC_METHOD -> {
                push(file, code, target);
                code.u1(0xb8).u2(reference);
            }
            case METHOD -> code.u1(0x01, 0xb6).u2(reference);
            case CONSTRUCTOR -> {
                code.u1(0xbb).u2(file.pool.ofClass(owner)).u1(0x59);
                push(file, code, target);
                code.u1(0xb7).u2(reference).u1(0x57);
            }
        }
        return code;
    }

    /** The constant names another class, which has the member from an ancestor, or seems to. */
    private static void useInherited(RawFile file, Draw draw) {
        Target target = draw.of(Target.ALL);
        if (draw.oneIn(2)) {
            file.superClass = file.pool.ofClass(target.owner());
        }
        String owner = draw.oneIn(4) ? otherClass(file, draw) : file.name();
        add(file, draw, used(file, target, owner, draw));
    }

    private static String otherClass(RawFile file, Draw draw) {
        return file.pool.className(draw.of(file.pool.all(RawPool.CLASS)));
    }

    private static void useArray(RawFile file, Draw draw) {
        Target target = draw.of(Target.ALL);
        String array = "[".repeat(draw.from(1, 3)) + "L" + target.owner() + ";";
        int clone = file.pool.member(METHOD, array, "clone", "()" + OBJECT);
        var code = new RawBytes().u1(0x03, 0xbd).u2(file.pool.ofClass(target.owner()));
        if (draw.oneIn(2)) {
            code = new RawBytes().u1(0x03, 0xc5).u2(file.pool.ofClass(array)).u1(1);
        }
        add(file, draw, code.u1(0xb6).u2(clone).u1(0x57));
    }

    private static void name(RawFile file, Draw draw) {
        int type = file.pool.ofClass(draw.oneIn(3) ? Target.OUTSIDE + "$Inside" : Target.OUTSIDE);
        var code = new RawBytes();
        switch (draw.below(4)) {
            case 0 -> code.u1(0x13).u2(type).u1(0x57);
            case 1 -> code.u1(0x01, 0xc1).u2(type).u1(0x57);
            case 2 -> code.u1(0x01, 0xc0).u2(type).u1(0x57);
            default ->
                    code.u1(0x13).u2(file.pool.methodType("(L" + Target.OUTSIDE + ";)V")).u1(0x57);
        }
        add(file, draw, code);
    }

    private static int kindOf(Target target, Draw draw) {
        if (draw.oneIn(6)) {
            return draw.below(11);
        }
        return switch (target.kind()) {
            case STATIC_FIELD -> draw.of(2, 4);
            case FIELD -> draw.of(1, 3);
            case STATIC_METHOD -> 6;
            case METHOD -> draw.of(5, 7);
            case CONSTRUCTOR -> 8;
        };
    }

    private static int handleOf(RawFile file, Target target, Draw draw) {
        int reference = reference(file.pool, target, target.owner(), draw);
        return file.pool.handle(kindOf(target, draw), reference);
    }

    private static void handle(RawFile file, Draw draw) {
        int handle = handleOf(file, draw.of(Target.ALL), draw);
        add(file, draw, new RawBytes().u1(0x13).u2(handle).u1(0x57));
    }

    private static int bootstrap(RawFile file, Draw draw) {
        List<String> method = draw.of(BOOTSTRAPS);
        int reference = file.pool.member(METHOD, method.get(0), method.get(1), method.get(2));
        int handle = file.pool.handle(6, reference);
        int[] arguments = new int[draw.below(5)];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = argument(file, draw);
        }
        return file.addBootstrap(handle, arguments);
    }

    private static int argument(RawFile file, Draw draw) {
        return switch (draw.below(6)) {
            case 0 -> file.pool.ofClass(Target.OUTSIDE);
            case 1 -> file.pool.methodType(draw.of("()V", "(L" + Target.OUTSIDE + ";)V"));
            case 2 -> file.pool.string(draw.of("\1", "\2", Witness.LOOT));
            case 3 -> {
                List<Integer> dynamic = file.pool.all(DYNAMIC);
                yield dynamic.isEmpty() ? file.pool.string("x") : draw.of(dynamic);
            }
            default -> handleOf(file, draw.of(Target.ALL), draw);
        };
    }

    private static int computed(RawFile file, Draw draw) {
        return file.pool.dynamic(
                DYNAMIC, bootstrap(file, draw), draw.of("shared", "x"), draw.of(OBJECT, "I"));
    }

    private static void constant(RawFile file, Draw draw) {
        add(file, draw, new RawBytes().u1(0x13).u2(computed(file, draw)).u1(0x57));
    }

    private static void callSite(RawFile file, Draw draw) {
        String type = draw.of("()V", "()Ljava/lang/Runnable;", "()" + STRING, "(" + OBJECT + "I)I");
        int site = file.pool.dynamic(CALL_SITE, bootstrap(file, draw), draw.of("run", "x"), type);
        var code = new RawBytes();
        if (type.startsWith("(" + OBJECT)) {
            code.u1(0x01, 0x03);
        }
        code.u1(0xba).u2(site, 0);
        add(file, draw, type.endsWith("V") ? code : code.u1(0x57));
    }

    private static void concat(RawFile file, Draw draw) {
        List<String> concat = BOOTSTRAPS.get(3);
        int handle =
                file.pool.handle(
                        6, file.pool.member(METHOD, concat.get(0), concat.get(1), concat.get(2)));
        int recipe = file.pool.string("\2");
        int part = draw.oneIn(2) ? computed(file, draw) : argument(file, draw);
        int site =
                file.pool.dynamic(
                        CALL_SITE,
                        file.addBootstrap(handle, recipe, part),
                        "makeConcatWithConstants",
                        "()" + STRING);
        add(file, draw, new RawBytes().u1(0xba).u2(site, 0).u1(0x57));
    }

    /** Throws, and catches what is not open, with a frame for the handler. */
    private static void caught(RawFile file, Draw draw) {
        int type = file.pool.ofClass(Target.OUTSIDE);
        var code = new RawCode(2, 1, new RawBytes().u1(0x01, 0xbf, 0x57, 0xb1).all());
        code.table.add(new RawCode.Line(0, 2, 2, type));
        byte[] frame = new RawBytes().u2(1).u1(64 + 2, 7).u2(type).all();
        code.attributes.add(new RawAttribute(file.pool.utf("StackMapTable"), frame));
        file.addMethod(RawFile.STATIC, method(draw), "()V", code);
    }

    private static void ancestor(RawFile file, Draw draw) {
        switch (draw.below(3)) {
            case 0 -> file.superClass = file.pool.ofClass(Target.OUTSIDE);
            case 1 -> file.interfaces.add(file.pool.ofClass(Target.OUTSIDE + "$Inside"));
            default -> file.superClass = file.pool.ofClass(draw.of(Target.ALL).owner());
        }
    }

    private static void attribute(RawFile file, Draw draw) {
        int type = file.pool.ofClass(Target.OUTSIDE);
        int text = file.pool.utf("L" + Target.OUTSIDE + ";");
        switch (draw.below(8)) {
            case 0 -> file.addAttribute("NestHost", new RawBytes().u2(type).all());
            case 1 -> file.addAttribute("NestMembers", new RawBytes().u2(1, type).all());
            case 2 -> file.addAttribute("PermittedSubclasses", new RawBytes().u2(1, type).all());
            case 3 -> file.addAttribute("EnclosingMethod", new RawBytes().u2(type, 0).all());
            case 4 ->
                    file.addAttribute("InnerClasses", new RawBytes().u2(1, type, type, 0, 9).all());
            case 5 ->
                    file.addAttribute(
                            "Record", new RawBytes().u2(1, file.pool.utf("c"), text, 0).all());
            case 6 -> file.addAttribute("Signature", new RawBytes().u2(text).all());
            default ->
                    file.addAttribute(
                            draw.of("RuntimeVisibleAnnotations", "RuntimeInvisibleAnnotations"),
                            new RawBytes().u2(1, text, 0).all());
        }
    }

    private static void descriptor(RawFile file, Draw draw) {
        String type = "L" + Target.OUTSIDE + ";";
        if (draw.oneIn(2)) {
            file.fields.add(new RawMember(RawFile.STATIC, file.pool.utf("f"), file.pool.utf(type)));
        } else {
            file.addMethod(
                    draw.of(RawFile.STATIC, 1),
                    method(draw),
                    draw.of("()" + type, "(" + type + ")" + type),
                    new RawCode(1, 2, new byte[] {0x01, (byte) 0xb0}));
        }
    }
}
