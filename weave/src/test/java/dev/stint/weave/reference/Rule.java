package dev.stint.weave.reference;

import java.lang.classfile.Instruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.classfile.instruction.StackInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * What the charging rule says of one method, as sums that are due right before an instruction is
 * run. Only what the rule makes depend on the run is left to the interpreter: conditional branches
 * backwards, arrays, strings, what is caught.
 */
final class Rule {
    /** Due before the method's first instruction, once. */
    final int onEntry;

    /** Due before the instruction, each time it is run. */
    final int[] ops;

    final long[] bytes;

    /** Whether what is caught is paid for before the instruction. */
    final boolean[] catches;

    private final Body body;
    private final Sizes sizes;

    /**
     * @param calledByJdk whether code of the JDK may call the method
     */
    Rule(Body body, boolean calledByJdk, Sizes sizes) {
        this.body = body;
        this.sizes = sizes;
        ops = new int[body.size()];
        bytes = new long[body.size()];
        catches = new boolean[body.size()];
        NavigableSet<Integer> starts = starts();
        BitSet reached = reached();
        int[] owed = new int[body.size()]; // where a block begins: the most that comes unpaid
        int table = Math.max(0, body.handlers().size() - 64);
        owed[0] = table;
        body.handlers().forEach(handler -> owed[handler.entry()] = table);
        for (int start : starts) {
            Integer next = starts.higher(start);
            int end = next == null ? body.size() : next;
            charge(start, end);
            int left = weigh(start, end, owed[start]);
            if (!reached.get(start)) {
                continue;
            }
            for (int target : waysOn(end - 1)) {
                if (target >= end) {
                    owed[target] = Math.max(owed[target], left);
                }
            }
        }
        int large = Math.max(0, (body.frameWords() - 1) / 64);
        int extra = large + (calledByJdk ? 1 : 0);
        if (isTarget(0)) {
            onEntry = extra;
        } else {
            onEntry = 0;
            if (extra > 0) {
                Integer second = starts.higher(0);
                moveToEntry(0, second == null ? body.size() : second, extra);
            }
        }
    }

    private NavigableSet<Integer> starts() {
        NavigableSet<Integer> starts = new TreeSet<>();
        starts.add(0);
        for (int i = 0; i < body.size(); i++) {
            starts.addAll(body.targetsOf(i));
            if (body.endsBlock(i) && i + 1 < body.size()) {
                starts.add(i + 1);
            }
        }
        for (Body.Handler handler : body.handlers()) {
            starts.add(handler.entry());
        }
        return starts;
    }

    /** Where control may go behind an instruction, exceptions apart. */
    private List<Integer> waysOn(int index) {
        List<Integer> ways = new ArrayList<>(body.targetsOf(index));
        if (body.goesOn(index) && index + 1 < body.size()) {
            ways.add(index + 1);
        }
        return ways;
    }

    /** The instructions that some way leads to. A try range leads to its handler. */
    private BitSet reached() {
        BitSet reached = new BitSet();
        Deque<Integer> open = new ArrayDeque<>(List.of(0));
        while (!open.isEmpty()) {
            int index = open.pop();
            if (reached.get(index)) {
                continue;
            }
            reached.set(index);
            open.addAll(waysOn(index));
            for (Body.Handler handler : body.handlers()) {
                if (handler.from() <= index && index < handler.to()) {
                    open.add(handler.entry());
                }
            }
        }
        return reached;
    }

    /** Puts the sum of a block where it is due. */
    private void charge(int start, int end) {
        boolean loopsBack = body.isGotoBackwards(end - 1);
        int due = loopsBack ? end - 1 : start;
        int sum = loopsBack ? 1 : 0;
        long objects = 0;
        for (int i = end - 1; i >= start; i--) {
            if (isSite(body.at(i))) {
                sum++;
                objects += bytesOf(body.at(i));
                due = i;
            }
        }
        ops[due] = sum;
        bytes[due] = objects;
        if (isHandler(start)) {
            catches[start] = !isRelease(start, end);
            moveToEntry(start, end, 1);
        }
    }

    /**
     * Has the block pay for what its instructions weigh, and for what is owed when it begins: an
     * operation for each 64.
     *
     * @return what is owed behind it
     */
    private int weigh(int start, int end, int owed) {
        int own = 0;
        int paid = 0;
        for (int i = start; i < end; i++) {
            own += Weight.of(body.at(i));
            paid += ops[i];
        }
        int missing = 0;
        while ((paid + missing + 1) * 64 <= owed + own) {
            missing++;
        }
        if (missing > 0 || (paid > 0 && own > 64)) {
            moveToEntry(start, end, missing);
        }
        if (isHandler(start) && isRelease(start, end)) {
            ops[end - 1] = ops[start];
            ops[start] = 0;
        }
        return Math.max(0, owed + own - 64 * (paid + missing));
    }

    /** More operations, and all of the block is due at its first instruction. */
    private void moveToEntry(int start, int end, int more) {
        int sum = more;
        long objects = 0;
        for (int i = start; i < end; i++) {
            sum += ops[i];
            objects += bytes[i];
            ops[i] = 0;
            bytes[i] = 0;
        }
        ops[start] = sum;
        bytes[start] = objects;
    }

    private static boolean isSite(Instruction instruction) {
        return switch (instruction) {
            case InvokeInstruction call -> !isObjectConstructor(call);
            case InvokeDynamicInstruction _,
                    NewObjectInstruction _,
                    NewPrimitiveArrayInstruction _,
                    NewReferenceArrayInstruction _,
                    NewMultiArrayInstruction _ ->
                    true;
            default -> false;
        };
    }

    private static boolean isObjectConstructor(InvokeInstruction call) {
        return call.owner().asInternalName().equals("java/lang/Object")
                && call.name().equalsString("<init>");
    }

    private long bytesOf(Instruction site) {
        return switch (site) {
            case NewObjectInstruction made -> sizes.ofObject(made.className().asInternalName());
            case InvokeDynamicInstruction call when CallSites.makesFunction(call) ->
                    Sizes.ofFunction(call.typeSymbol());
            default -> 0;
        };
    }

    private boolean isTarget(int index) {
        for (int i = 0; i < body.size(); i++) {
            if (body.targetsOf(i).contains(index)) {
                return true;
            }
        }
        return false;
    }

    private boolean isHandler(int index) {
        return body.handlers().stream().anyMatch(handler -> handler.entry() == index);
    }

    private boolean isRelease(int start, int end) {
        int exits = 0;
        for (int i = start; i < end - 1; i++) {
            switch (body.at(i)) {
                case LoadInstruction _, StoreInstruction _, StackInstruction _ -> {}
                case MonitorInstruction monitor
                        when monitor.opcode() == java.lang.classfile.Opcode.MONITOREXIT ->
                        exits++;
                default -> {
                    return false;
                }
            }
        }
        return exits == 1 && body.at(end - 1) instanceof ThrowInstruction;
    }
}
