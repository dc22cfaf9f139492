package dev.stint.language.internal.check;

import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.Types;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A function that every script has. Those without parameters here are checked one by one: what they
 * take depends on what they are given.
 */
public enum Builtin {
    PRINT("print", false),
    PRINTLN("println", false),
    PANIC("panic", false, List.of(Types.TEXT), Types.NEVER),
    ASSERT("assert", false),
    ARRAY("array", false),
    TEXT_LENGTH("str_length", false, List.of(Types.TEXT), Types.I64),
    TEXT_IS_EMPTY("str_is_empty", false, List.of(Types.TEXT), Types.BOOL),
    TEXT_CONTAINS("str_contains", false, List.of(Types.TEXT, Types.TEXT), Types.BOOL),
    TEXT_STARTS("str_starts_with", false, List.of(Types.TEXT, Types.TEXT), Types.BOOL),
    TEXT_ENDS("str_ends_with", false, List.of(Types.TEXT, Types.TEXT), Types.BOOL),
    TEXT_EQUALS("str_equals", false, List.of(Types.TEXT, Types.TEXT), Types.BOOL),
    TEXT_COMPARE("str_compare", false, List.of(Types.TEXT, Types.TEXT), Types.I64),
    TEXT_INDEX("str_index_of", false, List.of(Types.TEXT, Types.TEXT), Types.I64),
    TEXT_SLICE("str_slice", false, List.of(Types.TEXT, Types.I64, Types.I64), Types.TEXT),
    TEXT_AT("str_at", false, List.of(Types.TEXT, Types.I64), Types.I64),
    I32_TO_I64("i32_to_i64", false, List.of(Types.I32), Types.I64),
    I32_TO_F64("i32_to_f64", false, List.of(Types.I32), Types.F64),
    SLEEP("sleep", true, List.of(Types.I64), Types.VOID),
    CANCEL("cancel", true, List.of(), Types.VOID),
    IS_CANCELLED("is_cancelled", true, List.of(), Types.BOOL),
    CHANNEL("channel", true, List.of(Types.I64), new Type.Channel(Types.I64)),

    // Methods; their receiver is the first argument.
    CHANNEL_NEW("new", true),
    CHANNEL_BUFFERED("buffered", true),
    SEND("send", true),
    RECEIVE("recv", true),
    TRY_SEND("trySend", true),
    TRY_RECEIVE("tryRecv", true),
    CLOSE("close", true),
    IS_CLOSED("isClosed", true),
    LENGTH("len", true),
    TASK_CANCEL("cancel", true),
    NURSERY_CANCEL("cancel", true),
    AT_MOST("at_most", true),
    AT_MOST_EVER("at_most_ever", true);

    private static final Map<String, Builtin> FUNCTIONS = new HashMap<>();

    static {
        for (Builtin builtin : values()) {
            if (!builtin.isMethod()) {
                FUNCTIONS.put(builtin.word, builtin);
            }
        }
    }

    private final String word;
    private final boolean isConcurrent;

    @SuppressWarnings("ImmutableEnumChecker") // copied
    private final @Nullable List<Type> params;

    @SuppressWarnings("ImmutableEnumChecker") // records
    private final Type result;

    Builtin(String word, boolean isConcurrent) {
        this.word = word;
        this.isConcurrent = isConcurrent;
        this.params = null;
        this.result = Types.VOID;
    }

    Builtin(String word, boolean isConcurrent, List<Type> params, Type result) {
        this.word = word;
        this.isConcurrent = isConcurrent;
        this.params = List.copyOf(params);
        this.result = result;
    }

    /** True for what is called on a value: its receiver is not among the arguments. */
    private boolean isMethod() {
        return switch (this) {
            case CHANNEL_NEW,
                    CHANNEL_BUFFERED,
                    SEND,
                    RECEIVE,
                    TRY_SEND,
                    TRY_RECEIVE,
                    CLOSE,
                    IS_CLOSED,
                    LENGTH,
                    TASK_CANCEL,
                    NURSERY_CANCEL,
                    AT_MOST,
                    AT_MOST_EVER ->
                    true;
            default -> false;
        };
    }

    /** The function of this name; null if there is none. */
    static @Nullable Builtin named(String word) {
        return FUNCTIONS.get(word);
    }

    public String word() {
        return word;
    }

    boolean isConcurrent() {
        return isConcurrent;
    }

    @Nullable List<Type> params() {
        return params;
    }

    Type result() {
        return result;
    }

    /** True if a closed channel makes it fail, with an error that can be caught. */
    public boolean mayFindClosed() {
        return this == SEND || this == RECEIVE || this == TRY_SEND || this == TRY_RECEIVE;
    }
}
