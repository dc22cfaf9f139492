package dev.stint.verify.hostile.programs;

import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.stint.verify.hostile.Draw;
import dev.stint.verify.hostile.programs.tenant.Act;
import dev.stint.verify.hostile.programs.tenant.Acts;
import dev.stint.verify.hostile.programs.tenant.Functions;
import dev.stint.verify.hostile.programs.tenant.Values;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.stream.Stream;

/**
 * Writes the class file of a program. For each call there is a method that makes its values and
 * keeps them in static fields, and one that makes the call; {@code run} does the calls whose bits
 * are set.
 */
final class ProgramWriter {
    /** The ways in which something can be done. */
    static final List<String> WAYS =
            Stream.of(Acts.class.getDeclaredMethods())
                    .filter(each -> each.getReturnType() == Act.class)
                    .filter(each -> Modifier.isPublic(each.getModifiers()))
                    .map(Method::getName)
                    .sorted()
                    .toList();

    private static final int STATIC = ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC;
    private static final int DEEPEST = 3;
    private static final int MOST_CODE = 20_000;
    private static final ClassDesc ACT = ClassDesc.of(Act.class.getName());
    private static final ClassDesc ACTS = ClassDesc.of(Acts.class.getName());
    private static final MethodTypeDesc NOTHING = MethodTypeDesc.of(CD_void);
    private static final DirectMethodHandleDesc LAMBDAS =
            ConstantDescs.ofCallsiteBootstrap(
                    ClassDesc.of("java.lang.invoke.LambdaMetafactory"),
                    "metafactory",
                    ConstantDescs.CD_CallSite,
                    ConstantDescs.CD_MethodType,
                    ConstantDescs.CD_MethodHandle,
                    ConstantDescs.CD_MethodType);

    /** Methods that make a value of a size. */
    private static final List<Method> MAKERS =
            Stream.of(Values.class, Functions.class)
                    .flatMap(each -> Stream.of(each.getDeclaredMethods()))
                    .filter(each -> Modifier.isPublic(each.getModifiers()))
                    .sorted(Comparator.comparing(Method::toString))
                    .toList();

    private final Catalogue catalogue;
    private final Draw draw;
    private final IntSupplier sizes;
    private final List<String> told = new ArrayList<>();
    private final StringBuilder values = new StringBuilder();
    private int written;
    private boolean lacksValue;
    private boolean hasDeepValue;

    ProgramWriter(Catalogue catalogue, Draw draw) {
        this(catalogue, draw, () -> Program.count(draw));
    }

    /**
     * One whose values are as large as somebody says.
     *
     * @param sizes how large the next is, how deep or how many
     */
    ProgramWriter(Catalogue catalogue, Draw draw, IntSupplier sizes) {
        this.catalogue = catalogue;
        this.draw = draw;
        this.sizes = sizes;
    }

    /** True if a value was wanted that nobody could make. */
    boolean lacksValue() {
        return lacksValue;
    }

    /** True if the stack may get deep, because a value is. */
    boolean hasDeepValue() {
        return hasDeepValue;
    }

    /** What the program does, call by call. */
    List<String> told() {
        return List.copyOf(told);
    }

