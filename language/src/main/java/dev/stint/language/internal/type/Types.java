package dev.stint.language.internal.type;

import java.util.Map;

/** The types that every script has. */
public final class Types {
    public static final Type BOOL = new Type.Simple("bool");
    public static final Type TEXT = new Type.Simple("String");
    public static final Type VOID = new Type.Simple("void");

    /** Of what has no value because it is never reached. */
    public static final Type NEVER = new Type.Simple("never");

    /** Of what is wrong and was reported; it fits everywhere, so that nothing follows from it. */
    public static final Type UNKNOWN = new Type.Simple("unknown");

    /** Of {@code null} where nothing tells what it is none of. */
    public static final Type NULL = new Type.Simple("null");

    public static final Type NURSERY = new Type.Simple("Nursery");
    public static final Type CAPABILITIES = new Type.Simple("Capabilities");
    public static final Type CAP_SPAWN = new Type.Simple("CapSpawn");

    /** Of places in the intermediate code, and of a select that is being made. */
    public static final Type LABEL = new Type.Simple("label");

    public static final Type SELECT = new Type.Simple("select");

    public static final Type.Int I32 = new Type.Int(32, true);
    public static final Type.Int I64 = new Type.Int(64, true);
    public static final Type.Int U8 = new Type.Int(8, false);
    public static final Type.Int U64 = new Type.Int(64, false);
    public static final Type.Real F64 = new Type.Real(64);

    /** The types that a script can name without declaring them, by their names. */
    public static final Map<String, Type> WRITABLE =
            Map.ofEntries(
                    Map.entry("i8", new Type.Int(8, true)),
                    Map.entry("i16", new Type.Int(16, true)),
                    Map.entry("i32", I32),
                    Map.entry("i64", I64),
                    Map.entry("u8", U8),
                    Map.entry("u16", new Type.Int(16, false)),
                    Map.entry("u32", new Type.Int(32, false)),
                    Map.entry("u64", U64),
                    Map.entry("f32", new Type.Real(32)),
                    Map.entry("f64", F64),
                    Map.entry("bool", BOOL),
                    Map.entry("void", VOID),
                    Map.entry("String", TEXT));

    private Types() {}
}
