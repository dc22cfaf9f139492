package dev.stint.bench;

import dev.stint.language.Script;

/** Tasks that scripts start and that talk to each other. */
final class ScriptTasks {
    private final StintScripts scripts;
    private final int size;
    private final Script spawn = compiled("spawn");
    private final Script pingPong = compiled("pingpong");
    private final Script skynet = compiled("skynet");

    ScriptTasks(StintScripts scripts, int millis) {
        this.scripts = scripts;
        this.size = millis * ScriptTwinTasks.OPERATIONS;
    }

    private static Script compiled(String name) {
        return StintScripts.compiled(ScriptKernel.text(name, "jan"));
    }

    void measure(LanguageBench.Figures figures) throws Exception {
        figures.spawn = nanos(spawn, size, size, size);
        figures.roundTrip = nanos(pingPong, size, size, size);
        long leaves = ScriptTwinTasks.leaves(size);
        long sum = leaves * (leaves - 1) / 2;
        figures.skynet = nanos(skynet, leaves, sum, SkynetBench.nodes((int) leaves));
    }

    private double nanos(Script script, long given, long expected, long operations)
            throws Exception {
        return NativeBench.nanos(
                operations,
                () -> {
                    long result = scripts.run(script, given);
                    Check.equal("the result is %d, and not %d", expected, result);
                });
    }
}
