package dev.stint.libraries.popular;

import java.util.concurrent.Callable;
import org.pcollections.HashTreePMap;
import org.pcollections.TreePVector;

/** Works on persistent collections. */
public final class Pcollections implements Callable<String> {
    @Override
    public String call() throws Exception {
        var vector = TreePVector.<Integer>empty();
        var map = HashTreePMap.<String, Integer>empty();
        for (int i = 0; i < 100; i++) {
            vector = vector.plus(i * i % 31);
            map = map.plus("k" + i % 10, i);
        }
        return vector.with(3, -1).subList(0, 8) + "" + map.get("k7") + map.minus("k7").size();
    }
}
