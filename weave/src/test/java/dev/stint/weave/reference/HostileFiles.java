package dev.stint.weave.reference;

import dev.stint.weave.reference.RawClass.Bytes;
import dev.stint.weave.reference.RawClass.Line;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/** Class files that are wrong, or valid and built to be a burden. By what is odd about them. */
final class HostileFiles {
    private static final int STATIC = 0x9;
    private static final int IFEQ = 0x99;
    private static final int IFNE = 0x9a;
    private static final int GOTO = 0xa7;
    private static final int RETURN = 0xb1;
    private static final int ILOAD_0 = 0x1a;
    private static final int LARGEST_CODE = 65_535;

    private final Map<String, byte[]> files = new LinkedHashMap<>();

    static Map<String, byte[]> all() {
        HostileFiles hostile = new HostileFiles();
        hostile.names();
        hostile.versions();
        hostile.pools();
        hostile.members();
        hostile.tables();
        hostile.instructions();
        hostile.attributes();
        hostile.burdens();
        return hostile.files;
    }

    private void add(String title, Consumer<RawClass> change) {
        RawClass file = new RawClass("hostile/File");
        change.accept(file);
        files.put(title, file.bytes());
    }

    /** A file with one static method (I)V of this code. */
    private void addCode(String title, byte[] code, Line... table) {
        add(
                title,
                file ->
                        file.withMethod(
                                STATIC, "m", "(I)V", file.code(10, 10, code, List.of(table))));
    }

    // ---- what the whole file says

    private void names() {
        for (String name :
                List.of(
                        "",
                        "a.b",
                        "a;b",
                        "[I",
                        "[Lx;",
                        "a/",
                        "/a",
                        "a//b",
                        "<init>",
                        "a b",
                        "I",
                        "\0",
                        "java/lang/Evil",
                        "dev/stint/hooks/Hook",
                        "module-info",
                        "x".repeat(60_000))) {
            String title = "class name " + name.substring(0, Math.min(20, name.length()));
            add(title, file -> file.thisClass = file.ofClass(name));
            add("super" + title, file -> file.superClass = file.ofClass(name));
        }
        for (String name : List.of("", "a.b", "a;b", "<x>", "<init>", "<clinit>", "a/b", "[")) {
            byte[] returns = {(byte) RETURN};
            add(
                    "method name " + name,
                    file ->
                            file.withMethod(
                                    STATIC, name, "()V", file.code(1, 1, returns, List.of())));
            add("field name " + name, file -> file.withField(STATIC, name, "I"));
        }
        for (String type :
                List.of(
                        "",
                        "(",
                        "()",
                        "V",
                        "(V)V",
                        "(I)",
                        "(I)VV",
                        "(Lx)V",
                        "(L;)V",
                        "()[",
                        "(" + "J".repeat(200) + ")V",
                        "(" + "[".repeat(300) + "I)V")) {
            byte[] returns = {(byte) RETURN};
            String title = "type " + type.substring(0, Math.min(12, type.length()));
            add(
                    "method " + title,
                    file ->
                            file.withMethod(
                                    STATIC, "m", type, file.code(1, 1, returns, List.of())));
            add("field " + title, file -> file.withField(STATIC, "f", type));
        }
        add("itself as its superclass", file -> file.superClass = file.thisClass);
        add("itself as its interface", file -> file.withInterface(file.thisClass));
        add("no superclass", file -> file.superClass = 0);
        add("a final superclass", file -> file.superClass = file.ofClass("java/lang/String"));
        add("an interface as superclass", file -> file.superClass = file.ofClass("java/util/List"));
        add("a class as interface", file -> file.withInterface(file.ofClass("java/lang/Object")));
        add("no class index", file -> file.thisClass = 0);
        add("a class index that is a text", file -> file.thisClass = file.text("hostile/File"));
        add("a class index beyond the pool", file -> file.thisClass = 60_000);
        for (int flags : List.of(0, 0x0200, 0x0600, 0x0410, 0x8000, 0xffff, 0x4020, 0x2200)) {
            add("flags " + flags, file -> file.flags = flags);
        }
    }

