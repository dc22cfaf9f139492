package dev.stint.host.demo;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What the user asked for, checked.
 *
 * @param seconds about how long the whole demo takes
 * @param seed where all chance in it starts
 * @param json where to write the result, null for nowhere
 * @param weave whether the tenants' code is metered
 * @param compare whether stock virtual threads are put to the same test
 */
public record Plan(int seconds, long seed, @Nullable Path json, boolean weave, boolean compare) {}
