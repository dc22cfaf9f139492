package dev.stint.language.internal.std;

import dev.stint.hooks.Hook;
import dev.stint.language.internal.run.Aggregate;
import dev.stint.language.internal.run.Copies;
import dev.stint.language.internal.run.Prices;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A map of a script, in the order in which its keys came. Keys are numbers, texts and bools: they
 * can be ordered, so that keys which collide are looked for in a tree and not one by one.
 */
public final class MapValue extends Aggregate {
    private static final long ENTRY = 96; // with its share of the table, and the key's object
    private static final int CHARACTERS = 16;

    private final Map<Object, Object> entries; // in the order in which keys came
    private List<Map.Entry<Object, Object>> copied = List.of(); // of a copy that is being made

    private MapValue(Map<Object, Object> entries) {
        this.entries = entries;
    }

    public static MapValue make() throws InterruptedException {
        Hook.pay(1, 96, 0);
        return new MapValue(new LinkedHashMap<>());
    }

    // ---- what scripts call

    public static long len(MapValue map) {
        return map.entries.size();
    }

    /** Null if it is not there. */
    public static @Nullable Object get(MapValue map, Object key) throws InterruptedException {
        pay(key, 0);
        Object found = map.entries.get(key);
        return found == null ? null : Copies.copy(found);
    }

    public static void put(MapValue map, Object key, Object value) throws InterruptedException {
        pay(key, map.entries.containsKey(key) ? 0 : ENTRY);
        ListValue.payForBox(value);
        map.entries.put(key, value);
    }

    public static boolean has(MapValue map, Object key) throws InterruptedException {
        pay(key, 0);
        return map.entries.containsKey(key);
    }

    /** False if it was not there. */
    public static boolean remove(MapValue map, Object key) throws InterruptedException {
        pay(key, 0);
        return map.entries.remove(key) != null;
    }

    public static void clear(MapValue map) throws InterruptedException {
        Hook.pay(1 + map.entries.size(), 0, 0);
        map.entries.clear();
    }

    public static ListValue keys(MapValue map) throws InterruptedException {
        map.payForList();
        return ListValue.of(map.entries.keySet().toArray());
    }

    public static ListValue values(MapValue map) throws InterruptedException {
        map.payForList();
        Object[] values = map.entries.values().toArray();
        for (int i = 0; i < values.length; i++) {
            values[i] = Copies.copy(values[i]);
        }
        return ListValue.of(values);
    }

    // ---- parts

    /** Of one look; a text is hashed and compared. */
    private static void pay(Object key, long bytes) throws InterruptedException {
        long characters = key instanceof String text ? text.length() : 0;
        Hook.pay(2 + characters / CHARACTERS, bytes, 0);
    }

    private void payForList() throws InterruptedException {
        Prices.fields(2);
        Hook.pay(entries.size(), 0, 0);
        Prices.array(entries.size());
    }

    @Override
    protected boolean isCopied(boolean isForOthers) {
        return isForOthers;
    }

    @Override
    protected void charge() throws InterruptedException {
        Hook.pay(1 + 2L * entries.size(), 96 + ENTRY * entries.size(), 0);
    }

    @Override
    protected Aggregate duplicate() {
        var copy = new MapValue(new LinkedHashMap<>(entries));
        copy.copied = new ArrayList<>(copy.entries.entrySet());
        return copy;
    }

    @Override
    protected int parts() {
        return copied.size();
    }

    @Override
    protected Object part(int index) {
        return copied.get(index).getValue();
    }

    @Override
    protected void setPart(int index, Object value) {
        copied.get(index).setValue(value);
    }
}
