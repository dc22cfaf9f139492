package dev.stint.language.internal.type;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The functions of the library, and what they take and give. A name is that of a module or a type,
 * a dot, and that of the function; what is called on a value takes that first.
 */
public final class StdTable {
    /** A function. Its types may name the type's parameters: {@code T}, or {@code K} and V. */
    public record Function(String name, List<Type> params, Type result) {
        public Function {
            params = List.copyOf(params);
        }

        /** The part before the dot. */
        public String owner() {
            return name.substring(0, name.indexOf('.'));
        }

        /** The part behind it. */
        public String word() {
            return name.substring(name.indexOf('.') + 1);
        }

        /** The same for these arguments of its type. */
        public Function of(List<Type> arguments) {
            if (arguments.isEmpty()) {
                return this;
            }
            return new Function(
                    name,
                    params.stream().map(p -> replaced(p, arguments)).toList(),
                    replaced(result, arguments));
        }

        private static Type replaced(Type type, List<Type> arguments) {
            if (type.equals(T) || type.equals(K)) {
                return arguments.getFirst();
            }
            if (type.equals(V)) {
                return arguments.getLast();
            }
            return switch (type) {
                case Type.Optional o -> new Type.Optional(replaced(o.value(), arguments));
                case Type.Standard s ->
                        new Type.Standard(
                                s.name(),
                                s.arguments().stream().map(a -> replaced(a, arguments)).toList());
                default -> type;
            };
        }
    }

    /** Stand for the types that a list or a map is of. */
    public static final Type T = new Type.Simple("T");

    public static final Type K = new Type.Simple("K");
    public static final Type V = new Type.Simple("V");

    public static final String LIST = "List";
    public static final String MAP = "Map";
    public static final Type RANDOM = new Type.Standard("Random", List.of());
    public static final Type JSON = new Type.Standard("Json", List.of());

    public static final String FILES = "files";
    public static final String SOCKETS = "sockets";
    public static final Type CAP_FILES = new Type.Standard("CapFiles", List.of());
    public static final Type CAP_SOCKETS = new Type.Standard("CapSockets", List.of());
    public static final Type CANCEL_TOKEN = new Type.Standard("CancelToken", List.of());
    private static final Type SOCKET = new Type.Standard("Socket", List.of());

    /** What gives the right that the task holds; no script can write its name. */
    public static final String HELD = ".~held";

    private static final Type LIST_T = new Type.Standard(LIST, List.of(T));
    private static final Type MAP_KV = new Type.Standard(MAP, List.of(K, V));
    private static final Type TEXTS = listOf(Types.TEXT);

    /** The types, and how many types they are of. */
    private static final Map<String, Integer> TYPES =
            Map.of(
                    LIST,
                    1,
                    MAP,
                    2,
                    "Random",
                    0,
                    "Json",
                    0,
                    "CapFiles",
                    0,
                    "CapSockets",
                    0,
                    "Socket",
                    0,
                    "CancelToken",
                    0);

    private static final Map<String, Function> FUNCTIONS = new LinkedHashMap<>();
    private static final Map<String, Set<String>> WORDS = new HashMap<>();

    static {
        lists();
        maps();
        numbers();
        texts();
        json();
        files();
        sockets();
        tokens();
    }

    private StdTable() {}

    private static void lists() {
        add("List.new", LIST_T);
        add("List.len", Types.I64, LIST_T);
        add("List.get", T, LIST_T, Types.I64);
        add("List.set", Types.VOID, LIST_T, Types.I64, T);
        add("List.push", Types.VOID, LIST_T, T);
        add("List.pop", new Type.Optional(T), LIST_T);
        add("List.insert", Types.VOID, LIST_T, Types.I64, T);
        add("List.remove", T, LIST_T, Types.I64);
        add("List.clear", Types.VOID, LIST_T);
        add("List.reverse", Types.VOID, LIST_T);
        add("List.copy", LIST_T, LIST_T);
        add("List.sort", Types.VOID, LIST_T);
        add("List.index_of", Types.I64, LIST_T, T);
        add("List.contains", Types.BOOL, LIST_T, T);
    }

    private static void maps() {
        add("Map.new", MAP_KV);
        add("Map.len", Types.I64, MAP_KV);
        add("Map.get", new Type.Optional(V), MAP_KV, K);
        add("Map.put", Types.VOID, MAP_KV, K, V);
        add("Map.has", Types.BOOL, MAP_KV, K);
        add("Map.remove", Types.BOOL, MAP_KV, K);
        add("Map.clear", Types.VOID, MAP_KV);
        add("Map.keys", new Type.Standard(LIST, List.of(K)), MAP_KV);
        add("Map.values", new Type.Standard(LIST, List.of(V)), MAP_KV);
    }

