package dev.stint.language.internal.qtjir;

/** The passes, in their order. After each the program is verified. */
public final class Passes {
    private Passes() {}

    /** The same program, faster. What it does and what it costs are the same to the unit. */
    public static Program optimised(Program program) {
        Program reached =
                Verifier.ensureValid(
                        Verifier.ensureValid(program, "nothing").map(DeadCode::withoutUnreached),
                        "the removal of what is not reached");
        Program folded =
                Verifier.ensureValid(reached.map(Folding::fold), "the folding of constants");
        Program live =
                Verifier.ensureValid(folded.map(DeadCode::remove), "the removal of dead code");
        return Verifier.ensureValid(live.map(ChargeJoining::join), "the joining of charges");
    }
}
