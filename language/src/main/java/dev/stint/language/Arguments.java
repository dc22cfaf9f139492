package dev.stint.language;

import dev.stint.error.StintException;
import dev.stint.language.internal.qtjir.Graph;
import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.Types;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.NurseryResult;
import dev.stint.task.Outcome;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;

/** What goes from the host into a script, and what comes out. */
final class Arguments {
    private Arguments() {}

    static List<Object> fitting(Graph main, Object... given) {
        List<Object> fitting = new ArrayList<>();
        int next = 0;
        for (Graph.Param param : main.params()) {
            if (param.type().equals(Types.CAPABILITIES)) {
                fitting.add(Types.CAPABILITIES); // the rights themselves are the task's
            } else if (next < given.length) {
                fitting.add(fitting(param, given[next++]));
            } else {
                throw new IllegalArgumentException(
                        "main needs a value for '%s', a %s, and is given %s. %s"
                                .formatted(
                                        param.name(),
                                        param.type(),
                                        counted(given.length),
                                        wanted(toGive(main))));
            }
        }
        if (next < given.length) {
            throw new IllegalArgumentException(
                    "main takes %d arguments and is given %d. Leave out the others."
                            .formatted(next, given.length));
        }
        return fitting;
    }

    private static Object fitting(Graph.Param param, Object given) {
        Object found =
                switch (param.type()) {
                    case Type.Int type when given instanceof Long || given instanceof Integer -> {
                        long value = ((Number) given).longValue();
                        yield type.holds(BigInteger.valueOf(value)) ? value : null;
                    }
                    case Type.Real _ when given instanceof Double value -> value;
                    case Type.Simple bool
                            when bool.equals(Types.BOOL) && given instanceof Boolean ->
                            given;
                    case Type.Simple text when text.equals(Types.TEXT) && given instanceof String ->
                            given;
                    default -> null;
                };
        if (found == null) {
            throw new IllegalArgumentException(
                    "the parameter '%s' of main is a %s, and %s is none. Give it a fitting value."
                            .formatted(param.name(), param.type(), given));
        }
        return found;
    }

    /** Those that the host gives values. */
    private static List<Graph.Param> toGive(Graph main) {
        return main.params().stream().filter(p -> !p.type().equals(Types.CAPABILITIES)).toList();
    }

    private static String counted(int arguments) {
        return switch (arguments) {
            case 0 -> "no argument";
            case 1 -> "1 argument";
            default -> arguments + " arguments";
        };
    }

    private static String wanted(List<Graph.Param> params) {
        return params.isEmpty()
                ? "Leave them out."
                : params.stream()
                        .map(p -> p.name() + ": " + p.type())
                        .collect(Collectors.joining(", ", "Give it ", "."));
    }

    /** Words as arguments. */
    static Object[] read(Graph main, List<String> words) {
        List<Graph.Param> params = toGive(main);
        if (params.size() != words.size()) {
            throw new IllegalArgumentException(
                    "main takes %s and is given %s. %s"
                            .formatted(
                                    counted(params.size()), counted(words.size()), wanted(params)));
        }
        Object[] read = new Object[words.size()];
        for (int i = 0; i < read.length; i++) {
            read[i] = read(params.get(i), words.get(i));
        }
        return read;
    }

    private static Object read(Graph.Param param, String word) {
        try {
            return switch (param.type()) {
                case Type.Int _ -> Long.valueOf(word);
                case Type.Real _ -> Double.valueOf(word);
                case Type.Simple bool when bool.equals(Types.BOOL) && isBool(word) ->
                        Boolean.valueOf(word);
                case Type.Simple text when text.equals(Types.TEXT) -> word;
                default -> throw new NumberFormatException(word);
            };
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "the parameter '%s' of main is a %s, and '%s' is none. Give it a fitting value."
                            .formatted(param.name(), param.type(), word),
                    e);
        }
    }

    private static boolean isBool(String word) {
        return word.equals("true") || word.equals("false");
    }

    /**
     * What a run has come to.
     *
     * @param ended says why it was cancelled, if it was
     */
    static ScriptResult result(
            Outcome<Object> outcome, NurseryResult ended, String output, Nursery nursery) {
        Optional<Object> value = Optional.empty();
        Optional<Throwable> failure = Optional.empty();
        switch (outcome) {
            case Outcome.Success<Object>(Object result) -> {
                boolean isPlain =
                        result instanceof Long
                                || result instanceof Double
                                || result instanceof Boolean
                                || result instanceof String;
                value = isPlain ? Optional.of(result) : Optional.empty();
            }
            case Outcome.Failure<Object>(Throwable cause) -> failure = Optional.of(cause);
            case Outcome.Cancelled<Object>() -> failure = Optional.of(why(ended));
        }
        return new ScriptResult(value, failure, output, nursery.receipt().orElseThrow());
    }

    private static RuntimeException why(NurseryResult ended) {
        try {
            ended.orThrow();
            return new CancellationException("the script was cancelled");
        } catch (CancellationException | StintException e) {
            return e;
        }
    }
}
