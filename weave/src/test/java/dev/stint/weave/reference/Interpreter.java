package dev.stint.weave.reference;

import java.lang.classfile.Instruction;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ArrayLoadInstruction;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.ConvertInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.classfile.instruction.NopInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StackInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.Array;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs class files by reading them, and counts what they cost by the charging rule.
 *
 * <p>One thread. Monitors are counted, not taken.
 */
final class Interpreter {
    /** One call of a method. */
    private static final class Activation {
        final Method method;
        final Body body;
        final Frame frame;
        int index;
        int next;
        boolean done;
        @Nullable Object result;

        Activation(Method method) {
            this.method = method;
            this.body = method.body();
            this.frame = body.newFrame();
        }

        /** What was found out when this instruction was first run. */
        <T> @Nullable T link(Class<T> type) {
            return type.cast(body.links[index]);
        }

        <T> T linked(T link) {
            body.links[index] = link;
            return link;
        }
    }

    private final Tally tally = new Tally();
    private final Shells shells;
    private final Sizes sizes;
    private final Ancestry ancestry;
    private final Fields fields;
    private final Calls calls;
    private final IdentityHashMap<Object, Integer> monitors = new IdentityHashMap<>();

    Interpreter(ClassSet set) {
        shells = new Shells(set, this);
        sizes = new Sizes(set);
        ancestry = new Ancestry(shells);
        fields = new Fields(shells);
        calls = new Calls(this, shells, ancestry);
    }

    Tally tally() {
        return tally;
    }

    /** Where the shells of the interpreted classes come from. */
    ClassLoader loader() {
        return shells;
    }

    // ---- ways in

    @Nullable Object callFromJdk(Method method, @Nullable Object[] arguments) {
        Object receiver = method.isVirtual() ? arguments[0] : null;
        if (receiver != null && shells.tenantOf(receiver.getClass()) != null) {
            return executeSelected(
                    ancestry.select(
                            receiver.getClass(), method.name(), method.type().descriptorString()),
                    arguments);
        }
        return execute(method, arguments);
    }

    @Nullable Object executeSelected(Ancestry.Selection selection, @Nullable Object[] arguments) {
        Method method = selection.method();
        if (method == null) {
            throw new Fault("a method of the JDK is not interpreted");
        }
        tally.add(selection.costsMore() ? 1 : 0, 0);
        return execute(method, arguments);
    }

    /** Runs the implementation of a functional object that the given instruction has made. */
    @Nullable Object callFunction(Method maker, int instruction, @Nullable Object[] arguments) {
        DirectMethodHandleDesc handle = CallSites.implementation(CallSites.at(maker, instruction));
        Class<?> owner = shells.type(handle.owner());
        MethodTypeDesc type = MethodTypeDesc.ofDescriptor(handle.lookupDescriptor());
        if (owner == maker.owner().shell()) {
            Method own = maker.owner().declared(handle.methodName(), handle.lookupDescriptor());
            if (own != null && CallSites.implementsFunction(own)) {
                return execute(own, arguments);
            }
        }
        boolean isConstructor = handle.kind() == DirectMethodHandleDesc.Kind.CONSTRUCTOR;
        tally.add(1, isConstructor ? sizes.ofObject(internalName(handle.owner())) : 0);
        String name = isConstructor ? "<init>" : handle.methodName();
        var target = new Calls.Target(maker.owner(), owner, name, type);
        return switch (handle.kind()) {
            case STATIC, INTERFACE_STATIC -> calls.ofStatic(target, arguments);
            case VIRTUAL, INTERFACE_VIRTUAL -> calls.ofVirtual(target, arguments);
            case SPECIAL, INTERFACE_SPECIAL -> calls.ofSpecial(target, arguments);
            case CONSTRUCTOR -> {
                Raw raw = new Raw(owner);
                calls.ofConstructor(target, raw, arguments);
                yield Raw.of(raw);
            }
            default -> throw new Fault("not the handle of a method: " + handle);
        };
    }

