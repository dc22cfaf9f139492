package dev.stint.weave.reference;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.attribute.StackMapFrameInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.ObjectVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.SimpleVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.UninitializedVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.VerificationTypeInfo;
import java.lang.classfile.attribute.StackMapTableAttribute;
import java.lang.constant.ClassDesc;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The code of a random method while it is written, with the types on the stack. All local variables
 * are assigned at the start and keep their type, so that the frame at a label is those and what is
 * on the stack; frames are written here and not computed, because code that is never reached has
 * them too.
 */
final class Code {
    /** Something on the stack: a value, or a new object that is not initialised. */
    record Entry(@Nullable Kind kind, VerificationTypeInfo info) {
        static Entry of(Kind kind) {
            return new Entry(kind, kind.info());
        }
    }

    private final CodeBuilder out;
    private final ClassDesc self;
    private final boolean isStatic;
    private final boolean isInterface;
    private boolean rawThis;
    private final List<Kind> locals = new ArrayList<>();
    private final List<Integer> slots = new ArrayList<>();
    private int nextSlot;
    private final List<Entry> stack = new ArrayList<>();
    private int floor;
    private int instructions;
    private int atLastLabel = -1;
    private final List<StackMapFrameInfo> frames = new ArrayList<>();

    Code(CodeBuilder out, Signature method) {
        this.out = out;
        this.self = method.owner();
        this.isStatic = method.isStatic();
        this.isInterface = method.owner().equals(RandomProgram.FACE);
        this.rawThis = method.isConstructor();
        nextSlot = isStatic ? 0 : 1;
        for (Kind parameter : method.parameters()) {
            addLocal(parameter);
        }
    }

    private int addLocal(Kind kind) {
        locals.add(kind);
        slots.add(nextSlot);
        nextSlot += kind.isWide() ? 2 : 1;
        return locals.size() - 1;
    }

    /** A variable more, assigned what is on the stack. Only before the first label. */
    int declare(Kind kind) {
        int local = addLocal(kind);
        store(local);
        return local;
    }

    /** The builder, to add one instruction whose effect on the stack the caller notes. */
    CodeBuilder out() {
        instructions++;
        return out;
    }

    int instructions() {
        return instructions;
    }

    /** Writes the frames. Nothing comes after it. */
    void end(boolean withFrames) {
        if (withFrames && !frames.isEmpty()) {
            out.with(StackMapTableAttribute.of(frames));
        }
    }

    // ---- this

    boolean isStatic() {
        return isStatic;
    }

    boolean isRawThis() {
        return rawThis;
    }

    /** Whether there is a {@code this} that has the fields of all things. */
    boolean thisIsThing() {
        return !isStatic && !rawThis && !isInterface;
    }

    /** The constructor of the ancestor was called. */
    void thisIsMade() {
        rawThis = false;
    }

    ClassDesc self() {
        return self;
    }

    // ---- labels

    Label newLabel() {
        return out.newLabel();
    }

    /** Begins code that may be jumped to, with the present stack. */
    void bind(Label label) {
        if (instructions == atLastLabel) {
            out().nop(); // no two frames at one place
        }
        out.labelBinding(label);
        atLastLabel = instructions;
        List<VerificationTypeInfo> variables = new ArrayList<>();
        if (!isStatic) {
            variables.add(
                    rawThis
                            ? SimpleVerificationTypeInfo.UNINITIALIZED_THIS
                            : ObjectVerificationTypeInfo.of(self));
        }
        locals.forEach(kind -> variables.add(kind.info()));
        frames.add(
                StackMapFrameInfo.of(label, variables, stack.stream().map(Entry::info).toList()));
    }

    /** Marks a place that is not jumped to. */
    void mark(Label label) {
        out.labelBinding(label);
    }

    void catching(Label from, Label to, Label handler, @Nullable ClassDesc type) {
        if (type == null) {
            out.exceptionCatchAll(from, to, handler);
        } else {
            out.exceptionCatch(from, to, handler, type);
        }
    }

    // ---- stack

    /** How many values there are that the present piece of code may take. */
    int height() {
        return stack.size() - floor;
    }

    List<Entry> snapshot() {
        return List.copyOf(stack);
    }

    /** Goes on as if the stack were this. */
    void assume(List<Entry> entries) {
        stack.clear();
        stack.addAll(entries);
    }

    /** Protects all that is on the stack now; returns what to give back to {@link #unprotect}. */
    int protect() {
        int before = floor;
        floor = stack.size();
        return before;
    }

    void unprotect(int before) {
        floor = before;
    }

    List<Entry> prefix() {
        return List.copyOf(stack.subList(0, floor));
    }

    boolean holdsRaw() {
        return stack.stream().anyMatch(entry -> entry.kind() == null);
    }

    /** The kind at a depth, 0 being the top; null if there is none or it is not to be touched. */
    @Nullable Kind peek(int depth) {
        return depth < height() ? stack.get(stack.size() - 1 - depth).kind() : null;
    }

    void pushed(Kind kind) {
        stack.add(Entry.of(kind));
    }

    void pushed(Entry entry) {
        stack.add(entry);
    }

    void popped(int count) {
        for (int i = 0; i < count; i++) {
            stack.removeLast();
        }
    }

    Entry top() {
        return stack.getLast();
    }

    // ---- instructions that need their own bookkeeping

    int localCount() {
        return locals.size();
    }

    Kind kindOf(int local) {
        return locals.get(local);
    }

    void load(int local) {
        out().loadLocal(locals.get(local).typeKind(), slots.get(local));
        pushed(locals.get(local));
    }

    void store(int local) {
        out().storeLocal(locals.get(local).typeKind(), slots.get(local));
        popped(1);
    }

    void increment(int local, int by) {
        out().iinc(slots.get(local), by);
    }

    void loadThis() {
        out().aload(0);
        pushed(
                new Entry(
                        Kind.THING,
                        rawThis
                                ? SimpleVerificationTypeInfo.UNINITIALIZED_THIS
                                : ObjectVerificationTypeInfo.of(self)));
    }

    /** A new object under construction; marks the instruction for the frames. */
    void newRaw(ClassDesc type) {
        Label label = newLabel();
        mark(label);
        out().new_(type);
        pushed(new Entry(null, UninitializedVerificationTypeInfo.of(label)));
    }

    void zero(Kind kind) {
        switch (kind) {
            case INT -> out().iconst_0();
            case LONG -> out().lconst_0();
            case FLOAT -> out().fconst_0();
            case DOUBLE -> out().dconst_0();
            case OBJECT, INTS, THING, THROWABLE -> out().aconst_null();
        }
        pushed(kind);
    }

    /** A branch that takes so many values from the stack. */
    void branch(Opcode opcode, Label target, int takes) {
        out().branch(opcode, target);
        popped(takes);
    }

    void call(Signature method, boolean special) {
        ClassDesc owner = method.owner();
        if (method.isStatic()) {
            out().invokestatic(owner, method.name(), method.type());
        } else if (special) {
            out().invokespecial(owner, method.name(), method.type());
        } else {
            out().invokevirtual(owner, method.name(), method.type());
        }
        popped(method.parameters().size() + (method.isStatic() ? 0 : 1));
        Kind result = method.result();
        if (result != null) {
            pushed(result);
        }
    }
}
