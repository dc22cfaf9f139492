package dev.stint.examples;

// tag::test
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.stint.language.Script;
import dev.stint.language.ScriptResult;
import dev.stint.testkit.Sim;
import dev.stint.testkit.junit.SimTest;

class RacyScript {
    private static final String ANSWERS =
            """
            {.profile: service.}
            func answer(out: Channel[i64], n: i64) do
                out.send(n)
            end
            async func main() -> i64 do
                let out = Channel[i64].buffered(2)
                nursery do
                    spawn answer(out, 1)
                    spawn answer(out, 2)
                end
                return out.recv() * 10 + out.recv()
            end
            """;

    @SimTest
    void answers(Sim sim) throws Exception {
        ScriptResult result = Script.compile(ANSWERS).run(sim.scheduler().tenant());
        assertEquals(12L, result.value().orElseThrow());
    }
}
// end::test
