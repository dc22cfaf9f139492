package dev.stint.libraries.work;

import java.util.concurrent.Callable;
import scala.collection.Iterator;
import scala.collection.immutable.HashMap$;
import scala.collection.immutable.List;
import scala.collection.immutable.List$;
import scala.collection.immutable.Map;
import scala.collection.immutable.Range$;
import scala.collection.immutable.TreeMap;
import scala.collection.immutable.Vector;
import scala.collection.immutable.VectorBuilder;
import scala.math.BigInt;
import scala.math.Ordering;

/** Scala's immutable collections: lists, vectors, maps, ranges, and large numbers. */
@SuppressWarnings("unchecked") // as the library is
public final class ScalaCollections implements Callable<String> {
    private static final int SIZE = 3_000;

    @Override
    public String call() {
        var building = new VectorBuilder<Integer>();
        Map<Integer, Integer> map = HashMap$.MODULE$.empty();
        TreeMap<String, Integer> tree = new TreeMap<>(Ordering.String$.MODULE$);
        for (int i = 0; i < SIZE; i++) {
            int value = i * 7919 % 1009;
            building.addOne(value);
            map = map.updated(value, i);
            tree = tree.updated("k" + value, i);
        }
        Vector<Integer> vector = building.result();
        List<Integer> list = List$.MODULE$.from(vector);
        int folded = list.foldLeft(17, (sum, n) -> sum * 31 + n);
        List<Integer> mapped = list.filter(n -> n % 3 != 0).map(n -> n + 1).reverse().take(500);
        int prefixes = 0;
        for (Iterator<List<Integer>> tails = mapped.tails(); tails.hasNext(); ) {
            prefixes = prefixes * 31 + tails.next().take(3).hashCode();
        }
        return folded
                + ", "
                + mapped.hashCode()
                + ", "
                + prefixes
                + ", "
                + map.size()
                + ", "
                + tree.head()
                + ", "
                + vector.slice(5, 15)
                + ", "
                + factorial(200).bitLength();
    }

    private static BigInt factorial(int n) {
        BigInt product = BigInt.apply(1);
        for (Iterator<Object> factors = Range$.MODULE$.inclusive(1, n).iterator();
                factors.hasNext(); ) {
            product = product.$times(BigInt.apply((int) factors.next()));
        }
        return product;
    }
}
