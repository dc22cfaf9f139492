package dev.stint.weave.points;

import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.StackMapFrameInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.SimpleVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.VerificationTypeInfo;
import java.lang.classfile.instruction.ArrayLoadInstruction;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.ConvertInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StackInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What lies on the operand stack, word by word, as far as one pass over the code in its order can
 * tell: the object that is being constructed, an array that was just made, or anything.
 *
 * <p>Only for leaving out points before accesses that nobody else can see, yet: a wrong answer
 * costs a point too many or too few, never a class that does not verify. At a label the stack is
 * cut to the depth of its frame; what lies below an expression is the same on all ways to it.
 */
final class Operands {
    /** What a word is. */
    enum Word {
        THIS,
        NEW_ARRAY,
        OTHER
    }

    private final boolean isConstructor;
    private final Map<Label, StackMapFrameInfo> frames;
    private Word[] words = new Word[16];
    private int depth;
    private boolean escapes;

    Operands(boolean isConstructor, Map<Label, StackMapFrameInfo> frames) {
        this.isConstructor = isConstructor;
        this.frames = frames;
    }

    /** Whether a constructor hands out what it constructs: to a method, a field or a lambda. */
    static boolean letsThisEscape(CodeModel code, Map<Label, StackMapFrameInfo> frames) {
        var operands = new Operands(true, frames);
        code.forEach(operands::pass);
        return operands.escapes;
    }

    /** The word so many below the top. */
    Word peek(int below) {
        return below < depth ? words[depth - 1 - below] : Word.OTHER;
    }

    // ---- going on

    /** Goes on past an element of the code. */
    void pass(CodeElement element) {
        switch (element) {
            case LabelTarget target -> cut(frames.get(target.label()));
            case LoadInstruction load -> {
                boolean isThis = isConstructor && load.slot() == 0;
                push(isThis ? Word.THIS : Word.OTHER);
                push(load.typeKind().slotSize() - 1);
            }
            case StoreInstruction store -> handOut(store.typeKind().slotSize());
            case ConstantInstruction constant -> push(constant.typeKind().slotSize());
            case StackInstruction shuffle -> shuffle(shuffle.opcode());
            case FieldInstruction access -> access(access);
            case InvokeInstruction call -> call(call);
            case InvokeDynamicInstruction call -> {
                handOutArguments(call.typeSymbol());
                push(sizeOf(call.typeSymbol().returnType()));
            }
            case ArrayLoadInstruction load -> replace(2, load.typeKind().slotSize());
            case ArrayStoreInstruction store -> {
                handOut(store.typeKind().slotSize());
                drop(2);
            }
            case NewObjectInstruction made -> push(1);
            case NewPrimitiveArrayInstruction made -> array(1);
            case NewReferenceArrayInstruction made -> array(1);
            case NewMultiArrayInstruction made -> array(made.dimensions());
            case ConvertInstruction c -> replace(c.fromType().slotSize(), c.toType().slotSize());
            case OperatorInstruction operator -> operate(operator);
            case TypeCheckInstruction check when check.opcode() == Opcode.CHECKCAST -> {}
            case TypeCheckInstruction check -> replace(1, 1);
            case BranchInstruction branch -> drop(operandsOf(branch.opcode()));
            case LookupSwitchInstruction choice -> drop(1);
            case TableSwitchInstruction choice -> drop(1);
            case MonitorInstruction monitor -> drop(1);
            case ReturnInstruction end -> handOut(end.typeKind().slotSize());
            case ThrowInstruction end -> handOut(1);
            default -> {}
        }
    }

    private void cut(@Nullable StackMapFrameInfo frame) {
        if (frame == null) {
            return;
        }
        int wanted = 0;
        for (VerificationTypeInfo info : frame.stack()) {
            boolean isWide =
                    info == SimpleVerificationTypeInfo.LONG
                            || info == SimpleVerificationTypeInfo.DOUBLE;
            wanted += isWide ? 2 : 1;
        }
        depth = Math.min(depth, wanted);
        push(wanted - depth);
    }

    private void access(FieldInstruction access) {
        int size = sizeOf(access.typeSymbol());
        switch (access.opcode()) {
            case GETSTATIC -> push(size);
            case PUTSTATIC -> handOut(size);
            case GETFIELD -> replace(1, size);
            default -> {
                handOut(size);
                drop(1);
            }
        }
    }

    private void call(InvokeInstruction call) {
        boolean constructs = call.name().equalsString(ConstantDescs.INIT_NAME);
        boolean isStatic = call.opcode() == Opcode.INVOKESTATIC;
        MethodTypeDesc type = call.typeSymbol();
        handOutArguments(type);
        if (constructs) {
            drop(1);
        } else if (!isStatic) {
            handOut(1);
        }
        push(sizeOf(type.returnType()));
    }

    private void handOutArguments(MethodTypeDesc type) {
        for (int i = type.parameterCount() - 1; i >= 0; i--) {
            handOut(sizeOf(type.parameterType(i)));
        }
    }

    private void array(int dimensions) {
        drop(dimensions);
        push(Word.NEW_ARRAY);
    }

    private void operate(OperatorInstruction operator) {
        int size = operator.typeKind().slotSize();
        switch (operator.opcode()) {
            case ARRAYLENGTH -> replace(1, 1);
            case INEG, LNEG, FNEG, DNEG -> replace(size, size);
            case ISHL, ISHR, IUSHR, LSHL, LSHR, LUSHR -> drop(1);
            case LCMP, DCMPL, DCMPG -> replace(4, 1);
            case FCMPL, FCMPG -> replace(2, 1);
            default -> drop(size);
        }
    }

    private static int operandsOf(Opcode branch) {
        return switch (branch) {
            case GOTO, GOTO_W -> 0;
            case IFEQ, IFNE, IFLT, IFGE, IFGT, IFLE, IFNULL, IFNONNULL -> 1;
            default -> 2;
        };
    }

    // ---- words

    private void shuffle(Opcode opcode) {
        switch (opcode) {
            case POP -> drop(1);
            case POP2 -> drop(2);
            case DUP -> copy(1, 0);
            case DUP_X1 -> copy(1, 1);
            case DUP_X2 -> copy(1, 2);
            case DUP2 -> copy(2, 0);
            case DUP2_X1 -> copy(2, 1);
            case DUP2_X2 -> copy(2, 2);
            default -> { // swap
                Word top = peek(0);
                Word second = peek(1);
                drop(2);
                push(top);
                push(second);
            }
        }
    }

    /** Puts a copy of so many words below them, with so many others in between. */
    private void copy(int count, int over) {
        Word[] top = new Word[count + over];
        for (int i = 0; i < top.length; i++) {
            top[i] = peek(top.length - 1 - i);
        }
        drop(top.length);
        for (int i = over; i < top.length; i++) {
            push(top[i]);
        }
        for (Word word : top) {
            push(word);
        }
    }

    private void replace(int dropped, int pushed) {
        drop(dropped);
        push(pushed);
    }

    private void drop(int count) {
        depth = Math.max(0, depth - count);
    }

    /** Drops words into the hands of somebody else. */
    private void handOut(int count) {
        for (int i = 0; i < count; i++) {
            escapes |= peek(i) == Word.THIS;
        }
        drop(count);
    }

    private void push(int count) {
        for (int i = 0; i < count; i++) {
            push(Word.OTHER);
        }
    }

    private void push(Word word) {
        if (depth == words.length) {
            words = Arrays.copyOf(words, 2 * depth);
        }
        words[depth++] = word;
    }

    private static int sizeOf(ClassDesc type) {
        return TypeKind.from(type).slotSize();
    }
}
