package dev.stint.nativecode.internal;

/** Where things lie in a {@code struct fiber}, which begins with a {@code struct request}. */
final class FiberRecord {
    private static final int KIND = 0;
    private static final int RESULT = 8;
    private static final int ARGUMENT = 16;
    private static final int LEFT = 96;

    /** Of all of it. */
    static final int SIZE = 160;

    private FiberRecord() {}

    static int kind(long request) {
        return (int) Memory.getLong(request + KIND);
    }

    static long result(long request) {
        return Memory.getLong(request + RESULT);
    }

    static void setResult(long request, long result) {
        Memory.putLong(request + RESULT, result);
    }

    static long argument(long request, int index) {
        return Memory.getLong(request + ARGUMENT + 8L * index);
    }

    static long left(long fiber) {
        return Memory.getLong(fiber + LEFT);
    }

    static void setLeft(long fiber, long left) {
        Memory.putLong(fiber + LEFT, left);
    }
}
