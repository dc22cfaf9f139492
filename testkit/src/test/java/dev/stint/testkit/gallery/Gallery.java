package dev.stint.testkit.gallery;

import java.util.List;
import java.util.stream.Stream;

/** All exhibits. */
final class Gallery {
    private Gallery() {}

    static List<Exhibit> exhibits() {
        return Stream.of(
                        MemoryBugs.all(),
                        LockBugs.all(),
                        ChannelBugs.all(),
                        TaskBugs.all(),
                        OrdinaryBugs.all())
                .flatMap(List::stream)
                .toList();
    }
}
