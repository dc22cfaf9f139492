package dev.stint.language.internal.syntax;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The kinds of tokens. */
enum TokenKind {
    END_OF_FILE("the end of the file"),
    NAME("a name"),
    INTEGER("a number"),
    FLOAT("a number"),
    TEXT("a text"),
    INTERPOLATED("a text"),
    /** Something that is no token; already reported. */
    BAD("something unreadable"),

    LET("let"),
    VAR("var"),
    CONST("const"),
    FUNC("func"),
    RETURN("return"),
    IF("if"),
    ELSE("else"),
    FOR("for"),
    IN("in"),
    WHILE("while"),
    LOOP("loop"),
    MATCH("match"),
    BREAK("break"),
    CONTINUE("continue"),
    DO("do"),
    END("end"),
    DEFER("defer"),
    USING("using"),
    SHARED("shared"),
    STRUCT("struct"),
    ENUM("enum"),
    UNION("union"),
    USE("use"),
    IMPORT("import"),
    PUB("pub"),
    TEST("test"),
    ERROR("error"),
    FAIL("fail"),
    CATCH("catch"),
    TRUE("true"),
    FALSE("false"),
    NULL("null"),
    AND("and"),
    OR("or"),
    NOT("not"),
    WHEN("when"),
    UNLESS("unless"),
    CASE("case"),
    DEFAULT("default"),
    ASYNC("async"),
    AWAIT("await"),
    NURSERY("nursery"),
    SPAWN("spawn"),
    SELECT("select"),
    TIMEOUT("timeout"),
    YIELD("yield"),
    TRY("try"),
    WITH("with"),
    /** A word that is kept for later. */
    RESERVED("a reserved word"),

    LEFT_PAREN("("),
    RIGHT_PAREN(")"),
    LEFT_BRACE("{"),
    RIGHT_BRACE("}"),
    LEFT_BRACKET("["),
    RIGHT_BRACKET("]"),
    PRAGMA_OPEN("{."),
    PRAGMA_CLOSE(".}"),
    COMMA(","),
    SEMICOLON(";"),
    COLON(":"),
    DOT("."),
    ARROW("->"),
    FAT_ARROW("=>"),
    BAR("|"),
    BANG("!"),
    QUESTION("?"),
    QUESTION_DOT("?."),
    QUESTION_QUESTION("??"),
    PIPE("|>"),
    UNDERSCORE("_"),
    AT("@"),

    PLUS("+"),
    MINUS("-"),
    STAR("*"),
    STAR_STAR("**"),
    SLASH("/"),
    PERCENT("%"),
    AMPERSAND("&"),
    CARET("^"),
    TILDE("~"),
    SHIFT_LEFT("<<"),
    SHIFT_RIGHT(">>"),
    EQUAL_EQUAL("=="),
    NOT_EQUAL("!="),
    LESS("<"),
    LESS_EQUAL("<="),
    GREATER(">"),
    GREATER_EQUAL(">="),
    RANGE(".."),
    RANGE_OPEN("..<"),
    RANGE_CLOSED("..="),

    ASSIGN("="),
    DEFINE(":="),
    PLUS_ASSIGN("+="),
    MINUS_ASSIGN("-="),
    STAR_ASSIGN("*="),
    SLASH_ASSIGN("/="),
    PERCENT_ASSIGN("%="),
    AND_ASSIGN("&="),
    OR_ASSIGN("|="),
    XOR_ASSIGN("^="),
    LEFT_ASSIGN("<<="),
    RIGHT_ASSIGN(">>=");

    private static final Map<String, TokenKind> WORDS = new HashMap<>();
    private static final Map<String, TokenKind> SIGNS = new HashMap<>();

    static {
        for (TokenKind kind : values()) {
            if (kind.isWord()) {
                WORDS.put(kind.spelling, kind);
            } else if (!kind.isKindOfToken()) {
                SIGNS.put(kind.spelling, kind);
            }
        }
        WORDS.put("nil", NULL);
        WORDS.put("fn", FUNC);
        for (String word :
                ("trait impl type dyn extern zig graft package where switch go requires ensures"
                                + " invariant ghost actor receive supervisor")
                        .split(" ", -1)) {
            WORDS.put(word, RESERVED);
        }
    }

    private final String spelling;

    TokenKind(String spelling) {
        this.spelling = spelling;
    }

    /** The keyword of this spelling; a name if there is none. */
    static TokenKind ofWord(String word) {
        return WORDS.getOrDefault(word, NAME);
    }

    static @Nullable TokenKind ofSign(String sign) {
        return SIGNS.get(sign);
    }

    String spelling() {
        return spelling;
    }

    /** As it stands in messages: words of ours in quotes. */
    String inWords() {
        return isKindOfToken() ? spelling : "'" + spelling + "'";
    }

    /** True for what stands for many tokens, and has no spelling of its own. */
    private boolean isKindOfToken() {
        return switch (this) {
            case END_OF_FILE, NAME, INTEGER, FLOAT, TEXT, INTERPOLATED, BAD, RESERVED -> true;
            default -> false;
        };
    }

    /** True for the words of the language. */
    boolean isWord() {
        return !isKindOfToken() && Character.isLetter(spelling.charAt(0));
    }
}
