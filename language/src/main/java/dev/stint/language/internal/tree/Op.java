package dev.stint.language.internal.tree;

/** The operators. */
public enum Op {
    COALESCE("??", 1),
    OR("or", 2),
    AND("and", 3),
    EQUAL("==", 4),
    NOT_EQUAL("!=", 4),
    LESS("<", 5),
    LESS_EQUAL("<=", 5),
    GREATER(">", 5),
    GREATER_EQUAL(">=", 5),
    BIT_OR("|", 6),
    BIT_XOR("^", 7),
    BIT_AND("&", 8),
    SHIFT_LEFT("<<", 9),
    SHIFT_RIGHT(">>", 9),
    ADD("+", 11),
    SUBTRACT("-", 11),
    MULTIPLY("*", 12),
    DIVIDE("/", 12),
    REMAINDER("%", 12),
    POWER("**", 13),
    NEGATE("-", 14),
    BIT_NOT("~", 14),
    NOT("not", 14);

    /** How tightly ranges bind. */
    public static final int RANGE_PRECEDENCE = 10;

    private final String spelling;
    private final int precedence;

    Op(String spelling, int precedence) {
        this.spelling = spelling;
        this.precedence = precedence;
    }

    public String spelling() {
        return spelling;
    }

    /** The higher, the tighter it binds. */
    public int precedence() {
        return precedence;
    }

    public boolean isComparison() {
        return precedence == EQUAL.precedence || precedence == LESS.precedence;
    }
}
