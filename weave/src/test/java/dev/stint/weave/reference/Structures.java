package dev.stint.weave.reference;

import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Random code with structure: conditions, loops, monitors, handlers, calls, objects in the making.
 * Every piece leaves the stack as it found it, or with one value more.
 */
final class Structures {
    private static final int DEEPEST = 3;

    /** What a handler may catch; nothing is everything. */
    private static final List<String> CAUGHT =
            List.of(
                    "java.lang.Throwable",
                    "",
                    "java.lang.RuntimeException",
                    "java.lang.ArithmeticException",
                    "java.lang.NullPointerException",
                    "java.lang.Error");

    private static final List<Opcode> COMPARISONS =
            List.of(Opcode.IFEQ, Opcode.IFNE, Opcode.IFLT, Opcode.IFGE, Opcode.IFGT, Opcode.IFLE);

    private final Choices pick;
    private final Code code;
    private final Straight straight;
    private final Functional functional;
    private final Signature method;
    private final List<Signature> callable;
    private final boolean hasFunctions;
    private final int fuel;
    private final int[] counters = new int[DEEPEST + 1];
    private final int[] locks = new int[DEEPEST + 1];
    private final int[] caught = new int[DEEPEST + 1];
    private int depth;
    private int loops;
    private int monitors;
    private int size;
    private boolean hasLongLoop;

    /**
     * @param hasFunctions whether the version of the class has invokedynamic
     * @param size how many pieces at most
     */
    Structures(
            Choices pick,
            Code code,
            Signature method,
            List<Signature> callable,
            boolean hasFunctions,
            int size) {
        this.hasFunctions = hasFunctions;
        this.pick = pick;
        this.code = code;
        this.method = method;
        this.callable = callable;
        this.size = size;
        straight = new Straight(pick, code);
        functional = new Functional(pick, code, straight);
        if (pick.onceIn(4)) {
            beginWithLoop();
        }
        for (Kind kind :
                List.of(Kind.INT, Kind.LONG, Kind.OBJECT, Kind.INTS, Kind.DOUBLE, Kind.THING)) {
            straight.push(kind);
            code.declare(kind);
        }
        for (Kind kind : List.of(Kind.INT, Kind.FLOAT)) {
            code.zero(kind);
            code.declare(kind);
        }
        straight.reserveFrom(code.localCount());
        code.out().bipush(3 + pick.below(30));
        code.pushed(Kind.INT);
        fuel = code.declare(Kind.INT);
        for (int i = 0; i <= DEEPEST; i++) {
            counters[i] = declareZero(Kind.INT);
            locks[i] = declareZero(Kind.OBJECT);
            caught[i] = declareZero(Kind.THROWABLE);
        }
    }

    /** A loop whose head is the first instruction, if there is a variable to count in. */
    private void beginWithLoop() {
        int counter = method.parameters().indexOf(Kind.INT);
        if (counter < 0) {
            return;
        }
        Label head = code.newLabel();
        code.bind(head);
        code.load(counter);
        if (pick.onceIn(2)) {
            code.call(Straight.ABS, false);
        }
        code.out().bipush(9);
        code.out().iushr();
        code.out().dup();
        code.pushed(Kind.INT);
        code.store(counter);
        code.branch(Opcode.IFGT, head, 1);
    }

    private int declareZero(Kind kind) {
        code.zero(kind);
        return code.declare(kind);
    }

    Straight straight() {
        return straight;
    }

    int fuel() {
        return fuel;
    }

    boolean isNested() {
        return depth > 0;
    }

    // ---- pieces

    /** Some pieces of code, and then the stack as it was. */
    void pieces(int most) {
        int before = code.protect();
        depth++;
        int count = pick.below(most + 1);
        for (int i = 0; i < count; i++) {
            piece();
        }
        straight.adjust(List.of());
        depth--;
        code.unprotect(before);
    }

    void piece() {
        size--;
        if (size < 0 || depth > DEEPEST) {
            straight.any();
            return;
        }
        switch (pick.below(hasFunctions ? 18 : 16)) {
            case 0, 1, 2, 3, 4, 5 -> straight.any();
            case 6 -> callOwn();
            case 7 -> newThing();
            case 8 -> condition();
            case 9 -> choice();
            case 10 -> countedLoop();
            case 11 -> longLoop();
            case 12 -> monitor();
            case 13 -> guarded();
            case 14 -> cleanedUp();
            case 15 -> new Region(pick, code, this).write();
            default -> functional.any();
        }
    }

    // ---- calls

    private void callOwn() {
        Signature target = pick.from(callable);
        straight.call(target, false);
    }

