package dev.stint.weave.internal.surface;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A part of a formula that is a number. */
public sealed interface Term {
    /** A number as it is written. */
    record Literal(long value) implements Term {}

    /** The receiver or an argument of the priced member, which is a number itself. */
    record Value(Operand of) implements Term {}

    /**
     * The size of the receiver or an argument.
     *
     * @param otherwise the size if it is null; negative if null fails
     */
    record Measured(Measure by, Operand of, long otherwise) implements Term {}

    /** What a {@code where} has given a name. */
    record Named(String name) implements Term {}

    /** Two numbers and one of {@code + - * /}. */
    record Combined(char operator, Term left, Term right) implements Term {}

    /** A function of numbers. */
    record Applied(Arithmetic function, List<Term> arguments) implements Term {}

    /** The receiver, or an argument counted from 0. */
    record Operand(int index) {
        static final Operand THIS = new Operand(-1);

        @Override
        public String toString() {
            return index < 0 ? "this" : "arg" + index;
        }
    }

    /** As it is written, with other names for the operands. */
    default String shown(Function<Operand, String> names) {
        return switch (this) {
            case Literal(long value) -> Long.toString(value);
            case Value(Operand of) -> names.apply(of);
            case Measured(Measure by, Operand of, long otherwise) ->
                    by.word()
                            + "("
                            + names.apply(of)
                            + (otherwise < 0 ? "" : " or " + otherwise)
                            + ")";
            case Named(String name) -> name;
            case Combined(char operator, Term left, Term right) ->
                    inside(left, operator, false, names)
                            + (operator == '*' || operator == '/'
                                    ? Character.toString(operator)
                                    : " " + operator + " ")
                            + inside(right, operator, true, names);
            case Applied(Arithmetic function, List<Term> arguments) ->
                    function.word() + Term.list(arguments, names);
        };
    }

    private static String inside(
            Term term, char operator, boolean isRight, Function<Operand, String> names) {
        boolean weaker =
                term instanceof Combined c
                        && (strength(c.operator) < strength(operator)
                                || (isRight && strength(c.operator) == strength(operator)));
        String text = term.shown(names);
        return weaker ? "(" + text + ")" : text;
    }

    private static int strength(char operator) {
        return operator == '*' || operator == '/' ? 1 : 0;
    }

    /** Several in parentheses. */
    static String list(List<Term> terms, Function<Operand, String> names) {
        return terms.stream()
                .map(term -> term.shown(names))
                .collect(Collectors.joining(", ", "(", ")"));
    }
}
