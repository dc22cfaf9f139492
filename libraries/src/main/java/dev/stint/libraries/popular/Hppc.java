package dev.stint.libraries.popular;

import com.carrotsearch.hppc.IntArrayList;
import com.carrotsearch.hppc.IntIntHashMap;
import com.carrotsearch.hppc.LongHashSet;
import java.util.concurrent.Callable;

/** Works on primitive collections. */
public final class Hppc implements Callable<String> {
    @Override
    public String call() throws Exception {
        var list = new IntArrayList();
        var map = new IntIntHashMap();
        var set = new LongHashSet();
        for (int i = 0; i < 500; i++) {
            list.add(i * i % 97);
            map.addTo(i % 13, i);
            set.add(i * 7L % 101);
        }
        int sum = 0;
        for (var cursor : list) {
            sum += cursor.value;
        }
        return sum + " " + map.get(5) + " " + set.size() + " " + map.containsKey(13);
    }
}
