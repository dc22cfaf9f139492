package dev.stint.libraries.popular;

import java.util.List;
import java.util.concurrent.Callable;
import org.apache.commons.collections4.CollectionUtils;
import org.apache.commons.collections4.ListUtils;
import org.apache.commons.collections4.bidimap.TreeBidiMap;
import org.apache.commons.collections4.map.LRUMap;
import org.apache.commons.collections4.multiset.HashMultiSet;
import org.apache.commons.collections4.trie.PatriciaTrie;

/** Works on bags, bidirectional maps and chains. */
public final class CommonsCollections implements Callable<String> {
    @Override
    public String call() throws Exception {
        var bag = new HashMultiSet<String>(List.of("a", "b", "a"));
        var both = new TreeBidiMap<String, Integer>();
        both.put("x", 1);
        var last = new LRUMap<String, Integer>(2);
        last.put("a", 1);
        last.put("b", 2);
        last.put("c", 3);
        var trie = new PatriciaTrie<Integer>();
        trie.put("alpha", 1);
        trie.put("alps", 2);
        trie.put("beta", 3);
        return bag
                + ""
                + bag.getCount("a")
                + both.inverseBidiMap().get(1)
                + last.keySet()
                + trie.prefixMap("al")
                + CollectionUtils.intersection(List.of(1, 2, 3), List.of(2, 3, 4))
                + ListUtils.partition(List.of(1, 2, 3, 4, 5), 2);
    }
}
