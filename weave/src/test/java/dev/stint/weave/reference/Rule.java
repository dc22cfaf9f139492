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
        for (int start : starts) {
            Integer next = starts.higher(start);
            int end = next == null ? body.size() : next;
            charge(start, end);
            int longer = (end - start - 1) / 64;
            if (longer > 0) {
                moveToEntry(start, end, longer);
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
        if (isHandler(start) && !isRelease(start, end)) {
            moveToEntry(start, end, 1);
            catches[start] = true;
        }
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