    byte[] write(String name, List<Program.Deed> deeds) {
        ClassDesc self = ClassDesc.of(name);
        return ClassFile.of()
                .build(
                        self,
                        made -> {
                            made.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL);
                            for (int i = 0; i < deeds.size(); i++) {
                                Program.Deed deed = deeds.get(i);
                                int number = i;
                                List<Class<?>> taken = deed.member().taken();
                                for (int k = 0; k < taken.size(); k++) {
                                    made.withField(field(i, k), desc(taken.get(k)), STATIC);
                                }
                                values.setLength(0);
                                made.withMethodBody(
                                        "prepare" + i,
                                        NOTHING,
                                        STATIC,
                                        code -> prepare(code, self, number, taken));
                                made.withMethodBody(
                                        "call" + i,
                                        NOTHING,
                                        STATIC,
                                        code -> call(code, self, number, deed.member()));
                                told.add(deed + " of " + values);
                            }
                            made.withMethodBody(
                                    "run",
                                    MethodTypeDesc.of(CD_void, CD_int),
                                    STATIC,
                                    code -> run(code, self, deeds));
                        });
    }

    /**
     * One member, for a trial of its price: {@code prepare0} makes the values, {@code calls0} makes
     * so many calls, and tells how many of them have returned.
     */
    byte[] write(String name, Member member) {
        ClassDesc self = ClassDesc.of(name);
        List<Class<?>> taken = member.taken();
        return ClassFile.of()
                .build(
                        self,
                        made -> {
                            made.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL);
                            for (int k = 0; k < taken.size(); k++) {
                                made.withField(field(0, k), desc(taken.get(k)), STATIC);
                            }
                            made.withMethodBody(
                                    "prepare0",
                                    NOTHING,
                                    STATIC,
                                    code -> prepare(code, self, 0, taken));
                            made.withMethodBody(
                                    "calls0",
                                    MethodTypeDesc.of(CD_int, CD_int),
                                    STATIC,
                                    code -> calls(code, self, member));
                            told.add(member + " of " + values);
                        });
    }

    /** The loop is written out, so that next to nothing but the calls is paid. */
    private static void calls(CodeBuilder code, ClassDesc self, Member member) {
        code.loadConstant(0).istore(1);
        var again = code.newBoundLabel();
        var end = code.newLabel();
        code.iload(0).ifle(end).iinc(0, -1);
        code.trying(
                tried -> {
                    callOnce(tried, self, 0, member);
                    tried.iinc(1, 1);
                },
                catching -> catching.catchingAll(CodeBuilder::pop));
        code.goto_(again).labelBinding(end).iload(1).ireturn();
    }

    private static String field(int deed, int value) {
        return "v" + deed + "_" + value;
    }

    private static ClassDesc desc(Class<?> type) {
        return ClassDesc.ofDescriptor(type.descriptorString());
    }

    private void prepare(CodeBuilder code, ClassDesc self, int deed, List<Class<?>> taken) {
        written = 0;
        values.setLength(0); // a method may be written twice
        for (int k = 0; k < taken.size(); k++) {
            value(code, taken.get(k), k == 0 ? 0 : 1);
            code.putstatic(self, field(deed, k), desc(taken.get(k)));
        }
        code.return_();
    }

    private static void call(CodeBuilder code, ClassDesc self, int deed, Member member) {
        callOnce(code, self, deed, member);
        code.return_();
    }

    private static void callOnce(CodeBuilder code, ClassDesc self, int deed, Member member) {
        if (member.isConstructor()) {
            code.new_(desc(member.owner())).dup();
        }
        List<Class<?>> taken = member.taken();
        for (int k = 0; k < taken.size(); k++) {
            code.getstatic(self, field(deed, k), desc(taken.get(k)));
        }
        invoke(code, member);
        drop(code, member.result());
    }

    private static void invoke(CodeBuilder code, Member member) {
        ClassDesc owner = desc(member.owner());
        MethodTypeDesc type = MethodTypeDesc.ofDescriptor(member.descriptor());
        String name = member.executable().getName();
        boolean isInterface = member.owner().isInterface();
        if (member.isConstructor()) {
            code.invokespecial(owner, ConstantDescs.INIT_NAME, type);
        } else if (member.isStatic()) {
            code.invokestatic(owner, name, type, isInterface);
        } else if (isInterface) {
            code.invokeinterface(owner, name, type);
        } else {
            code.invokevirtual(owner, name, type);
        }
    }

    private static void drop(CodeBuilder code, Class<?> type) {
        switch (TypeKind.from(desc(type)).slotSize()) {
            case 1 -> code.pop();
            case 2 -> code.pop2();
            default -> {}
        }
    }

    private void run(CodeBuilder code, ClassDesc self, List<Program.Deed> deeds) {
        MethodTypeDesc attempt = MethodTypeDesc.of(CD_void, ACT);
        MethodTypeDesc way = MethodTypeDesc.of(ACT, CD_int, ACT);
        for (int i = 0; i < deeds.size(); i++) {
            Program.Deed deed = deeds.get(i);
            var next = code.newLabel();
            code.iload(0).loadConstant(1 << i).iand().ifeq(next);
            act(code, self, "prepare" + i);
            code.invokestatic(ACTS, "attempt", attempt);
            for (int k = deed.ways().size() - 1; k >= 0; k--) {
                code.loadConstant(deed.counts().get(k));
            }
            act(code, self, "call" + i);
            for (String each : deed.ways()) {
                code.invokestatic(ACTS, each, way);
            }
            code.invokestatic(ACTS, "attempt", attempt);
            code.labelBinding(next);
        }
        code.return_();
    }

    private static void act(CodeBuilder code, ClassDesc self, String method) {
        code.invokedynamic(
                DynamicCallSiteDesc.of(
                        LAMBDAS,
                        "act",
                        MethodTypeDesc.of(ACT),
                        NOTHING,
                        MethodHandleDesc.ofMethod(
                                DirectMethodHandleDesc.Kind.STATIC, self, method, NOTHING),
                        NOTHING));
    }

    // ---- values

    /** Pushes a value of a type; null if nothing better can be made. */
    private void value(CodeBuilder code, Class<?> type, int depth) {
        if (type.isPrimitive()) {
            primitive(code, type);
            return;
        }
        List<Method> known =
                MAKERS.stream()
                        .filter(each -> type.isAssignableFrom(each.getReturnType()))
                        .toList();
        List<Member> makers = catalogue.makersOf(type);
        if (type.isEnum() && !draw.oneIn(10)) {
            constant(code, type);
        } else if (!known.isEmpty() && !draw.oneIn(4)) {
            known(code, draw.of(known));
        } else if (!makers.isEmpty() && depth < DEEPEST && written < MOST_CODE) {
            made(code, draw.of(makers), depth);
        } else if (type.isArray()) {
            array(code, type.getComponentType());
        } else if (!known.isEmpty()) {
            known(code, draw.of(known));
        } else {
            lacksValue |= depth < 2; // what is called with it, not what that is made of
            values.append("null ");
            code.aconst_null();
        }
    }

    private void primitive(CodeBuilder code, Class<?> type) {
        int number =
                switch (draw.below(6)) {
                    case 0 -> -draw.below(3);
                    case 1 -> Integer.MAX_VALUE - draw.below(10);
                    case 2 -> Integer.MIN_VALUE + draw.below(10);
                    default -> sizes.getAsInt();
                };
        values.append(number).append(' ');
        switch (TypeKind.from(desc(type))) {
            case LONG -> code.loadConstant((long) number * (draw.oneIn(4) ? 1L << 31 : 1));
            case DOUBLE -> code.loadConstant(number * 0.37);
            case FLOAT -> code.loadConstant(number * 0.37f);
            case BOOLEAN -> code.loadConstant(number & 1);
            case BYTE -> code.loadConstant((int) (byte) number);
            case SHORT -> code.loadConstant((int) (short) number);
            case CHAR -> code.loadConstant((int) (char) number);
            default -> code.loadConstant(number);
        }
    }

    private void known(CodeBuilder code, Method maker) {
        hasDeepValue |= maker.getName().startsWith("deep");
        int size = sizes.getAsInt();
        values.append(maker.getName()).append('(').append(size).append(") ");
        code.loadConstant(size)
                .invokestatic(
                        desc(maker.getDeclaringClass()),
                        maker.getName(),
                        MethodTypeDesc.of(desc(maker.getReturnType()), CD_int));
        written += 8;
    }

    private void made(CodeBuilder code, Member maker, int depth) {
        values.append(maker).append('{');
        if (maker.isConstructor()) {
            code.new_(desc(maker.owner())).dup();
        }
        for (Class<?> each : maker.taken()) {
            value(code, each, depth + 1);
        }
        invoke(code, maker);
        values.append("} ");
        written += 12;
    }

    private void array(CodeBuilder code, Class<?> element) {
        int size = sizes.getAsInt();
        values.append(element.getSimpleName()).append('[').append(size).append("] ");
        code.loadConstant(size);
        if (element.isPrimitive()) {
            code.newarray(TypeKind.from(desc(element)));
        } else {
            code.anewarray(desc(element));
        }
    }

    private void constant(CodeBuilder code, Class<?> type) {
        Object[] all = type.getEnumConstants();
        String name = ((Enum<?>) draw.of(all)).name();
        values.append(name).append(' ');
        code.getstatic(desc(type), name, desc(type));
    }
}
