package dev.stint.verify.hostile.programs.tenant;

import org.jspecify.annotations.Nullable;

/** A key that has the same hash as all of its kind, and an order that is none. */
@SuppressWarnings("ComparableType")
final class Alike implements Comparable<Object>, CharSequence {
    private final int number;

    Alike(int number) {
        this.number = number;
    }

    @Override
    public int hashCode() {
        return 7;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other == this;
    }

    @Override
    public int compareTo(Object other) {
        return other instanceof Alike alike ? Integer.compare(number, alike.number) : 1;
    }

    @Override
    public int length() {
        return number;
    }

    @Override
    public char charAt(int index) {
        return 'a';
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return new Alike(end - start);
    }

    @Override
    public String toString() {
        return "alike " + number;
    }
}
