package dev.stint.policyservice.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.policy.Policy;
import dev.stint.policy.PolicyDecision;
import dev.stint.policy.PolicyQuestion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** [EVOLUTION:stage-7] A policy file that changes, and the journal of what was decided. */
class FilePolicySourceTest {
    @TempDir private Path folder;

    private final List<String> told = new ArrayList<>();
    private Path file = Path.of("");
    private long seconds = 1_700_000_000;

    @BeforeEach
    void name() {
        file = folder.resolve("p.yaml");
    }

    private void put(String text) throws IOException {
        Path beside = folder.resolve("new");
        Files.writeString(beside, text);
        Files.setLastModifiedTime(beside, FileTime.from(Instant.ofEpochSecond(seconds++)));
        Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING);
    }

    private static PolicyQuestion knowing(long version) {
        return new PolicyQuestion(1, "s", version, 0, 0);
    }

    @Test
    void policy_fileChanged_isTheNewOneWithALaterVersion() throws Exception {
        var source = new FilePolicySource(file, told::add);
        put("most-tenants: 1");
        Policy first = source.policy(knowing(0)).orElseThrow();

        assertThat(source.policy(knowing(first.version()))).isEmpty();
        put("most-tenants: 2");
        Policy second = source.policy(knowing(first.version())).orElseThrow();

        assertThat(second.mostTenants()).isEqualTo(2);
        assertThat(second.version()).isGreaterThan(first.version());
    }

    @Test
    void policy_fileIsOlderThanTheLast_hasALaterVersionAllTheSame() throws Exception {
        var source = new FilePolicySource(file, told::add);
        put("most-tenants: 1");
        Policy first = source.policy(knowing(0)).orElseThrow();
        seconds -= 1_000_000;
        put("most-tenants: 2");

        assertThat(source.policy(knowing(0)).orElseThrow().version())
                .isEqualTo(first.version() + 1);
    }

    @Test
    void policy_fileTouchedOnly_keepsItsVersion() throws Exception {
        var source = new FilePolicySource(file, told::add);
        put("most-tenants: 1");
        Policy first = source.policy(knowing(0)).orElseThrow();
        put("most-tenants: 1 # the same");

        assertThat(source.policy(knowing(first.version()))).isEmpty();
    }

    @Test
    void policy_badNewFile_keepsTheLastGoodOneAndTellsOnce() throws Exception {
        var source = new FilePolicySource(file, told::add);
        put("most-tenants: 1");
        Policy first = source.policy(knowing(0)).orElseThrow();
        put("most-tenant: 2");

        assertThat(source.policy(knowing(0))).isEqualTo(Optional.of(first));
        assertThat(source.policy(knowing(0))).isEqualTo(Optional.of(first));
        assertThat(told).singleElement().asString().contains("did you mean 'most-tenants'?");

        Files.delete(file);
        assertThat(source.policy(knowing(0))).isEqualTo(Optional.of(first));
        assertThat(told).hasSize(2);

        put("most-tenants: 3");
        assertThat(source.policy(knowing(0)).orElseThrow().mostTenants()).isEqualTo(3);
    }

    @Test
    void policy_badFromTheBeginning_throwsWhatIsWrong() throws Exception {
        var source = new FilePolicySource(file, told::add);
        assertThatThrownBy(() -> source.policy(knowing(0))).isInstanceOf(IOException.class);
        put("nonsense");
        assertThatThrownBy(() -> source.policy(knowing(0))).isInstanceOf(PolicyFileException.class);
    }

    @Test
    void diff_twoFiles_saysWhatIsDifferent() {
        Policy before =
                PolicyFile.parse("a", "tenants: {web: {weight: 4}, db: {budget: {ops: 5k}}}", 1);
        Policy after =
                PolicyFile.parse(
                        "b", "most-tenants: 9\ntenants: {web: {weight: 8}, x: {admit: false}}", 2);

        assertThat(PolicyDiff.between(before, after).stream().map(PolicyDiff.Change::toString))
                .contains(
                        "most-tenants: as asked -> 9",
                        "tenants.web.weight: 4 -> 8",
                        "tenants.db.budget.ops: 5,000 -> as asked",
                        "tenants.x.admit: as asked -> false");
        assertThat(PolicyDiff.between(before, before.withName("other").withVersion(9))).isEmpty();
    }

    @Test
    void journal_decisions_areALineEachBehindWhatWasThere() throws Exception {
        Path log = folder.resolve("audit.jsonl");
        var decision =
                new PolicyDecision(
                        5,
                        "s",
                        "thread 'a\"b\n'",
                        "open tenant 'x'",
                        PolicyDecision.Verdict.REFUSED,
                        "the rule for '*' admits none.",
                        "p",
                        3);
        for (int i = 0; i < 2; i++) {
            try (var journal = FileJournal.open(log, () -> Instant.parse("2026-01-02T03:04:05Z"))) {
                journal.write(decision);
                assertThat(journal.lost()).isZero();
            }
        }

        String line =
                "{\"time\":\"2026-01-02T03:04:05Z\",\"nanos\":5,\"scheduler\":\"s\","
                        + "\"who\":\"thread 'a\\\"b\\n'\",\"what\":\"open tenant 'x'\","
                        + "\"verdict\":\"refused\",\"reason\":\"the rule for '*' admits none.\","
                        + "\"policy\":\"p\",\"version\":3}\n";
        assertThat(log).hasContent(line + line);
    }
}
