package dev.stint.host.demo;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What the user asked for, checked.
 *
 * @param seconds about how long the whole demo takes
 * @param seed where all chance in it starts
 * @param json where to write the result, null for nowhere
 */
public record Plan(int seconds, long seed, @Nullable Path json) {}
