package dev.stint.weave;

import java.lang.classfile.Attributes;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.attribute.StackMapFrameInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.ObjectVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.SimpleVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.UninitializedVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.VerificationTypeInfo;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes a method down, one instruction a line, with its frames and its exception table. */
final class Listing {
    private final Map<Label, Integer> places = new HashMap<>();
    private final StringBuilder text = new StringBuilder();

    private Listing() {}

    static String of(MethodModel method) {
        var listing = new Listing();
        method.code().ifPresent(listing::write);
        return listing.text.toString();
    }

    private void write(CodeModel code) {
        var attribute = (CodeAttribute) code;
        line("stack %d, locals %d", attribute.maxStack(), attribute.maxLocals());
        var frames = new HashMap<Integer, StackMapFrameInfo>();
        int at = 0;
        for (CodeElement element : code) {
            if (element instanceof LabelTarget target) {
                places.put(target.label(), at);
            } else if (element instanceof Instruction instruction) {
                at += instruction.sizeInBytes();
            }
        }
        code.findAttribute(Attributes.stackMapTable())
                .ifPresent(
                        table ->
                                table.entries()
                                        .forEach(
                                                frame ->
                                                        frames.put(
                                                                attribute.labelToBci(
                                                                        frame.target()),
                                                                frame)));
        var catches = new ArrayList<String>();
        at = 0;
        for (CodeElement element : code) {
            switch (element) {
                case Instruction instruction -> {
                    StackMapFrameInfo frame = frames.get(at);
                    if (frame != null) {
                        line("      frame %s | %s", types(frame.locals()), types(frame.stack()));
                    }
                    line("%4d  %s", at, instruction(instruction));
                    at += instruction.sizeInBytes();
                }
                case ExceptionCatch line ->
                        catches.add(
                                String.format(
                                        Locale.ROOT,
                                        "catch %s in %d..%d at %d",
                                        line.catchType()
                                                .map(type -> type.name().stringValue())
                                                .orElse("all"),
                                        attribute.labelToBci(line.tryStart()),
                                        attribute.labelToBci(line.tryEnd()),
                                        attribute.labelToBci(line.handler())));
                default -> {}
            }
        }
        catches.forEach(each -> line("%s", each));
    }

    private String instruction(Instruction instruction) {
        String name = instruction.opcode().name().toLowerCase(Locale.ROOT);
        return switch (instruction) {
            case BranchInstruction branch -> name + " " + place(branch.target());
            case LookupSwitchInstruction s ->
                    name
                            + s.cases().stream()
                                    .map(arm -> " " + arm.caseValue() + ":" + place(arm.target()))
                                    .collect(Collectors.joining())
                            + " else "
                            + place(s.defaultTarget());
            case TableSwitchInstruction s ->
                    name
                            + s.cases().stream()
                                    .map(arm -> " " + arm.caseValue() + ":" + place(arm.target()))
                                    .collect(Collectors.joining())
                            + " else "
                            + place(s.defaultTarget());
            case InvokeInstruction call ->
                    name
                            + " "
                            + call.owner().name().stringValue()
                            + "."
                            + call.name().stringValue()
                            + call.type().stringValue();
            case InvokeDynamicInstruction call ->
                    name + " " + call.name().stringValue() + call.type().stringValue();
            case FieldInstruction field -> name + " " + field.name().stringValue();
            case NewObjectInstruction made -> name + " " + made.className().name().stringValue();
            case IncrementInstruction i -> name + " " + i.slot() + " by " + i.constant();
            case LoadInstruction load -> name + " " + load.slot();
            case StoreInstruction store -> name + " " + store.slot();
            case ConstantInstruction constant -> name + " " + constant.constantValue();
            default -> name;
        };
    }

    private int place(Label label) {
        return places.getOrDefault(label, -1);
    }

    private static String types(List<VerificationTypeInfo> types) {
        return types.stream().map(Listing::type).collect(Collectors.joining(" "));
    }

    private static String type(VerificationTypeInfo type) {
        return switch (type) {
            case SimpleVerificationTypeInfo simple -> simple.name().toLowerCase(Locale.ROOT);
            case ObjectVerificationTypeInfo object -> object.className().name().stringValue();
            case UninitializedVerificationTypeInfo _ -> "raw";
        };
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation is in a library that is not here
    private void line(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values).stripTrailing()).append('\n');
    }
}
