package dev.stint.verify.hostile.files;

import dev.stint.verify.hostile.Draw;
import dev.stint.verify.hostile.raw.RawAttribute;
import dev.stint.verify.hostile.raw.RawCode;
import dev.stint.verify.hostile.raw.RawFile;
import dev.stint.verify.hostile.raw.RawMember;
import java.util.List;
import java.util.function.BiConsumer;

/** A way to make a class file worse, under a name. */
record Change(String name, BiConsumer<RawFile, Draw> how) {
    /** How often a method with code is looked for. */
    private static final int TRIES = 8;

    void apply(RawFile file, Draw draw) {
        how.accept(file, draw);
    }

    /** A change of the code of some method; nothing if the draw finds none. */
    static Change ofCode(String name, BiConsumer<RawCode, Draw> how) {
        return new Change(
                name,
                (file, draw) -> {
                    for (int i = 0; i < TRIES && !file.methods.isEmpty(); i++) {
                        RawMember method = draw.of(file.methods);
                        int at = file.codeOf(method);
                        if (at >= 0) {
                            RawAttribute old = method.attributes.get(at);
                            RawCode code = RawCode.read(old.content());
                            how.accept(code, draw);
                            method.attributes.set(at, new RawAttribute(old.name(), code.content()));
                            return;
                        }
                    }
                });
    }

    /** All kinds, in an order that does not change. */
    static List<List<Change>> all() {
        return List.of(
                PoolChanges.ALL,
                HeaderChanges.ALL,
                AttributeChanges.ALL,
                TableChanges.ALL,
                CodeChanges.ALL,
                OutsideChanges.ALL);
    }
}
