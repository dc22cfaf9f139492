package dev.stint.weave.internal.surface;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads a formula from left to right. */
final class FormulaParser {
    private static final Pattern TOKEN = Pattern.compile("\\s*([A-Za-z]\\w*|\\d+|\\S)");
    private static final Pattern ARGUMENT = Pattern.compile("arg(\\d{1,2})");
    private static final int LONGEST_NUMBER = 12;

    private static final Map<String, Charge> CHARGES = words(Charge.values(), Charge::word);
    private static final Map<String, Measure> MEASURES = words(Measure.values(), Measure::word);
    private static final Map<String, Arithmetic> FUNCTIONS =
            words(Arithmetic.values(), Arithmetic::word);

    private final String text;
    private final List<String> tokens = new ArrayList<>();
    private final List<String> names = new ArrayList<>(); // that where gives, once it is read
    private final List<String> used = new ArrayList<>();
    private int at;

    FormulaParser(String text) {
        this.text = text;
        Matcher matcher = TOKEN.matcher(text.strip());
        while (matcher.find()) {
            tokens.add(matcher.group(1));
        }
    }

    private static <T> Map<String, T> words(T[] values, Function<T, String> word) {
        var words = new HashMap<String, T>();
        for (T value : values) {
            words.put(word.apply(value), value);
        }
        return Map.copyOf(words);
    }

    Formula formula() {
        var charges = new ArrayList<Formula.Paid>();
        do {
            charges.add(charge());
        } while (taken("+"));
        var definitions = new ArrayList<Formula.Definition>();
        if (taken("where")) {
            do {
                String name = next();
                boolean isFree = isName(name) && !isWord(name);
                if (!isFree || names.contains(name)) {
                    throw wrong("'" + name + "' cannot be a name here", "write 'where n = ...'");
                }
                expect("=");
                definitions.add(new Formula.Definition(name, sum()));
                names.add(name);
            } while (taken(","));
        }
        if (at < tokens.size()) {
            throw wrong("there is '" + tokens.get(at) + "' behind its end", "end there");
        }
        for (String name : used) {
            if (!names.contains(name)) {
                throw unknown(name);
            }
        }
        return new Formula(List.copyOf(charges), List.copyOf(definitions));
    }

    private Formula.Paid charge() {
        String word = next();
        Charge charge = CHARGES.get(word);
        if (charge == null) {
            throw wrong(
                    "there is no charge '" + word + "'",
                    "a charge is one of "
                            + Arrays.stream(Charge.values())
                                    .map(Charge::form)
                                    .collect(Collectors.joining(", ")));
        }
        List<Term> amounts = arguments();
        if (amounts.size() != charge.arity()) {
            throw wrong(
                    "'" + word + "' with " + amounts.size() + " numbers", "write " + charge.form());
        }
        for (Term amount : amounts) {
            if (charge == Charge.FIXED && !(amount instanceof Term.Literal)) {
                throw wrong("'fixed' with an amount that is not written out", "write pay(n, b)");
            }
        }
        return new Formula.Paid(charge, amounts);
    }

    private List<Term> arguments() {
        expect("(");
        var terms = new ArrayList<Term>();
        if (!taken(")")) {
            do {
                terms.add(sum());
            } while (taken(","));
            expect(")");
        }
        return List.copyOf(terms);
    }

    private Term sum() {
        Term left = product();
        while (isNext("+") || isNext("-")) {
            left = new Term.Combined(next().charAt(0), left, product());
        }
        return left;
    }

    private Term product() {
        Term left = factor();
        while (isNext("*") || isNext("/")) {
            char operator = next().charAt(0);
            Term right = factor();
            boolean isPower = right instanceof Term.Literal(long by) && Long.bitCount(by) == 1;
            if (operator == '/' && !isPower) {
                throw wrong("it divides by " + right.shown(Object::toString), "divide by a 2^n");
            }
            left = new Term.Combined(operator, left, right);
        }
        return left;
    }

    private Term factor() {
        if (taken("(")) {
            Term inner = sum();
            expect(")");
            return inner;
        }
        String word = next();
        if (Character.isDigit(word.charAt(0)) && word.length() < LONGEST_NUMBER) {
            return new Term.Literal(Long.parseLong(word));
        }
        Term.@Nullable Operand operand = operand(word);
        if (operand != null) {
            return new Term.Value(operand);
        }
        Measure measure = MEASURES.get(word);
        if (measure != null) {
            return measured(measure);
        }
        Arithmetic function = FUNCTIONS.get(word);
        if (function != null) {
            List<Term> given = arguments();
            if (given.size() != function.arity()) {
                throw wrong(
                        "'" + word + "' with " + given.size() + " numbers",
                        "it takes " + function.arity());
            }
            return new Term.Applied(function, given);
        }
        if (!isName(word) || isNext("(")) {
            throw unknown(word);
        }
        used.add(word); // looked up at the end: where comes behind
        return new Term.Named(word);
    }

    private Term measured(Measure measure) {
        expect("(");
        String word = next();
        Term.@Nullable Operand operand = operand(word);
        if (operand == null) {
            throw wrong(
                    "'" + measure.word() + "(" + word + ")' measures no operand",
                    "write " + measure.word() + "(this) or " + measure.word() + "(arg0)");
        }
        long otherwise = -1;
        if (taken("or")) {
            String number = next();
            if (!number.matches("\\d{1,9}")) {
                throw wrong("'or " + number + "'", "write a number, as in len(arg0 or 0)");
            }
            otherwise = Long.parseLong(number);
        }
        expect(")");
        return new Term.Measured(measure, operand, otherwise);
    }

    private static Term.@Nullable Operand operand(String word) {
        if (word.equals("this")) {
            return Term.Operand.THIS;
        }
        Matcher argument = ARGUMENT.matcher(word);
        return argument.matches() ? new Term.Operand(Integer.parseInt(argument.group(1))) : null;
    }

    private static boolean isName(String word) {
        return Character.isLowerCase(word.charAt(0));
    }

    private static boolean isWord(String word) {
        return CHARGES.containsKey(word)
                || MEASURES.containsKey(word)
                || FUNCTIONS.containsKey(word)
                || operand(word) != null
                || word.equals("or")
                || word.equals("where");
    }

    // ---- tokens

    private boolean isNext(String token) {
        return at < tokens.size() && tokens.get(at).equals(token);
    }

    private boolean taken(String token) {
        boolean is = isNext(token);
        at += is ? 1 : 0;
        return is;
    }

    private String next() {
        if (at == tokens.size()) {
            throw wrong("it ends too early", "write something like text(len(this))");
        }
        return tokens.get(at++);
    }

    private void expect(String token) {
        if (!taken(token)) {
            String found = at < tokens.size() ? "'" + tokens.get(at) + "'" : "its end";
            throw wrong("there is " + found + " where '" + token + "' belongs", "write that");
        }
    }

    private IllegalArgumentException unknown(String word) {
        return wrong(
                "there is no '" + word + "'",
                "a number is this, arg0, arg1 and so on, one of "
                        + MEASURES.keySet().stream().sorted().toList()
                        + " or "
                        + FUNCTIONS.keySet().stream().sorted().toList()
                        + ", or a name that 'where' gives");
    }

    private IllegalArgumentException wrong(String what, String instead) {
        return new IllegalArgumentException("'" + text + "': " + what + "; " + instead);
    }
}
