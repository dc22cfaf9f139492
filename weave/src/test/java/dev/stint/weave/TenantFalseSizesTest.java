package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.SmallJar;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sorted sets and maps of a tenant that say what is not true, given to the JDK. */
class TenantFalseSizesTest {
    /** Has one element and says that it has two billion, from the second time on. */
    private static final String SETS =
            "package acme; import java.util.*; import java.util.concurrent.*;"
                    + " public class Program {"
                    + " static class S extends AbstractSet<Integer> implements SortedSet<Integer> {"
                    + " final TreeSet<Integer> in = new TreeSet<>(List.of(1)); int asked;"
                    + " public int size() { return asked++ == 0 ? 1 : Integer.MAX_VALUE - 9; }"
                    + " public Iterator<Integer> iterator() { return in.iterator(); }"
                    + " public Comparator<? super Integer> comparator() { return null; }"
                    + " public SortedSet<Integer> subSet(Integer a, Integer b) { return this; }"
                    + " public SortedSet<Integer> headSet(Integer a) { return"
                    + " in.headSet(a); }"
                    + " public SortedSet<Integer> tailSet(Integer a) { return this; }"
                    + " public Integer first() { return 1; }"
                    + " public Integer last() { return 1; } }"
                    + " static class Q extends PriorityQueue<Integer> { Q() { add(1); } }"
                    + " static class R extends TreeSet<Integer> { R() {"
                    + " super(Comparator.reverseOrder()); addAll(List.of(1, 2)); } }"
                    + " static class M extends AbstractMap<Integer, Integer> implements"
                    + " SortedMap<Integer, Integer> { final TreeMap<Integer, Integer> in ="
                    + " new TreeMap<>(Map.of(1, 1)); int asked;"
                    + " public int size() { return asked++ == 0 ? 1 : Integer.MAX_VALUE - 9; }"
                    + " public Set<Map.Entry<Integer, Integer>> entrySet() {"
                    + " return in.entrySet(); }"
                    + " public Set<Integer> keySet() { return super.keySet(); }"
                    + " public Collection<Integer> values() { return super.values(); }"
                    + " public Comparator<? super Integer> comparator() { return null; }"
                    + " public SortedMap<Integer, Integer> subMap(Integer a, Integer b) { return"
                    + " this; }"
                    + " public SortedMap<Integer, Integer> headMap(Integer a) { return"
                    + " in.headMap(a); }"
                    + " public SortedMap<Integer, Integer> tailMap(Integer a) { return this; }"
                    + " public Integer firstKey() { return 1; }"
                    + " public Integer lastKey() { return 1; } }"
                    + " static int count(Iterable<?> all) { int n = 0; for (Object o : all) n++;"
                    + " return n; }"
                    + " public static Object run() { return ";

    @TempDir private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "count(new TreeSet<>((Collection<Integer>) new S()))",
                "count(new PriorityQueue<>((PriorityQueue<Integer>) new Q()))",
                "count(new TreeSet<>(new R())) + new TreeSet<>(new R()).first() - 3",
                "count(new TreeSet<>((SortedSet<Integer>) new S()))",
                "count(new TreeSet<>(Collections.unmodifiableSortedSet(new S())))",
                "count(new PriorityQueue<>((SortedSet<Integer>) new S()))",
                "count(new PriorityQueue<>((Collection<Integer>) new S()))",
                "count(new PriorityQueue<>(Collections.unmodifiableSortedSet(new S())))",
                "count(new PriorityBlockingQueue<>(new S()))",
                "count(new PriorityBlockingQueue<>(Collections.unmodifiableSortedSet(new S())))",
                "count(new ConcurrentSkipListSet<>((SortedSet<Integer>) new S()))",
                "count(new ConcurrentSkipListSet<>(Collections.synchronizedSortedSet(new S())))",
                "count(new ArrayList<>(Collections.unmodifiableSortedSet(new S())))",
                "count(new ArrayDeque<>(Collections.unmodifiableSortedSet(new S())))",
                "count(new HashSet<>(Collections.unmodifiableSortedSet(new S())))",
                "count(new LinkedHashSet<>(new S()))",
                "count(new CopyOnWriteArrayList<>(Collections.checkedSortedSet(new S(),"
                        + " Integer.class)))",
                "count(List.copyOf(Collections.unmodifiableSortedSet(new S())))",
                "count(Set.copyOf(Collections.unmodifiableSortedSet(new S())))",
                "count(new Vector<>(new S().reversed()))",
                "count(Arrays.asList(new S().reversed().toArray()))",
                "count(Arrays.asList(new S().reversed().toArray(new Object[0])))",
                "count(Arrays.asList(Collections.unmodifiableSortedSet(new S()).toArray()))",
                "count(new S().stream().toList())",
                "count(new S().stream().sorted().toList())",
                "count(Collections.unmodifiableSortedSet(new S()).stream().toList())",
                "count(new TreeMap<>((Map<Integer, Integer>) new M()).keySet())",
                "count(new TreeMap<>((SortedMap<Integer, Integer>) new M()).keySet())",
                "count(new TreeMap<>(Collections.unmodifiableSortedMap(new M())).keySet())",
                "count(new HashMap<>(Collections.unmodifiableSortedMap(new M())).keySet())",
                "count(new LinkedHashMap<>(new M()).keySet())",
                "count(new ConcurrentHashMap<>(new M()).keySet())",
                "count(new Hashtable<>(Collections.unmodifiableSortedMap(new M())).keySet())",
                "count(new IdentityHashMap<>(Collections.unmodifiableSortedMap(new M())).keySet())",
                "count(new WeakHashMap<>(Collections.unmodifiableSortedMap(new M())).keySet())",
                "count(new ConcurrentSkipListMap<>((SortedMap<Integer, Integer>) new"
                        + " M()).keySet())",
                "count(Map.copyOf(Collections.unmodifiableSortedMap(new M())).keySet())",
                "count(Arrays.asList(new M().reversed().keySet().toArray()))",
                "count(Arrays.asList(new M().reversed().keySet().toArray(Integer[]::new)))",
                "count(Arrays.asList(new M().reversed().values().toArray(new Integer[9]))) - 8",
                "count(new ArrayList<>(new M().reversed().values()))",
                "count(new ArrayList<>(Collections.unmodifiableSortedMap(new M()).entrySet()))",
            })
    void run_whatIsMadeOfIt_hasWhatThereIs(String expression) throws Exception {
        Path jar =
                new SmallJar()
                        .withClass("acme.Program", SETS + expression + "; } }")
                        .writeTo(folder.resolve("acme.jar"));
        Object result;
        try (var loader =
                MeteredClassLoader.of(
                        "acme",
                        List.of(jar),
                        Surface.ofTenant(),
                        TenantFalseSizesTest.class.getClassLoader())) {
            result =
                    CountingMeter.count(
                                    () -> {
                                        try {
                                            return loader.loadClass("acme.Program")
                                                    .getMethod("run")
                                                    .invoke(null);
                                        } catch (InvocationTargetException e) {
                                            return e.getCause();
                                        }
                                    })
                            .result();
        }

        // An array or a table as large as it says would be more than the JVM has.
        assertThat(result).isEqualTo(1);
    }
}
