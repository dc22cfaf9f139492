package dev.stint.language.internal.check;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Finds the name that somebody may have meant. */
final class Spelling {
    private static final int FARTHEST = 2;
    private static final int LONGEST = 40;

    private Spelling() {}

    /** The known name that is nearest; null if none is near. */
    static @Nullable String nearest(String typed, Collection<String> known) {
        String best = null;
        int steps = FARTHEST + 1;
        if (typed.length() > LONGEST) {
            return null;
        }
        for (String name : known) {
            int there = name.length() > LONGEST ? steps : distance(typed, name);
            if (there < steps && there < typed.length()) {
                best = name;
                steps = there;
            }
        }
        return best;
    }

    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int above = row[j];
                boolean same =
                        Character.toLowerCase(a.charAt(i - 1))
                                == Character.toLowerCase(b.charAt(j - 1));
                row[j] = Math.min(diagonal + (same ? 0 : 1), Math.min(above, row[j - 1]) + 1);
                diagonal = above;
            }
        }
        return row[b.length()];
    }
}