    private void versions() {
        for (int version : List.of(0, 1, 44, 45, 46, 48, 49, 50, 51, 52, 68, 69, 70, 255, 65_535)) {
            add("version " + version, file -> file.major = version);
            add(
                    "preview of version " + version,
                    file -> {
                        file.major = version;
                        file.minor = 65_535;
                    });
        }
    }

    private void pools() {
        for (int count : List.of(0, 1, 2, 3, 1000, 65_535)) {
            files.put("pool count " + count, new RawClass("hostile/File").bytes(count));
        }
        for (int tag = 0; tag < 25; tag++) {
            byte[] constant = new Bytes().u1(tag).u2(0, 0).all();
            add("empty constant of tag " + tag, file -> file.constant(constant));
        }
        byte[] returns = {(byte) RETURN};
        odd("a class that is itself", file -> new Bytes().u1(7).u2(file.nextConstant()));
        odd("a name and type of itself", file -> new Bytes().u1(12).u2(self(file), self(file)));
        odd("a method of itself", file -> new Bytes().u1(10).u2(self(file), self(file)));
        odd("a handle to itself", file -> new Bytes().u1(15).u1(6).u2(self(file)));
        odd("a handle of kind 77", file -> new Bytes().u1(15).u1(77).u2(file.text("x")));
        odd("a constant of bootstrap 500", file -> new Bytes().u1(17).u2(500, self(file)));
        odd("text of bad bytes", file -> new Bytes().u1(1).u2(3).u1(0xff, 0xfe, 0x80));
        odd("text longer than the file", file -> new Bytes().u1(1).u2(65_535).u1(65));
        add(
                "a constant computed from itself",
                file -> {
                    int bootstrap =
                            file.method(
                                    "java/lang/invoke/ConstantBootstraps", "nullConstant", "()V");
                    int handle = file.constant(new Bytes().u1(15).u1(6).u2(bootstrap).all());
                    int name = file.nameAndType("x", "Ljava/lang/Object;");
                    int dynamic = file.constant(new Bytes().u1(17).u2(0, name).all());
                    file.withAttribute(
                            "BootstrapMethods", new Bytes().u2(1, handle, 1, dynamic).all());
                    byte[] code = new Bytes().u1(0x13).u2(dynamic).u1(0x57, RETURN).all();
                    file.withMethod(STATIC, "m", "()V", file.code(2, 1, code, List.of()));
                    file.withMethod(STATIC, "n", "()V", file.code(1, 1, returns, List.of()));
                });
    }

    private static int self(RawClass file) {
        return file.nextConstant();
    }

    private void odd(String title, java.util.function.Function<RawClass, Bytes> constant) {
        add(
                title,
                file -> {
                    int index = file.constant(constant.apply(file).all());
                    byte[] code = new Bytes().u1(0x13).u2(index).u1(0x57, RETURN).all(); // ldc_w
                    file.withMethod(STATIC, "m", "()V", file.code(2, 1, code, List.of()));
                });
    }

    // ---- members

    private void members() {
        byte[] returns = {(byte) RETURN};
        add(
                "two methods alike",
                file -> {
                    file.withMethod(STATIC, "m", "()V", file.code(1, 1, returns, List.of()));
                    file.withMethod(STATIC, "m", "()V", file.code(1, 1, returns, List.of()));
                });
        add("two fields alike", file -> file.withField(9, "f", "I").withField(9, "f", "I"));
        add(
                "two codes",
                file -> {
                    byte[] code = file.code(1, 1, returns, List.of());
                    file.withMethod(STATIC, "m", "()V", code, code);
                });
        add("no code", file -> file.withMethod(STATIC, "m", "()V"));
        for (int flags : List.of(0x400, 0x100, 0x500, 0x1f, 0x7, 0xffff, 0x409, 0x21)) {
            add(
                    "method flags " + flags,
                    file ->
                            file.withMethod(
                                    flags, "m", "()V", file.code(1, 1, returns, List.of())));
            add("method flags without code " + flags, file -> file.withMethod(flags, "m", "()V"));
            add("field flags " + flags, file -> file.withField(flags, "f", "I"));
        }
        add(
                "a finalizer",
                file -> file.withMethod(1, "finalize", "()V", file.code(1, 1, returns, List.of())));
        add(
                "hooks of its own",
                file ->
                        file.withMethod(
                                0x100a, "stint$ref$0", "()V", file.code(1, 1, returns, List.of())));
    }

