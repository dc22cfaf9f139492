package dev.stint.libraries.work;

import clojure.lang.EdnReader;
import clojure.lang.IPersistentMap;
import clojure.lang.IPersistentVector;
import clojure.lang.ITransientMap;
import clojure.lang.Keyword;
import clojure.lang.PersistentArrayMap;
import clojure.lang.PersistentHashMap;
import clojure.lang.PersistentTreeMap;
import clojure.lang.PersistentVector;
import clojure.lang.RT;
import java.util.concurrent.Callable;

/** Clojure's reader and its persistent collections. Its compiler would make classes of its own. */
public final class ClojureData implements Callable<String> {
    private static final int SIZE = 2_000;

    private final String text =
            "[" + "{:a 1 :b [2 3.5 \"x\" #{4}] c/d (5/6 nil true)} ".repeat(80) + "]";

    @Override
    public String call() {
        var read = (IPersistentVector) EdnReader.readString(text, PersistentArrayMap.EMPTY);
        IPersistentVector vector = PersistentVector.EMPTY;
        ITransientMap map = PersistentHashMap.EMPTY.asTransient();
        IPersistentMap tree = PersistentTreeMap.EMPTY;
        for (int i = 0; i < SIZE; i++) {
            long value = i * 7919L % 1009;
            vector = vector.cons(value);
            map = map.assoc(Keyword.intern("k" + value), value);
            tree = tree.assoc(value, "v" + i);
        }
        long sum = 0;
        for (Object seq = RT.seq(vector); seq != null; seq = RT.next(seq)) {
            sum = sum * 31 + (long) RT.first(seq);
        }
        return read.count()
                + ", "
                + RT.printString(read.nth(3))
                + ", "
                + sum
                + ", "
                + map.persistent().count()
                + ", "
                + RT.first(tree)
                + ", "
                + tree.hashCode();
    }
}
