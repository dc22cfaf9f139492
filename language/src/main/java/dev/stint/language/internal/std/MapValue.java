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

    /** What belongs to a key. It stays the same object as long as the key is there. */
    private static final class Held {
        private Object value;

        Held(Object value) {
            this.value = value;
        }
    }

    private final Map<Object, Held> entries; // in the order in which keys came
    private List<Held> copied = List.of(); // of a copy that is being made
    private @Nullable Object lastKey; // that was looked for and found: often it is put next
    private @Nullable Held last;

    private MapValue(Map<Object, Held> entries) {
        this.entries = entries;
    }

    private @Nullable Held find(Object key) {
        if (key == lastKey) {
            return last;
        }
        Held found = entries.get(key);
        if (found != null) {
            lastKey = key;
            last = found;
        }
        return found;
    }

    private void forget() {
        lastKey = null;
        last = null;
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
        Held found = map.find(key);
        return found == null ? null : Copies.copy(found.value);
    }

    public static void put(MapValue map, Object key, Object value) throws InterruptedException {
        Held found = map.find(key);
        pay(key, found == null ? ENTRY : 0);
        ListValue.payForBox(value);
        if (found == null) {
            map.entries.put(key, new Held(value));
        } else {
            found.value = value;
        }
    }

    public static boolean has(MapValue map, Object key) throws InterruptedException {
        pay(key, 0);
        return map.find(key) != null;
    }

    /** False if it was not there. */
    public static boolean remove(MapValue map, Object key) throws InterruptedException {
        pay(key, 0);
        map.forget();
        return map.entries.remove(key) != null;
    }

    public static void clear(MapValue map) throws InterruptedException {
        Hook.pay(1 + map.entries.size(), 0, 0);
        map.forget();
        map.entries.clear();
    }

    public static ListValue keys(MapValue map) throws InterruptedException {
        map.payForList();
        return ListValue.of(map.entries.keySet().toArray());
    }

    public static ListValue values(MapValue map) throws InterruptedException {
        map.payForList();
        Object[] values = new Object[map.entries.size()];
        int i = 0;
        for (Held held : map.entries.values()) {
            values[i++] = Copies.copy(held.value);
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
        var copy = new MapValue(LinkedHashMap.newLinkedHashMap(entries.size()));
        entries.forEach((key, held) -> copy.entries.put(key, new Held(held.value)));
        copy.copied = new ArrayList<>(copy.entries.values());
        return copy;
    }

    @Override
    protected int parts() {
        return copied.size();
    }

    @Override
    protected Object part(int index) {
        return copied.get(index).value;
    }

    @Override
    protected void setPart(int index, Object value) {
        copied.get(index).value = value;
    }
}
