package dev.stint.weave;

import dev.stint.weave.internal.surface.Arithmetic;
import dev.stint.weave.internal.surface.Charge;
import dev.stint.weave.internal.surface.Formula;
import dev.stint.weave.internal.surface.Measure;
import dev.stint.weave.internal.surface.PriceFunction;
import dev.stint.weave.internal.surface.Term;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Writes the class of all price functions: one static method for each formula and the types that it
 * is used with.
 *
 * <p>A method measures first, each size once, then computes the names behind {@code where}, and
 * then pays, charge by charge. All numbers are longs.
 */
final class PriceClass {
    private static final String HOOKS = "dev.stint.hooks.";
    private static final ClassDesc HOOK = ClassDesc.of(HOOKS + "Hook");
    private static final ClassDesc CHARGES = ClassDesc.of(HOOKS + "jdk.Charges");
    private static final ClassDesc NUMBERS = ClassDesc.of(HOOKS + "jdk.BigNumbers");
    private static final MethodTypeDesc ONE = type(ConstantDescs.CD_long, 1);
    private static final MethodTypeDesc TWO = type(ConstantDescs.CD_long, 2);

    private PriceClass() {}

    private static MethodTypeDesc type(ClassDesc result, int longs) {
        ClassDesc[] parameters = new ClassDesc[longs];
        java.util.Arrays.fill(parameters, ConstantDescs.CD_long);
        return MethodTypeDesc.of(result, parameters);
    }

    static byte[] of(Collection<PriceFunction> functions) {
        return ClassFile.of()
                .build(
                        PriceFunction.HOME,
                        to -> {
                            to.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL);
                            for (PriceFunction function : functions) {
                                to.withMethodBody(
                                        function.name(),
                                        function.type(),
                                        ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                                        code -> new Writer(function, code).write());
                            }
                        });
    }

    /** The code of one function. */
    private static final class Writer {
        private final PriceFunction function;
        private final CodeBuilder code;
        private final Map<Object, Integer> slots = new HashMap<>(); // by a size, or by a name

        Writer(PriceFunction function, CodeBuilder code) {
            this.function = function;
            this.code = code;
        }

        void write() {
            for (Term.Measured size : function.measured()) {
                measure(size);
                keep(size);
            }
            Formula formula = function.formula();
            for (Formula.Definition definition : formula.definitions()) {
                compute(definition.term());
                keep(definition.name());
            }
            formula.charges().forEach(this::pay);
            code.return_();
        }

        private void keep(Object what) {
            int slot = code.allocateLocal(TypeKind.LONG);
            code.lstore(slot);
            slots.put(what, slot);
        }

        private int kept(Object what) {
            return Objects.requireNonNull(slots.get(what), "it is computed first");
        }

        private void measure(Term.Measured size) {
            int slot = code.parameterSlot(function.parameter(size.of()));
            if (size.by() == Measure.WIDTH) {
                code.aload(slot).arraylength().pop(); // what is null has none
                code.loadConstant(function.width(size));
                return;
            }
            if (size.otherwise() < 0) {
                code.aload(slot);
                ask(size);
                return;
            }
            Label isNull = code.newLabel();
            Label end = code.newLabel();
            code.aload(slot).ifnull(isNull).aload(slot);
            ask(size);
            code.goto_(end).labelBinding(isNull).loadConstant(size.otherwise()).labelBinding(end);
        }

        private void ask(Term.Measured size) {
            List<PriceFunction.Call> calls = function.calls(size);
            if (calls.isEmpty()) {
                code.arraylength().i2l();
                return;
            }
            for (PriceFunction.Call call : calls) {
                if (call.isStatic()) {
                    code.invokestatic(call.owner(), call.name(), call.type());
                } else {
                    code.invokevirtual(call.owner(), call.name(), call.type());
                }
            }
            if (calls.getLast().type().returnType().equals(ConstantDescs.CD_int)) {
                code.i2l();
            }
        }

        private void compute(Term term) {
            switch (term) {
                case Term.Literal(long value) -> code.loadConstant(value);
                case Term.Named(String name) -> code.lload(kept(name));
                case Term.Measured size -> code.lload(kept(size));
                case Term.Value(Term.Operand of) -> {
                    TypeKind kind = TypeKind.from(function.typeOf(of));
                    code.loadLocal(kind, code.parameterSlot(function.parameter(of)));
                    if (kind != TypeKind.LONG) {
                        code.i2l();
                    }
                }
                case Term.Combined combined -> combine(combined);
                case Term.Applied(Arithmetic by, List<Term> arguments) -> {
                    arguments.forEach(this::compute);
                    apply(by);
                }
            }
        }

        private void combine(Term.Combined term) {
            compute(term.left());
            if (term.operator() == '/') {
                long divisor = ((Term.Literal) term.right()).value();
                code.loadConstant(Long.numberOfTrailingZeros(divisor)).lshr(); // rounds down
                return;
            }
            compute(term.right());
            switch (term.operator()) {
                case '-' -> code.lsub();
                case '+' -> {
                    if (function.isLarge(term)) {
                        code.invokestatic(CHARGES, "plus", TWO);
                    } else {
                        code.ladd();
                    }
                }
                default -> {
                    if (function.isLarge(term)) {
                        code.invokestatic(CHARGES, "times", TWO);
                    } else {
                        code.lmul();
                    }
                }
            }
        }

        private void apply(Arithmetic by) {
            ClassDesc math = ClassDesc.of("java.lang.Math");
            switch (by) {
                case MIN -> code.invokestatic(math, "min", TWO);
                case MAX -> code.invokestatic(math, "max", TWO);
                case ABS -> code.invokestatic(math, "abs", ONE);
                case SORTING -> code.invokestatic(CHARGES, "sorting", ONE);
                case PRODUCT -> code.invokestatic(NUMBERS, "product", TWO);
                case DIGITS -> code.invokestatic(NUMBERS, "wordsOfDigits", ONE);
            }
        }

        private void pay(Formula.Paid paid) {
            if (paid.charge() == Charge.FIXED) {
                payFixed((int) literal(paid, 0), (int) literal(paid, 1));
                return;
            }
            paid.amounts().forEach(this::compute);
            code.invokestatic(
                    CHARGES,
                    paid.charge().word(),
                    type(ConstantDescs.CD_void, paid.charge().arity()));
        }

        private static long literal(Formula.Paid paid, int at) {
            return ((Term.Literal) paid.amounts().get(at)).value();
        }

        private void payFixed(int ops, int bytes) {
            ClassDesc number = ConstantDescs.CD_int;
            if (ops == 0) {
                code.loadConstant(bytes);
                code.invokestatic(HOOK, "bytes", MethodTypeDesc.of(ConstantDescs.CD_void, number));
            } else {
                code.loadConstant(ops).loadConstant(bytes);
                code.invokestatic(
                        HOOK,
                        "opsAndBytes",
                        MethodTypeDesc.of(ConstantDescs.CD_void, number, number));
            }
        }
    }
}
