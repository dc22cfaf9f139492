package dev.stint.language.internal.std;

import dev.stint.language.internal.run.Value;
import dev.stint.language.internal.type.StdTable;
import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.Types;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The methods of Java that are the functions of the library. */
public final class Natives {
    /**
     * A function, and the method that does it.
     *
     * @param pays false if it costs nothing beside the call: whoever pays can be interrupted
     */
    public record Native(
            StdTable.Function function,
            Class<?> owner,
            String method,
            MethodType type,
            boolean pays) {}

    private static final Map<String, Class<?>> OWNERS =
            Map.ofEntries(
                    Map.entry("List", ListValue.class),
                    Map.entry("Map", MapValue.class),
                    Map.entry("Random", RandomValue.class),
                    Map.entry("Json", JsonValue.class),
                    Map.entry("json", JsonValue.class),
                    Map.entry("math", MathFunctions.class),
                    Map.entry("time", MathFunctions.class),
                    Map.entry("text", TextFunctions.class),
                    Map.entry("files", FilesValue.class),
                    Map.entry("CapFiles", FilesValue.class),
                    Map.entry("sockets", SocketsValue.class),
                    Map.entry("CapSockets", SocketsValue.class),
                    Map.entry("Socket", SocketValue.class),
                    Map.entry("CancelToken", TokenValue.class));

    /** Those whose names are words of Java. */
    private static final Map<String, String> RENAMED =
            Map.of(
                    "new", "make", "null", "ofNull", "float", "real", "~held", "held", "wait",
                    "await");

    private static final Map<String, Native> NATIVES = new HashMap<>();
    private static final Map<String, MethodHandle> HANDLES = new HashMap<>();

    static {
        for (StdTable.Function function : StdTable.all()) {
            add(function);
        }
    }

    private Natives() {}

    private static void add(StdTable.Function function) {
        Class<?> owner = Objects.requireNonNull(OWNERS.get(function.owner()), function.name());
        String method = RENAMED.getOrDefault(function.word(), function.word());
        List<Class<?>> params = function.params().stream().<Class<?>>map(Natives::inJava).toList();
        MethodType type = MethodType.methodType(inJava(function.result()), params);
        try {
            boolean pays =
                    owner.getMethod(method, type.parameterArray()).getExceptionTypes().length > 0;
            NATIVES.put(function.name(), new Native(function, owner, method, type, pays));
            HANDLES.put(function.name(), MethodHandles.lookup().findStatic(owner, method, type));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** How the methods of the library take values of a type. */
    private static Class<?> inJava(Type type) {
        return switch (type) {
            case Type.Int _ -> long.class;
            case Type.Real _ -> double.class;
            case Type.Standard standard -> ofStandard(standard.name());
            case Type.Optional optional -> boxed(optional.value());
            case Type.Simple simple when simple.equals(Types.BOOL) -> boolean.class;
            case Type.Simple simple when simple.equals(Types.VOID) -> void.class;
            case Type.Simple simple when simple.equals(Types.TEXT) -> String.class;
            default -> Object.class;
        };
    }

    private static Class<?> boxed(Type type) {
        return MethodType.methodType(inJava(type)).wrap().returnType();
    }

    /** The class of the values of one of its types. */
    public static Class<?> ofStandard(String name) {
        return OWNERS.getOrDefault(name, Object.class);
    }

    public static Native named(String name) {
        return Objects.requireNonNull(NATIVES.get(name), name);
    }

    /** Calls it with values of the interpreter. */
    public static Object call(String name, List<Object> arguments) throws InterruptedException {
        Native found = named(name);
        try {
            Object result =
                    Objects.requireNonNull(HANDLES.get(name)).invokeWithArguments(arguments);
            return switch (found.function().result()) {
                case Type.Optional _ -> result == null ? Value.NONE : new Value.Some(result);
                case Type.Simple simple when simple.equals(Types.VOID) -> Value.UNIT;
                default -> result;
            };
        } catch (InterruptedException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    // ---- for compiled code

    /** An optional whose value stands for itself. */
    public static Object optional(@Nullable Object value) {
        return value == null ? Value.NONE : value;
    }

    /** An optional whose value is wrapped. */
    public static Object wrapped(@Nullable Object value) {
        return value == null ? Value.NONE : new Value.Some(value);
    }
}
