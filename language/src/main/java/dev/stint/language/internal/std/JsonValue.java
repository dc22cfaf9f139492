package dev.stint.language.internal.std;

import dev.stint.hooks.Hook;
import dev.stint.language.internal.run.Aggregate;
import dev.stint.language.internal.run.Prices;
import dev.stint.language.internal.type.PanicException;
import org.jspecify.annotations.Nullable;

/** A value of JSON: null, a bool, a number, a text, a list of values or an object of them. */
public final class JsonValue extends Aggregate {
    private static final long SIZE = 24;

    private @Nullable Object held;

    private JsonValue(@Nullable Object held) {
        this.held = held;
    }

    static JsonValue holding(@Nullable Object held) throws InterruptedException {
        Hook.pay(1, SIZE, 0);
        if (held != null) {
            ListValue.payForBox(held);
        }
        return new JsonValue(held);
    }

    @Nullable Object held() {
        return held;
    }

    // ---- made

    /** Null if it is no JSON. */
    public static @Nullable JsonValue parse(String text) throws InterruptedException {
        Prices.read(4L * text.length());
        return new JsonReader(text).read();
    }

    public static JsonValue ofNull() throws InterruptedException {
        return holding(null);
    }

    public static JsonValue of_int(long value) throws InterruptedException {
        return holding(value);
    }

    public static JsonValue of_float(double value) throws InterruptedException {
        if (!Double.isFinite(value)) {
            throw new PanicException(PanicException.OVERFLOW, "JSON has no " + value);
        }
        return holding(value);
    }

    public static JsonValue of_bool(boolean value) throws InterruptedException {
        return holding(value);
    }

    public static JsonValue of_text(String value) throws InterruptedException {
        return holding(value);
    }

    public static JsonValue list() throws InterruptedException {
        return holding(ListValue.make());
    }

    public static JsonValue object() throws InterruptedException {
        return holding(MapValue.make());
    }

    // ---- asked

    public static String kind(JsonValue json) {
        return switch (json.held) {
            case null -> "null";
            case Long _ -> "int";
            case Double _ -> "float";
            case Boolean _ -> "bool";
            case String _ -> "text";
            case ListValue _ -> "list";
            default -> "object";
        };
    }

    /** Of a list or an object; 0 of others. */
    public static long len(JsonValue json) {
        return switch (json.held) {
            case ListValue list -> ListValue.len(list);
            case MapValue map -> MapValue.len(map);
            case null, default -> 0;
        };
    }

    public static String text(JsonValue json) throws InterruptedException {
        return new JsonWriter().write(json);
    }

    public static @Nullable JsonValue get(JsonValue json, String key) throws InterruptedException {
        return json.held instanceof MapValue map ? (JsonValue) MapValue.get(map, key) : null;
    }

    public static @Nullable JsonValue at(JsonValue json, long index) {
        return json.held instanceof ListValue list && index >= 0 && index < ListValue.len(list)
                ? (JsonValue) ListValue.get(list, index)
                : null;
    }

    public static ListValue keys(JsonValue json) throws InterruptedException {
        return json.held instanceof MapValue map ? MapValue.keys(map) : ListValue.make();
    }

    public static @Nullable Long as_int(JsonValue json) {
        return json.held instanceof Long value ? value : null;
    }

    /** Also of a whole number. */
    public static @Nullable Double as_float(JsonValue json) {
        return json.held instanceof Number value ? (Double) value.doubleValue() : null;
    }

    public static @Nullable Boolean as_bool(JsonValue json) {
        return json.held instanceof Boolean value ? value : null;
    }

    public static @Nullable String as_text(JsonValue json) {
        return json.held instanceof String value ? value : null;
    }

    // ---- changed

    public static void push(JsonValue json, JsonValue value) throws InterruptedException {
        if (!(json.held instanceof ListValue list)) {
            throw other(json, "list");
        }
        ListValue.push(list, value);
    }

    public static void put(JsonValue json, String key, JsonValue value)
            throws InterruptedException {
        if (!(json.held instanceof MapValue map)) {
            throw other(json, "object");
        }
        MapValue.put(map, key, value);
    }

    private static PanicException other(JsonValue json, String wanted) {
        return new PanicException(
                PanicException.UNREACHABLE,
                "this JSON is of kind '%s', and only a %s takes more"
                        .formatted(kind(json), wanted));
    }

    // ---- copies

    @Override
    protected boolean isCopied(boolean isForOthers) {
        return isForOthers && held instanceof Aggregate;
    }

    @Override
    protected void charge() throws InterruptedException {
        Hook.pay(1, SIZE, 0);
    }

    @Override
    protected Aggregate duplicate() {
        return new JsonValue(held);
    }

    @Override
    protected int parts() {
        return held instanceof Aggregate ? 1 : 0;
    }

    @Override
    protected @Nullable Object part(int index) {
        return held;
    }

    @Override
    protected void setPart(int index, Object value) {
        held = value;
    }
}
