package dev.stint.libraries.popular;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.objects.Object2IntLinkedOpenHashMap;
import java.util.concurrent.Callable;

/** Works on primitive collections. */
public final class Fastutil implements Callable<String> {
    @Override
    public String call() throws Exception {
        var list = new IntArrayList();
        var map = new Long2IntOpenHashMap();
        var counts = new Object2IntLinkedOpenHashMap<String>();
        for (int i = 0; i < 500; i++) {
            list.add(i * i % 97);
            map.addTo(i % 13, i);
            counts.addTo("k" + i % 5, 1);
        }
        list.sort(null);
        return list.getInt(250) + " " + map.get(5L) + counts + new IntOpenHashSet(list).size();
    }
}
