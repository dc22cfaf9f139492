package dev.stint.policyservice.file;

import java.util.List;

/** Guesses which field was meant. */
final class Spelling {
    private static final int MOST_SLIPS = 2;

    private Spelling() {}

    /** As the end of what is said about a wrong name: empty if there is no guess. */
    static String hint(String typed, List<String> names) {
        for (int slips = 1; slips <= MOST_SLIPS; slips++) {
            for (String name : names) {
                if (slips < name.length() - 1 && isWithin(typed, 0, name, 0, slips)) {
                    return " (did you mean '" + name + "'?)";
                }
            }
        }
        return "";
    }

    /** True if so many letters added, dropped or changed make one of the other. */
    private static boolean isWithin(String a, int i, String b, int j, int slips) {
        while (i < a.length() && j < b.length() && a.charAt(i) == b.charAt(j)) {
            i++;
            j++;
        }
        if (i == a.length() || j == b.length()) {
            return a.length() - i + b.length() - j <= slips;
        }
        return slips > 0
                && (isWithin(a, i + 1, b, j + 1, slips - 1)
                        || isWithin(a, i + 1, b, j, slips - 1)
                        || isWithin(a, i, b, j + 1, slips - 1));
    }
}
