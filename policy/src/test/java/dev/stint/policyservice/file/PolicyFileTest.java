package dev.stint.policyservice.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.stint.policy.Hint;
import dev.stint.policy.Policy;
import dev.stint.policy.TenantRule;
import dev.stint.policyservice.text.Spelling;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyFileTest {
    private static final String WHOLE =
            """
            policy: production
            most-tenants: 1k
            most-contexts: 8
            tenants:
              web:
                weight: 4
                hint: latency-sensitive
                carriers: 2
                budget: {ops: 10G, memory: 64MiB}
                task-budget:
                  ops: 1_000_000
                  spawns: 10
              "batch-*": {weight: 1, hint: batch, slice: 50k}
              "*": {admit: false}
            contexts:
              sound: {most-of-a-worker: 0.25, shortest-period: 5ms}
              "*": {admit: false}
            most-leased-workers: 4
            leases:
              sound: {most-workers: 2, processors: "2-3,6"}
              "*": {admit: false}
            """;

    @TempDir private Path folder;

    private static List<PolicyProblem> problems(String text) {
        return catchThrowableOfType(
                        PolicyFileException.class, () -> PolicyFile.parse("p.yaml", text, 1))
                .problems();
    }

    @Test
    void parse_allFields_areInThePolicy() {
        Policy policy = PolicyFile.parse("p.yaml", WHOLE, 7);

        assertThat(policy.name()).isEqualTo("production");
        assertThat(policy.version()).isEqualTo(7);
        assertThat(policy.mostTenants()).isEqualTo(1_000);
        TenantRule web = policy.ruleForTenant("web");
        assertThat(web.weight()).hasValue(4);
        assertThat(web.hint()).isEqualTo(Hint.LATENCY_SENSITIVE);
        assertThat(web.carriers()).hasValue(2);
        assertThat(web.budget().orElseThrow().ops()).isEqualTo(10_000_000_000L);
        assertThat(web.budget().orElseThrow().memory()).isEqualTo(64L << 20);
        assertThat(web.taskBudget().orElseThrow().spawns()).isEqualTo(10);
        assertThat(policy.ruleForTenant("batch-7").slice()).hasValue(50_000);
        assertThat(policy.ruleForTenant("else").isAdmitted()).isFalse();
        assertThat(policy.ruleForContext("sound").shortestPeriod()).isEqualTo(Duration.ofMillis(5));
        assertThat(policy.ruleForContext("else").isAdmitted()).isFalse();
        assertThat(policy.mostLeasedWorkers()).isEqualTo(4);
        assertThat(policy.ruleForLeases("sound").mostWorkers()).isEqualTo(2);
        assertThat(policy.ruleForLeases("sound").processors()).containsExactly(2, 3, 6);
        assertThat(policy.ruleForLeases("else").isAdmitted()).isFalse();
    }

    @Test
    void parse_nothing_isAPolicyThatSaysNothing() {
        assertThat(PolicyFile.parse("p.yaml", "# nothing yet\n", 3))
                .isEqualTo(Policy.of("p.yaml", 3));
    }

    @Test
    void parse_manyErrors_areAllToldWithLineFieldAndWhatIsRight() {
        var problems =
                problems(
                        """
                        most-tenant: 5
                        tenants:
                          web:
                            wieght: 4
                            weight: 0
                            hint: latency
                            slice: [1]
                            budget: {opps: 5}
                          "a*b": {}
                        contexts:
                          sound: {most-of-a-worker: 2, shortest-period: 5}
                        leases:
                          sound: {most-worker: 2, processors: 3-1}
                          "*": {most-workers: 0, processors: "1,1"}
                        """);

        assertThat(problems.stream().map(PolicyProblem::toString))
                .containsExactlyInAnyOrder(
                        "p.yaml:1:14: most-tenant: there is no such field (did you mean"
                                + " 'most-tenants'?); allowed: policy, most-tenants, most-contexts,"
                                + " most-leased-workers, tenants, contexts, leases",
                        "p.yaml:4:13: tenants.web.wieght: there is no such field (did you mean"
                                + " 'weight'?); allowed: admit, weight, slice, hint, budget,"
                                + " task-budget, carriers",
                        "p.yaml:5:13: tenants.web.weight: is '0'; it must be a number, from 1 to"
                                + " 1000",
                        "p.yaml:6:11: tenants.web.hint: is 'latency'; allowed: latency-sensitive,"
                                + " normal, batch",
                        "p.yaml:7:12: tenants.web.slice: is a list; it must be one value",
                        "p.yaml:8:20: tenants.web.budget.opps: there is no such field (did you mean"
                                + " 'ops'?); allowed: ops, memory, spawns, channel-ops, syscalls",
                        "p.yaml:9:10: tenants.a*b: a rule for the tenant 'a*b' is for nobody: write"
                                + " a name, or the beginning of one and a star at the end.",
                        "p.yaml:11:29: contexts.sound.most-of-a-worker: is '2'; it must be more"
                                + " than 0 and at most 1, as 0.25",
                        "p.yaml:11:49: contexts.sound.shortest-period: is '5'; it must be a time"
                                + " such as 500us, 5ms, 2s or 10min, from 100000 to"
                                + " 86400000000000",
                        "p.yaml:13:24: leases.sound.most-worker: there is no such field (did you"
                                + " mean 'most-workers'?); allowed: admit, most-workers,"
                                + " processors",
                        "p.yaml:13:39: leases.sound.processors: must be numbers from 0 to 1023,"
                                + " each once, such as 2, 2-5 or '2-3,6'",
                        "p.yaml:14:23: leases.*.most-workers: is '0'; it must be a number, from 1"
                                + " to 2147483647",
                        "p.yaml:14:38: leases.*.processors: must be numbers from 0 to 1023, each"
                                + " once, such as 2, 2-5 or '2-3,6'");
    }

    @Test
    void parse_fieldTwice_isToldAtTheSecond() {
        assertThat(problems("most-tenants: 1\nmost-tenants: 2\n"))
                .singleElement()
                .hasToString("p.yaml:2:1: most-tenants: is here twice; keep one");
    }

    @Test
    void parse_noYaml_namesTheLine() {
        assertThat(problems("tenants:\n  web: {weight: 4\n"))
                .singleElement()
                .satisfies(
                        problem -> {
                            assertThat(problem.line()).isPositive();
                            assertThat(problem.message()).startsWith("this is no YAML: ");
                        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "- a\n- b\n",
                "just words",
                "tenants: 5",
                "tenants: {web: [1]}",
                "{[1]: 2}",
                "tenants: &a {web: *a}",
                "a: 1\n---\nb: 2\n",
                "\u0000",
                "tenants: {web: {weight: 99999999999999999999999999}}",
                "policy: ''"
            })
    void parse_whatIsNoPolicy_isRefused(String text) {
        assertThat(problems(text)).isNotEmpty();
    }

    @Test
    void parse_nestedFarTooDeeply_isRefused() {
        assertThat(problems("[".repeat(1_000_000))).isNotEmpty();
    }

    @Test
    void parse_thousandsOfErrors_tellsAHundred() {
        var text = new StringBuilder();
        for (int i = 0; i < 5_000; i++) {
            text.append("field").append(i).append(": 1\n");
        }
        assertThat(problems(text.toString())).hasSize(100);
    }

    @Test
    void read_tooLong_isRefusedUnread() throws Exception {
        Path file = folder.resolve("long.yaml");
        Files.write(file, new byte[PolicyFile.MOST_BYTES + 1]);

        assertThatThrownBy(() -> PolicyFile.read(file))
                .isInstanceOf(PolicyFileException.class)
                .hasMessageContaining("bytes");
    }

    @ParameterizedTest
    @CsvSource({
        "5000, 5000",
        "5_000, 5000",
        "10k, 10000",
        "3M, 3000000",
        "2G, 2000000000",
        "unlimited, 9223372036854775807"
    })
    void amount_asPeopleWriteIt_isRead(String written, long count) {
        assertThat(Amount.count(written)).hasValue(count);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "-1", "1-", "1,,2", "3-1", "1,1", "1-3,2", "1024", "9999999"})
    void numbers_thatAreNone_areNone(String written) {
        assertThat(Amount.numbers(written, 1_023)).isEmpty();
    }

    @Test
    void numbers_andRanges_areRead() {
        assertThat(Amount.numbers(" 7, 1 - 3,0", 1_023)).contains(List.of(7, 1, 2, 3, 0));
    }

    @Test
    void diff_ofLeases_namesTheFields() {
        Policy before = PolicyFile.parse("p.yaml", WHOLE, 1);
        Policy after =
                PolicyFile.parse(
                        "p.yaml",
                        WHOLE.replace("most-workers: 2", "most-workers: 3")
                                .replace("most-leased-workers: 4", "most-leased-workers: 5")
                                .replace("2-3,6", "2"),
                        2);

        assertThat(PolicyDiff.between(before, after))
                .extracting(PolicyDiff.Change::toString)
                .containsExactly(
                        "most-leased-workers: 4 -> 5",
                        "leases.sound.most-workers: 2 -> 3",
                        "leases.sound.processors: 2,3,6 -> 2");
    }

    /** A name of millions of characters is no reason to look for long. */
    @Test
    void hint_forAVeryLongName_isNone() {
        assertThat(Spelling.hint("x".repeat(4_000_000), PolicyReader.TOP)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "1.5", "10m", "1e9", "10000000000G", "k"})
    void amount_anythingElse_isNone(String written) {
        assertThat(Amount.count(written)).isEmpty();
    }

    /** What the schema allows is what the reader knows. */
    @Test
    void schema_fields_areThoseOfTheReader() throws Exception {
        String schema = Files.readString(Path.of("..", "docs", "reference", "policy.schema.json"));
        List<String> known = new ArrayList<>();
        for (var fields :
                List.of(
                        PolicyReader.TOP,
                        PolicyReader.TENANT,
                        PolicyReader.BUDGET,
                        PolicyReader.CONTEXT,
                        PolicyReader.LEASE)) {
            known.addAll(fields);
        }
        List<String> said =
                Pattern.compile("\"([a-z-]+)\": \\{ *\"(?:type|\\$ref|enum|description)")
                        .matcher(schema)
                        .results()
                        .map((MatchResult found) -> found.group(1))
                        .distinct()
                        .toList();
        assertThat(said).containsAll(known);
        for (String hint : PolicyReader.HINTS) {
            assertThat(schema).contains("\"" + hint + "\"");
        }
    }
}
