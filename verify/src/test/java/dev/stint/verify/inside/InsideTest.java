package dev.stint.verify.inside;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The contracts and their twins under a few hundred schedules each. More: ./stint verify. */
class InsideTest {
    private static final int SCHEDULES = 300;

    static Stream<String> proofs() {
        List<String> contracts = Contracts.all().stream().map(s -> "Inside." + s.name()).toList();
        return Inside.names().stream().filter(contracts::contains);
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
