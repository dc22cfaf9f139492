package dev.stint.language.internal.std;

import dev.stint.hooks.Hook;
import dev.stint.language.internal.run.Aggregate;
import dev.stint.language.internal.run.Copies;
import dev.stint.language.internal.run.Prices;
import dev.stint.language.internal.run.Value;
import dev.stint.language.internal.type.PanicException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A list of a script. A task has it by reference; another task is given a copy. What grows pays for
 * its new array before it has one, and a number for the object that holds it.
 */
public final class ListValue extends Aggregate {
    private static final long BOX = 16;
    private static final int FIRST = 8;
    private static final int ELEMENTS = 8; // are moved for one operation

    private Object[] elements;
    private int size;

    private ListValue(Object[] elements, int size) {
        this.elements = elements;
        this.size = size;
    }

    /** An empty one. */
    public static ListValue make() throws InterruptedException {
        Prices.fields(2);
        return new ListValue(new Object[0], 0);
    }

    /** One of these elements, for which somebody has paid. */
    static ListValue of(Object[] elements) {
        return new ListValue(elements, elements.length);
    }

    // ---- what scripts call

    public static long len(ListValue list) {
        return list.size;
    }

    public static Object get(ListValue list, long index) {
        return list.elements[list.place(index, list.size)];
    }

    public static void set(ListValue list, long index, Object value) throws InterruptedException {
        int place = list.place(index, list.size);
        payForBox(value);
        list.elements[place] = value;
    }

    public static void push(ListValue list, Object value) throws InterruptedException {
        list.grow();
        payForBox(value);
        list.elements[list.size++] = value;
    }

    /** Null if it is empty. */
    public static @Nullable Object pop(ListValue list) throws InterruptedException {
        Hook.pay(1, 0, 0);
        if (list.size == 0) {
            return null;
        }
        return list.taken(list.size - 1);
    }

    public static void insert(ListValue list, long index, Object value)
            throws InterruptedException {
        int place = list.place(index, list.size + 1);
        list.payForMoving(list.size - place);
        list.grow();
        payForBox(value);
        System.arraycopy(list.elements, place, list.elements, place + 1, list.size - place);
        list.elements[place] = value;
        list.size++;
    }

    public static Object remove(ListValue list, long index) throws InterruptedException {
        int place = list.place(index, list.size);
        list.payForMoving(list.size - place);
        return list.taken(place);
    }

    public static void clear(ListValue list) throws InterruptedException {
        list.payForMoving(list.size);
        Arrays.fill(list.elements, 0, list.size, null);
        list.size = 0;
    }

    public static void reverse(ListValue list) throws InterruptedException {
        list.payForMoving(list.size);
        for (int i = 0, k = list.size - 1; i < k; i++, k--) {
            Object first = list.elements[i];
            list.elements[i] = list.elements[k];
            list.elements[k] = first;
        }
    }

    /** Another list of the same elements; structs and arrays in it are copies. */
    public static ListValue copy(ListValue list) throws InterruptedException {
        list.charge();
        Object[] copies = Arrays.copyOf(list.elements, list.size);
        for (int i = 0; i < copies.length; i++) {
            copies[i] = Copies.copy(copies[i]);
        }
        return of(copies);
    }

    /** Of numbers or texts. The order of equal ones does not matter: nobody can tell them apart. */
    public static void sort(ListValue list) throws InterruptedException {
        long rounds = (long) Long.SIZE - Long.numberOfLeadingZeros(list.size);
        long length = 0;
        for (int i = 0; i < list.size; i++) {
            if (list.elements[i] instanceof String text) {
                length = Math.max(length, text.length());
            }
        }
        Hook.pay(1 + list.size * rounds * (1 + length / 64) / 2, 16 + 4L * list.size, 0);
        Arrays.sort(list.elements, 0, list.size);
    }

    /** -1 if it is not there. */
    public static long index_of(ListValue list, Object wanted) throws InterruptedException {
        long each = wanted instanceof String text ? 1 + text.length() / 16 : 1;
        Hook.pay(1 + list.size * each / ELEMENTS, 0, 0);
        for (int i = 0; i < list.size; i++) {
            if (wanted.equals(list.elements[i])) {
                return i;
            }
        }
        return -1;
    }

    public static boolean contains(ListValue list, Object wanted) throws InterruptedException {
        return index_of(list, wanted) >= 0;
    }

    // ---- parts

    private int place(long index, int end) {
        if (index < 0 || index >= end) {
            throw new PanicException(
                    PanicException.BOUNDS, index + " is no index of a list of " + size);
        }
        return (int) index;
    }

    private void grow() throws InterruptedException {
        Hook.pay(1, 0, 0);
        if (size == elements.length) {
            int more = Math.max(FIRST, size + (size >> 1));
            Prices.array(more);
            elements = Arrays.copyOf(elements, more);
        }
    }

    private Object taken(int place) {
        Object element = elements[place];
        System.arraycopy(elements, place + 1, elements, place, size - place - 1);
        elements[--size] = null;
        return element;
    }

    private void payForMoving(int count) throws InterruptedException {
        Hook.pay(1 + count / ELEMENTS, 0, 0);
    }

    static void payForBox(Object value) throws InterruptedException {
        Object held = value;
        while (held instanceof Value.Some(Object inner)) {
            held = inner; // an optional, of which there are two forms
        }
        if (held instanceof Number) {
            Hook.pay(0, BOX, 0);
        }
    }

    @Override
    protected boolean isCopied(boolean isForOthers) {
        return isForOthers;
    }

    @Override
    protected void charge() throws InterruptedException {
        Prices.array(size);
    }

    @Override
    protected Aggregate duplicate() {
        return of(Arrays.copyOf(elements, size));
    }

    @Override
    protected int parts() {
        return size;
    }

    @Override
    protected Object part(int index) {
        return elements[index];
    }

    @Override
    protected void setPart(int index, Object value) {
        elements[index] = value;
    }
}
