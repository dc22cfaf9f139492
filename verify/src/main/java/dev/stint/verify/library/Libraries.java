package dev.stint.verify.library;

import dev.stint.libraries.Library;
import dev.stint.libraries.Linking;
import dev.stint.libraries.Linking.Trust;
import dev.stint.libraries.Popular;
import dev.stint.libraries.Shelf;
import dev.stint.libraries.Work;
import dev.stint.verify.linear.Checks;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The checks of libraries, by name. {@link #main} is what a JVM of its own runs for one. */
public final class Libraries {
    /**
     * Objects have equal identity hashes: else the order in maps that are keyed by them, and so
     * what it costs to look into these, is a matter of chance.
     */
    private static final List<String> STEADY =
            List.of("-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=2");

    /**
     * The common pool has no threads: else parts of a parallel stream run there, metered by nobody,
     * or in the task, as it happens. A tenant's streams are not parallel.
     */
    private static final String NO_POOL =
            "-Djava.util.concurrent.ForkJoinPool.common.parallelism=0";

    private static final Map<String, Trust> LINKINGS =
            Map.of(
                    "Linking.", Trust.OPEN,
                    "LinkingStacked.", Trust.STACKED,
                    "LinkingTenant.", Trust.TENANT);
    private static final String WORK = "Work.";
    private static final String POPULAR = "Popular.";

    private Libraries() {}

    /**
     * What the JVM for a check is started with. The programs of popular libraries are compared by
     * their results alone; and Jython does not start where all identity hashes are equal.
     */
    public static List<String> flags(String name) {
        var flags = new ArrayList<>(List.of(NO_POOL));
        if (!name.startsWith(POPULAR)) {
            flags.addAll(STEADY);
        }
        return flags;
    }

    /** All names, sorted. */
    public static List<String> names() {
        var names = new ArrayList<String>();
        for (Library library : Library.values()) {
            LINKINGS.keySet().forEach(prefix -> names.add(prefix + library.label()));
        }
        for (Work work : Work.values()) {
            names.add(WORK + work.label());
        }
        for (Popular library : Popular.all()) {
            names.add(POPULAR + library.label());
        }
        Collections.sort(names);
        return names;
    }

    /** Arguments: the name; others are for checks that can be tried more than once. */
    public static void main(String[] args) throws Exception {
        try (Shelf shelf = Shelf.open()) {
            System.exit(run(shelf, args[0]) ? Checks.HELD : Checks.FOUND);
        }
    }

    private static boolean run(Shelf shelf, String name) throws Exception {
        for (var each : LINKINGS.entrySet()) {
            if (name.startsWith(each.getKey())) {
                Library library = Library.of(name.substring(each.getKey().length()));
                return links(Linking.of(shelf, library, each.getValue()), each.getValue());
            }
        }
        if (name.startsWith(POPULAR)) {
            return popular(shelf, Popular.of(name.substring(POPULAR.length())));
        }
        String found = judge(shelf, name);
        System.out.println(found == null ? "same results, same receipts" : found);
        return found == null;
    }

    private static boolean popular(Shelf shelf, Popular library) throws Exception {
        TenantTrial.Ran ran = TenantTrial.run(shelf, library);
        String found = TenantTrial.judge(library, ran);
        String asExpected = library.runs() ? ran.inWords() : "refused " + library.refused();
        System.out.println(found == null ? asExpected : found);
        return found == null;
    }

    /** A library that is taken for a tenant's is refused in part: it can open files, for one. */
    private static boolean links(Linking linking, Trust trust) {
        System.out.println(linking.inWords());
        return trust == Trust.TENANT ? linking.isSound() : linking.isWhole();
    }

    private static @Nullable String judge(Shelf shelf, String name) throws Exception {
        if (!name.startsWith(WORK)) {
            throw new IllegalArgumentException("no check " + name + "; there are " + names());
        }
        return Trial.judge(shelf, Work.of(name.substring(WORK.length())));
    }
}
