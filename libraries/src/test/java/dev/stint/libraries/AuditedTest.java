package dev.stint.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.LedgerAudit;
import org.junit.jupiter.api.Test;

/** The tests of this module are audited, too. */
class AuditedTest {
    @Test
    void audit_thisModule_isOn() {
        assertThat(LedgerAudit.isWatching()).isTrue();
    }
}