    private static void numbers() {
        for (String word :
                List.of(
                        "sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "exp", "log", "log10",
                        "floor", "ceil", "round", "fabs")) {
            add("math." + word, Types.F64, Types.F64);
        }
        for (String word : List.of("atan2", "pow", "fmin", "fmax", "hypot")) {
            add("math." + word, Types.F64, Types.F64, Types.F64);
        }
        add("math.pi", Types.F64);
        add("math.e", Types.F64);
        add("math.is_nan", Types.BOOL, Types.F64);
        add("math.abs", Types.I64, Types.I64);
        add("math.sign", Types.I64, Types.I64);
        add("math.min", Types.I64, Types.I64, Types.I64);
        add("math.max", Types.I64, Types.I64, Types.I64);
        add("math.clamp", Types.I64, Types.I64, Types.I64, Types.I64);
        add("math.gcd", Types.I64, Types.I64, Types.I64);
        add("math.isqrt", Types.I64, Types.I64);
        add("Random.new", RANDOM, Types.I64);
        add("Random.below", Types.I64, RANDOM, Types.I64);
        add("Random.between", Types.I64, RANDOM, Types.I64, Types.I64);
        add("Random.float", Types.F64, RANDOM);
        add("Random.bool", Types.BOOL, RANDOM);
        add("time.millis", Types.I64);
        add("time.nanos", Types.I64);
    }

    private static void texts() {
        for (String word : List.of("upper", "lower", "trim", "reverse")) {
            add("text." + word, Types.TEXT, Types.TEXT);
        }
        add("text.replace", Types.TEXT, Types.TEXT, Types.TEXT, Types.TEXT);
        add("text.repeat", Types.TEXT, Types.TEXT, Types.I64);
        add("text.pad_left", Types.TEXT, Types.TEXT, Types.I64);
        add("text.pad_right", Types.TEXT, Types.TEXT, Types.I64);
        add("text.split", TEXTS, Types.TEXT, Types.TEXT);
        add("text.words", TEXTS, Types.TEXT);
        add("text.lines", TEXTS, Types.TEXT);
        add("text.join", Types.TEXT, TEXTS, Types.TEXT);
        add("text.index_from", Types.I64, Types.TEXT, Types.TEXT, Types.I64);
        add("text.count", Types.I64, Types.TEXT, Types.TEXT);
        add("text.of_char", Types.TEXT, Types.I64);
        add("text.of_chars", Types.TEXT, listOf(Types.I64));
        add("text.chars", listOf(Types.I64), Types.TEXT);
        add("text.is_letter", Types.BOOL, Types.I64);
        add("text.is_digit", Types.BOOL, Types.I64);
        add("text.is_space", Types.BOOL, Types.I64);
        add("text.to_int", new Type.Optional(Types.I64), Types.TEXT);
        add("text.to_float", new Type.Optional(Types.F64), Types.TEXT);
        add("text.fixed", Types.TEXT, Types.F64, Types.I64);
    }

    private static void json() {
        Type maybe = new Type.Optional(JSON);
        add("json.parse", maybe, Types.TEXT);
        add("json.null", JSON);
        add("json.of_int", JSON, Types.I64);
        add("json.of_float", JSON, Types.F64);
        add("json.of_bool", JSON, Types.BOOL);
        add("json.of_text", JSON, Types.TEXT);
        add("json.list", JSON);
        add("json.object", JSON);
        add("Json.kind", Types.TEXT, JSON);
        add("Json.len", Types.I64, JSON);
        add("Json.text", Types.TEXT, JSON);
        add("Json.get", maybe, JSON, Types.TEXT);
        add("Json.at", maybe, JSON, Types.I64);
        add("Json.keys", TEXTS, JSON);
        add("Json.as_int", new Type.Optional(Types.I64), JSON);
        add("Json.as_float", new Type.Optional(Types.F64), JSON);
        add("Json.as_bool", new Type.Optional(Types.BOOL), JSON);
        add("Json.as_text", new Type.Optional(Types.TEXT), JSON);
        add("Json.push", Types.VOID, JSON, JSON);
        add("Json.put", Types.VOID, JSON, Types.TEXT, JSON);
    }

    /** By the right of the task, and by one that is a value. */
    private static void files() {
        Type text = file(Types.TEXT);
        Type nothing = file(Types.VOID);
        add(FILES + HELD, CAP_FILES);
        byRight("read", text, Types.TEXT);
        byRight("write", nothing, Types.TEXT, Types.TEXT);
        byRight("append", nothing, Types.TEXT, Types.TEXT);
        byRight("list", file(TEXTS), Types.TEXT);
        byRight("exists", file(Types.BOOL), Types.TEXT);
        byRight("remove", nothing, Types.TEXT);
        byRight("make_folder", nothing, Types.TEXT);
        add("CapFiles.under", file(CAP_FILES), CAP_FILES, Types.TEXT);
        add("CapFiles.read_only", CAP_FILES, CAP_FILES);
    }

