package dev.stint.verify.hostile.programs;

import dev.stint.verify.hostile.Draw;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * An attacker's program, drawn from a seed: a few calls, each with values that are made before, and
 * each done in some way: often, deep down, in other tasks.
 *
 * @param file its class file
 * @param calls what it does, call by call, for a person
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares them
record Program(long seed, byte[] file, List<String> calls) {
    static final String NAME = "hostile.P";

    private static final int MOST_CALLS = 4;
    private static final int MOST_WAYS = 3;
    private static final String WAITS_FOR_CHILDREN = "spawned";

    /** Ways that hold what only one task has at a time: a monitor, a class while it initialises. */
    private static final Set<String> HELD_BY_ONE = Set.of("locked", "initialised");

    /**
     * One call of it.
     *
     * @param ways how it is done, the innermost first: names of methods of {@code Acts}
     * @param counts a number for each of them
     */
    record Deed(Member member, List<String> ways, List<Integer> counts) {
        @Override
        public String toString() {
            var text = new StringBuilder(member.toString());
            for (int i = 0; i < ways.size(); i++) {
                text.append(", ").append(ways.get(i)).append(' ').append(counts.get(i));
            }
            return text.toString();
        }
    }

    static Program of(long seed, Catalogue catalogue) {
        var draw = new Draw(seed);
        var deeds = new ArrayList<Deed>();
        for (int left = draw.from(1, MOST_CALLS); left > 0; left--) {
            deeds.add(deed(draw, catalogue));
        }
        var writer = new ProgramWriter(catalogue, draw);
        byte[] file = writer.write(NAME, deeds);
        return new Program(seed, file, writer.told());
    }

    static Deed deed(Draw draw, Catalogue catalogue) {
        var ways = new ArrayList<String>();
        var counts = new ArrayList<Integer>();
        for (int way = draw.below(MOST_WAYS) + 1; way > 0; way--) {
            String drawn = way(draw);
            while (waitsForItself(ways, drawn)) {
                drawn = way(draw);
            }
            ways.add(drawn);
            counts.add(count(draw));
        }
        return new Deed(catalogue.any(draw), ways, counts);
    }

    private static String way(Draw draw) {
        return draw.oneIn(2) ? "loop" : draw.of(ProgramWriter.WAYS);
    }

    /**
     * True if the task that does it in the outer way would hold what a child wants for which it
     * waits. Then it does not end, which the guide states as a limit: the hunt has nothing to learn
     * from it.
     *
     * @param inner the ways below, the innermost first
     */
    static boolean waitsForItself(List<String> inner, String outer) {
        int wanted = inner.indexOf(outer);
        return HELD_BY_ONE.contains(outer)
                && wanted >= 0
                && inner.lastIndexOf(WAITS_FOR_CHILDREN) > wanted;
    }

    /** One member, called very often with values that the seed draws. */
    static Program of(Member member, int times, long seed, Catalogue catalogue) {
        var writer = new ProgramWriter(catalogue, new Draw(seed));
        byte[] file =
                writer.write(NAME, List.of(new Deed(member, List.of("loop"), List.of(times))));
        return new Program(seed, file, writer.told());
    }

    /** How often, or how deep. */
    static int count(Draw draw) {
        return switch (draw.below(6)) {
            case 0 -> draw.below(4);
            case 1, 2 -> draw.below(100);
            case 3, 4 -> draw.below(2_000);
            default -> draw.below(20_000);
        };
    }
}
