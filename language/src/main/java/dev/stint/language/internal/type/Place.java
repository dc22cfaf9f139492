package dev.stint.language.internal.type;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A place in a script, as messages name it.
 *
 * @param line 0 if it is not known
 */
public record Place(String function, int line) {
    private static final StackWalker FRAMES =
            StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    /** Classes whose methods are functions of a script; their loader says so. */
    public interface Code {
        /** The function that a method is; null if it is none of a script. */
        @Nullable String function(Class<?> type, String method);
    }

    /**
     * Where compiled code of the calling thread is.
     *
     * @param skipped functions that are left out, the innermost first
     * @return null if there is none
     */
    static @Nullable Place current(int skipped) {
        return FRAMES.walk(
                frames ->
                        frames.map(Place::of)
                                .flatMap(Optional::stream)
                                .skip(skipped)
                                .findFirst()
                                .orElse(null));
    }

    private static Optional<Place> of(StackWalker.StackFrame frame) {
        Class<?> type = frame.getDeclaringClass();
        if (!(type.getClassLoader() instanceof Code code)) {
            return Optional.empty();
        }
        String function = code.function(type, frame.getMethodName());
        return function == null
                ? Optional.empty()
                : Optional.of(new Place(function, frame.getLineNumber()));
    }

    @Override
    public String toString() {
        return ", in '%s' at line %d".formatted(function, line);
    }
}
