package dev.stint.verify.hostile;

import java.util.Map;

/**
 * Something that must not be.
 *
 * @param seed what draws it again
 * @param kind what it is, without what differs each time: the same kind is told once
 * @param what what was seen, for a person
 * @param files the class files of it, by their names
 */
public record Finding(long seed, String kind, String what, Map<String, byte[]> files) {}