    private static String internalName(ClassDesc type) {
        String descriptor = type.descriptorString();
        return descriptor.substring(1, descriptor.length() - 1);
    }

    // ---- one method

    @Nullable Object execute(Method method, @Nullable Object[] arguments) {
        Rule rule = method.rule(ancestry, sizes);
        Activation a = new Activation(method);
        pass(arguments, method, a.frame);
        boolean locks = method.is(AccessFlag.SYNCHRONIZED);
        Object lock = method.is(AccessFlag.STATIC) ? method.owner().shell() : arguments[0];
        if (locks) {
            lock(lock);
        }
        try {
            tally.add(rule.onEntry, 0);
            while (!a.done) {
                a.index = a.next;
                a.next = a.index + 1;
                tally.add(rule.ops[a.index], rule.bytes[a.index]);
                if (rule.catches[a.index]) {
                    caught(a.frame.peek());
                }
                try {
                    step(a, a.body.at(a.index));
                } catch (Fault e) {
                    throw e;
                } catch (Throwable e) {
                    a.next = handlerOf(a, e);
                    a.frame.clearStack();
                    a.frame.push(e);
                }
            }
        } finally {
            if (locks) {
                unlock(lock);
            }
        }
        return Values.narrow(a.result, TypeKind.from(method.type().returnType()));
    }

    /**
     * A throwable of the JDK's costs as much as 64 frames. No program here goes so deep that it
     * costs more.
     */
    private void caught(@Nullable Object thrown) {
        if (thrown != null && thrown.getClass().getClassLoader() == null) {
            tally.add(64, 64 * 24);
        }
    }

    private static void pass(@Nullable Object[] arguments, Method method, Frame frame) {
        int slot = 0;
        int next = 0;
        if (!method.is(AccessFlag.STATIC)) {
            frame.store(slot++, arguments[next++]);
        }
        for (ClassDesc parameter : method.type().parameterList()) {
            frame.store(slot, arguments[next++]);
            slot += TypeKind.from(parameter).slotSize();
        }
    }

    private int handlerOf(Activation a, Throwable thrown) {
        for (Body.Handler handler : a.body.handlers()) {
            if (handler.from() <= a.index
                    && a.index < handler.to()
                    && (handler.type() == null || shells.type(handler.type()).isInstance(thrown))) {
                return handler.entry();
            }
        }
        throw Thrown.again(thrown);
    }

    private void step(Activation a, Instruction instruction) {
        Frame f = a.frame;
        switch (instruction) {
            case NopInstruction _ -> {}
            case ConstantInstruction i -> f.push(constant(a, i), Values.isWide(i.typeKind()));
            case LoadInstruction i -> f.push(f.load(i.slot()), Values.isWide(i.typeKind()));
            case StoreInstruction i -> f.store(i.slot(), f.pop(Values.isWide(i.typeKind())));
            case IncrementInstruction i -> {
                f.push(f.load(i.slot()));
                f.store(i.slot(), f.popInt() + i.constant());
            }
            case StackInstruction i -> Operators.move(i.opcode(), f);
            case OperatorInstruction i -> Operators.operate(i.opcode(), f);
            case ConvertInstruction i -> Operators.convert(i, f);
            case ArrayLoadInstruction i -> Operators.loadElement(i.opcode(), f);
            case ArrayStoreInstruction i -> Operators.storeElement(i.opcode(), f);
            case BranchInstruction i -> {
                if (Operators.decide(i.opcode(), f)) {
                    boolean isGoto = i.opcode() == Opcode.GOTO || i.opcode() == Opcode.GOTO_W;
                    branch(a, a.body.place(i.target()), !isGoto);
                }
            }
            case TableSwitchInstruction i ->
                    branch(a, arm(a, i.cases(), a.body.place(i.defaultTarget())), true);
            case LookupSwitchInstruction i ->
                    branch(a, arm(a, i.cases(), a.body.place(i.defaultTarget())), true);
            case ReturnInstruction i -> {
                a.done = true;
                if (i.typeKind() != TypeKind.VOID) {
                    a.result = f.pop(Values.isWide(i.typeKind()));
                }
            }
            case ThrowInstruction _ -> throw Thrown.again((Throwable) f.popObject());
            case MonitorInstruction i -> {
                if (i.opcode() == Opcode.MONITORENTER) {
                    lock(f.popObject());
                } else {
                    unlock(f.popObject());
                }
            }
            case FieldInstruction i -> field(a, i);
            case TypeCheckInstruction i -> check(a, i);
            case NewObjectInstruction i ->
                    f.push(new Raw(initialised(shells.type(i.className().asInternalName()))));
            case NewPrimitiveArrayInstruction i -> newArray(f, i.typeKind().upperBound());
            case NewReferenceArrayInstruction i -> newArray(f, i.componentType().asSymbol());
            case NewMultiArrayInstruction i -> newArrays(f, i);
            case InvokeInstruction i -> invoke(a, i);
            case InvokeDynamicInstruction i -> invokeDynamic(a, i);
            default -> throw new Fault("unknown instruction " + instruction);
        }
    }

