package dev.stint.weave.internal.emit;

import dev.stint.weave.internal.emit.Detours.Detour;
import dev.stint.weave.internal.emit.Detours.Errand;
import dev.stint.weave.internal.flow.Block;
import dev.stint.weave.internal.flow.Body;
import dev.stint.weave.internal.flow.BudgetChecks;
import dev.stint.weave.internal.flow.Charges;
import dev.stint.weave.internal.flow.Flow;
import dev.stint.weave.internal.flow.Handlers;
import dev.stint.weave.internal.flow.Regions;
import dev.stint.weave.internal.flow.Regions.Region;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.LocalVariable;
import java.lang.classfile.instruction.LocalVariableType;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.util.List;
import java.util.Map;

/**
 * Writes one method, with its charges.
 *
 * <p>Outside of the regions a block is charged by a call of a hook. Inside, it is counted in a
 * local variable, the counter. The counter is zeroed at the entry of the method, and is zero again
 * whenever no region runs: whoever leaves a region, on whatever way, books it. The counter is
 * zeroed before its value is booked, so that it is right even if the booking throws. A second
 * variable, the limit, holds the value at which a region is booked without being left. The first
 * limit is the same for all. Each booking returns the next one, because that depends on the task,
 * and the code does not.
 */
public final class MethodWriter {
    /** From this length on a method may have branches that are too far for their two bytes. */
    private static final int LONG = 16_000;

    /** How much of a long method is written, in the bytes that it had, before detours follow. */
    private static final int NEAR = 6_000;

    private final CodeBuilder code;
    private final HookCalls hooks;
    private final Body body;
    private final Flow flow;
    private final Handlers handlers;
    private final Charges charges;
    private final Regions regions;
    private final BudgetChecks checks;
    private final Rewriter rewriter;
    private final int room;
    private final boolean guarded;
    private final int counter;
    private final int limit;
    private final int left; // the variable that knows the modelled stack without this method
    private final int free;
    private final int usedLocals;
    private final int[] lines; // by instruction
    private final LabelMap places;
    private final StackMap frames;
    private final ExceptionTable table;
    private final Detours detours;
    private int written; // bytes of the old code since there have been open detours

    private MethodWriter(CodeBuilder code, Method method, Regions regions, Rewriter rewriter) {
        this.code = code;
        this.hooks = method.hooks();
        this.body = method.body();
        this.flow = method.flow();
        this.handlers = method.handlers();
        this.charges = method.charges();
        this.regions = regions;
        this.checks = new BudgetChecks(body, flow, handlers, charges, regions);
        this.rewriter = rewriter;
        this.room = method.room();
        this.guarded = room > 0 && method.guarded();
        int counters = regions.isEmpty() ? 0 : 2;
        this.counter = body.maxLocals();
        this.limit = counter + 1;
        this.left = counter + counters;
        int added = counters + (room > 0 ? 1 : 0);
        this.free = body.maxLocals() + added;
        this.usedLocals = UsedLocals.used(body, flow, method.parameterSlots());
        this.lines = new int[body.size()];
        this.places = new LabelMap(code);
        this.frames = new StackMap(body, added);
        this.table = new ExceptionTable(body, flow, handlers, regions, places);
        this.detours = new Detours(places);
    }

    /**
     * What is known of a method.
     *
     * @param room what it takes of the modelled stack
     * @param guarded whether it gives that back even if it is left by an exception: who has called
     *     it may catch that, and is not woven
     */
    public record Method(
            Body body,
            Flow flow,
            Handlers handlers,
            Charges charges,
            int parameterSlots,
            int room,
            boolean guarded,
            HookCalls hooks) {}

    /**
     * Writes a method.
     *
     * @param regions its loops that count in a variable; they may be left out
     */
    public static void write(CodeBuilder code, Method method, Regions regions, Rewriter rewriter) {
        new MethodWriter(code, method, regions, rewriter).write();
    }

    private void write() {
        Label thrownOut = places.newLabel();
        if (!regions.isEmpty()) {
            table.coverRegions(thrownOut);
        }
        if (room > 0) {
            hooks.room(code, room);
            code.istore(left);
        }
        if (!regions.isEmpty()) {
            code.iconst_0().istore(counter);
            code.loadConstant(regions.firstLimit()).istore(limit);
        }
        Label begin = code.newBoundLabel();
        if (charges.extraAtEntry() > 0) {
            hooks.ops(code, charges.extraAtEntry());
        }
        writeElements();
        places.bindBefore(body.size());
        writeDetours();
        for (Map.Entry<Integer, Label> way : table.detours().entrySet()) {
            writeWayToHandler(way.getKey(), way.getValue());
        }
        if (table.coversRegions()) {
            code.labelBinding(thrownOut);
            frames.handler(thrownOut);
            code.iload(counter);
            hooks.leave(code);
            code.athrow();
        }
        if (guarded) {
            Label guard = code.newBoundLabel();
            frames.handler(guard);
            giveBackRoom();
            code.athrow();
            table.coverAll(begin, guard);
        }
        table.writeTo(code);
        frames.writeTo(code);
    }

