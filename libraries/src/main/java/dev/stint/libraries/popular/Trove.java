package dev.stint.libraries.popular;

import gnu.trove.list.array.TIntArrayList;
import gnu.trove.map.hash.TIntIntHashMap;
import java.util.concurrent.Callable;

/** Works on primitive collections. */
public final class Trove implements Callable<String> {
    @Override
    public String call() throws Exception {
        var list = new TIntArrayList();
        var map = new TIntIntHashMap();
        for (int i = 0; i < 300; i++) {
            list.add(i * 37 % 101);
            map.adjustOrPutValue(i % 11, i, i);
        }
        list.sort();
        return list.subList(0, 10) + "" + map.get(4) + list.sum() + map.size();
    }
}
