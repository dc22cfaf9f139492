package dev.stint.weave.points;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.RuntimeInvisibleTypeAnnotationsAttribute;
import java.lang.classfile.attribute.RuntimeVisibleTypeAnnotationsAttribute;
import java.lang.classfile.attribute.StackMapFrameInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.ObjectVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.VerificationTypeInfo;
import java.lang.classfile.attribute.StackMapTableAttribute;
import java.lang.classfile.instruction.ArrayLoadInstruction;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.DiscontinuedInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.LocalVariable;
import java.lang.classfile.instruction.LocalVariableType;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes one method with its points. */
final class PointWriter {
    private static final MethodTypeDesc OF_FIELD =
            MethodTypeDesc.of(
                    ConstantDescs.CD_void, ConstantDescs.CD_Object, ConstantDescs.CD_String);
    private static final MethodTypeDesc OF_STATIC =
            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_String);
    private static final MethodTypeDesc OF_ELEMENT =
            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object, ConstantDescs.CD_int);
    private static final MethodTypeDesc OF_MONITOR =
            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object);
    private static final MethodTypeDesc OF_NOTHING = MethodTypeDesc.of(ConstantDescs.CD_void);
    private static final MethodTypeDesc WITH_LONG =
            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_long);
    private static final MethodTypeDesc A_LONG = MethodTypeDesc.of(ConstantDescs.CD_long);

    /** Javac's table from the ordinals of an enum to the cases of a switch. */
    private static final String SWITCH_MAP = "$SwitchMap$";

    private final ClassDesc self;
    private final boolean isInterface;
    private final String selfName;
    private final ConstantFields fields;
    private final AnnouncedCalls announced;
    private final boolean isConstructor;
    private final boolean isInitialiser;
    private final boolean isSynchronized;
    private final boolean isStatic;
    private final int parameterSlots;

    // ---- while its code is emitted

    private final Map<Label, StackMapFrameInfo> frames = new HashMap<>();
    private boolean isThisBare; // a constructor has not called another one yet
    private int bare; // objects that are made and not initialised yet
    private Operands operands = new Operands(false, Map.of());
    private boolean isThisOurs; // nobody else knows what this constructor constructs
    private boolean isSwitch; // the next element that is read is one of a table for a switch

    PointWriter(
            ClassModel type, MethodModel method, ConstantFields fields, AnnouncedCalls announced) {
        this.self = type.thisClass().asSymbol();
        this.selfName = type.thisClass().asInternalName();
        this.isInterface = (type.flags().flagsMask() & ClassFile.ACC_INTERFACE) != 0;
        this.fields = fields;
        this.announced = announced;
        String name = method.methodName().stringValue();
        int flags = method.flags().flagsMask();
        this.isConstructor = name.equals(ConstantDescs.INIT_NAME);
        this.isInitialiser = name.equals(ConstantDescs.CLASS_INIT_NAME);
        this.isSynchronized = (flags & ClassFile.ACC_SYNCHRONIZED) != 0;
        this.isStatic = (flags & ClassFile.ACC_STATIC) != 0;
        int slots = isStatic ? 0 : 1;
        for (ClassDesc parameter : method.methodTypeSymbol().parameterList()) {
            slots += sizeOf(parameter);
        }
        this.parameterSlots = slots;
    }

    void emit(CodeModel code, CodeBuilder into) {
        List<StackMapFrameInfo> all = new ArrayList<>();
        code.findAttribute(Attributes.stackMapTable()).ifPresent(t -> all.addAll(t.entries()));
        all.forEach(frame -> frames.put(frame.target(), frame));
        isThisBare = isConstructor;
        operands = new Operands(isConstructor, frames);
        isThisOurs = isConstructor && !Operands.letsThisEscape(code, frames);
        int slots = slotsOf(code);
        Label begin = into.newLabel();
        boolean isWrapped = isSynchronized || isInitialiser;
        if (isWrapped) {
            ensureThisStays(code);
            code.elementStream()
                    .filter(LineNumber.class::isInstance)
                    .findFirst()
                    .ifPresent(into::with); // so that who waits here is somewhere
            opening(into);
            into.labelBinding(begin);
        }
        for (CodeElement element : code) {
            boolean isLost =
                    switch (element) {
                        case StackMapTableAttribute table -> true; // comes last
                        // Offsets into the code; reflection does not show them.
                        case RuntimeVisibleTypeAnnotationsAttribute old -> true;
                        case RuntimeInvisibleTypeAnnotationsAttribute old -> true;
                        // A name of a slot that no code uses would be out of bounds.
                        case LocalVariable v -> v.slot() + sizeOf(v.typeSymbol()) > slots;
                        case LocalVariableType v -> v.slot() + 1 > slots;
                        default -> false;
                    };
            if (!isLost) {
                emit(element, into);
                operands.pass(element);
            }
        }
        if (isWrapped) {
            all.add(wrap(begin, into));
        }
        if (!all.isEmpty()) {
            into.with(StackMapTableAttribute.of(all));
        }
    }

    private void emit(CodeElement element, CodeBuilder into) {
        switch (element) {
            case LabelTarget target -> {
                into.with(target);
                resume(frames.get(target.label()));
            }
            case FieldInstruction access -> {
                field(access, into);
                into.with(access);
            }
            case ArrayLoadInstruction load -> {
                if (!isSwitch && !isInitialiser) {
                    into.dup2().invokestatic(PointWeaver.HOOK, "readsElement", OF_ELEMENT);
                }
                isSwitch = false;
                into.with(load);
            }
            case ArrayStoreInstruction store -> {
                int size = store.typeKind().slotSize();
                if (!isInitialiser && operands.peek(size + 1) != Operands.Word.NEW_ARRAY) {
                    element(store, into);
                }
                into.with(store);
            }
            case MonitorInstruction monitor ->
                    into.invokestatic(
                            PointWeaver.HOOK,
                            monitor.opcode() == Opcode.MONITORENTER ? "enter" : "exit",
                            OF_MONITOR);
            case InvokeInstruction call -> call(call, into);
            case InvokeDynamicInstruction call -> link(call, into);
            case NewObjectInstruction made -> {
                bare++;
                into.with(made); // nothing before it: its label stands for the bare object
            }
            case ReturnInstruction end -> {
                if (isSynchronized || isInitialiser) {
                    closing(into);
                }
                into.with(end);
            }
            case DiscontinuedInstruction old ->
                    throw PointWeaver.refused(
                            selfName.replace('/', '.'),
                            "has subroutines (jsr and ret), which compilers have not made for"
                                    + " twenty years");
            default -> into.with(element);
        }
    }

    // ---- memory

    private void field(FieldInstruction access, CodeBuilder into) {
        String owner = access.owner().asInternalName();
        String name = access.name().stringValue();
        isSwitch |= name.startsWith(SWITCH_MAP);
        if (isInitialiser || fields.isFinal(owner, name)) {
            return; // while a class is initialised all is quiet
        }
        String what = VisibleCalls.simple(owner) + "." + name;
        int size = sizeOf(access.typeSymbol());
        switch (access.opcode()) {
            case GETSTATIC ->
                    into.loadConstant(what)
                            .invokestatic(PointWeaver.HOOK, "readsStatic", OF_STATIC);
            case PUTSTATIC ->
                    into.loadConstant(what)
                            .invokestatic(PointWeaver.HOOK, "writesStatic", OF_STATIC);
            case GETFIELD -> {
                if (!isUnseen(0)) {
                    into.dup().loadConstant(what).invokestatic(PointWeaver.HOOK, "reads", OF_FIELD);
                }
            }
            default -> {
                // Before the constructor of the superclass was called the verifier lets nobody
                // see the object.
                if (!isUnseen(size) && !(isThisBare && owner.equals(selfName))) {
                    copyOwner(size, into);
                    into.loadConstant(what).invokestatic(PointWeaver.HOOK, "writes", OF_FIELD);
                }
            }
        }
    }

    /** Whether the object so many words below the top is one that nobody else knows, yet. */
    private boolean isUnseen(int below) {
        return isThisOurs && operands.peek(below) == Operands.Word.THIS;
    }

    /** o v -> o v o. */
    private static void copyOwner(int size, CodeBuilder into) {
        if (size == 1) {
            into.dup2().pop();
        } else {
            into.dup2_x1().pop2().dup_x2();
        }
    }

    /** a i v -> a i v a i. */
    private static void element(ArrayStoreInstruction store, CodeBuilder into) {
        if (store.typeKind().slotSize() == 1) {
            into.dup_x2().pop().dup2_x1();
        } else {
            into.dup2_x2().pop2().dup2_x2();
        }
        into.invokestatic(PointWeaver.HOOK, "writesElement", OF_ELEMENT);
    }

    // ---- calls

    private void call(InvokeInstruction call, CodeBuilder into) {
        String owner = call.owner().asInternalName();
        String name = call.name().stringValue();
        if (name.equals(ConstantDescs.INIT_NAME)) {
            construct(call, owner, into);
            return;
        }
        MethodTypeDesc type = call.typeSymbol();
        Redirect instead = redirect(call.opcode(), owner, name, type);
        VisibleCall step = VisibleCalls.of(call.opcode(), owner, name, type);
        if (step != null && !isInitialiser) {
            AnnouncedCalls.Added added =
                    announced.to(
                            new AnnouncedCalls.Target(
                                    call.opcode(),
                                    call.owner().asSymbol(),
                                    name,
                                    type,
                                    call.isInterface()),
                            step,
                            instead);
            into.invokestatic(self, added.name(), added.type(), isInterface);
        } else if (instead != null) {
            into.invokestatic(instead.owner(), instead.name(), instead.type());
        } else {
            into.with(call);
        }
    }

    private static @Nullable Redirect redirect(
            Opcode opcode, String owner, String name, MethodTypeDesc type) {
        Redirect instead = Redirects.of(owner, name, type.descriptorString());
        if (instead == null) {
            return null;
        }
        int receiver = opcode == Opcode.INVOKESTATIC ? 0 : 1;
        boolean fits = instead.type().parameterCount() == type.parameterCount() + receiver;
        return fits ? instead : null;
    }

    /** Generators seed themselves from the world, and a date looks at its clock. */
    private void construct(InvokeInstruction call, String owner, CodeBuilder into) {
        if (bare > 0) {
            bare--;
        } else {
            isThisBare = false;
        }
        boolean isDate = owner.equals("java/util/Date");
        boolean isRandom =
                owner.equals("java/util/Random") || owner.equals("java/util/SplittableRandom");
        if ((isDate || isRandom) && call.typeSymbol().parameterCount() == 0) {
            into.invokestatic(
                    isDate ? Redirects.TIME : Redirects.CHANCE,
                    isDate ? "currentTimeMillis" : "seed",
                    A_LONG);
            into.invokespecial(call.owner().asSymbol(), ConstantDescs.INIT_NAME, WITH_LONG);
        } else {
            into.with(call);
        }
    }

    // ---- method references

    private void link(InvokeDynamicInstruction call, CodeBuilder into) {
        List<ConstantDesc> args = new ArrayList<>();
        boolean isChanged = false;
        for (ConstantDesc arg : call.bootstrapArgs()) {
            ConstantDesc woven = arg instanceof DirectMethodHandleDesc handle ? link(handle) : null;
            args.add(woven == null ? arg : woven);
            isChanged |= woven != null;
        }
        if (isChanged) {
            into.invokedynamic(
                    DynamicCallSiteDesc.of(
                            call.bootstrapMethod(),
                            call.name().stringValue(),
                            call.typeSymbol(),
                            args.toArray(ConstantDesc[]::new)));
        } else {
            into.with(call);
        }
    }

    /** What a handle is to name instead; null if it may stay. */
    private @Nullable MethodHandleDesc link(DirectMethodHandleDesc handle) {
        Opcode opcode =
                switch (handle.kind()) {
                    case STATIC, INTERFACE_STATIC -> Opcode.INVOKESTATIC;
                    case VIRTUAL -> Opcode.INVOKEVIRTUAL;
                    case INTERFACE_VIRTUAL -> Opcode.INVOKEINTERFACE;
                    default -> null;
                };
        if (opcode == null) {
            return handle.kind() == DirectMethodHandleDesc.Kind.CONSTRUCTOR ? make(handle) : null;
        }
        String owner = internalName(handle.owner());
        MethodTypeDesc type = MethodTypeDesc.ofDescriptor(handle.lookupDescriptor());
        Redirect instead = redirect(opcode, owner, handle.methodName(), type);
        VisibleCall step = VisibleCalls.of(opcode, owner, handle.methodName(), type);
        if (step != null) {
            AnnouncedCalls.Added added =
                    announced.to(
                            new AnnouncedCalls.Target(
                                    opcode,
                                    handle.owner(),
                                    handle.methodName(),
                                    type,
                                    handle.isOwnerInterface()),
                            step,
                            instead);
            return MethodHandleDesc.ofMethod(
                    isInterface
                            ? DirectMethodHandleDesc.Kind.INTERFACE_STATIC
                            : DirectMethodHandleDesc.Kind.STATIC,
                    self,
                    added.name(),
                    added.type());
        }
        return instead == null ? null : handleOf(instead.owner(), instead.name(), instead.type());
    }

    /** {@code Random::new}. */
    private static @Nullable MethodHandleDesc make(DirectMethodHandleDesc handle) {
        if (!handle.lookupDescriptor().equals("()V")) {
            return null;
        }
        MethodTypeDesc type = MethodTypeDesc.of(handle.owner());
        return switch (internalName(handle.owner())) {
            case "java/util/Random" -> handleOf(Redirects.CHANCE, "newRandom", type);
            case "java/util/SplittableRandom" ->
                    handleOf(Redirects.CHANCE, "newSplittableRandom", type);
            case "java/util/Date" -> handleOf(Redirects.TIME, "newDate", type);
            default -> null;
        };
    }

    private static MethodHandleDesc handleOf(ClassDesc owner, String name, MethodTypeDesc type) {
        return MethodHandleDesc.ofMethod(DirectMethodHandleDesc.Kind.STATIC, owner, name, type);
    }

    private static String internalName(ClassDesc type) {
        String descriptor = type.descriptorString();
        return type.isClassOrInterface()
                ? descriptor.substring(1, descriptor.length() - 1)
                : descriptor;
    }

    // ---- synchronized methods, and class initialisers

    private void opening(CodeBuilder into) {
        if (isInitialiser) {
            into.invokestatic(PointWeaver.HOOK, "beginInit", OF_NOTHING);
        } else {
            pushMonitor(into);
            into.invokestatic(PointWeaver.HOOK, "enter", OF_MONITOR);
        }
    }

    private void closing(CodeBuilder into) {
        if (isInitialiser) {
            into.invokestatic(PointWeaver.HOOK, "endInit", OF_NOTHING);
        } else {
            pushMonitor(into);
            into.invokestatic(PointWeaver.HOOK, "exit", OF_MONITOR);
        }
    }

    private void pushMonitor(CodeBuilder into) {
        if (isStatic) {
            into.loadConstant(self);
        } else {
            into.aload(0);
        }
    }

    /** Adds the way out for what is thrown; returns the frame that it has. */
    private StackMapFrameInfo wrap(Label begin, CodeBuilder into) {
        Label handler = into.newBoundLabel();
        closing(into);
        into.athrow();
        into.exceptionCatchAll(begin, handler, handler); // after all others: it is the outermost
        List<VerificationTypeInfo> locals =
                isStatic ? List.of() : List.of(ObjectVerificationTypeInfo.of(self));
        return StackMapFrameInfo.of(
                handler,
                locals,
                List.of(ObjectVerificationTypeInfo.of(ConstantDescs.CD_Throwable)));
    }

    /** On the way out the monitor is that of the first slot. */
    private void ensureThisStays(CodeModel code) {
        for (CodeElement element : code) {
            if (!isStatic && element instanceof StoreInstruction store && store.slot() == 0) {
                throw PointWeaver.refused(
                        selfName.replace('/', '.'),
                        "stores into the slot of 'this' in a synchronized method, which no compiler"
                                + " of Java does");
            }
        }
    }

    // ---- what the verifier knows

    /** At a place that is jumped to: as its frame says. */
    private void resume(@Nullable StackMapFrameInfo frame) {
        if (frame == null || !isConstructor) {
            return;
        }
        List<Label> made = new ArrayList<>();
        boolean hasBareThis = false;
        for (List<VerificationTypeInfo> part : List.of(frame.locals(), frame.stack())) {
            for (VerificationTypeInfo info : part) {
                hasBareThis |= info.tag() == VerificationTypeInfo.ITEM_UNINITIALIZED_THIS;
                if (info instanceof StackMapFrameInfo.UninitializedVerificationTypeInfo bareObject
                        && !made.contains(bareObject.newTarget())) {
                    made.add(bareObject.newTarget());
                }
            }
        }
        isThisBare = hasBareThis;
        bare = made.size();
    }

    private static int sizeOf(ClassDesc type) {
        return TypeKind.from(type).slotSize();
    }

    /** How many slots its instructions use. */
    private int slotsOf(CodeModel code) {
        int most = 0;
        for (CodeElement element : code) {
            most =
                    Math.max(
                            most,
                            switch (element) {
                                case LoadInstruction i -> i.slot() + i.typeKind().slotSize();
                                case StoreInstruction i -> i.slot() + i.typeKind().slotSize();
                                case IncrementInstruction i -> i.slot() + 1;
                                default -> 0;
                            });
        }
        return Math.max(most, parameterSlots);
    }
}
