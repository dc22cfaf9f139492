package dev.stint.weave.internal.surface;

import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The receiver and the arguments that a formula names. */
final class FormulaOperands {
    private final Set<Term.Operand> all = new LinkedHashSet<>();
    private final Set<Term.Measured> measured = new LinkedHashSet<>();

    FormulaOperands(Formula formula) {
        formula.definitions().forEach(definition -> collect(definition.term()));
        formula.charges().forEach(paid -> paid.amounts().forEach(this::collect));
    }

    private void collect(Term term) {
        switch (term) {
            case Term.Literal _, Term.Named _ -> {}
            case Term.Value(Term.Operand of) -> all.add(of);
            case Term.Measured size -> {
                all.add(size.of());
                measured.add(size);
            }
            case Term.Combined(char operator, Term left, Term right) -> {
                collect(left);
                collect(right);
            }
            case Term.Applied(Arithmetic function, List<Term> arguments) ->
                    arguments.forEach(this::collect);
        }
    }

    Set<Term.Operand> all() {
        return all;
    }

    /**
     * The type by which an operand is passed. As wide as can be, so that one function serves many
     * members.
     */
    ClassDesc parameter(Term.Operand operand, ClassDesc type) {
        if (type.isPrimitive()) {
            return type;
        }
        if (!all.contains(operand)) {
            return ConstantDescs.CD_Object;
        }
        if (type.isArray()) {
            return type.componentType().isPrimitive() ? type : ConstantDescs.CD_Object.arrayType();
        }
        for (Term.Measured size : measured) {
            Sizes.Way way = size.of().equals(operand) ? Sizes.way(size.by(), type) : null;
            if (way != null) {
                return Sizes.describe(way.type());
            }
        }
        return type;
    }
}
