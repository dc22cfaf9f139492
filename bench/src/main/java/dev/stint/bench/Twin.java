package dev.stint.bench;

import dev.stint.libraries.Loaders;
import dev.stint.libraries.Shelf;
import dev.stint.libraries.Work;
import dev.stint.weave.Surface;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

/** The same program twice: as it is, and woven. Its classes are shared with no other program. */
record Twin(String label, Callable<Object> unwoven, Callable<Object> woven) {
    static Twin of(Kernel kernel) throws Exception {
        List<Path> here = List.of(here());
        // The loaders stay open: they load what the program comes to only when it is run.
        return new Twin(
                kernel.label(),
                Loaders.make(Loaders.plain(here), kernel.className()),
                Loaders.make(Loaders.woven(here, Surface.open()), kernel.className()));
    }

    static Twin of(Shelf shelf, Work work) throws Exception {
        List<Path> places = shelf.places(work.library());
        return new Twin(
                work.label(),
                Loaders.make(Loaders.plain(places), work),
                Loaders.make(Loaders.woven(places, Surface.open()), work));
    }

    /** The jar or folder that holds the kernels. */
    private static Path here() throws URISyntaxException {
        return Path.of(Kernel.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    }
}
