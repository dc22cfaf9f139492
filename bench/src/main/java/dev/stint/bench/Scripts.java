package dev.stint.bench;

import java.util.function.LongSupplier;

/** Somebody who compiles texts of a language and runs them. */
interface Scripts extends AutoCloseable {
    /** Of the files of its language. */
    String ending();

    /** A text that gives a number, ready to be run as often as one likes. */
    LongSupplier compile(String text);

    @Override
    default void close() {}

    static Scripts open(Impl impl) {
        return switch (impl) {
            case STINT -> new StintScripts();
            case RHINO -> EngineScripts.open("rhino", "js");
            case GROOVY -> EngineScripts.open("groovy", "groovy");
            case LUAJ -> EngineScripts.open("luaj", "lua");
            case JRUBY -> EngineScripts.open("jruby", "rb");
            case KOTLIN_SCRIPT -> EngineScripts.open("kotlin", "kts");
            default -> throw new IllegalArgumentException(impl.label() + " runs no scripts");
        };
    }
}
