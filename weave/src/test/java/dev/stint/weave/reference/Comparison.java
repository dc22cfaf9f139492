package dev.stint.weave.reference;

import dev.stint.weave.WeaveRefusedException;
import java.util.function.Supplier;

/**
 * A program run three times.
 *
 * @param trouble what is wrong; empty if nothing is
 * @param isRefused whether the weaver would not have it
 */
record Comparison(String trouble, boolean isRefused) {
    static Comparison of(ClassSet set, String main, int input) {
        Outcome interpreted;
        ClassSet wovenSet;
        try {
            Outcome unwoven = stage("unwoven", () -> Outcome.unwoven(set, main, input));
            interpreted = stage("interpreted", () -> Outcome.interpreted(set, main, input));
            if (!interpreted.result().equals(unwoven.result())) {
                return trouble("interpreted " + interpreted + ", but unwoven " + unwoven);
            }
            wovenSet = stage("weaving", () -> Weaving.of(set));
            Outcome woven = stage("woven", () -> Outcome.counted(wovenSet, main, input));
            return trouble(
                    woven.equals(interpreted)
                            ? ""
                            : "woven " + woven + ", but interpreted " + interpreted);
        } catch (WeaveRefusedException e) {
            return new Comparison("", true);
        } catch (AssertionError e) {
            return trouble(String.valueOf(e.getMessage()));
        }
    }

    static boolean isRefused(ClassSet set) {
        try {
            return Weaving.of(set).files().isEmpty();
        } catch (WeaveRefusedException e) {
            return true;
        }
    }

    private static Comparison trouble(String trouble) {
        return new Comparison(trouble, false);
    }

    private static <T> T stage(String name, Supplier<T> body) {
        try {
            return body.get();
        } catch (WeaveRefusedException e) {
            throw e;
        } catch (Throwable e) {
            Throwable cause = e;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            String text = cause.toString();
            throw new AssertionError(name + ": " + text.substring(0, Math.min(700, text.length())));
        }
    }
}
