package dev.stint.verify.hostile.programs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.verify.hostile.Finding;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** That the audit comes to every member, and finds one that is not paid. */
class PriceAuditTest {
    @Test
    void member_seedsFromZero_areAllMembers() throws Exception {
        try (var audit = new PriceAudit(Flaw.NONE)) {
            Set<Member> seen = new HashSet<>();
            LongStream.range(0, audit.size()).forEach(seed -> seen.add(audit.member(seed)));
            assertThat(seen).hasSize(audit.size()).hasSizeGreaterThan(1_000);
        }
    }

    @Test
    void attempt_pricesThatAreNotPaid_areFound() throws Exception {
        assertThat(ofBits(Flaw.UNPAID)).anyMatch(each -> each.what().contains(" paid: "));
        assertThat(ofBits(Flaw.NONE)).isEmpty();
    }

    /** {@code BitSet.toByteArray}, of many bits. */
    private static List<Finding> ofBits(Flaw flaw) throws Exception {
        try (var audit = new PriceAudit(flaw)) {
            for (long seed = 0; seed < audit.size(); seed++) {
                if (audit.member(seed).toString().equals("java.util.BitSet.toByteArray()")) {
                    for (long values = 0; values < 5; values++) {
                        List<Finding> found = audit.attempt(seed + values * audit.size());
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
