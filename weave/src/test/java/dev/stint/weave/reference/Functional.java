package dev.stint.weave.reference;

import static java.lang.constant.ConstantDescs.CD_CallSite;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_int;

import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;

/** Random code that the JDK calls back: functional objects, overrides; and strings made by it. */
final class Functional {
    /** What is made of a lambda; the last parameter is the function's own. */
    static final Signature LAMBDA =
            new Signature(
                    Straight.MAIN,
                    "lambda$0",
                    List.of(Kind.LONG, Kind.OBJECT, Kind.INT),
                    Kind.INT,
                    true);

    static final Signature LAMBDA_OF_NOTHING =
            new Signature(Straight.MAIN, "lambda$1", List.of(Kind.INT), Kind.INT, true);

    /** The same with {@code this}. */
    static final Signature LAMBDA_OF_THIS =
            new Signature(Straight.THING, "lambda$2", List.of(Kind.INT), Kind.INT, false);

    static final Signature REFERRED =
            new Signature(Straight.MAIN, "referred", List.of(Kind.INT), Kind.INT, true);

    static final Signature STEP =
            new Signature(Straight.THING, "step", List.of(Kind.INT), Kind.INT, false);

    // What the JDK calls.

    static final Signature HASH =
            new Signature(Straight.THING, "hashCode", List.of(), Kind.INT, false);
    static final Signature COMPARE =
            new Signature(Straight.THING, "compareTo", List.of(Kind.OBJECT), Kind.INT, false);

    /** In a class that is not Runnable, and has an heir that is. */
    static final Signature RUN = new Signature(Straight.THING, "run", List.of(), null, false);

    private static final DirectMethodHandleDesc.Kind STATIC = DirectMethodHandleDesc.Kind.STATIC;
    static final ClassDesc OPERATOR = ClassDesc.of("java.util.function.IntUnaryOperator");
    private static final ClassDesc STREAM = ClassDesc.of("java.util.stream.IntStream");
    private static final ClassDesc COMPARATOR = ClassDesc.of("java.util.Comparator");
    private static final ClassDesc CALLABLE = ClassDesc.of("java.util.concurrent.Callable");
    private static final MethodTypeDesc INT_TO_INT = MethodTypeDesc.of(CD_int, CD_int);

    private final Choices pick;
    private final Code code;
    private final Straight straight;

    Functional(Choices pick, Code code, Straight straight) {
        this.pick = pick;
        this.code = code;
        this.straight = straight;
    }

    /** One piece of code. */
    void any() {
        switch (pick.below(8)) {
            case 0 -> {
                operator();
                straight.push(Kind.INT);
                apply();
            }
            case 1 -> stream();
            case 2 -> chain();
            case 3 -> maker();
            case 4 -> text();
            case 5 -> hash();
            case 6 -> compare();
            default -> run();
        }
    }

    // ---- functional objects

    /** Pushes an operator, noted as an object. */
    private void operator() {
        boolean inMain = code.self().equals(Straight.MAIN); // where the lambdas are
        switch (pick.below(6)) {
            case 0 -> make(inMain ? LAMBDA_OF_NOTHING : REFERRED, STATIC, 0);
            case 1 -> make(REFERRED, STATIC, 0);
            case 2 -> {
                straight.push(Kind.THING);
                make(STEP, DirectMethodHandleDesc.Kind.VIRTUAL, 1);
            }
            case 3 -> make(Straight.ABS, STATIC, 0);
            case 4 -> {
                straight.push(Kind.THING);
                code.out().checkcast(OPERATOR); // an heir is one
                code.popped(1);
                code.pushed(Kind.OBJECT);
            }
            default -> capturing(inMain);
        }
    }

    private void capturing(boolean inMain) {
        if (inMain) {
            straight.push(Kind.LONG);
            straight.push(Kind.OBJECT);
            make(LAMBDA, STATIC, 2);
        } else if (code.self().equals(Straight.THING) && code.thisIsThing()) {
            code.loadThis();
            make(LAMBDA_OF_THIS, DirectMethodHandleDesc.Kind.SPECIAL, 1);
        } else {
            make(REFERRED, STATIC, 0);
        }
    }

    private void make(Signature method, DirectMethodHandleDesc.Kind kind, int captured) {
        List<ClassDesc> parameters = new ArrayList<>();
        if (!method.isStatic()) {
            parameters.add(method.owner());
        }
        method.parameters().forEach(parameter -> parameters.add(parameter.type()));
        code.out()
                .invokedynamic(
                        DynamicCallSiteDesc.of(
                                METAFACTORY,
                                "applyAsInt",
                                MethodTypeDesc.of(OPERATOR, parameters.subList(0, captured)),
                                INT_TO_INT,
                                MethodHandleDesc.ofMethod(
                                        kind, method.owner(), method.name(), method.type()),
                                INT_TO_INT));
        code.popped(captured);
        code.pushed(Kind.OBJECT);
    }

    private static final DirectMethodHandleDesc METAFACTORY =
            ConstantDescs.ofCallsiteBootstrap(
                    ClassDesc.of("java.lang.invoke.LambdaMetafactory"),
                    "metafactory",
                    CD_CallSite,
                    ConstantDescs.CD_MethodType,
                    ConstantDescs.CD_MethodHandle,
                    ConstantDescs.CD_MethodType);

