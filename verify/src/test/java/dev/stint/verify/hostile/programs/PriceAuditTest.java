package dev.stint.verify.hostile.programs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.verify.hostile.Finding;
import java.util.ArrayList;
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
    private static final int ROUNDS = 8;
    private static final int SHARE = 40;

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
                "java.math.BigInteger.toString()",
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

    /** Small values, then larger ones, of every so many members. */
    @Test
    void attempt_aShareOfAllMembers_isPaid() throws Exception {
        assertThat(share(Flaw.NONE, SHARE, 2)).isEmpty();
    }

    /** So the share can fail: of those that have a price, many are found without. */
    @Test
    void attempt_aShareThatIsNotPaid_isFound() throws Exception {
        assertThat(share(Flaw.UNPAID, 4 * SHARE, 2)).hasSizeGreaterThan(5);
    }

    private static List<String> share(Flaw flaw, int every, int rounds) throws Exception {
        var found = new ArrayList<String>();
        try (var audit = new PriceAudit(flaw)) {
            for (long round = 0; round < rounds; round++) {
                for (long seed = every / 2; seed < audit.size(); seed += every) {
                    audit.attempt(seed + round * audit.size())
                            .forEach(each -> found.add(each.seed() + ": " + each.what()));
                }
            }
        }
        return found;
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
