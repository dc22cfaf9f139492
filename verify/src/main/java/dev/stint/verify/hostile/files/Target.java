package dev.stint.verify.hostile.files;

import java.util.List;

/**
 * A member that no tenant may reach: one of the oracle class, or one of the JDK whose use can be
 * seen afterwards.
 */
record Target(Kind kind, String owner, String name, String type) {
    /** What it is, and so how it is used. */
    enum Kind {
        STATIC_FIELD,
        FIELD,
        STATIC_METHOD,
        METHOD,
        CONSTRUCTOR
    }

    static final String OUTSIDE = Outside.class.getName().replace('.', '/');

    private static final String STRING = "Ljava/lang/String;";

    static final List<Target> ALL =
            List.of(
                    new Target(Kind.STATIC_FIELD, OUTSIDE, "shared", "I"),
                    new Target(Kind.STATIC_FIELD, OUTSIDE, "text", STRING),
                    new Target(Kind.FIELD, OUTSIDE, "own", "I"),
                    new Target(Kind.STATIC_METHOD, OUTSIDE, "reach", "()V"),
                    new Target(Kind.STATIC_METHOD, OUTSIDE, "reach", "(" + STRING + ")" + STRING),
                    new Target(Kind.METHOD, OUTSIDE, "touch", "()V"),
                    new Target(Kind.CONSTRUCTOR, OUTSIDE, "<init>", "()V"),
                    new Target(Kind.CONSTRUCTOR, OUTSIDE, "<init>", "(I)V"),
                    new Target(
                            Kind.STATIC_METHOD,
                            "java/lang/System",
                            "setProperty",
                            "(" + STRING + STRING + ")" + STRING),
                    new Target(
                            Kind.STATIC_METHOD,
                            "java/lang/Class",
                            "forName",
                            "(" + STRING + ")Ljava/lang/Class;"),
                    new Target(
                            Kind.CONSTRUCTOR, "java/io/PrintWriter", "<init>", "(" + STRING + ")V"),
                    new Target(
                            Kind.CONSTRUCTOR,
                            "java/io/FileOutputStream",
                            "<init>",
                            "(" + STRING + ")V"),
                    new Target(
                            Kind.CONSTRUCTOR, "java/util/Formatter", "<init>", "(" + STRING + ")V"),
                    new Target(
                            Kind.CONSTRUCTOR, "java/io/FileWriter", "<init>", "(" + STRING + ")V"),
                    new Target(Kind.CONSTRUCTOR, "java/lang/Thread", "<init>", "()V"),
                    new Target(
                            Kind.CONSTRUCTOR,
                            "java/lang/Thread",
                            "<init>",
                            "(Ljava/lang/Runnable;)V"),
                    new Target(Kind.STATIC_METHOD, "java/lang/System", "exit", "(I)V"),
                    new Target(
                            Kind.STATIC_METHOD,
                            "java/lang/invoke/MethodHandles",
                            "lookup",
                            "()Ljava/lang/invoke/MethodHandles$Lookup;"));

    boolean isField() {
        return kind == Kind.FIELD || kind == Kind.STATIC_FIELD;
    }
}