    // ---- exception tables

    private void tables() {
        byte[] code = new Bytes().u1(0, 0, 0, 0, 0, RETURN, 0x57, RETURN).all();
        addCode("an empty range", code, new Line(2, 2, 6, 0));
        addCode("a range turned round", code, new Line(4, 2, 6, 0));
        addCode("a range beyond the end", code, new Line(0, 100, 6, 0));
        addCode("a range from beyond the end", code, new Line(100, 101, 6, 0));
        addCode("a handler beyond the end", code, new Line(0, 3, 100, 0));
        addCode("a handler of a type that is none", code, new Line(0, 3, 6, 9999));
        addCode("a handler that is its own range", code, new Line(6, 7, 6, 0));
        addCode(
                "handlers in a circle",
                new Bytes().u1(0, RETURN, 0x57, RETURN, 0x57, RETURN).all(),
                new Line(0, 1, 2, 0),
                new Line(2, 3, 4, 0),
                new Line(4, 5, 2, 0));
        byte[] branch = new Bytes().u1(GOTO).u2(3).u1(0, RETURN, 0x57, RETURN).all();
        addCode("a range from the middle of an instruction", branch, new Line(1, 4, 5, 0));
        addCode("a handler in the middle of an instruction", branch, new Line(0, 3, 1, 0));
    }

    // ---- code

    private void instructions() {
        addCode("no instruction", new byte[0]);
        addCode("no end", new byte[] {0, 0});
        for (int opcode = 0xa8; opcode < 0x100; opcode++) {
            addCode("opcode " + opcode, new Bytes().u1(ILOAD_0, opcode, 0, 1, 0, 0, RETURN).all());
        }
        for (int opcode : List.of(0, 0x15, 0x84, 0xa9, 0xc4, 0xff)) {
            addCode("wide " + opcode, new Bytes().u1(0xc4, opcode).u2(1, 1).u1(RETURN).all());
        }
        for (int offset : List.of(0, 1, 2, -1, -3, 4, 5, 100, -100, 32_767, -32_768)) {
            addCode("goto " + offset, new Bytes().u1(GOTO).u2(offset).u1(0, RETURN).all());
            addCode(
                    "if " + offset,
                    new Bytes().u1(ILOAD_0, IFEQ).u2(offset).u1(RETURN, RETURN).all());
            addCode("goto_w " + offset, new Bytes().u1(0xc8).u4(offset).u1(RETURN).all());
        }
        addCode("goto_w far", new Bytes().u1(0xc8).u4(Integer.MIN_VALUE).u1(RETURN).all());
        for (int[] range : new int[][] {{0, 1 << 30}, {5, 1}, {Integer.MIN_VALUE, 2_000_000_000}}) {
            addCode(
                    "tableswitch " + range[0] + " to " + range[1],
                    new Bytes().u1(ILOAD_0, 0xaa, 0, 0).u4(20, range[0], range[1], 20, 20).all());
        }
        for (int pairs : List.of(-1, 1 << 29, Integer.MAX_VALUE, 2)) {
            addCode(
                    "lookupswitch of " + pairs,
                    new Bytes()
                            .u1(ILOAD_0, 0xab, 0, 0)
                            .u4(26, pairs, 7, 26, 3, 26)
                            .u1(RETURN)
                            .all());
        }
        addCode("load of variable 255", new Bytes().u1(0x15, 255, 0x57, RETURN).all());
        addCode("pop of nothing", new Bytes().u1(0x57, RETURN).all());
        addCode("a push without end", new Bytes().u1(0x03, GOTO).u2(-1).all());
        addCode("jsr", new Bytes().u1(0xa8).u2(4).u1(RETURN, 0x4c, 0xa9, 1).all());
        add(
                "multianewarray of no dimension",
                file -> {
                    int type = file.ofClass("[[I");
                    byte[] code = new Bytes().u1(0xc5).u2(type).u1(0, 0x57, RETURN).all();
                    file.withMethod(STATIC, "m", "()V", file.code(5, 1, code, List.of()));
                });
        for (String type : List.of("[[I", "java/lang/String", "[Ljava/lang/String;")) {
            add(
                    "multianewarray of more dimensions than " + type + " has",
                    file -> {
                        int array = file.ofClass(type);
                        byte[] code =
                                new Bytes().u1(8, 8, 8, 0xc5).u2(array).u1(3, 0x57, RETURN).all();
                        file.withMethod(STATIC, "m", "()V", file.code(5, 1, code, List.of()));
                    });
        }
        add(
                "an object of an array",
                file -> {
                    int type = file.ofClass("[I");
                    byte[] code = new Bytes().u1(0xbb).u2(type).u1(0x57, RETURN).all();
                    file.withMethod(STATIC, "m", "()V", file.code(5, 1, code, List.of()));
                });
        add(
                "an object that is never initialised",
                file -> {
                    int type = file.ofClass("java/lang/Object");
                    byte[] code = new Bytes().u1(0xbb).u2(type).u1(0x57, RETURN).all();
                    file.withMethod(STATIC, "m", "()V", file.code(5, 1, code, List.of()));
                });
        add(
                "invokeinterface with a wrong count",
                file -> {
                    int method = file.method("java/lang/Runnable", "run", "()V");
                    byte[] code = new Bytes().u1(0x01, 0xb9).u2(method).u1(9, 9, RETURN).all();
                    file.withMethod(STATIC, "m", "()V", file.code(5, 1, code, List.of()));
                });
        add(
                "a call of an initialiser",
                file -> {
                    int method = file.method("hostile/File", "<clinit>", "()V");
                    byte[] code = new Bytes().u1(0xb8).u2(method).u1(RETURN).all();
                    file.withMethod(STATIC, "m", "()V", file.code(5, 1, code, List.of()));
                });
    }

