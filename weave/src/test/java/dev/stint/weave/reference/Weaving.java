package dev.stint.weave.reference;

import dev.stint.weave.Surface;
import dev.stint.weave.Weaver;
import java.util.LinkedHashMap;
import java.util.Map;

/** The weaver as the tests of this package use it: everything allowed, nothing priced. */
final class Weaving {
    private Weaving() {}

    static ClassSet of(ClassSet set) {
        Weaver weaver = Weaver.of(set::find, Surface.open());
        Map<String, byte[]> woven = new LinkedHashMap<>();
        set.files().forEach((name, file) -> woven.put(name, weaver.weave(file)));
        return new ClassSet(woven);
    }
}