    private void apply() {
        code.out().invokeinterface(OPERATOR, "applyAsInt", INT_TO_INT);
        code.popped(2);
        code.pushed(Kind.INT);
    }

    /** A loop of the JDK around a function. */
    private void stream() {
        code.out().iconst_0();
        code.out().loadConstant(pick.below(5));
        code.out().invokestatic(STREAM, "range", MethodTypeDesc.of(STREAM, CD_int, CD_int), true);
        code.pushed(new Code.Entry(Kind.OBJECT, infoOf(STREAM)));
        operator();
        code.out().invokeinterface(STREAM, "map", MethodTypeDesc.of(STREAM, OPERATOR));
        code.out().invokeinterface(STREAM, "sum", MethodTypeDesc.of(CD_int));
        code.popped(2);
        code.pushed(Kind.INT);
    }

    /** A function of functions. */
    private void chain() {
        operator();
        operator();
        code.out().invokeinterface(OPERATOR, "andThen", MethodTypeDesc.of(OPERATOR, OPERATOR));
        code.popped(1);
        straight.push(Kind.INT);
        apply();
    }

    private void maker() {
        ClassDesc function = ClassDesc.of("java.util.function.IntFunction");
        MethodTypeDesc erased = MethodTypeDesc.of(CD_Object, CD_int);
        code.out()
                .invokedynamic(
                        DynamicCallSiteDesc.of(
                                METAFACTORY,
                                "apply",
                                MethodTypeDesc.of(function),
                                erased,
                                MethodHandleDesc.ofConstructor(Straight.THING, CD_int),
                                erased));
        code.pushed(Kind.OBJECT);
        straight.push(Kind.INT);
        code.out().invokeinterface(function, "apply", erased);
        code.out().checkcast(Straight.THING);
        code.popped(2);
        code.pushed(Kind.THING);
    }

    private static java.lang.classfile.attribute.StackMapFrameInfo.VerificationTypeInfo infoOf(
            ClassDesc type) {
        return java.lang.classfile.attribute.StackMapFrameInfo.ObjectVerificationTypeInfo.of(type);
    }

    // ---- strings

    private void text() {
        StringBuilder recipe = new StringBuilder();
        List<ClassDesc> types = new ArrayList<>();
        int count = 1 + pick.below(3);
        for (int i = 0; i < count; i++) {
            Kind kind = pick.from(Kind.NUMBERS);
            straight.push(kind);
            types.add(kind.type());
            recipe.append('\u0001').append(pick.from(List.of("", "-", "text")));
        }
        DirectMethodHandleDesc bootstrap =
                ConstantDescs.ofCallsiteBootstrap(
                        ClassDesc.of("java.lang.invoke.StringConcatFactory"),
                        "makeConcatWithConstants",
                        CD_CallSite,
                        CD_String,
                        CD_Object.arrayType());
        code.out()
                .invokedynamic(
                        DynamicCallSiteDesc.of(
                                bootstrap,
                                "makeConcatWithConstants",
                                MethodTypeDesc.of(CD_String, types),
                                recipe.toString()));
        code.out().invokevirtual(CD_String, "hashCode", MethodTypeDesc.of(CD_int));
        code.popped(count);
        code.pushed(Kind.INT);
    }

    // ---- overrides

    private void hash() {
        straight.push(Kind.THING);
        if (pick.onceIn(2)) {
            code.out()
                    .invokestatic(
                            ClassDesc.of("java.util.Objects"),
                            "hashCode",
                            MethodTypeDesc.of(CD_int, CD_Object));
        } else {
            code.out().invokevirtual(Straight.THING, "hashCode", MethodTypeDesc.of(CD_int));
        }
        code.popped(1);
        code.pushed(Kind.INT);
    }

    private void compare() {
        straight.push(Kind.THING);
        straight.push(Kind.THING);
        if (pick.onceIn(2)) {
            code.out()
                    .invokestatic(COMPARATOR, "naturalOrder", MethodTypeDesc.of(COMPARATOR), true);
            code.out()
                    .invokestatic(
                            ClassDesc.of("java.util.Objects"),
                            "compare",
                            MethodTypeDesc.of(CD_int, CD_Object, CD_Object, COMPARATOR));
        } else {
            code.out().invokevirtual(Straight.THING, COMPARE.name(), COMPARE.type());
        }
        code.popped(2);
        code.pushed(Kind.INT);
    }

    private void run() {
        straight.push(Kind.THING);
        if (pick.onceIn(2)) {
            ClassDesc runnable = ClassDesc.of("java.lang.Runnable");
            code.out().checkcast(runnable); // an heir is one
            code.out()
                    .invokestatic(
                            ClassDesc.of("java.util.concurrent.Executors"),
                            "callable",
                            MethodTypeDesc.of(CALLABLE, runnable));
            code.out().invokeinterface(CALLABLE, "call", MethodTypeDesc.of(CD_Object));
            code.popped(1);
            code.pushed(Kind.OBJECT);
        } else {
            code.out().invokevirtual(Straight.THING, RUN.name(), RUN.type());
            code.popped(1);
        }
    }
}
