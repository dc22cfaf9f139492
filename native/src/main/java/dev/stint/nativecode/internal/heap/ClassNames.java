package dev.stint.nativecode.internal.heap;

/** Names of classes as the JVM writes them, and as people do. */
final class ClassNames {
    private ClassNames() {}

    /** {@code int[]} for {@code [I}, {@code java.lang.String} for {@code Ljava/lang/String;}. */
    static String inSource(String signature) {
        int dimensions = 0;
        while (dimensions < signature.length() && signature.charAt(dimensions) == '[') {
            dimensions++;
        }
        String element = signature.substring(dimensions);
        return element(element) + "[]".repeat(dimensions);
    }

    private static String element(String signature) {
        return switch (signature) {
            case "Z" -> "boolean";
            case "B" -> "byte";
            case "C" -> "char";
            case "S" -> "short";
            case "I" -> "int";
            case "J" -> "long";
            case "F" -> "float";
            case "D" -> "double";
            default -> {
                int from = signature.startsWith("L") ? 1 : 0;
                int to = signature.endsWith(";") ? signature.length() - 1 : signature.length();
                yield signature.substring(from, Math.max(from, to)).replace('/', '.');
            }
        };
    }
}
