package dev.stint.language.internal.syntax;

import java.math.BigInteger;
import java.util.regex.Pattern;

/** Numbers as they are written. */
final class Numbers {
    private static final Pattern INTEGER =
            Pattern.compile(
                    "[0-9](_?[0-9])*|0[xX][0-9a-fA-F](_?[0-9a-fA-F])*"
                            + "|0[bB][01](_?[01])*|0[oO][0-7](_?[0-7])*");
    private static final Pattern FLOAT =
            Pattern.compile("[0-9](_?[0-9])*(\\.[0-9](_?[0-9])*)?([eE][+-]?[0-9](_?[0-9])*)?");

    /** More digits no number of ours has, in any base. */
    private static final int MOST_DIGITS = 400;

    private Numbers() {}

    static boolean isWellFormed(String digits, boolean isFloat) {
        return digits.length() <= MOST_DIGITS
                && (isFloat ? FLOAT : INTEGER).matcher(digits).matches();
    }

    static BigInteger integer(String digits) {
        String plain = digits.replace("_", "");
        if (plain.length() > 2 && plain.charAt(0) == '0') {
            int base =
                    switch (plain.charAt(1)) {
                        case 'x', 'X' -> 16;
                        case 'b', 'B' -> 2;
                        case 'o', 'O' -> 8;
                        default -> 10;
                    };
            return new BigInteger(base == 10 ? plain : plain.substring(2), base);
        }
        return new BigInteger(plain);
    }

    static double real(String digits) {
        return Double.parseDouble(digits.replace("_", ""));
    }
}
