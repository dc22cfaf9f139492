package dev.stint.host;

import static dev.stint.host.BadArguments.quoted;

import dev.stint.budget.Budget;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads amounts of a budget, as people write them: 10_000, 5M, 1e9; of memory, 64m and 1g. */
final class Amounts {
    private static final Pattern AMOUNT =
            Pattern.compile("(\\d(?:_?\\d)*(?:\\.\\d+)?(?:e\\d{1,2})?) ?([kmgt]?)(i?b)?");
    private static final String UNITS = "kmgt";
    private static final String UNLIMITED = "unlimited";

    private Amounts() {}

    /** How many; K is a thousand. */
    static long count(String option, String typed, long least) {
        return read(option, typed, least, 1000, "10_000, 5M, 1e9 or unlimited");
    }

    /** How many bytes; K is 1024. */
    static long size(String option, String typed) {
        return read(option, typed, 0, 1024, "512k, 64m, 1g or unlimited");
    }

    private static long read(
            String option, String typed, long least, long thousand, String examples) {
        if (typed.equals(UNLIMITED)) {
            return Budget.MOST;
        }
        Matcher amount = AMOUNT.matcher(typed.toLowerCase(Locale.ROOT));
        if (amount.matches() && (amount.group(3) == null || thousand == 1024)) {
            int power = amount.group(2).isEmpty() ? 0 : 1 + UNITS.indexOf(amount.group(2));
            BigDecimal exact =
                    new BigDecimal(amount.group(1).replace("_", ""))
                            .multiply(BigDecimal.valueOf(thousand).pow(power));
            boolean fits =
                    exact.compareTo(BigDecimal.valueOf(least)) >= 0
                            && exact.compareTo(BigDecimal.valueOf(Budget.MOST)) <= 0;
            if (fits && exact.stripTrailingZeros().scale() <= 0) {
                return exact.longValueExact();
            }
        }
        throw new BadArguments(
                option
                        + " takes a whole amount from "
                        + least
                        + ", such as "
                        + examples
                        + ", not "
                        + quoted(typed));
    }
}
