package dev.stint.bench;

import dev.stint.language.Script;

/** Tasks that scripts start and that talk to each other. */
final class ScriptTasks {
    private final StintScripts scripts;
    private final int size;

    ScriptTasks(StintScripts scripts, int millis) {
        this.scripts = scripts;
        this.size = millis * ScriptTwinTasks.OPERATIONS;
    }

    void measure(LanguageBench.Figures figures) throws Exception {
        figures.spawn = nanos("spawn", size, size);
        figures.roundTrip = nanos("pingpong", size, size);
        int leaves = ScriptTwinTasks.leaves(size);
        figures.skynet = nanos("skynet", leaves, SkynetBench.nodes(leaves));
    }

    private double nanos(String program, int given, long operations) throws Exception {
        Script script = StintScripts.compiled(ScriptKernel.text(program, "jan"));
        return NativeBench.nanos(
                operations,
                () -> {
                    long expected =
                            program.equals("skynet") ? (long) given * (given - 1) / 2 : given;
                    long result = scripts.run(script, (long) given);
                    Check.equal("the result is %d, and not %d", expected, result);
                });
    }
}
