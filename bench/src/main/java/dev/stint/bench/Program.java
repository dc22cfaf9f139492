package dev.stint.bench;

import dev.stint.libraries.Loaders;
import dev.stint.libraries.Shelf;
import dev.stint.libraries.Work;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * The same program in several versions. Each has classes of its own, shared with no other.
 *
 * @param versions by their labels
 */
record Program(String label, Map<String, Callable<Object>> versions) {
    static Program of(Kernel kernel, List<Version> versions) throws Exception {
        return of(kernel.label(), kernel.className(), List.of(here()), versions);
    }

    static Program of(Shelf shelf, Work work, List<Version> versions) throws Exception {
        return of(work.label(), work.className(), shelf.places(work.library()), versions);
    }

    private static Program of(
            String label, String className, List<Path> places, List<Version> versions)
            throws Exception {
        Map<String, Callable<Object>> made = new LinkedHashMap<>();
        for (Version version : versions) {
            // The loaders stay open: they load what the program comes to only when it is run.
            ClassLoader loader = version.loader().apply(places);
            made.put(version.label(), Loaders.make(loader, className));
        }
        return new Program(label, made);
    }

    /** The jar or folder that holds the kernels. */
    static Path here() throws URISyntaxException {
        return Path.of(Kernel.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    }
}