    /** The arguments of the constructor may jump while the object is not initialised. */
    private void newThing() {
        ClassDesc type = pick.from(List.of(Straight.THING, ClassDesc.of("fuzz.Heir")));
        code.newRaw(type);
        code.out().dup();
        code.pushed(code.top());
        if (pick.onceIn(2)) {
            value(Kind.INT);
        } else {
            straight.push(Kind.INT);
        }
        if (pick.onceIn(3)) {
            int before = code.protect();
            countedLoop();
            code.unprotect(before);
        }
        code.out().invokespecial(type, "<init>", RandomProgram.CONSTRUCTOR.type());
        code.popped(3);
        code.pushed(Kind.THING);
    }

    // ---- conditions

    /** Pushes an int that a branch can test. */
    void test() {
        switch (pick.below(4)) {
            case 0, 1 -> straight.push(Kind.INT);
            case 2 -> {
                straight.push(Kind.LONG);
                straight.push(Kind.LONG);
                code.out().lcmp();
                code.popped(2);
                code.pushed(Kind.INT);
            }
            default -> {
                straight.push(Kind.DOUBLE);
                straight.push(Kind.DOUBLE);
                code.out().dcmpg();
                code.popped(2);
                code.pushed(Kind.INT);
            }
        }
    }

    /** Branches there on a random condition. */
    void branch(Label target) {
        switch (pick.below(4)) {
            case 0, 1 -> {
                test();
                code.branch(pick.from(COMPARISONS), target, 1);
            }
            case 2 -> {
                straight.push(Kind.INT);
                straight.push(Kind.INT);
                code.branch(Opcode.IF_ICMPLT, target, 2);
            }
            default -> {
                straight.push(Kind.THING);
                code.branch(pick.from(List.of(Opcode.IFNULL, Opcode.IFNONNULL)), target, 1);
            }
        }
    }

    private void condition() {
        Label otherwise = code.newLabel();
        Label after = code.newLabel();
        branch(otherwise);
        List<Code.Entry> stack = code.snapshot();
        pieces(3);
        code.branch(Opcode.GOTO, after, 0);
        code.assume(stack);
        code.bind(otherwise);
        pieces(2);
        code.bind(after);
    }

    /** A value that depends on a condition. */
    private void value(Kind kind) {
        Label otherwise = code.newLabel();
        Label after = code.newLabel();
        branch(otherwise);
        List<Code.Entry> stack = code.snapshot();
        straight.push(kind);
        code.branch(Opcode.GOTO, after, 0);
        code.assume(stack);
        code.bind(otherwise);
        if (pick.onceIn(2)) {
            pieces(2);
        }
        straight.push(kind);
        code.bind(after);
    }

    private void choice() {
        value(pick.from(Kind.ALL));
    }

    // ---- loops

    private void countedLoop() {
        if (loops > DEEPEST || depth > DEEPEST) {
            straight.any();
            return;
        }
        int counter = counters[loops++];
        int rounds = pick.below(6);
        Label head = code.newLabel();
        Label after = code.newLabel();
        start(counter, rounds);
        if (pick.onceIn(2)) { // tested at the end
            code.bind(head);
            pieces(3);
            code.increment(counter, -1);
            code.load(counter);
            code.branch(Opcode.IFGT, head, 1);
        } else {
            code.bind(head);
            code.load(counter);
            code.branch(Opcode.IFLE, after, 1);
            code.increment(counter, -1);
            pieces(3);
            code.branch(Opcode.GOTO, head, 0);
            code.bind(after);
        }
        loops--;
    }

    private void start(int counter, int rounds) {
        code.out().loadConstant(rounds);
        code.pushed(Kind.INT);
        code.store(counter);
    }

    /** More rounds than are counted in a local variable at once, with little in each. */
    private void longLoop() {
        if (loops > 0 || isNested() || hasLongLoop) {
            // once, and it uses up much of what calls may be made
            straight.any();
            return;
        }
        hasLongLoop = true;
        int counter = counters[loops++];
        Label head = code.newLabel();
        Label after = code.newLabel();
        code.out().getstatic(Straight.MAIN, "fuel", ConstantDescs.CD_int);
        code.out().bipush(15);
        code.out().isub();
        code.out().dup();
        code.out().putstatic(Straight.MAIN, "fuel", ConstantDescs.CD_int);
        code.out().branch(Opcode.IFLE, after);
        start(counter, 1000 + pick.below(1200));
        code.bind(head);
        int before = code.protect();
        straight.any();
        straight.adjust(List.of());
        code.unprotect(before);
        code.increment(counter, -1);
        code.load(counter);
        code.branch(Opcode.IFNE, head, 1);
        code.bind(after);
        loops--;
    }

    // ---- exceptions

    private static @Nullable ClassDesc type(String name) {
        return name.isEmpty() ? null : ClassDesc.of(name);
    }

    @Nullable ClassDesc anyCaught() {
        return type(pick.from(CAUGHT));
    }