    // ---- attributes

    private void attributes() {
        byte[] noise = new byte[40];
        for (int i = 0; i < noise.length; i++) {
            noise[i] = (byte) (i * 37);
        }
        byte[] returns = {(byte) RETURN};
        byte[] loop = new Bytes().u1(ILOAD_0, IFNE).u2(-1).u1(RETURN).all();
        for (String name :
                List.of(
                        "Unknown",
                        "",
                        "InnerClasses",
                        "NestMembers",
                        "NestHost",
                        "Record",
                        "PermittedSubclasses",
                        "BootstrapMethods",
                        "SourceFile",
                        "Signature",
                        "EnclosingMethod",
                        "Module",
                        "RuntimeVisibleAnnotations",
                        "Code",
                        "StackMapTable",
                        "SourceDebugExtension",
                        "Synthetic",
                        "Deprecated")) {
            add(name + " of noise", file -> file.withAttribute(name, noise));
            add(name + " of nothing", file -> file.withAttribute(name, new byte[0]));
            for (int length : List.of(0x7fffffff, -1, 1000)) {
                add(
                        name + " of length " + length,
                        file -> file.withRawAttribute(file.attribute(name, noise, length)));
            }
        }
        for (String name :
                List.of(
                        "StackMapTable",
                        "LineNumberTable",
                        "LocalVariableTable",
                        "LocalVariableTypeTable",
                        "RuntimeVisibleTypeAnnotations",
                        "Code",
                        "Unknown")) {
            for (byte[] content :
                    List.of(
                            noise,
                            new byte[0],
                            new Bytes().u2(1, 60_000, 60_000).all(),
                            new Bytes().u2(1, 0, 60_000, 1, 1, 0).all(),
                            new Bytes().u2(3).u1(0, 0, 0).all(),
                            new Bytes().u2(1).u1(64, 7, 0xff, 0xff).all(),
                            new Bytes().u2(1).u1(64, 8, 0, 3).all(),
                            new Bytes().u2(65_535).all())) {
                add(
                        name + " in code, " + content.length + " bytes, " + files.size(),
                        file ->
                                file.withMethod(
                                        STATIC,
                                        "m",
                                        "(I)V",
                                        file.code(
                                                4,
                                                4,
                                                content.length % 2 == 0 ? loop : returns,
                                                List.of(),
                                                file.attribute(name, content))));
            }
        }
    }

    // ---- valid, but much of it

