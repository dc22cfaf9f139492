package dev.stint.language.internal.type;

import dev.stint.language.internal.type.Type.Named;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The types of one program that have names, and what they consist of. */
public final class TypeTable {
    /** A field and its type. */
    public record Field(String name, Type type) {}

    /**
     * A variant.
     *
     * @param value of an enum's, otherwise its place
     */
    public record Variant(String name, long value, List<Field> fields) {
        public Variant {
            fields = List.copyOf(fields);
        }
    }

    /** What a type consists of: a struct has fields, the others have variants. */
    public record Definition(Named type, List<Field> fields, List<Variant> variants) {
        public Definition {
            fields = List.copyOf(fields);
            variants = List.copyOf(variants);
        }

        public @Nullable Field field(String name) {
            return fields.stream().filter(f -> f.name().equals(name)).findFirst().orElse(null);
        }

        public @Nullable Variant variant(String name) {
            return variants.stream().filter(v -> v.name().equals(name)).findFirst().orElse(null);
        }

        /** The place of a variant; -1 if there is none of this name. */
        public int tag(String name) {
            for (int i = 0; i < variants.size(); i++) {
                if (variants.get(i).name().equals(name)) {
                    return i;
                }
            }
            return -1;
        }
    }

    /** The errors that channels raise. */
    public static final String CHANNEL_ERRORS = "ChannelError";

    public static final String CHANNEL_CLOSED = "ChannelClosed";

    /** The errors of files, and those of connections. */
    public static final String FILE_ERRORS = "FileError";

    public static final String SOCKET_ERRORS = "SocketError";

    /** What a cancelled token raises, and why it was cancelled. */
    public static final String CANCEL_ERRORS = "CancelError";

    public static final Named CANCEL_REASON = new Named(Named.Kind.ENUM, "CancelReason");

    private static final Set<String> BUILT_IN =
            Set.of(CHANNEL_ERRORS, FILE_ERRORS, SOCKET_ERRORS, CANCEL_ERRORS, CANCEL_REASON.name());

    private final Map<String, Definition> definitions = new LinkedHashMap<>();

    public TypeTable() {
        defineErrors(CHANNEL_ERRORS, CHANNEL_CLOSED);
        defineErrors(FILE_ERRORS, "NoRight", "NotFound", "Failed");
        defineErrors(SOCKET_ERRORS, "NoRight", "Refused", "Closed", "Failed");
        defineErrors(CANCEL_ERRORS, "Cancelled", "Timeout");
        define(CANCEL_REASON, "None", "Explicit", "Timeout", "Parent");
    }

    private void defineErrors(String set, String... names) {
        define(Type.errors(set), names);
    }

    private void define(Named type, String... names) {
        List<Variant> variants = new ArrayList<>();
        for (String name : names) {
            variants.add(new Variant(name, variants.size(), List.of()));
        }
        define(new Definition(type, List.of(), variants));
    }

    /** True for types that every program has. */
    public static boolean isBuiltIn(String name) {
        return BUILT_IN.contains(name);
    }

    public void define(Definition definition) {
        definitions.put(definition.type().name(), definition);
    }

    public @Nullable Definition find(String name) {
        return definitions.get(name);
    }

    public Definition of(Named type) {
        return Objects.requireNonNull(definitions.get(type.name()), type.name());
    }

    /** In the order in which they were defined. */
    public List<Definition> all() {
        return List.copyOf(definitions.values());
    }

    /** True if all errors of one set are in the other. */
    public static boolean covers(String set, String part) {
        return set.equals(Type.ANY) || set.equals(part);
    }

    // ---- what may go from task to task

    /**
     * Why a value of this type cannot be given to another task; null if it can. Arrays, structs and
     * slices are copied on the way, handles are shared, functions stay: they may share variables.
     */
    public @Nullable String whyNotSendable(Type type) {
        Set<String> seen = new HashSet<>();
        Deque<Type> open = new ArrayDeque<>(List.of(type));
        while (!open.isEmpty()) {
            String why = whyNot(open.pop(), seen, open);
            if (why != null) {
                return why;
            }
        }
        return null;
    }

    /** Looks at one type, and leaves those that it consists of for later. */
    private @Nullable String whyNot(Type type, Set<String> seen, Deque<Type> open) {
        switch (type) {
            case Type.Function _ -> {
                return "a function may share variables with its task";
            }
            case Type.Slot _ -> {
                return "a variable belongs to one task";
            }
            case Type.Simple s -> {
                return s.equals(Types.NURSERY)
                        ? "a nursery belongs to the task that opened it"
                        : null;
            }
            case Type.Standard s -> {
                if (s.name().equals("Socket")) {
                    return "a connection belongs to the task that has opened it";
                }
                if (!StdTable.isType(s.name())) {
                    return "an object of the host belongs to one task";
                }
                s.arguments().forEach(open::push);
            }
            case Type.Array a -> open.push(a.element());
            case Type.Slice s -> open.push(s.element());
            case Type.Optional o -> open.push(o.value());
            case Type.Fallible f -> open.push(f.value());
            case Named n -> {
                Definition definition = definitions.get(n.name());
                if (definition != null && seen.add(n.name())) {
                    definition.fields().forEach(field -> open.push(field.type()));
                    definition
                            .variants()
                            .forEach(v -> v.fields().forEach(field -> open.push(field.type())));
                }
            }
            case Type.Int _ -> {}
            case Type.Real _ -> {}
            case Type.Task _ -> {}
            case Type.Channel _ -> {}
        }
        return null;
    }
}
