package dev.stint.weave.internal.plan;

import dev.stint.weave.Refusal;
import dev.stint.weave.Ruling;
import dev.stint.weave.WeaveRefusedException;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;

/**
 * A call of something outside, and what a ruling makes of it. The values of the call are on the
 * stack.
 */
public record OutsideCall(ClassDesc owner, String name, MethodTypeDesc type, boolean isStatic) {
    private boolean isConstructor() {
        return name.equals(ConstantDescs.INIT_NAME);
    }

    /**
     * Calls something else instead, if that is the ruling. It is told the class that the call is
     * in, if it asks for one value more than the call has.
     *
     * @param caller the class that the call is in
     * @return false if the call is still to be made
     */
    boolean replace(CodeBuilder code, Ruling ruling, ClassDesc caller) {
        if (!(ruling instanceof Ruling.Replaced other)) {
            return false;
        }
        if (isConstructor()) {
            return makesInstead(code, other);
        }
        int count = type.parameterCount() + (isStatic ? 0 : 1);
        boolean asksWho =
                other.type().parameterCount() == count + 1
                        && other.type().parameterType(count).equals(ConstantDescs.CD_Class);
        if (other.type().parameterCount() != count && !asksWho) {
            throw new WeaveRefusedException(
                    Refusal.of(
                            "calls",
                            name,
                            "in whose place the surface has what does not take the same: "
                                    + other));
        }
        if (asksWho) {
            code.loadConstant(caller);
        }
        code.invokestatic(other.owner(), other.name(), other.type());
        ResultPrices.cast(code, other.type().returnType(), type.returnType());
        return true;
    }

    /** True if the function gives the object itself, and not one more argument for its making. */
    boolean isMadeBy(Ruling.Replaced other) {
        return isConstructor()
                && other.type().returnType().equals(owner)
                && other.type().parameterCount() == type.parameterCount();
    }

    /**
     * Has the object given by a function. The one that the code has made, which is twice on the
     * stack below the arguments, is left to the collector before anybody sees it. In code of
     * another form the JVM's verifier finds that the types do not fit.
     */
    private boolean makesInstead(CodeBuilder code, Ruling.Replaced other) {
        if (!isMadeBy(other)) {
            return false;
        }
        code.invokestatic(other.owner(), other.name(), other.type());
        code.dup_x2().pop().pop2();
        return true;
    }

    /**
     * Calls the price function, if that is the ruling. The values are on the stack afterwards as
     * they were before.
     */
    public void price(CodeBuilder code, Ruling ruling, int free) {
        if (!(ruling instanceof Ruling.Priced price)) {
            return;
        }
        List<ClassDesc> values = lastValues(price.type().parameterCount());
        boolean givesBack = !price.type().returnType().equals(ConstantDescs.CD_void);
        boolean givesBackAlone = givesBack && values.size() == 1;
        if (givesBack && !givesBackAlone) {
            store(code, values, free);
            load(code, values, free);
        } else if (!givesBack) {
            keep(code, values, free);
        }
        code.invokestatic(price.owner(), price.name(), price.type());
        if (givesBack) {
            ResultPrices.cast(code, price.type().returnType(), values.getLast());
        }
        if (givesBack && !givesBackAlone) {
            TypeKind kind = TypeKind.from(values.getLast());
            code.storeLocal(kind, free + slots(values) - kind.slotSize());
            load(code, values, free);
        } else if (!givesBack && values.size() > 1 && !isPairOfSingles(values)) {
            load(code, values, free);
        }
    }

    /**
     * The type to call. If the ruling passes one more argument to a constructor, that is put on the
     * stack.
     */
    MethodTypeDesc withMoreArguments(CodeBuilder code, Ruling ruling) {
        if (!(ruling instanceof Ruling.Replaced more) || !isConstructor()) {
            return type;
        }
        code.invokestatic(more.owner(), more.name(), more.type());
        return type.insertParameterTypes(type.parameterCount(), more.type().returnType());
    }

    /** The types of the last values that the call takes. */
    private List<ClassDesc> lastValues(int count) {
        var values = new ArrayList<ClassDesc>();
        if (!isStatic && !isConstructor()) {
            values.add(owner);
        }
        values.addAll(type.parameterList());
        if (count > values.size()) {
            throw new WeaveRefusedException(
                    Refusal.of("calls", name, "whose price asks for more than is passed"));
        }
        return values.subList(values.size() - count, values.size());
    }

    /** Duplicates the values. For one or two small ones there is an instruction. */
    private static void keep(CodeBuilder code, List<ClassDesc> values, int free) {
        if (values.size() == 1) {
            if (TypeKind.from(values.getFirst()).slotSize() == 2) {
                code.dup2();
            } else {
                code.dup();
            }
        } else if (isPairOfSingles(values)) {
            code.dup2();
        } else {
            store(code, values, free);
            load(code, values, free);
        }
    }

    private static void store(CodeBuilder code, List<ClassDesc> values, int free) {
        int slot = free + slots(values);
        for (ClassDesc value : values.reversed()) {
            TypeKind kind = TypeKind.from(value);
            slot -= kind.slotSize();
            code.storeLocal(kind, slot);
        }
    }

    private static boolean isPairOfSingles(List<ClassDesc> values) {
        return values.size() == 2 && slots(values) == 2;
    }

    private static int slots(List<ClassDesc> values) {
        return values.stream().mapToInt(value -> TypeKind.from(value).slotSize()).sum();
    }

    private static void load(CodeBuilder code, List<ClassDesc> values, int free) {
        int slot = free;
        for (ClassDesc value : values) {
            TypeKind kind = TypeKind.from(value);
            code.loadLocal(kind, slot);
            slot += kind.slotSize();
        }
    }
}
