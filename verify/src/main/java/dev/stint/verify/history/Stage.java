package dev.stint.verify.history;

import dev.stint.channel.Channel;
import dev.stint.verify.stress.WeakChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Where programs are run, and what they show is judged. */
abstract sealed class Stage implements AutoCloseable permits SeededStage, ThreadStage {
    final Operations operations;

    Stage(Operations operations) {
        this.operations = operations;
    }

    /** Runs a program to its end; whoever still waits when nothing goes on is cancelled. */
    abstract void play(Program program, long seed, List<Caller> callers)
            throws InterruptedException;

    @Override
    public void close() {}

    /** Plays the program of a seed; null if what was seen can be explained, else what was seen. */
    final @Nullable String judge(long seed) throws InterruptedException {
        Program program = Program.draw(seed);
        var channels = new ArrayList<Channel<Integer>>();
        program.shapes().forEach(shape -> channels.add(shape.open()));
        var clock = new AtomicInteger();
        var callers = new ArrayList<Caller>();
        for (int i = 0; i < Program.CALLERS; i++) {
            callers.add(new Caller(i, channels, operations, clock));
        }
        play(program, seed, callers);
        var judge = new Caller(Program.CALLERS, channels, new Operations(), clock);
        judge.drain();
        callers.add(judge);
        List<Call> calls = callers.stream().flatMap(caller -> caller.calls().stream()).toList();
        if (!Model.explains(program.shapes(), calls)) {
            return report("no order explains", seed, program, calls);
        }
        return channels.stream().allMatch(WeakChannel::isDeserted)
                ? null
                : report("somebody was left in line after", seed, program, calls);
    }

    private static String report(String what, long seed, Program program, List<Call> calls) {
        var text = new StringBuilder(what + " what was seen under seed " + seed);
        text.append(" of channels ").append(program.shapes()).append(":\n");
        calls.forEach(call -> text.append(call).append('\n'));
        return text.toString();
    }
}
