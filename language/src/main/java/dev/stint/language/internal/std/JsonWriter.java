package dev.stint.language.internal.std;

import dev.stint.language.internal.run.Prices;
import dev.stint.language.internal.type.PanicException;

/** Writes JSON. Every piece is paid for before it is written. */
final class JsonWriter {
    private static final int DEEPEST = 200;

    private final StringBuilder text = new StringBuilder();

    String write(JsonValue json) throws InterruptedException {
        value(json, 1);
        return text.toString();
    }

    private void value(JsonValue json, int depth) throws InterruptedException {
        if (depth > DEEPEST) {
            throw new PanicException(
                    PanicException.MEMORY, "this JSON is deeper than " + DEEPEST + " levels");
        }
        switch (json.held()) {
            case null -> plain("null");
            case String string -> string(string);
            case ListValue list -> {
                plain("[");
                for (int i = 0; i < ListValue.len(list); i++) {
                    plain(i == 0 ? "" : ",");
                    value((JsonValue) ListValue.get(list, i), depth + 1);
                }
                plain("]");
            }
            case MapValue map -> {
                ListValue keys = MapValue.keys(map);
                plain("{");
                for (int i = 0; i < ListValue.len(keys); i++) {
                    plain(i == 0 ? "" : ",");
                    String key = (String) ListValue.get(keys, i);
                    string(key);
                    plain(":");
                    Object value = MapValue.get(map, key);
                    if (value != null) {
                        value((JsonValue) value, depth + 1);
                    }
                }
                plain("}");
            }
            case Object other -> plain(other.toString());
        }
    }

    private void plain(String piece) throws InterruptedException {
        Prices.text(piece.length());
        text.append(piece);
    }

    private void string(String value) throws InterruptedException {
        Prices.text(6L * value.length() + 2);
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '"' -> text.append("\\\"");
                case '\\' -> text.append("\\\\");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                default -> {
                    if (c < ' ') {
                        text.append("\\u00").append(c < 16 ? '0' : '1');
                        text.append(Character.forDigit(c & 15, 16));
                    } else {
                        text.append(c);
                    }
                }
            }
        }
        text.append('"');
    }
}
