package dev.stint.language.internal.run;

import dev.stint.language.internal.qtjir.Program;
import dev.stint.language.profile.LanguageProfile;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a run of a script has of the world: its program, and where its output goes.
 *
 * @param hasRights whether its tasks hold capabilities
 * @param output may be called by several tasks at once
 */
public record Host(
        Program program,
        LanguageProfile profile,
        boolean hasRights,
        Consumer<String> output,
        Calls calls) {

    /** Calls functions of the host. */
    @FunctionalInterface
    public interface Calls {
        /**
         * Calls one.
         *
         * @return null if it gives nothing, or no value of an optional
         */
        @Nullable Object call(String name, Object[] arguments) throws Exception;
    }
}