    private void burdens() {
        burden("nothing but nops", code -> code.u1(0), 65_000);
        burden(
                "branches to the start",
                code -> code.u1(ILOAD_0, IFNE).u2(-code.size() + 1),
                32_000);
        burden("branches to the one before", code -> code.u1(ILOAD_0, IFNE).u2(-1), 65_000);
        burden("loops in loops", HostileFiles::loopInLoop, 65_000);
        burden("loops with two entries", HostileFiles::twoEntries, 60_000);
        burden("branches to the next", code -> code.u1(ILOAD_0, IFNE).u2(3), 65_000);
        bigTable("every instruction caught at one place", 65_535, false);
        bigTable("every instruction caught by the next", 6_000, true);
        bigSwitch();
        add(
                "eight thousand methods",
                file -> {
                    for (int i = 0; i < 8_000; i++) {
                        file.withMethod(0x401, "m" + i, "()V");
                    }
                    file.flags = 0x421;
                });
        add(
                "an allocation in every block",
                file -> {
                    Bytes code = new Bytes();
                    int type = file.ofClass("java/lang/Object");
                    while (code.size() < 60_000) {
                        code.u1(0xbb).u2(type).u1(0x57, ILOAD_0, IFEQ).u2(3);
                    }
                    code.u1(RETURN);
                    file.major = 49;
                    file.withMethod(STATIC, "m", "(I)V", file.code(4, 4, code.all(), List.of()));
                });
        byte[] tooLong = new byte[LARGEST_CODE + 10];
        tooLong[tooLong.length - 1] = (byte) RETURN;
        addCode("more code than there may be", tooLong);
    }

    private static void loopInLoop(Bytes code) {
        int back = Math.min(code.size() / 2, 30_000) / 4 * 4;
        code.u1(ILOAD_0, IFNE).u2(-back - 1);
    }

    /** Each pair of branches goes into the middle of the next and of the last. */
    private static void twoEntries(Bytes code) {
        boolean isFirst = code.size() == 0;
        code.u1(ILOAD_0, IFNE).u2(11).u1(ILOAD_0, IFNE).u2(isFirst ? 3 : -9);
    }

    /** Without frames, so that all of it is valid. */
    private void burden(String title, Consumer<Bytes> step, int size) {
        Bytes code = new Bytes();
        while (code.size() < size) {
            step.accept(code);
        }
        code.u1(0, 0, 0, 0, 0, 0, 0, 0, RETURN);
        add(
                title,
                file -> {
                    file.major = 49;
                    file.withMethod(STATIC, "m", "(I)V", file.code(4, 4, code.all(), List.of()));
                });
    }

    private void bigTable(String title, int lines, boolean chained) {
        Bytes code = new Bytes();
        List<Line> table = new ArrayList<>();
        IntConsumer line =
                i -> {
                    int at = chained ? i * 2 : i % 1000;
                    table.add(new Line(at, at + 1, chained ? at + 2 : 1001, 0));
                };
        for (int i = 0; i < lines; i++) {
            line.accept(i);
        }
        if (chained) {
            code.u1(0x01, 0);
            for (int i = 0; i < lines + 2; i++) {
                code.u1(0x57, 0x01);
            }
            code.u1(0x57, RETURN);
        } else {
            for (int i = 0; i < 1000; i++) {
                code.u1(0);
            }
            code.u1(RETURN, 0x57, RETURN);
        }
        add(
                title,
                file -> {
                    file.major = 49;
                    file.withMethod(STATIC, "m", "(I)V", file.code(4, 4, code.all(), table));
                });
    }

    private void bigSwitch() {
        int arms = 10_000;
        Bytes code = new Bytes().u1(ILOAD_0, 0xaa, 0, 0);
        int end = 16 + 4 * arms;
        code.u4(end - 1, 0, arms - 1);
        for (int i = 0; i < arms; i++) {
            code.u4(end - 1 + i % 5000);
        }
        for (int i = 0; i < 5000; i++) {
            code.u1(0);
        }
        code.u1(RETURN);
        add(
                "a switch of ten thousand arms",
                file -> {
                    file.major = 49;
                    file.withMethod(STATIC, "m", "(I)V", file.code(4, 4, code.all(), List.of()));
                });
    }
}
