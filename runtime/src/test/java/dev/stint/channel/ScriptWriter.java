package dev.stint.channel;

import dev.stint.channel.Script.Form;
import dev.stint.channel.Script.Kind;
import dev.stint.channel.Script.Option;
import dev.stint.channel.Script.Part;
import dev.stint.channel.Script.Step;
import dev.stint.channel.Script.Verb;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Writes programs over channels at random; the same seed gives the same program. */
final class ScriptWriter {
    private static final int PREEMPTED_ONE_IN = 5;
    private static final List<Overflow> OVERFLOWS = List.of(Overflow.values());

    private final Random random;
    private final long seed;
    private int channels;
    private int parts;
    private boolean closes;

    private ScriptWriter(long seed) {
        this.seed = seed;
        this.random = new Random(seed * 0x9E3779B97F4A7C15L + 7);
    }

    static Script write(long seed) {
        return new ScriptWriter(seed).script();
    }

    private Script script() {
        var kinds = new ArrayList<Kind>();
        channels = 1 + random.nextInt(3);
        for (int i = 0; i < channels; i++) {
            kinds.add(kind());
        }
        parts = 1 + random.nextInt(6);
        closes = chance(2);
        var written = new ArrayList<Part>();
        for (int i = 0; i < parts; i++) {
            written.add(new Part(i, random.nextInt(2), chance(4), steps(1 + random.nextInt(9))));
        }
        return new Script(
                seed,
                kinds,
                written,
                outside(),
                chance(2) ? Script.NO_DEADLINE : 1 + random.nextInt(8),
                Math.floorMod(seed, PREEMPTED_ONE_IN) == 0,
                chance(2));
    }

    private Kind kind() {
        return switch (random.nextInt(8)) {
            case 0, 1, 2 -> new Kind(0, Overflow.SUSPEND);
            case 3 -> new Kind(Integer.MAX_VALUE, Overflow.SUSPEND);
            case 4, 5 -> new Kind(1 + random.nextInt(3), Overflow.SUSPEND);
            default -> new Kind(1 + random.nextInt(2), OVERFLOWS.get(random.nextInt(4)));
        };
    }

    /** Starts all tasks, some of them late, and takes part in between. */
    private List<Step> outside() {
        var steps = new ArrayList<Step>();
        for (int i = 0; i < parts; i++) {
            steps.add(new Step.Spawn(i));
            if (chance(4)) {
                steps.addAll(steps(1 + random.nextInt(2)));
            }
        }
        steps.addAll(steps(random.nextInt(5)));
        steps.removeIf(s -> s instanceof Step.Sleep || s instanceof Step.Yield);
        return steps;
    }

    private List<Step> steps(int count) {
        var steps = new ArrayList<Step>();
        for (int i = 0; i < count; i++) {
            steps.add(step());
        }
        return steps;
    }

    private Step step() {
        return switch (random.nextInt(20)) {
            case 0, 1, 2, 3 -> single(Verb.SEND);
            case 4, 5, 6, 7 -> single(Verb.RECEIVE);
            case 8, 9, 10, 11, 12, 13 -> select();
            case 14 -> chance(2) ? drain() : new Step.Sleep(random.nextInt(4));
            case 15 -> closes ? new Step.Close(channel(), chance(2)) : single(Verb.SEND);
            case 16 -> chance(2) ? new Step.Cancel(random.nextInt(parts)) : new Step.Yield();
            case 17 -> new Step.Sleep(random.nextInt(4));
            default -> new Step.Yield();
        };
    }

    private Step drain() {
        return new Step.Operate(Form.PLAIN, List.of(Option.on(Verb.DRAIN, channel())));
    }

    private Step single(Verb verb) {
        Option option = Option.on(verb, channel());
        return switch (random.nextInt(8)) {
            case 0 -> new Step.Operate(Form.OR_CLOSED, List.of(option));
            case 1 -> new Step.Operate(Form.TRY, List.of(option));
            case 2, 3 -> new Step.Operate(Form.TIMED, List.of(option, timeout()));
            case 4 -> new Step.Operate(Form.UNTIL, List.of(option, timeout()));
            default -> new Step.Operate(Form.PLAIN, List.of(option));
        };
    }

    private Step select() {
        var options = new ArrayList<Option>();
        int count = 1 + random.nextInt(4);
        boolean timed = false;
        for (int i = 0; i < count; i++) {
            int kind = random.nextInt(12);
            if (kind == 0 && !timed) {
                timed = true;
                options.add(timeout());
            } else if (kind == 1) {
                options.add(Option.endOf(random.nextInt(parts)));
            } else {
                options.add(Option.on(verb(), channel()));
            }
        }
        return new Step.Operate(chance(4) ? Form.SELECT_IN_ORDER : Form.SELECT, options);
    }

    private Verb verb() {
        return switch (random.nextInt(4)) {
            case 0, 1 -> Verb.SEND;
            case 2 -> Verb.RECEIVE;
            default -> Verb.RECEIVE_OR_CLOSED;
        };
    }

    private Option timeout() {
        return Option.after(random.nextInt(5));
    }

    private int channel() {
        return random.nextInt(channels);
    }

    private boolean chance(int oneIn) {
        return random.nextInt(oneIn) == 0;
    }
}
