package dev.stint.weave;

/**
 * A class that has been woven.
 *
 * @param bytes its new class file
 */
@SuppressWarnings("ArrayRecordComponent") // it is handed over, nobody compares it
public record WovenClass(byte[] bytes, ClassReport report) {}
