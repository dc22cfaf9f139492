package dev.stint.verify.history;

import dev.stint.verify.history.Request.Arm;
import dev.stint.verify.history.Request.How;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What a few callers do with two channels, drawn from a seed.
 *
 * @param scripts what each asks for, one after the other
 * @param pauses whether a caller gives way before a request; bit by bit, the same for all
 * @param victim who is cancelled early; one past the last for nobody
 * @param patience how long that is put off, in turns of the one who does it
 */
record Program(
        List<Shape> shapes, List<List<Request>> scripts, int pauses, int victim, int patience) {
    static final int CALLERS = 3;
    private static final int REQUESTS = 3;

    static Program draw(long seed) {
        var random = new SplittableRandom(seed);
        var shapes = new ArrayList<Shape>();
        for (int i = 0; i < 2; i++) {
            boolean meets = random.nextInt(2) == 0; // the shape with the most to go wrong
            Shape[] all = Shape.values();
            shapes.add(meets ? Shape.RENDEZVOUS : all[random.nextInt(all.length)]);
        }
        var scripts = new ArrayList<List<Request>>();
        for (int caller = 0; caller < CALLERS; caller++) {
            var script = new ArrayList<Request>();
            for (int i = 0; i < REQUESTS; i++) {
                script.add(request(random, 100 * (caller + 1) + 10 * (i + 1)));
            }
            scripts.add(script);
        }
        return new Program(
                shapes,
                scripts,
                random.nextInt(1 << REQUESTS),
                random.nextInt(CALLERS + 1),
                random.nextInt(12));
    }

    private static Request request(SplittableRandom random, int value) {
        int kind = random.nextInt(20);
        if (kind == 0) {
            return Request.close(random.nextInt(2));
        }
        How how = kind < 14 ? How.WAIT : kind < 17 ? How.WAIT_BRIEFLY : How.TRY;
        if (random.nextInt(3) > 0) {
            return Request.of(how, arm(random, value));
        }
        int arms = 2 + random.nextInt(2);
        var between = new ArrayList<Arm>();
        for (int i = 0; i < arms; i++) {
            between.add(arm(random, value + i));
        }
        return Request.select(how, random.nextInt(4) == 0, between);
    }

    private static Arm arm(SplittableRandom random, int value) {
        boolean sends = random.nextBoolean();
        return new Arm(random.nextInt(2), sends, sends ? value : 0);
    }

    boolean pausesBefore(int request) {
        return (pauses >> request & 1) != 0;
    }
}
