package dev.stint.weave.internal.flow;

import java.lang.classfile.Instruction;
import java.lang.classfile.attribute.StackMapFrameInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.SimpleVerificationTypeInfo;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The loops that count in a local variable, because they call no woven code that may call more.
 * Each is the outermost of its kind; outside of them the variable is zero.
 */
public final class Regions {
    /** What may be counted before it is booked; the charging rule states it. */
    public static final int INTERVAL = 1024;

    /** A loop with more sites than this spends its time in them: it is charged as it goes. */
    private static final int MOST_SITES = INTERVAL / 2;

    /** Enough for every method that people write; beyond it the loops are charged as they go. */
    private static final long MOST_WORK = 3_000_000;

    /**
     * One such loop.
     *
     * @param limit the value of the variable at which it is booked. It is looked at whenever the
     *     loop goes backwards, and between two looks each block is run at most once: so the limit
     *     and the costs of all blocks together make up the interval
     */
    public record Region(int limit) {}

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
            Sites sites,
            boolean constructor) {
        var regions = new Regions(flow.blocks().size());
        if (!charges.goBackwards()) {
            return regions;
        }
        List<Loop> loops;
        try {
            loops = Loop.of(Dominators.of(flow, MOST_WORK), MOST_WORK);
        } catch (Dominators.TooMuchWork e) {
            return regions;
        }
        boolean[] barred = barred(body, flow, sites, constructor);
        loops.sort(Comparator.comparingInt((Loop loop) -> loop.blocks().size()).reversed());
        for (Loop loop : loops) {
            if (regions.regions[loop.head().number()] != null
                    || loop.blocks().stream().anyMatch(block -> barred[block.number()])) {
                continue;
            }
            int cost =
                    loop.blocks().stream()
                            .filter(block -> !handlers.isCharged(block))
                            .mapToInt(charges::ops)
                            .sum();
            if (cost <= MOST_SITES) {
                var region = new Region(INTERVAL - cost);
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

    /**
     * The blocks that no region may have: those that call woven code, and those of a constructor
     * where the object is not initialised yet, because the handler that books on the way out may
     * not cover them.
     */
    private static boolean[] barred(Body body, Flow flow, Sites sites, boolean constructor) {
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
                        Sites.isSite(instruction) && sites.callsWovenCode(instruction);
            }
        }
        return barred;
    }
}
