package dev.stint.verify.hostile.programs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.verify.hostile.Finding;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * That the audit comes to every member, and finds one that is not paid. For all of them: ./stint
 * verify prices.
 */
class PriceAuditTest {
    private static final int ROUNDS = 4;

    @Test
    void member_seedsFromZero_areAllMembers() throws Exception {
        try (var audit = new PriceAudit(Flaw.NONE)) {
            Set<Member> seen = new HashSet<>();
            LongStream.range(0, audit.size()).forEach(seed -> seen.add(audit.member(seed)));
            assertThat(seen).hasSize(audit.size()).hasSizeGreaterThan(6_000);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.util.BitSet.toByteArray()",
                "java.lang.String.repeat(int)",
                "java.util.Collections.reverse(List)",
            })
    void attempt_pricesThatAreNotPaid_areFound(String member) throws Exception {
        assertThat(found(Flaw.UNPAID, member)).isNotEmpty();
        assertThat(found(Flaw.NONE, member)).isEmpty();
    }

    @ParameterizedTest(name = "[attack:A7] {0}")
    @ValueSource(
            strings = {
                "dev.stint.Stint.budgetLeft()",
                "java.io.InputStreamReader(InputStream)",
                "java.nio.charset.Charset.isSupported(String)",
            })
    void attempt_whatNobodyPaidOnce_isPaid(String member) throws Exception {
        assertThat(found(Flaw.UNPAID, member)).anyMatch(each -> each.what().contains("bytes"));
        assertThat(found(Flaw.NONE, member)).isEmpty();
    }

    private static List<Finding> found(Flaw flaw, String member) throws Exception {
        try (var audit = new PriceAudit(flaw)) {
            for (long seed = 0; seed < audit.size(); seed++) {
                if (audit.member(seed).toString().equals(member)) {
                    for (long round = 0; round < ROUNDS; round++) {
                        List<Finding> found = audit.attempt(seed + round * audit.size());
                        if (!found.isEmpty()) {
                            return found;
                        }
                    }
                }
            }
            return List.of();
        }
    }
}
