package dev.stint.weave.internal.surface;

import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A formula that has been checked against a member: a static method, which takes the last of the
 * values that a call of the member takes.
 *
 * <p>Its name is the formula itself, with letters for the values that it takes: {@code text(b - a)}
 * pays for {@code substring(int, int)}, and for whatever else costs that by two numbers.
 */
public final class PriceFunction {
    /** The class that has all of them. */
    public static final ClassDesc HOME = ClassDesc.of("dev.stint.hooks.jdk.Prices");

    private final Formula formula;
    private final int firstIndex; // of the operand that is its first value
    private final List<ClassDesc> parameters = new ArrayList<>();
    private final Map<String, Range> named = new HashMap<>();
    private final Set<Term.Measured> measured = new LinkedHashSet<>();

    /**
     * Checks a formula against a member.
     *
     * @param values the types of what a call takes, receiver first
     * @param hasReceiver whether the first of them is one
     * @throws IllegalArgumentException if it does not fit; it says why and what to write instead
     */
    public static PriceFunction of(Formula formula, List<ClassDesc> values, boolean hasReceiver) {
        return new PriceFunction(formula, values, hasReceiver);
    }

    private PriceFunction(Formula formula, List<ClassDesc> values, boolean hasReceiver) {
        this.formula = formula;
        int offset = hasReceiver ? 1 : 0;
        var used = new FormulaOperands(formula);
        for (Term.Operand operand : used.all()) {
            int at = operand.index() + offset;
            if (at < 0 || at >= values.size()) {
                throw new IllegalArgumentException(missing(operand, values.size() - offset));
            }
        }
        int first = used.all().stream().mapToInt(Term.Operand::index).min().orElse(values.size());
        this.firstIndex = first;
        for (int i = first + offset; i < values.size(); i++) {
            Term.Operand operand = new Term.Operand(i - offset);
            parameters.add(used.parameter(operand, values.get(i)));
        }
        for (Formula.Definition definition : formula.definitions()) {
            named.put(definition.name(), check(definition.term()));
        }
        formula.charges().forEach(paid -> paid.amounts().forEach(this::check));
    }

    private static String missing(Term.Operand operand, int arguments) {
        if (operand.equals(Term.Operand.THIS)) {
            return "there is no 'this': it is static or a constructor; the first argument is arg0";
        }
        return "there is no '"
                + operand
                + "': "
                + (arguments == 0 ? "it has no arguments" : "the last is arg" + (arguments - 1));
    }

    /** The formula, with letters for what it takes. */
    @Override
    public String toString() {
        return formula.shown(operand -> Character.toString(letter(operand)));
    }

    /** The name of the method: as {@link #toString}, but the JVM allows no / in it. */
    public String name() {
        return toString().replace('/', ':');
    }

    /** The type of the method. */
    public MethodTypeDesc type() {
        return MethodTypeDesc.of(ConstantDescs.CD_void, parameters);
    }

    /** What it computes. */
    public Formula formula() {
        return formula;
    }

    /** The sizes that it asks for, each once, in the order in which it does; also widths. */
    public List<Term.Measured> measured() {
        return List.copyOf(measured);
    }

    /** The place of an operand among its parameters. */
    public int parameter(Term.Operand operand) {
        return operand.index() - firstIndex;
    }

    private char letter(Term.Operand operand) {
        return (char) ('a' + parameter(operand));
    }

    /** The type of an operand, as a parameter. */
    public ClassDesc typeOf(Term.Operand operand) {
        return parameters.get(parameter(operand));
    }

    /** The calls that give a size; empty for an array, which needs none. */
    public List<Call> calls(Term.Measured size) {
        Sizes.Way way = Sizes.way(size.by(), typeOf(size.of()));
        return way == null
                ? List.of()
                : way.steps().stream()
                        .map(s -> new Call(s.owner(), s.name(), s.type(), way.of()))
                        .toList();
    }

    /** The width of an array's elements, which its type tells. */
    public long width(Term.Measured size) {
        return Sizes.width(typeOf(size.of()));
    }

    /** A call on the way to a size. */
    public record Call(ClassDesc owner, String name, MethodTypeDesc type, boolean isStatic) {}

    /** True if a sum or a product may exceed all limits, so that it must stop at one. */
    public boolean isLarge(Term.Combined term) {
        return !unlimited(term).fits();
    }

    // ---- types and ranges

    /** What is known of a number; and that it can be computed at all. */
    private Range check(Term term) {
        return switch (term) {
            case Term.Literal(long value) -> Range.exactly(value);
            case Term.Named(String name) -> named.getOrDefault(name, Range.LONG);
            case Term.Value(Term.Operand of) -> value(of);
            case Term.Measured size -> size(size);
            case Term.Combined combined -> {
                Range range = unlimited(combined);
                if (!range.fits() && (range.isSigned() || combined.operator() == '-')) {
                    throw new IllegalArgumentException(
                            "'"
                                    + combined.shown(Object::toString)
                                    + "' may be negative, and larger than any amount; write"
                                    + " max(0, ...) round what may be negative");
                }
                yield range.limited();
            }
            case Term.Applied(Arithmetic function, List<Term> given) -> applied(function, given);
        };
    }

    private Range unlimited(Term.Combined term) {
        Range left = check(term.left());
        Range right = check(term.right());
        return switch (term.operator()) {
            case '+' -> left.plus(right);
            case '-' -> left.minus(right);
            case '*' -> left.times(right);
            default -> left.dividedBy(((Term.Literal) term.right()).value());
        };
    }

    private Range applied(Arithmetic function, List<Term> given) {
        Range first = check(given.getFirst());
        Range last = check(given.getLast());
        return switch (function) {
            case MIN -> first.min(last);
            case MAX -> first.max(last);
            case ABS, SORTING, DIGITS ->
                    (function == Arithmetic.SORTING ? first.times(Range.exactly(64)) : first)
                            .unsigned()
                            .limited();
            case PRODUCT -> {
                if (first.isSigned() || last.isSigned()) {
                    throw new IllegalArgumentException(
                            "'product' of what may be negative; write max(0, ...) round it");
                }
                yield first.times(last).limited();
            }
        };
    }

    private Range value(Term.Operand of) {
        return switch (typeOf(of).descriptorString()) {
            case "I", "S", "B" -> Range.INT;
            case "C" -> Range.CHAR;
            case "J" -> Range.LONG;
            default ->
                    throw new IllegalArgumentException(
                            "'"
                                    + of
                                    + "' is a "
                                    + typeOf(of).displayName()
                                    + " and no whole number; write len("
                                    + of
                                    + ") for its size");
        };
    }

    private Range size(Term.Measured size) {
        ClassDesc type = typeOf(size.of());
        boolean ofArray = size.by() == Measure.LEN || size.by() == Measure.WIDTH;
        boolean isArray = type.isArray() && ofArray;
        if (!isArray && Sizes.way(size.by(), type) == null) {
            throw new IllegalArgumentException(
                    "'"
                            + size.by().word()
                            + "' of "
                            + size.of()
                            + ", a "
                            + type.displayName()
                            + ", is not known, or may be told by code of a tenant; it is for "
                            + Sizes.types(size.by())
                            + ". Name a function instead");
        }
        measured.add(size);
        return switch (size.by()) {
            case LEN, PRECISION -> Range.LENGTH;
            case WIDTH -> Range.exactly(Sizes.width(type));
            case WORDS -> Range.WORDS;
            case SCALE -> Range.INT;
        };
    }
}
