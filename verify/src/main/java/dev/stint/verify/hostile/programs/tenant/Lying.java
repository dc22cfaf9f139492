package dev.stint.verify.hostile.programs.tenant;

import java.util.AbstractList;

/** A list that has more each time somebody asks. */
final class Lying extends AbstractList<Object> {
    private int size;

    Lying(int size) {
        this.size = size;
    }

    @Override
    public Object get(int index) {
        return "lie";
    }

    @Override
    public int size() {
        return size++;
    }
}
