package dev.stint.weave.internal.flow;

import dev.stint.weave.Refusal;
import dev.stint.weave.WeaveRefusedException;
import java.lang.classfile.Instruction;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.StackInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * The exception handlers of a method, as the charging rule sees them.
 *
 * <p>When metered code must end, its charges throw. Each handler begins with a charge, so no
 * handler gets to run. That works only if the charge of a handler does not lead back to the same
 * handler. So the entry of a handler is cut out of its own range, and a method whose handlers
 * protect each other's entries in a circle is refused.
 */
public final class Handlers {
    /** What a thrown {@code Stop} is caught as. */
    private static final Set<String> CATCHES_STOP =
            Set.of("java/lang/Throwable", "java/lang/Error", "dev/stint/hooks/Stop");

    /** Bounds the search for circles, which takes handlers times ranges. */
    private static final long MOST_WORK = 20_000_000;

    /**
     * How many release handlers may protect each other in a row. Each pays when it has released its
     * monitor; if it never had that, the JVM throws, and the next one is entered instead.
     */
    private static final int MOST_RELEASES = 16;

    private static final int NONE = -1;

    private final Body body;
    private final Flow flow;
    private final Map<Integer, Integer> releases = new HashMap<>(); // start -> its monitorexit

    private Handlers(Body body, Flow flow) {
        this.body = body;
        this.flow = flow;
        for (Block block : flow.blocks()) {
            int exit = block.isHandler() ? release(block) : NONE;
            if (exit != NONE) {
                releases.put(block.start(), exit);
            }
        }
    }

    /**
     * Looks at the handlers of a method.
     *
     * @throws WeaveRefusedException if handlers protect each other in a circle, or too many in a
     *     row
     */
    public static Handlers of(Body body, Flow flow) {
        var handlers = new Handlers(body, flow);
        handlers.ensureNoCircle();
        handlers.ensureFewReleases();
        return handlers;
    }

    /** True if it does nothing but to give back a monitor and throw on: then it is charged. */
    public boolean isRelease(Block block) {
        return releases.containsKey(block.start());
    }

    /** True if it is charged at its entry. */
    public boolean isCharged(Block block) {
        return block.isHandler() && !isRelease(block);
    }

    /**
     * True if an instruction is taken out of a range: a release handler must not be asked to
     * release what it just failed to release.
     */
    public boolean isCutOut(int index, Body.Range range) {
        Integer exit = releases.get(range.handler());
        return exit != null && range.handler() <= index && index <= exit;
    }

    /** The index of its one monitorexit if the block is a release handler. */
    private int release(Block block) {
        int exit = NONE;
        for (int i = block.start(); i < block.last(); i++) {
            Instruction instruction = body.instruction(i);
            switch (instruction) {
                case LoadInstruction _, StoreInstruction _, StackInstruction _ -> {}
                case MonitorInstruction _ -> {
                    if (exit != NONE || instruction.opcode() != Opcode.MONITOREXIT) {
                        return NONE;
                    }
                    exit = i;
                }
                default -> {
                    return NONE;
                }
            }
        }
        return body.instruction(block.last()) instanceof ThrowInstruction ? exit : NONE;
    }

    /** Goes from monitorexit to monitorexit, from all that there are to those behind others. */
    private void ensureFewReleases() {
        NavigableSet<Integer> exits = new TreeSet<>(releases.values());
        for (int others = 0; !exits.isEmpty(); others++) {
            if (others == MOST_RELEASES) {
                throw new WeaveRefusedException(
                        Refusal.because(
                                        "has more than "
                                                + MOST_RELEASES
                                                + " exception handlers in a row that release a"
                                                + " monitor for each other")
                                .withRemedy("Move inner synchronized blocks to other methods"));
            }
            NavigableSet<Integer> next = new TreeSet<>();
            for (Body.Range range : body.ranges()) {
                Integer own = releases.get(range.handler());
                if (own != null && coversAnother(range, own, exits)) {
                    next.add(own);
                }
            }
            exits = next;
        }
    }

    private static boolean coversAnother(Body.Range range, int own, NavigableSet<Integer> exits) {
        Integer exit = exits.ceiling(range.start());
        if (exit != null && exit == own) {
            exit = exits.higher(own);
        }
        return exit != null && exit < range.end();
    }

    private void ensureNoCircle() {
        long handlers = flow.blocks().stream().filter(Block::isHandler).count();
        if (handlers * body.ranges().size() > MOST_WORK) {
            throw new WeaveRefusedException(
                    Refusal.because("has an exception table that is too large to be followed"));
        }
        var clear = new HashSet<Block>();
        for (Block block : flow.blocks()) {
            if (block.isHandler()) {
                follow(block, clear);
            }
        }
    }

    /** Goes from handler to handler; a depth-first search with its stack in a list. */
    private void follow(Block first, Set<Block> clear) {
        var path = new ArrayList<Block>();
        var onPath = new HashSet<Block>();
        var open = new ArrayList<List<Block>>();
        path.add(first);
        onPath.add(first);
        open.add(clear.contains(first) ? new ArrayList<>() : protectors(first));
        while (!path.isEmpty()) {
            List<Block> next = open.getLast();
            if (next.isEmpty()) {
                clear.add(path.getLast());
                onPath.remove(path.removeLast());
                open.removeLast();
                continue;
            }
            Block block = next.removeLast();
            if (onPath.contains(block)) {
                throw new WeaveRefusedException(
                        Refusal.because(
                                "has exception handlers that protect each other in a circle, so"
                                        + " that it could not be ended"));
            }
            if (!clear.contains(block)) {
                path.add(block);
                onPath.add(block);
                open.add(protectors(block));
            }
        }
    }

    /** Where control may go if the handler throws instead of being run. */
    private List<Block> protectors(Block handler) {
        var found = new ArrayList<Block>();
        boolean release = isRelease(handler);
        for (Body.Range range : body.ranges()) {
            boolean itself = range.handler() == handler.start();
            if (release) {
                // Its monitorexit and its athrow may throw whatever they like; back to itself it
                // gets from the latter only, and then the former fails.
                boolean meets = range.start() < handler.end() && handler.start() < range.end();
                if (meets && !itself) {
                    found.add(flow.blockAt(range.handler()));
                }
            } else if (!itself && range.covers(handler.start()) && catchesStop(range)) {
                found.add(flow.blockAt(range.handler()));
                break; // the first one catches it
            }
        }
        return found;
    }

    private static boolean catchesStop(Body.Range range) {
        return range.type().map(type -> CATCHES_STOP.contains(type.asInternalName())).orElse(true);
    }
}