    private void writeElements() {
        int index = 0;
        int line = 0;
        for (CodeElement element : body.elements()) {
            switch (element) {
                case Instruction instruction -> {
                    lines[index] = line;
                    write(instruction, index);
                    index++;
                }
                case LabelTarget label -> {
                    keepDetoursNear(index);
                    code.with(label);
                }
                case ExceptionCatch _ -> {} // the table is written anew
                case LocalVariable variable when UsedLocals.isBeyond(variable, usedLocals) -> {}
                case LocalVariableType variable when UsedLocals.isBeyond(variable, usedLocals) -> {}
                case LineNumber number -> {
                    line = number.line();
                    code.with(number);
                }
                default -> code.with(element);
            }
        }
    }

    private void write(Instruction instruction, int index) {
        Block block = flow.blockAt(index);
        Region region = regions.of(block);
        written += instruction.sizeInBytes();
        places.bindBefore(index);
        if (isBuried(block)) {
            places.bindAfterEntry(index);
            bury(instruction);
            return;
        }
        if (body.frame(index) != null) {
            Label at = code.newBoundLabel();
            frames.keep(index, at);
        }
        if (index == block.start()) {
            enter(block);
        }
        if (charges.isAt(block, index)) {
            charge(block);
        }
        if (index == block.start()) {
            places.bindAfterEntry(index);
        }
        hooks.array(code, instruction, free);
        switch (instruction) {
            case NewObjectInstruction made -> {
                rewriter.beforeNew(code, instruction);
                frames.bindNew(index, code.newBoundLabel());
                rewriter.writeNew(code, made);
            }
            case BranchInstruction branch when Flow.isGoto(branch) -> writeGoto(branch, index);
            case BranchInstruction branch ->
                    code.branch(branch.opcode(), way(index, branch.target()));
            case LookupSwitchInstruction s ->
                    code.lookupswitch(way(index, s.defaultTarget()), ways(index, s.cases()));
            case TableSwitchInstruction s ->
                    code.tableswitch(
                            s.lowValue(),
                            s.highValue(),
                            way(index, s.defaultTarget()),
                            ways(index, s.cases()));
            case ReturnInstruction _ -> {
                if (region != null) {
                    end();
                }
                rewriter.beforeReturn(code);
                if (room > 0) {
                    giveBackRoom();
                }
                code.with(instruction);
            }
            default -> {
                if (!rewriter.rewrite(code, instruction, free)) {
                    code.with(instruction);
                }
            }
        }
        if (Flow.endsTheWay(instruction)) {
            if (body.length() > LONG) {
                writeDetours(); // here nobody has to jump over them
            }
        } else if (index == block.last() && index + 1 < body.size()) {
            Block next = flow.blockAt(index + 1);
            if (leavesRegion(block, next) && !booksAtEntry(next)) {
                end();
            }
        }
    }

    /**
     * True for a block that is never run, in a method without stack maps. The class-file API does
     * not follow it there and leaves no room for the local variables that it uses.
     */
    private boolean isBuried(Block block) {
        return !body.hasFrames() && !flow.isReached(block);
    }

    private void bury(Instruction instruction) {
        if (Flow.endsTheWay(instruction)) {
            code.athrow();
        } else {
            code.nop();
        }
    }

    private void enter(Block block) {
        if (room > 0 && block.isHandler() && !handlers.isRelease(block)) {
            // What was called and has thrown has not given back its room.
            code.iload(left).loadConstant(room).isub();
            hooks.back(code);
        }
        if (booksAtEntry(block)) {
            end();
        } else if (handlers.isCharged(block) && regions.of(block) != null) {
            // A handler may be part of a loop that never goes backwards but by throwing.
            leave();
        }
    }

    private void charge(Block block) {
        chargeCost(block);
        if (handlers.isCharged(block)) {
            hooks.caught(code);
        }
    }

    private void chargeCost(Block block) {
        int ops = charges.ops(block);
        long bytes = charges.bytes(block);
        if (regions.of(block) == null && bytes == 0 && checks.onlyCounts(block)) {
            hooks.count(code, ops);
        } else if (handlers.isCharged(block)) {
            hooks.enter(code, ops, bytes);
        } else if (regions.of(block) == null) {
            hooks.opsAndBytes(code, ops, bytes);
        } else {
            code.iinc(counter, ops);
            hooks.bytes(code, bytes);
        }
    }

