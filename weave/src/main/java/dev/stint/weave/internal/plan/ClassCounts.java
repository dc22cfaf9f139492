package dev.stint.weave.internal.plan;

import dev.stint.weave.ClassReport;
import dev.stint.weave.Refusal;
import dev.stint.weave.Ruling;
import dev.stint.weave.internal.classes.ObjectSizes;
import dev.stint.weave.internal.flow.Body;
import dev.stint.weave.internal.flow.Flow;
import dev.stint.weave.internal.flow.InstructionCosts;
import java.lang.classfile.Instruction;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** The counts for the report on a class, taken while it is planned. */
public final class ClassCounts {
    private final ReferenceRules references;
    private final ObjectSizes sizes;
    private final TreeMap<String, Integer> unpriced = new TreeMap<>();
    private final List<Refusal> refusals = new ArrayList<>();
    private String signature = "";
    private int methods;
    private int calls;
    private int priced;
    private int replaced;
    private int allocations;
    private int unknownSizes;
    private int backwardBranches;

    public ClassCounts(ReferenceRules references, ObjectSizes sizes) {
        this.references = references;
        this.sizes = sizes;
    }

    /** What is told from now on is of this method. */
    void enter(String of) {
        signature = of;
    }

    /** Something that throws when it is reached. */
    void refused(Refusal refusal) {
        refusals.add(refusal.inMethod(signature));
    }

    void method(Body body) {
        methods++;
        for (int i = 0; i < body.size(); i++) {
            int at = i;
            boolean back =
                    Flow.targets(body.instruction(i)).stream()
                            .anyMatch(target -> body.place(target) <= at);
            backwardBranches += back ? 1 : 0;
        }
    }

    void instruction(Instruction instruction) {
        if (!InstructionCosts.isSite(instruction)) {
            return;
        }
        switch (instruction) {
            case InvokeInstruction call -> call(call.method());
            case InvokeDynamicInstruction _ -> calls++;
            case NewObjectInstruction made -> {
                allocations++;
                unknownSizes += sizes.isKnown(made.className().asInternalName()) ? 0 : 1;
            }
            default -> allocations++;
        }
    }

    private void call(MemberRefEntry method) {
        calls++;
        var ruled = references.of(method);
        switch (ruled.ruling()) {
            case Ruling.Allowed _ when ruled.outside() ->
                    unpriced.merge(ruled.member(), 1, Integer::sum);
            case Ruling.Priced _ -> priced++;
            case Ruling.Replaced _ -> replaced++;
            case Ruling.Allowed _, Ruling.Refused _ -> {}
        }
    }

    public ClassReport report(String name, int blocks, int loops, int bytesIn, int bytesOut) {
        return new ClassReport(
                name,
                methods,
                blocks,
                loops,
                backwardBranches,
                calls,
                priced,
                replaced,
                unpriced,
                allocations,
                unknownSizes,
                refusals.stream().map(each -> each.inClass(name)).distinct().toList(),
                bytesIn,
                bytesOut);
    }
}
