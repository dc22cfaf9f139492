package dev.stint.host;

import static dev.stint.host.BadArguments.quoted;

/** Reads the numbers that options take. */
final class Numbers {
    private Numbers() {}

    /** A whole number in a range. */
    static int whole(String option, String typed, int least, int most, String example) {
        try {
            int n = Integer.parseInt(typed);
            if (least <= n && n <= most) {
                return n;
            }
        } catch (NumberFormatException e) {
            // Not a number and out of range are the same mistake to the user.
        }
        throw new BadArguments(
                option
                        + " takes a whole number from "
                        + least
                        + " to "
                        + most
                        + ", not "
                        + quoted(typed)
                        + "; for example: "
                        + example);
    }

    /** A seed, as the user types it and as we print it. */
    static long seed(String typed, String command) {
        try {
            return typed.startsWith("0x")
                    ? Long.parseUnsignedLong(typed.substring(2), 16)
                    : Long.parseLong(typed);
        } catch (NumberFormatException e) {
            throw new BadArguments(
                    "--seed takes a 64-bit number, decimal or 0x hex, not "
                            + quoted(typed)
                            + "; for example: ./stint "
                            + command
                            + " --seed 0x5eed");
        }
    }
}
