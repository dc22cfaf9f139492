package dev.stint.weave;

/**
 * A class that has been woven.
 *
 * @param bytes its new class file
 * @param report what was in it
 */
@SuppressWarnings("ArrayRecordComponent") // it is handed over, nobody compares it
public record WovenClass(byte[] bytes, ClassReport report) {}
