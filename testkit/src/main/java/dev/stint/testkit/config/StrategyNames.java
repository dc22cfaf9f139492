package dev.stint.testkit.config;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The names of strategies, and how they are read. */
final class StrategyNames {
    private static final Pattern NAME =
            Pattern.compile("\\s*([A-Za-z-]+)\\s*(?:\\(\\s*(\\d{1,6})?\\s*\\))?\\s*");

    private StrategyNames() {}

    static Strategy parse(String text) {
        Matcher matcher = NAME.matcher(text);
        if (!matcher.matches()) {
            throw unknown(text);
        }
        String number = matcher.group(2);
        String name = matcher.group(1).toLowerCase(Locale.ROOT).replace("-", "");
        return switch (name) {
            case "random" -> without(number, text, Strategy.random());
            case "pos" -> without(number, text, Strategy.pos());
            case "roundrobin" -> without(number, text, Strategy.roundRobin());
            case "pct" -> Strategy.pct(number == null ? 3 : Integer.parseInt(number));
            case "exhaustive" -> Strategy.exhaustive(number == null ? 2 : Integer.parseInt(number));
            default -> throw unknown(text);
        };
    }

    private static Strategy without(@Nullable String number, String text, Strategy strategy) {
        if (number != null) {
            throw new IllegalArgumentException(
                    "strategy '" + text + "': " + strategy + " takes no number");
        }
        return strategy;
    }

    private static IllegalArgumentException unknown(String text) {
        return new IllegalArgumentException(
                "there is no strategy '"
                        + text
                        + "'. There are random, pct(3), pos, roundRobin and exhaustive(2).");
    }
}
