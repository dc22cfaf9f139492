package dev.stint.verify.inside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.verify.suite.Small;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The contracts and their twins under a few hundred schedules each. More: ./stint verify. */
class InsideTest {
    private static final int SCHEDULES = 300;

    static Stream<String> proofs() {
        Stream<String> contracts = Contracts.all().stream().map(Small::name);
        return Stream.concat(contracts, Stream.of(Supervisors.NAME)).map(name -> "Inside." + name);
    }

    static Stream<String> twins() {
        return Inside.names().stream().filter(name -> name.endsWith("Weakened"));
    }

    @ParameterizedTest
    @MethodSource("proofs")
    void judge_contract_holds(String proof) throws Exception {
        assertThat(Inside.judge(proof, SCHEDULES, new long[2])).isNull();
    }

    @ParameterizedTest
    @MethodSource("twins")
    void judge_twin_isFoundOut(String twin) throws Exception {
        assertThat(Inside.judge(twin, SCHEDULES, new long[2])).containsAnyOf("FAILED", "DEADLOCK");
    }
}