    // ---- control flow

    private void branch(Activation a, int target, boolean conditional) {
        if (conditional && target <= a.index) {
            tally.add(1, 0);
        }
        a.next = target;
    }

    private static int arm(Activation a, List<SwitchCase> cases, int otherwise) {
        int key = a.frame.popInt();
        for (SwitchCase arm : cases) {
            if (arm.caseValue() == key) {
                return a.body.place(arm.target());
            }
        }
        return otherwise;
    }

    private void lock(@Nullable Object object) {
        monitors.merge(object == null ? this : object, 1, Integer::sum);
    }

    private void unlock(@Nullable Object object) {
        Object key = object == null ? this : object;
        Integer held = monitors.get(key);
        if (held == null) {
            throw new IllegalMonitorStateException();
        }
        if (held == 1) {
            monitors.remove(key);
        } else {
            monitors.put(key, held - 1);
        }
    }

    // ---- constants, types, fields

    private @Nullable Object constant(Activation a, ConstantInstruction instruction) {
        if (instruction.opcode() == Opcode.ACONST_NULL) {
            return null;
        }
        Object known = a.link(Object.class);
        return known != null ? known : a.linked(resolved(a, instruction.constantValue()));
    }

    private Object resolved(Activation a, ConstantDesc constant) {
        return switch (constant) {
            case String s -> s.intern();
            case ClassDesc type -> shells.type(type);
            default -> {
                try {
                    yield constant.resolveConstantDesc(a.method.owner().lookup());
                } catch (ReflectiveOperationException e) {
                    throw new Fault("cannot resolve " + constant, e);
                }
            }
        };
    }

    private Class<?> initialised(Class<?> type) {
        TenantClass tenant = shells.tenantOf(type);
        if (tenant != null) {
            tenant.initialise();
        }
        return type;
    }

    private void check(Activation a, TypeCheckInstruction instruction) {
        Class<?> type = a.link(Class.class);
        if (type == null) {
            type = a.linked(shells.type(instruction.type().asInternalName()));
        }
        Object value = a.frame.pop();
        if (instruction.opcode() == Opcode.INSTANCEOF) {
            a.frame.push(type.isInstance(value) ? 1 : 0);
        } else {
            a.frame.push(type.cast(value));
        }
    }

    private void field(Activation a, FieldInstruction instruction) {
        Frame f = a.frame;
        Fields.Place place = a.link(Fields.Place.class);
        if (place == null) {
            place = a.linked(fields.find(a.method.owner(), instruction));
        }
        boolean wide = Values.isWide(place.kind());
        switch (instruction.opcode()) {
            case GETSTATIC -> f.push(place.get(null), wide);
            case PUTSTATIC -> place.set(null, f.pop(wide));
            case GETFIELD -> f.push(place.get(f.popObject()), wide);
            default -> {
                Object value = f.pop(wide);
                place.set(f.popObject(), value);
            }
        }
    }

