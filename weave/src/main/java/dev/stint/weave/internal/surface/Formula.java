package dev.stint.weave.internal.surface;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A price as the table of the surface writes it: charges whose amounts depend on the sizes of what
 * is passed.
 *
 * <pre>
 *   array(3*len(this), 1)                       an array of bytes, three for each character
 *   bulk(len(arg0 or 0))                        the first argument may be null, and is empty then
 *   text(2*arg2) + ops(arg2)                    two charges, by the third argument, a number
 *   number(product(n, n), n) where n = words(this)
 * </pre>
 *
 * <p>All is measured before anything is paid. The words are those of {@link Charge}, {@link
 * Measure} and {@link Arithmetic}; there are no others.
 *
 * @param charges one or more, paid in this order
 * @param definitions the names behind {@code where}, in order
 */
public record Formula(List<Paid> charges, List<Definition> definitions) {
    private static final Map<String, Formula> PARSED = new ConcurrentHashMap<>();

    /** One charge with its amounts. */
    public record Paid(Charge charge, List<Term> amounts) {}

    /** A name for a number. */
    public record Definition(String name, Term term) {}

    /** True if this is written as a formula, and not the name of a function. */
    public static boolean isFormula(String price) {
        return price.contains("(");
    }

    /**
     * Reads one.
     *
     * @throws IllegalArgumentException if it cannot be read; it says where and what fits there
     */
    public static Formula of(String text) {
        return PARSED.computeIfAbsent(text, given -> new FormulaParser(given).formula());
    }

    /** As it is written, with other names for the operands. */
    String shown(Function<Term.Operand, String> names) {
        String paid =
                charges.stream()
                        .map(each -> each.charge.word() + Term.list(each.amounts, names))
                        .collect(Collectors.joining(" + "));
        String where =
                definitions.stream()
                        .map(each -> each.name + " = " + each.term.shown(names))
                        .collect(Collectors.joining(", "));
        return where.isEmpty() ? paid : paid + " where " + where;
    }

    @Override
    public String toString() {
        return shown(Term.Operand::toString);
    }
}
