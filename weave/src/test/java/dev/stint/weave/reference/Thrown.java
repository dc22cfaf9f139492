package dev.stint.weave.reference;

/** Throws what the compiler would have declared. */
final class Thrown {
    private Thrown() {}

    static RuntimeException again(Throwable e) {
        return Thrown.<RuntimeException>as(e);
    }

    @SuppressWarnings("unchecked") // erased: nothing is cast
    private static <T extends Throwable> RuntimeException as(Throwable e) throws T {
        throw (T) e;
    }
}
