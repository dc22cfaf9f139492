package dev.stint.weave.reference.programs;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Strings: concatenation of everything, builders, counting words. */
public final class Texts {
    private static final class Loud {
        private final int level;

        Loud(int level) {
            this.level = level;
        }

        @Override
        public String toString() {
            if (level == 4) {
                throw new IllegalStateException("too loud");
            }
            return "loud" + level + (level > 0 ? new Loud(level - 1) : "");
        }
    }

    private Texts() {}

    public static Object run(int n) {
        return concatenated(n) + "|" + words(n) + "|" + built(n) + "|" + reversed("palindrome" + n);
    }

    private static String concatenated(int n) {
        @Nullable String none = n < 0 ? "some" : null;
        String all = "";
        for (int i = 0; i < n; i++) {
            byte b = (byte) i;
            short s = (short) (i * 1000);
            char c = (char) ('a' + i);
            long l = i * 10_000_000_000L;
            float f = i / 4f;
            double d = i / 3.0;
            boolean z = i % 2 == 0;
            all += "" + b + s + c + l + f + d + z + none + i;
            all += new Loud(i % 4) + "\u0001\u0002" + all.length();
            try {
                all += "before" + new Loud(4) + new Loud(1);
            } catch (IllegalStateException e) {
                all += e.getMessage() + none;
            }
            if (all.length() > 300) {
                all = all.substring(all.length() - 50) + "";
            }
        }
        return all;
    }

    private static String words(int n) {
        StringBuilder text = new StringBuilder();
        int seed = 7;
        for (int i = 0; i < 20 * n; i++) {
            seed = seed * 1_103_515_245 + 12_345;
            text.append('w')
                    .append(Integer.toString(seed >>> 28, 36))
                    .append(i % 11 == 0 ? ".\n" : " ");
        }
        Map<String, Integer> counts = new HashMap<>();
        StringBuilder word = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
                word.append(c);
            } else if (!word.isEmpty()) {
                counts.merge(word.toString(), 1, Integer::sum);
                word.setLength(0);
            }
        }
        StringBuilder out = new StringBuilder();
        for (Map.Entry<String, Integer> entry : new TreeMap<>(counts).entrySet()) {
            out.append(entry.getKey()).append('=').append(entry.getValue()).append(';');
        }
        return out.toString();
    }

    private static String built(int n) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < n; i++) {
            out.insert(0, i).append(i % 3 == 0).append((Object) null).append(1.5 * i);
        }
        return String.format("%s:%d", out.reverse(), n);
    }

    private static String reversed(String text) {
        return text.length() < 2 ? text : reversed(text.substring(1)) + text.charAt(0);
    }
}