    /** A goto backwards is part of the cost of its block. */
    private void writeGoto(BranchInstruction branch, int index) {
        Block from = flow.blockAt(index);
        int place = body.target(branch.target());
        Block to = flow.blockAt(place);
        Region region = regions.of(from);
        boolean backwards = place <= index;
        if (region != null && region == regions.of(to) && backwards) {
            look(branch.target());
        } else if (leavesRegion(from, to) && backwards) {
            flush();
        } else if (leavesRegion(from, to) && !booksAtEntry(to)) {
            end();
        }
        jump(branch.target());
    }

    private List<SwitchCase> ways(int index, List<SwitchCase> cases) {
        return cases.stream()
                .map(arm -> SwitchCase.of(arm.caseValue(), way(index, arm.target())))
                .toList();
    }

    /** Where a conditional branch or an arm of a switch is to go to instead. */
    private Label way(int index, Label target) {
        Block from = flow.blockAt(index);
        int place = body.target(target);
        Block to = flow.blockAt(place);
        boolean backwards = place <= index;
        if (leavesRegion(from, to)) {
            if (backwards) {
                return detours.by(Errand.FLUSH, place);
            }
            return booksAtEntry(to) ? target : detours.by(Errand.END, place);
        }
        if (backwards) {
            return detours.by(regions.of(from) == null ? Errand.PAY : Errand.COUNT, place);
        }
        return target;
    }

    private boolean leavesRegion(Block from, Block to) {
        Region region = regions.of(from);
        return region != null && region != regions.of(to);
    }

    /**
     * True if a block is entered only by leaving a region, so that it can be booked there, without
     * detours. Not if a branch comes backwards: that one must look whether it can be paid.
     */
    private boolean booksAtEntry(Block block) {
        if (block.isHandler() || block.start() == 0 || block.predecessors().isEmpty()) {
            return false;
        }
        for (Block from : block.predecessors()) {
            if (!leavesRegion(from, block) || from.last() >= block.start()) {
                return false;
            }
        }
        return true;
    }

    private void giveBackRoom() {
        code.iload(left);
        hooks.back(code);
    }

    // ---- the counter

    private void takeCounter() {
        code.iload(counter).iconst_0().istore(counter);
    }

    /** The region is left by a way that is written in the code, and perhaps towards another. */
    private void end() {
        takeCounter();
        if (regions.count() > 1) {
            hooks.end(code);
        } else {
            hooks.leave(code);
        }
    }

    /** It is left by an exception. */
    private void leave() {
        takeCounter();
        hooks.leave(code);
    }

    private void flush() {
        takeCounter();
        hooks.flush(code);
    }

    /** Goes on to the target, or past it with all booked. */
    private void look(Label target) {
        code.iload(counter).iload(limit).if_icmplt(target);
        takeCounter();
        hooks.lap(code, regions.longestPass());
        code.istore(limit);
    }

    // ---- what is written behind

    /**
     * In a long method conditional branches do not reach its end, so their detours are put in
     * between, to be jumped over.
     */
    private void keepDetoursNear(int index) {
        if (body.length() <= LONG || detours.isEmpty()) {
            written = 0;
        } else if (written > NEAR && index < body.size() && mayBeJumpedTo(index)) {
            jump(places.before(index));
            writeDetours();
            written = 0;
        }
    }

    private boolean mayBeJumpedTo(int index) {
        return body.frame(index) != null || !body.hasFrames();
    }

    private void writeDetours() {
        for (var next = detours.poll(); next != null; next = detours.poll()) {
            write(next.getKey(), next.getValue());
        }
    }

    private void write(Detour detour, Label at) {
        int place = detour.target();
        Label target = body.label(place);
        begin(at, place);
        switch (detour.errand()) {
            case PAY -> hooks.ops(code, 1);
            case COUNT -> {
                code.iinc(counter, 1);
                if (regions.of(flow.blockAt(place)) != null) {
                    look(target);
                }
            }
            case FLUSH -> {
                code.iinc(counter, 1);
                flush();
            }
            case END -> end();
        }
        jump(target);
        table.coverLike(place, at, code.newBoundLabel());
    }

    private void writeWayToHandler(int handler, Label at) {
        begin(at, handler);
        leave();
        jump(body.label(handler));
        table.coverLike(handler, at, code.newBoundLabel());
    }

    private void begin(Label at, int target) {
        code.labelBinding(at);
        frames.copy(target, at);
        if (lines[target] != 0) {
            code.lineNumber(lines[target]);
        }
    }

    private void jump(Label target) {
        if (body.length() > LONG) {
            code.goto_w(target);
        } else {
            code.goto_(target);
        }
    }
}
