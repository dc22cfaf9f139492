package dev.stint.libraries.popular;

import java.util.concurrent.Callable;
import org.roaringbitmap.RoaringBitmap;

/** Works on compressed bitmaps. */
public final class Roaring implements Callable<String> {
    @Override
    public String call() throws Exception {
        var a = new RoaringBitmap();
        var b = RoaringBitmap.bitmapOf(1, 5, 1000, 70_000);
        a.add(0L, 5000L);
        var both = RoaringBitmap.and(a, b);
        a.runOptimize();
        return both
                + ""
                + a.getCardinality()
                + RoaringBitmap.or(a, b).getCardinality()
                + a.rank(100)
                + RoaringBitmap.xor(a, b).select(10);
    }
}