    private static void byRight(String word, Type result, Type... params) {
        add(FILES + "." + word, result, params);
        Type[] all = new Type[params.length + 1];
        all[0] = CAP_FILES;
        System.arraycopy(params, 0, all, 1, params.length);
        add("CapFiles." + word, result, all);
    }

    private static Type file(Type value) {
        return new Type.Fallible(value, TypeTable.FILE_ERRORS);
    }

    private static void sockets() {
        add(SOCKETS + HELD, CAP_SOCKETS);
        add("sockets.connect", socket(SOCKET), Types.TEXT, Types.I64);
        add("CapSockets.connect", socket(SOCKET), CAP_SOCKETS, Types.TEXT, Types.I64);
        add("CapSockets.only", socket(CAP_SOCKETS), CAP_SOCKETS, Types.TEXT);
        add("Socket.read_line", socket(Types.TEXT), SOCKET);
        add("Socket.write", socket(Types.VOID), SOCKET, Types.TEXT);
        add("Socket.close", Types.VOID, SOCKET);
    }

    private static Type socket(Type value) {
        return new Type.Fallible(value, TypeTable.SOCKET_ERRORS);
    }

    private static void tokens() {
        add("CancelToken.new", CANCEL_TOKEN);
        add("CancelToken.child", CANCEL_TOKEN, CANCEL_TOKEN);
        add("CancelToken.within", CANCEL_TOKEN, CANCEL_TOKEN, Types.I64);
        add("CancelToken.cancel", Types.VOID, CANCEL_TOKEN);
        add("CancelToken.is_cancelled", Types.BOOL, CANCEL_TOKEN);
        add("CancelToken.reason", TypeTable.CANCEL_REASON, CANCEL_TOKEN);
        add(
                "CancelToken.check",
                new Type.Fallible(Types.VOID, TypeTable.CANCEL_ERRORS),
                CANCEL_TOKEN);
        add("CancelToken.wait", TypeTable.CANCEL_REASON, CANCEL_TOKEN);
    }

    /** True for a module that uses rights of the task. */
    public static boolean needsRight(String module) {
        return module.equals(FILES) || module.equals(SOCKETS);
    }

    private static Type listOf(Type element) {
        return new Type.Standard(LIST, List.of(element));
    }

    private static void add(String name, Type result, Type... params) {
        var function = new Function(name, List.of(params), result);
        FUNCTIONS.put(name, function);
        if (!name.endsWith(HELD)) {
            WORDS.computeIfAbsent(function.owner(), _ -> new TreeSet<>()).add(function.word());
        }
    }

    // ---- asked

    public static @Nullable Function find(String name) {
        return FUNCTIONS.get(name);
    }

    public static List<Function> all() {
        return List.copyOf(FUNCTIONS.values());
    }

    /** The functions of a module or a type, without what stands before the dot. */
    public static List<String> words(String owner) {
        return List.copyOf(WORDS.getOrDefault(owner, Set.of()));
    }

    /** True for what a script imports. */
    public static boolean isModule(String name) {
        return WORDS.containsKey(name) && !isType(name);
    }

    public static List<String> modules() {
        return WORDS.keySet().stream().filter(StdTable::isModule).sorted().toList();
    }

    public static boolean isType(String name) {
        return TYPES.containsKey(name);
    }

    public static List<String> types() {
        return TYPES.keySet().stream().sorted().toList();
    }

    /** How many types it is of. */
    public static int arity(String type) {
        return Objects.requireNonNull(TYPES.get(type), type);
    }

    /** What may be the key of a map: it never changes, and is compared by what it is. */
    public static boolean isKey(Type type) {
        return type instanceof Type.Int
                || type.equals(Types.TEXT)
                || type.equals(Types.BOOL)
                || type.isKind(Type.Named.Kind.ENUM);
    }

    /** A function as a node uses it, by what it is given and gives; null if there is none. */
    public static @Nullable Function used(String name, List<Type> inputs, Type result) {
        Function found = FUNCTIONS.get(name);
        if (found == null) {
            return null;
        }
        Type own =
                found.word().equals("new") ? result : inputs.isEmpty() ? result : inputs.getFirst();
        List<Type> arguments =
                own instanceof Type.Standard s && s.name().equals(found.owner())
                        ? new ArrayList<>(s.arguments())
                        : List.of();
        return found.of(arguments);
    }
}
