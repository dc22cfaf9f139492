package dev.stint;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VersionTest {
    @Test
    void number_isFilledInByTheBuild() {
        assertThat(Version.number()).matches("\\d+\\.\\d+\\.\\d+(-SNAPSHOT)?");
    }

    @Test
    void commit_isFilledInByTheBuild() {
        assertThat(Version.commit()).matches("unknown|[0-9a-f]{12,}(-dirty)?");
    }

    @Test
    void string_isNumberThenCommit() {
        assertThat(Version.string()).isEqualTo(Version.number() + " (" + Version.commit() + ")");
    }
}
