package dev.stint.host.demo;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What the user asked for, checked.
 *
 * @param seconds about how long the whole demo takes
 * @param seed where all chance in it starts
 * @param json where to write the result, if anywhere
 * @param weave whether the tenants' code is metered
 * @param compare whether stock virtual threads are put to the same test
 */
public record Plan(int seconds, long seed, Optional<Path> json, boolean weave, boolean compare) {}
