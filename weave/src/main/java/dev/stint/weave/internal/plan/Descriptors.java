package dev.stint.weave.internal.plan;

import dev.stint.weave.internal.files.FileShape;

/** The forms that names and descriptors have in a class file, as the JVM wants them. */
final class Descriptors {
    /**
     * The JVM allows 255. But it makes a class for each, of 3 KB outside of the heap, and no file
     * is larger for it.
     */
    private static final int MOST_DIMENSIONS = FileShape.MOST_DIMENSIONS;

    private static final int MOST_SLOTS = 255;
    private static final int NO = -1;

    private Descriptors() {}

    /** True for the name of a field or a method. */
    static boolean isName(String text) {
        return !text.isEmpty() && !hasAny(text, ".;[/");
    }

    /** True for the name of a method that code can declare or call. */
    static boolean isMethodName(String text) {
        return isName(text)
                && (!hasAny(text, "<>") || text.equals("<init>") || text.equals("<clinit>"));
    }

    /**
     * True for what names a class in the constant pool: its name, or the descriptor of an array.
     */
    static boolean isClass(String text) {
        return text.startsWith("[") ? isField(text) : isClassName(text, 0, text.length());
    }

    static boolean isField(String text) {
        return endOfField(text, 0) == text.length();
    }

    static boolean isMethod(String text) {
        if (!text.startsWith("(")) {
            return false;
        }
        int at = 1;
        int slots = 0;
        while (at < text.length() && text.charAt(at) != ')') {
            char first = text.charAt(at);
            slots += first == 'J' || first == 'D' ? 2 : 1;
            at = endOfField(text, at);
            if (at == NO || slots > MOST_SLOTS) {
                return false;
            }
        }
        int result = at + 1;
        return result < text.length()
                && (endOfField(text, result) == text.length()
                        || (text.charAt(result) == 'V' && result + 1 == text.length()));
    }

    /** Where the descriptor of a field that begins here ends; -1 if none does. */
    private static int endOfField(String text, int start) {
        int at = start;
        while (at < text.length() && text.charAt(at) == '[') {
            at++;
        }
        if (at >= text.length() || at - start > MOST_DIMENSIONS) {
            return NO;
        }
        return switch (text.charAt(at)) {
            case 'B', 'C', 'D', 'F', 'I', 'J', 'S', 'Z' -> at + 1;
            case 'L' -> {
                int end = text.indexOf(';', at);
                yield end > 0 && isClassName(text, at + 1, end) ? end + 1 : NO;
            }
            default -> NO;
        };
    }

    /** Names between slashes, none of them empty. */
    private static boolean isClassName(String text, int start, int end) {
        int partStart = start;
        for (int i = start; i < end; i++) {
            switch (text.charAt(i)) {
                case '.', ';', '[' -> {
                    return false;
                }
                case '/' -> {
                    if (i == partStart) {
                        return false;
                    }
                    partStart = i + 1;
                }
                default -> {}
            }
        }
        return partStart < end;
    }

    private static boolean hasAny(String text, String characters) {
        for (int i = 0; i < text.length(); i++) {
            if (characters.indexOf(text.charAt(i)) >= 0) {
                return true;
            }
        }
        return false;
    }
}
