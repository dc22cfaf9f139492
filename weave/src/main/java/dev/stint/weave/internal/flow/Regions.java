package dev.stint.weave.internal.flow;

import java.lang.classfile.Instruction;
import java.lang.classfile.attribute.StackMapFrameInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.SimpleVerificationTypeInfo;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The regions of a method: its loops that count in a local variable, because they call no woven
 * code that may call more. Each is the outermost of its kind. Outside of them the variable is zero.
 */
public final class Regions {
    /**
     * A loop that may cost so much from one look to the next spends its time in that: it is charged
     * as it goes. Also what a loop counts before it books for the first time: then it is told how
     * often its task looks around. The charging rule states it.
     */
    private static final int LONG_PASS = 64;

    /** Enough for every method that people write; beyond it the loops are charged as they go. */
    private static final long MOST_WORK = 3_000_000;

    /** A class may have a thousand methods, each of which is as tangled as may be. */
    private static final long WORK_OF_A_BLOCK = 128;

    private static final long FREE_WORK = 1 << 15;

    /**
     * One such loop.
     *
     * @param pass the most that it may count from one look to the next. It looks whenever it goes
     *     backwards, so that is the dearest way through it forwards
     */
    public record Region(int pass) {}

    private final @Nullable Region[] regions; // by block
    private final List<Region> all = new ArrayList<>();

    private Regions(int blocks) {
        this.regions = new Region[blocks];
    }

    /** No loop counts in a variable. */
    public static Regions none(Flow flow) {
        return new Regions(flow.blocks().size());
    }

    public static Regions of(
            Body body,
            Flow flow,
            Charges charges,
            Handlers handlers,
            InstructionCosts ofSites,
            boolean constructor) {
        var regions = new Regions(flow.blocks().size());
        if (!charges.goBackwards()) {
            return regions;
        }
        List<Loop> loops;
        try {
            long most = Math.min(MOST_WORK, FREE_WORK + WORK_OF_A_BLOCK * flow.blocks().size());
            loops = Loop.of(Dominators.of(flow, most), most);
        } catch (Dominators.TooMuchWork e) {
            return regions;
        }
        boolean[] barred = barred(body, flow, ofSites, constructor);
        loops.sort(Comparator.comparingInt((Loop loop) -> loop.blocks().size()).reversed());
        for (Loop loop : loops) {
            if (regions.regions[loop.head().number()] != null
                    || loop.blocks().stream().anyMatch(block -> barred[block.number()])) {
                continue;
            }
            int pass = pass(loop, charges, handlers);
            if (pass < LONG_PASS) {
                var region = new Region(pass);
                regions.all.add(region);
                loop.blocks().forEach(block -> regions.regions[block.number()] = region);
            }
        }
        return regions;
    }

    /** The region that a block is in. */
    public @Nullable Region of(Block block) {
        return regions[block.number()];
    }

    public boolean isEmpty() {
        return all.isEmpty();
    }

    public int count() {
        return all.size();
    }

    /** The value of the variable at which it is booked for the first time. */
    public int firstLimit() {
        return LONG_PASS - longestPass();
    }

    /** The longest pass of them all. */
    public int longestPass() {
        return all.stream().mapToInt(Region::pass).max().orElse(0);
    }

    private static int pass(Loop loop, Charges charges, Handlers handlers) {
        Map<Block, Integer> costs = new HashMap<>(); // from the beginning of a block
        List<Block> blocks = new ArrayList<>(loop.blocks());
        blocks.sort(Comparator.comparingInt(Block::start).reversed());
        int longest = 0;
        for (Block block : blocks) {
            int cost = 0;
            for (Block next : block.successors()) {
                if (next.start() > block.last()) {
                    cost = Math.max(cost, costs.getOrDefault(next, 0));
                }
            }
            if (!handlers.isCharged(block)) { // that is not counted, but paid at once
                cost += charges.ops(block);
            }
            costs.put(block, cost);
            longest = Math.max(longest, cost);
        }
        return longest;
    }

    /**
     * The blocks that no region may have: those that call woven code, and those of a constructor
     * where the object is not initialised yet, because the handler that books on the way out may
     * not cover them.
     */
    private static boolean[] barred(
            Body body, Flow flow, InstructionCosts ofSites, boolean constructor) {
        var barred = new boolean[flow.blocks().size()];
        // Without stack maps it is not known how far "not initialised yet" goes.
        boolean raw = constructor;
        for (Block block : flow.blocks()) {
            StackMapFrameInfo frame = body.frame(block.start());
            if (constructor && frame != null) {
                raw = frame.locals().contains(SimpleVerificationTypeInfo.UNINITIALIZED_THIS);
            }
            barred[block.number()] = raw;
            for (int i = block.start(); i < block.end() && !barred[block.number()]; i++) {
                Instruction instruction = body.instruction(i);
                barred[block.number()] =
                        InstructionCosts.isSite(instruction) && ofSites.callsWovenCode(instruction);
            }
        }
        return barred;
    }
}