    // ---- arrays

    private void newArray(Frame f, ClassDesc element) {
        int length = f.popInt();
        if (length >= 0) {
            addMemory(Sizes.ofArray(length, element));
        }
        f.push(Array.newInstance(shells.type(element), length));
    }

    /** What must be cleared or copied costs an operation for each 4,096 bytes. */
    private void addMemory(long size) {
        tally.add(size / 4096, size);
    }

    private static long arraysIn(int[] lengths, int from) {
        return from == lengths.length - 1 ? 1 : 1 + lengths[from] * arraysIn(lengths, from + 1);
    }

    private void newArrays(Frame f, NewMultiArrayInstruction instruction) {
        int[] lengths = new int[instruction.dimensions()];
        boolean negative = false;
        for (int i = lengths.length - 1; i >= 0; i--) {
            lengths[i] = f.popInt();
            negative |= lengths[i] < 0;
        }
        ClassDesc type = instruction.arrayType().asSymbol();
        if (!negative) {
            tally.add(arraysIn(lengths, 0) / 16, 0);
            addMemory(Sizes.ofArrays(lengths, 0, type));
        }
        Class<?> element = shells.type(type);
        for (int i = 0; i < lengths.length; i++) {
            element = element.componentType();
        }
        f.push(Array.newInstance(element, lengths));
    }

    // ---- calls

    private void invoke(Activation a, InvokeInstruction instruction) {
        Frame f = a.frame;
        Calls.Target target = a.link(Calls.Target.class);
        if (target == null) {
            target =
                    a.linked(
                            new Calls.Target(
                                    a.method.owner(),
                                    shells.type(instruction.owner().asInternalName()),
                                    instruction.name().stringValue(),
                                    instruction.typeSymbol()));
        }
        @Nullable Object result;
        if (instruction.opcode() == Opcode.INVOKESTATIC) {
            result = calls.ofStatic(target, popArguments(f, target.type, 0));
        } else if (target.name.equals("<init>")) {
            @Nullable Object[] arguments = popArguments(f, target.type, 0);
            if (!(f.pop() instanceof Raw raw)) {
                throw new Fault("a constructor is called on an object that has been made");
            }
            calls.ofConstructor(target, raw, arguments);
            return;
        } else {
            @Nullable Object[] arguments = popArguments(f, target.type, 1);
            result =
                    instruction.opcode() == Opcode.INVOKESPECIAL
                            ? calls.ofSpecial(target, arguments)
                            : calls.ofVirtual(target, arguments);
        }
        pushResult(f, result, TypeKind.from(target.type.returnType()));
    }

    private void invokeDynamic(Activation a, InvokeDynamicInstruction instruction) {
        CallSites.Linked linked = a.link(CallSites.Linked.class);
        if (linked == null) {
            linked = a.linked(CallSites.link(a.method, a.index, instruction));
        }
        MethodTypeDesc type = instruction.typeSymbol();
        @Nullable Object[] arguments = popArguments(a.frame, type, 0);
        Object result = linked.invoke(Calls.toJava(type, arguments, 0));
        if (linked.concatenates() && result instanceof String made) {
            addMemory(Sizes.ofConcatenation(made));
        }
        TypeKind kind = TypeKind.from(type.returnType());
        pushResult(a.frame, Values.fromJava(result, kind), kind);
    }

    private static @Nullable Object[] popArguments(Frame f, MethodTypeDesc type, int receivers) {
        @Nullable Object[] arguments = new Object[type.parameterCount() + receivers];
        for (int i = type.parameterCount() - 1; i >= 0; i--) {
            boolean wide = Values.isWide(TypeKind.from(type.parameterType(i)));
            arguments[i + receivers] = f.pop(wide);
        }
        if (receivers > 0) {
            arguments[0] = f.pop();
        }
        return arguments;
    }

    private static void pushResult(Frame f, @Nullable Object result, TypeKind kind) {
        if (kind != TypeKind.VOID) {
            f.push(result, Values.isWide(kind));
        }
    }
}
