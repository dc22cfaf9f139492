package dev.stint.verify.hostile.programs.tenant;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.Writer;
import java.util.AbstractCollection;
import java.util.AbstractMap;
import java.util.AbstractQueue;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.Spliterator;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Classes of a tenant in the place of the JDK's: each has as much of what it is as it is told. */
@SuppressWarnings({"unused", "JdkObsolete"}) // made by Values
final class Odd {
    private Odd() {}

    @SuppressWarnings("InputStreamSlowMultibyteRead") // it is odd in that, too
    static final class In extends InputStream {
        private int left;

        In(int left) {
            this.left = left;
        }

        @Override
        public int read() {
            return left-- > 0 ? 'x' : -1;
        }

        @Override
        public int available() {
            return Integer.MAX_VALUE;
        }
    }

    static final class Out extends OutputStream {
        private int written;

        @Override
        public void write(int b) {
            written++;
        }
    }

    static final class Text extends Reader {
        private int left;

        Text(int left) {
            this.left = left;
        }

        @Override
        public int read(char[] into, int at, int count) {
            int read = Math.min(left, count);
            left -= read;
            return read == 0 ? -1 : read;
        }

        @Override
        public void close() {}
    }

    static final class Pen extends Writer {
        private long written;

        @Override
        public void write(char[] from, int at, int count) {
            written += count;
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    /** All of them, and then again, if it is asked for more than one. */
    static final class Steps implements Iterator<Object> {
        private int left;

        Steps(int left) {
            this.left = left;
        }

        @Override
        public boolean hasNext() {
            return left > 0;
        }

        @Override
        public Object next() {
            return new Alike(left--);
        }

        @Override
        public void remove() {}
    }

    static final class Parts implements Spliterator<Object> {
        private int left;

        Parts(int left) {
            this.left = left;
        }

        @Override
        public boolean tryAdvance(Consumer<? super Object> to) {
            if (left <= 0) {
                return false;
            }
            to.accept(new Alike(left--));
            return true;
        }

        @Override
        public @Nullable Spliterator<Object> trySplit() {
            return null;
        }

        @Override
        public long estimateSize() {
            return Long.MAX_VALUE;
        }

        @Override
        public int characteristics() {
            return SIZED | SUBSIZED | SORTED | ORDERED;
        }
    }

    static final class Heap extends AbstractCollection<Object> {
        private final int size;

        Heap(int size) {
            this.size = size;
        }

        @Override
        public Iterator<Object> iterator() {
            return new Steps(size);
        }

        @Override
        public int size() {
            return 3;
        }

        @Override
        public boolean add(Object one) {
            return true;
        }
    }

    static final class Bag extends AbstractSet<Object> {
        private final int size;

        Bag(int size) {
            this.size = size;
        }

        @Override
        public Iterator<Object> iterator() {
            return new Steps(size);
        }

        @Override
        public int size() {
            return size;
        }
    }

    static final class Row extends AbstractQueue<Object> {
        private int size;

        Row(int size) {
            this.size = size;
        }

        @Override
        public Iterator<Object> iterator() {
            return new Steps(size);
        }

        @Override
        public int size() {
            return size;
        }

        @Override
        public boolean offer(Object one) {
            size++;
            return true;
        }

        @Override
        public @Nullable Object poll() {
            return size-- > 0 ? "row" : null;
        }

        @Override
        public @Nullable Object peek() {
            return size > 0 ? "row" : null;
        }
    }

    static final class Table extends AbstractMap<Object, Object> {
        private final int size;

        Table(int size) {
            this.size = size;
        }

        @Override
        public Set<Entry<Object, Object>> entrySet() {
            var entries = new HashMap<Object, Object>();
            for (int i = 0; i < size; i++) {
                entries.put("k" + i, new Alike(i));
            }
            return entries.entrySet();
        }
    }

    /** The JDK's own, but for the class. */
    static final class Listed extends ArrayList<Object> {
        private static final long serialVersionUID = 1;

        @Override
        public Object get(int index) {
            return "listed";
        }
    }

    static final class Hashed extends HashMap<Object, Object> {
        private static final long serialVersionUID = 1;

        @Override
        public boolean containsKey(Object key) {
            return true;
        }
    }

    static final class Sorted extends TreeMap<Object, Object> {
        private static final long serialVersionUID = 1;
    }

    record Pair(Object key, Object value) implements Map.Entry<Object, Object> {
        @Override
        public Object getKey() {
            return key;
        }

        @Override
        public Object getValue() {
            return value;
        }

        @Override
        public Object setValue(Object other) {
            return other;
        }
    }

    static final class Much extends Number {
        private static final long serialVersionUID = 1;
        private final int much;

        Much(int much) {
            this.much = much;
        }

        @Override
        public int intValue() {
            return much;
        }

        @Override
        public long longValue() {
            return Long.MIN_VALUE;
        }

        @Override
        public float floatValue() {
            return Float.NaN;
        }

        @Override
        public double doubleValue() {
            return Double.MIN_VALUE;
        }
    }

    /** One whose message is long, and made each time. */
    static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final int length;

        Failure(int length) {
            this.length = length;
        }

        @Override
        public String getMessage() {
            return "f".repeat(length);
        }
    }

    static final class Chance extends Random {
        private static final long serialVersionUID = 1;

        @Override
        protected int next(int bits) {
            return 0;
        }
    }

    static final class Source implements RandomGenerator {
        private long at;

        @Override
        public long nextLong() {
            return at++;
        }
    }

    record Point(Object x, @Nullable Object y, int z, double w) {}

    enum Way {
        NORTH,
        EAST,
        SOUTH,
        WEST
    }
}
