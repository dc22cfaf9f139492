package dev.stint.language;

import dev.stint.budget.Receipt;
import java.util.Optional;

/**
 * How a run of a script ended.
 *
 * @param value what {@code main} has given back: a Long, Double, Boolean or String; empty if
 *     nothing
 * @param failure why it did not come to its end; empty if it did
 * @param output what it has printed
 * @param receipt what it and all its tasks have spent
 */
public record ScriptResult(
        Optional<Object> value, Optional<Throwable> failure, String output, Receipt receipt) {}
