package dev.stint.language;

import dev.stint.language.internal.run.Host;
import dev.stint.language.internal.run.Prices;
import dev.stint.language.internal.type.Offer;
import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.Types;
import java.math.BigInteger;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Calls what the host offers, and looks at what comes back before a script sees it. */
final class HostCalls implements Host.Calls {
    private final Library library;

    HostCalls(Library library) {
        this.library = library;
    }

    @Override
    public @Nullable Object call(String name, Object[] arguments) throws Exception {
        Offer offer = Objects.requireNonNull(library.offers().find(name), name);
        Object result = library.function(name).call(arguments);
        if (offer.result().equals(Types.VOID)) {
            return null;
        }
        Object found = fitting(offer.result(), result);
        if (found == null && (result != null || !(offer.result() instanceof Type.Optional))) {
            throw new IllegalStateException(
                    "the host's function '%s' gave %s, which is no %s. Give what was declared."
                            .formatted(name, result, offer.result()));
        }
        if (found instanceof String text) {
            Prices.text(text.length());
        }
        return found;
    }

    /** The same as scripts have it; null if it is no value of the type. */
    private @Nullable Object fitting(Type type, @Nullable Object value) {
        return switch (type) {
            case Type.Optional optional -> fitting(optional.value(), value);
            case Type.Int integer when value instanceof Long || value instanceof Integer -> {
                long number = ((Number) value).longValue();
                yield integer.holds(BigInteger.valueOf(number)) ? number : null;
            }
            case Type.Real real when value instanceof Double || value instanceof Float -> {
                double number = ((Number) value).doubleValue();
                yield real.bits() == 32 ? (double) (float) number : number;
            }
            case Type.Simple bool when bool.equals(Types.BOOL) && value instanceof Boolean -> value;
            case Type.Simple text when text.equals(Types.TEXT) && value instanceof String -> value;
            case Type.Standard own when library.types().containsKey(own.name()) ->
                    Objects.requireNonNull(library.types().get(own.name())).isInstance(value)
                            ? value
                            : null;
            default -> null;
        };
    }
}