    /** try-catch. */
    private void guarded() {
        if (code.holdsRaw()) {
            straight.any(); // an object in the making does not survive an exception
            return;
        }
        Label from = code.newLabel();
        Label to = code.newLabel();
        Label handler = code.newLabel();
        Label after = code.newLabel();
        List<Code.Entry> stack = code.snapshot();
        code.mark(from);
        code.out().nop();
        pieces(4);
        code.mark(to);
        code.branch(Opcode.GOTO, after, 0);
        code.assume(List.of(Code.Entry.of(Kind.THROWABLE)));
        code.bind(handler);
        code.store(caught[depth]);
        int before = code.protect();
        if (pick.onceIn(3)) {
            straight.risk();
            straight.adjust(List.of());
        }
        if (pick.onceIn(2)) {
            pieces(3);
        }
        if (pick.onceIn(4)) {
            code.load(caught[depth]);
            code.out().athrow();
            code.popped(1);
        } else {
            for (Code.Entry lost : stack) {
                Kind kind = lost.kind();
                if (kind != null) {
                    code.zero(kind);
                }
            }
        }
        code.unprotect(before);
        code.assume(stack);
        code.bind(after);
        code.catching(from, to, handler, anyCaught());
    }

    /** try-finally, the way compilers write it: the clean-up twice, the handler covering itself. */
    private void cleanedUp() {
        Label from = code.newLabel();
        Label to = code.newLabel();
        Label handler = code.newLabel();
        Label stored = code.newLabel();
        Label after = code.newLabel();
        List<Code.Entry> stack = code.snapshot();
        int mine = caught[depth];
        code.mark(from);
        code.out().nop();
        pieces(3);
        code.mark(to);
        straight.note();
        code.branch(Opcode.GOTO, after, 0);
        code.assume(List.of(Code.Entry.of(Kind.THROWABLE)));
        code.bind(handler);
        code.store(mine);
        code.mark(stored);
        straight.note();
        code.load(mine);
        code.out().athrow();
        code.assume(stack);
        code.bind(after);
        code.catching(from, to, handler, null);
        if (pick.onceIn(2)) {
            code.catching(handler, stored, handler, null);
        }
    }

    // ---- monitors

    private void monitor() {
        if (monitors > DEEPEST) {
            straight.any();
            return;
        }
        int lock = locks[monitors++];
        int mine = caught[depth];
        Label from = code.newLabel();
        Label to = code.newLabel();
        Label handler = code.newLabel();
        Label released = code.newLabel();
        Label after = code.newLabel();
        List<Code.Entry> stack = code.snapshot();
        code.out().getstatic(Straight.MAIN, "LOCK", ConstantDescs.CD_Object);
        code.out().dup();
        code.pushed(Kind.OBJECT);
        code.store(lock);
        code.out().monitorenter();
        code.mark(from);
        code.out().nop();
        if (pick.onceIn(3) && !code.holdsRaw()) {
            new Region(pick, code, this).write();
        } else {
            pieces(4);
        }
        release(lock);
        code.mark(to);
        code.branch(Opcode.GOTO, after, 0);
        code.assume(List.of(Code.Entry.of(Kind.THROWABLE)));
        code.bind(handler);
        boolean stores = pick.onceIn(2);
        if (stores) {
            code.store(mine);
        }
        if (pick.onceIn(4)) { // not one that only releases: it costs
            straight.note();
        }
        release(lock);
        code.mark(released);
        if (stores) {
            code.load(mine);
        }
        code.out().athrow();
        code.assume(stack);
        code.bind(after);
        code.catching(from, to, handler, null);
        code.catching(handler, released, handler, null);
        monitors--;
    }

    private void release(int lock) {
        code.load(lock);
        code.out().monitorexit();
        code.popped(1);
    }

    // ---- ways out

    boolean canReturn() {
        return !code.isRawThis();
    }

    /** Leaves the method, whatever is on the stack. */
    void leave() {
        List<Code.Entry> stack = code.snapshot();
        Kind result = method.result();
        if (result != null) {
            straight.push(result);
        }
        returnHolding(result);
        code.assume(stack);
    }

    /** Returns what is on the stack, and releases what is locked. */
    private void returnHolding(@Nullable Kind result) {
        for (int i = monitors - 1; i >= 0; i--) {
            release(locks[i]);
        }
        if (result == null) {
            code.out().return_();
        } else {
            code.out().return_(result.typeKind());
        }
    }

    void fail() {
        List<Code.Entry> stack = code.snapshot();
        straight.push(Kind.THROWABLE);
        code.out().athrow();
        code.assume(stack);
    }

    /** Goes on only as often as there is fuel; whatever may go round in a circle does this. */
    void burn() {
        Label enough = code.newLabel();
        code.increment(fuel, -1);
        code.load(fuel);
        code.branch(Opcode.IFGT, enough, 1);
        if (canReturn()) {
            List<Code.Entry> stack = code.snapshot();
            Kind result = method.result();
            if (result != null) {
                code.zero(result);
            }
            returnHolding(result);
            code.assume(stack);
        } else {
            code.out().aconst_null();
            code.out().athrow();
        }
        code.bind(enough);
    }
}
