package dev.stint.verify.hostile.files;

import dev.stint.verify.hostile.Draw;
import dev.stint.verify.hostile.raw.RawFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The class files of one tenant, drawn from a seed. There are several, because what one teaches the
 * weaver must not help another.
 *
 * @param changed those that are hostile, by the names under which they are loaded, in that order
 * @param others those that are as they were
 * @param strict whether what is refused is refused when its class is loaded
 * @param stacked whether the stack is modelled
 */
record Batch(
        long seed,
        Map<String, Changed> changed,
        Map<String, byte[]> others,
        boolean strict,
        boolean stacked) {
    private static final int MOST_FILES = 12;
    private static final int MOST_CHANGES = 4;

    /** How often each kind of change is drawn. */
    private static final int[] WEIGHTS = {4, 2, 3, 1, 4, 6};

    /** A class file, and what was done to it. */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    record Changed(byte[] bytes, List<String> changes) {}

    static Batch of(long seed, Originals originals) {
        var draw = new Draw(seed);
        Originals.Group group = originals.group(draw);
        boolean strict = draw.oneIn(3);
        boolean stacked = draw.oneIn(6);
        var changed = new LinkedHashMap<String, Changed>();
        for (int left = draw.from(1, MOST_FILES); left > 0; left--) {
            if (draw.oneIn(4)) {
                String name = "made/M" + left;
                changed.put(name, change(RawFile.named(name), draw));
            } else {
                String name = draw.of(group.small());
                changed.put(name, change(RawFile.read(group.file(name)), draw));
            }
        }
        return new Batch(seed, changed, group.files(), strict, stacked);
    }

    private static Changed change(RawFile file, Draw draw) {
        var names = new ArrayList<String>();
        for (int left = draw.from(1, MOST_CHANGES); left > 0; left--) {
            Change change = draw.of(kind(draw));
            try {
                change.apply(file, draw);
                names.add(change.name());
            } catch (RuntimeException e) {
                names.add(change.name() + " (in vain)"); // what it needs was changed before
            }
        }
        byte[] bytes = file.bytes();
        if (draw.oneIn(6)) {
            names.add(flip(bytes, draw));
        }
        return new Changed(bytes, names);
    }

    private static List<Change> kind(Draw draw) {
        int sum = 0;
        for (int weight : WEIGHTS) {
            sum += weight;
        }
        int at = draw.below(sum);
        int kind = 0;
        while (at >= WEIGHTS[kind]) {
            at -= WEIGHTS[kind++];
        }
        return Change.all().get(kind);
    }

    private static String flip(byte[] bytes, Draw draw) {
        int many = draw.from(1, 4);
        for (int i = 0; i < many; i++) {
            int at =
                    draw.oneIn(3)
                            ? draw.below(Math.min(60, bytes.length))
                            : draw.below(bytes.length);
            if (draw.oneIn(2)) {
                bytes[at] ^= (byte) (1 << draw.below(8));
            } else {
                bytes[at] = (byte) draw.oddShort();
            }
        }
        return many + " bytes at random";
    }

    /** Where the tenant's classes are found. */
    Optional<byte[]> find(String internalName) {
        Changed found = changed.get(internalName);
        return Optional.ofNullable(found != null ? found.bytes() : others.get(internalName));
    }

    boolean isOwn(String internalName) {
        return changed.containsKey(internalName) || others.containsKey(internalName);
    }
}
