package dev.stint.weave.internal.flow;

import dev.stint.weave.Refusal;
import dev.stint.weave.WeaveRefusedException;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/** The blocks of a method and the ways between them. */
public final class Flow {
    /**
     * Bounds the ways by which exceptions may go, which can grow with the square of the size of the
     * method. Real methods stay below a hundredth of it.
     */
    private static final int MOST_THROWS = 2_000_000;

    private final Body body;
    private final List<Block> blocks = new ArrayList<>();
    private final Block[] blockAt;
    private final BitSet branchTargets = new BitSet();
    private final BitSet reached = new BitSet(); // by block

    private Flow(Body body) {
        this.body = body;
        this.blockAt = new Block[body.size()];
    }

    public static Flow of(Body body) {
        if (body.size() == 0) {
            throw new WeaveRefusedException(Refusal.because("has no instructions"));
        }
        var flow = new Flow(body);
        flow.cut();
        flow.connect();
        flow.connectHandlers();
        flow.reach();
        return flow;
    }

    public List<Block> blocks() {
        return blocks;
    }

    public Block blockAt(int index) {
        return blockAt[index];
    }

    /** True if some way leads to the block, perhaps by an exception. */
    public boolean isReached(Block block) {
        return reached.get(block.number());
    }

    private void reach() {
        var open = new ArrayDeque<Block>();
        reached.set(0);
        open.add(blocks.getFirst());
        while (!open.isEmpty()) {
            Block block = open.remove();
            for (Block next : block.outgoing()) {
                if (!reached.get(next.number())) {
                    reached.set(next.number());
                    open.add(next);
                }
            }
        }
    }

    /** True if a branch or a switch goes to this instruction. */
    public boolean isBranchTarget(int index) {
        return branchTargets.get(index);
    }

    /** The places that an instruction may branch to; none if it is no branch. */
    public static List<Label> targets(Instruction instruction) {
        return switch (instruction) {
            case BranchInstruction branch -> List.of(branch.target());
            case LookupSwitchInstruction s -> targets(s.defaultTarget(), s.cases());
            case TableSwitchInstruction s -> targets(s.defaultTarget(), s.cases());
            default -> List.of();
        };
    }

    private static List<Label> targets(Label defaultTarget, List<SwitchCase> cases) {
        var targets = new ArrayList<Label>(cases.size() + 1);
        targets.add(defaultTarget);
        for (SwitchCase arm : cases) {
            targets.add(arm.target());
        }
        return targets;
    }

    public static boolean isGoto(Instruction instruction) {
        return instruction.opcode() == Opcode.GOTO || instruction.opcode() == Opcode.GOTO_W;
    }

    /** True if control does not go on to the next instruction. */
    public static boolean endsTheWay(Instruction instruction) {
        return switch (instruction) {
            case BranchInstruction branch -> isGoto(branch);
            case LookupSwitchInstruction _,
                    TableSwitchInstruction _,
                    ReturnInstruction _,
                    ThrowInstruction _ ->
                    true;
            default -> false;
        };
    }

    private void cut() {
        var starts = new BitSet(body.size() + 1);
        starts.set(0);
        for (int i = 0; i < body.size(); i++) {
            Instruction instruction = body.instruction(i);
            List<Label> targets = targets(instruction);
            for (Label target : targets) {
                starts.set(body.target(target));
                branchTargets.set(body.target(target));
            }
            if (!targets.isEmpty() || endsTheWay(instruction)) {
                starts.set(i + 1);
            }
        }
        for (Body.Range range : body.ranges()) {
            if (range.handler() >= body.size()) {
                throw new WeaveRefusedException(
                        Refusal.because("has an exception handler at the end of its code"));
            }
            starts.set(range.handler());
        }
        for (int start = 0; start < body.size(); ) {
            int next = starts.nextSetBit(start + 1);
            int end = next < 0 ? body.size() : Math.min(next, body.size());
            var block = new Block(blocks.size(), start, end);
            blocks.add(block);
            for (int i = start; i < end; i++) {
                blockAt[i] = block;
            }
            start = end;
        }
    }

    private void connect() {
        var connected = new int[blocks.size()]; // by block: the last one that leads to it, plus 1
        for (Block block : blocks) {
            Instruction last = body.instruction(block.last());
            for (Label target : targets(last)) {
                connect(block, blockAt[body.target(target)], connected);
            }
            if (!endsTheWay(last) && block.end() < body.size()) {
                connect(block, blockAt[block.end()], connected);
            }
        }
    }

    private static void connect(Block block, Block next, int[] connected) {
        if (connected[next.number()] != block.number() + 1) {
            connected[next.number()] = block.number() + 1;
            block.leadsTo(next);
        }
    }

    private void connectHandlers() {
        var connected = new int[blocks.size()]; // by block: its last handler, plus 1
        int throwsSoFar = 0;
        var byHandler = new ArrayList<>(body.ranges());
        byHandler.sort(Comparator.comparingInt(Body.Range::handler));
        for (Body.Range range : byHandler) {
            Block handler = blockAt[range.handler()];
            handler.becomeHandler();
            int end = Math.min(range.end(), body.size());
            for (int i = range.start(); i < end; i = blockAt[i].end()) {
                throwsSoFar++;
                if (throwsSoFar > MOST_THROWS) {
                    throw new WeaveRefusedException(
                            Refusal.because(
                                    "has an exception table that is too large to be followed"));
                }
                if (connected[blockAt[i].number()] != handler.number() + 1) {
                    connected[blockAt[i].number()] = handler.number() + 1;
                    blockAt[i].mayThrowTo(handler);
                }
            }
        }
    }

    /** True if the block ends in a branch that may go backwards. */
    static boolean goesBack(Body body, Block block) {
        return goesBack(body, block.last());
    }

    /** True if the instruction is a branch that may go backwards. */
    public static boolean goesBack(Body body, int index) {
        return targets(body.instruction(index)).stream().anyMatch(to -> body.target(to) <= index);
    }
}
