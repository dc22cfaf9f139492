package dev.stint.libraries.popular;

import java.util.concurrent.Callable;
import org.eclipse.collections.api.factory.Lists;
import org.eclipse.collections.api.factory.Maps;
import org.eclipse.collections.api.factory.primitive.IntLists;
import org.eclipse.collections.impl.factory.Multimaps;

/** Works on rich and primitive collections. */
public final class EclipseCollections implements Callable<String> {
    @Override
    public String call() throws Exception {
        var list = Lists.mutable.with(5, 3, 8, 1).sortThis();
        var ints = IntLists.mutable.with(1, 2, 3);
        var multi = Multimaps.mutable.list.with("a", 1, "a", 2, "b", 3);
        return list.collect(i -> i * 2).makeString()
                + list.select(i -> i > 2)
                + ints.sum()
                + ints.collectInt(i -> i * i, IntLists.mutable.empty())
                + multi.get("a")
                + Maps.immutable.of("k", 1).newWithKeyValue("l", 2).size()
                + list.partition(i -> i > 3).getSelected();
    }
}
