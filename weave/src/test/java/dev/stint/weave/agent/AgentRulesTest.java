package dev.stint.weave.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.weave.Surface;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AgentRulesTest {
    @Test
    void parse_nothing_weavesAllButStint() {
        AgentRules rules = AgentRules.parse("");

        assertThat(rules.names("com.acme.Main")).isTrue();
        assertThat(rules.names("Main")).isTrue();
        assertThat(rules.names("dev.stint.Scheduler")).isFalse();
        assertThat(rules.names("org.jctools.queues.MpmcArrayQueue")).isFalse();
        assertThat(rules.surface()).isSameAs(Surface.open());
        assertThat(rules.report()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "weave=com.acme.*,org.plugin.Main;skip=com.acme.gen.*",
                "weave=com.acme.*,org.plugin.Main,skip=com.acme.gen.*",
                "skip=com.acme.gen.*; weave = com.acme.* ; org.plugin.Main",
            })
    void parse_names_areSeparatedEitherWay(String text) {
        AgentRules rules = AgentRules.parse(text);

        assertThat(rules.names("com.acme.Main")).isTrue();
        assertThat(rules.names("com.acme.deep.down.Main$Inner")).isTrue();
        assertThat(rules.names("com.acme.gen.Parser")).isFalse();
        assertThat(rules.names("com.acmeX.Main")).isFalse();
        assertThat(rules.names("org.plugin.Main")).isTrue();
        assertThat(rules.names("org.plugin.Main$Inner")).isTrue();
        assertThat(rules.names("org.plugin.Mainly")).isFalse();
        assertThat(rules.names("orgXplugin.Main")).isFalse();
    }

    @Test
    void parse_surface_isTaken() {
        assertThat(AgentRules.parse("surface=tenant").surface()).isSameAs(Surface.ofTenant());
        assertThat(AgentRules.parse("surface=open").surface()).isSameAs(Surface.open());
    }

    @Test
    void parse_jdk_isTakenWithOrWithoutPackages() {
        assertThat(AgentRules.parse("").jdk()).isEmpty();
        assertThat(AgentRules.parse("jdk").jdk()).isEqualTo(JdkList.PACKAGES);
        assertThat(AgentRules.parse("weave=com.acme.*,jdk;strict").jdk())
                .isEqualTo(JdkList.PACKAGES);
        assertThat(AgentRules.parse("jdk=java.util.regex,java.math;weave=com.acme.*").jdk())
                .containsExactly("java.util.regex", "java.math");
    }

    @Test
    void parse_strict_isTaken() {
        assertThat(AgentRules.parse("strict").isStrict()).isTrue();
        assertThat(AgentRules.parse("weave=a.*;strict;jdk").isStrict()).isTrue();
        assertThat(AgentRules.parse("").isStrict()).isFalse();
    }

    @Test
    void parse_file_isReadLineByLine(@TempDir Path folder) throws Exception {
        Path file =
                Files.writeString(
                        folder.resolve("agent.txt"),
                        """
                        # what we meter

                        weave=com.acme.*, org.plugin.*
                        skip=com.acme.gen.*
                        report=report.txt
                        """);

        AgentRules rules = AgentRules.parse("@" + file);

        assertThat(rules.names("org.plugin.Main")).isTrue();
        assertThat(rules.names("com.acme.gen.Parser")).isFalse();
        assertThat(rules.report()).hasFileName("report.txt");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "wave=com.acme.*|there is no option 'wave'",
                "com.acme.*|'com.acme.*' is no option",
                "weave=|something is missing in 'weave='",
                "weave=a,,b|something is missing",
                "weave=a;weave=b|'weave' is given twice",
                "weave=com/acme/*|'com/acme/*' is no name of classes",
                "surface=wide|it is open or tenant, not 'wide'",
                "surface=open,tenant|it takes one value, not [open, tenant]",
                "strict=no|'strict' has no value; leave out the rest",
                "rules=no such file|file 'no such file' cannot be read",
                "@no such file|file 'no such file' cannot be read",
            })
    void parse_wrong_saysWhatIsRight(String text, String words) {
        assertThatThrownBy(() -> AgentRules.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(words)
                .hasMessageContaining("right is, for example, weave=com.acme.*");
    }

    @Test
    void parse_wrongLineInAFile_isNamed(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("agent.txt"), "weave=a\n# b\nskop=c\n");
        Path table =
                Files.writeString(folder.resolve("rules.txt"), "a.B: constant\nwhat is this\n");

        assertThatThrownBy(() -> AgentRules.parse("@" + file))
                .hasMessageStartingWith(file + ":3: there is no option 'skop'");
        assertThatThrownBy(() -> AgentRules.parse("rules=" + table))
                .hasMessageStartingWith(table + ":2: 'what is this'");
        assertThatThrownBy(() -> AgentRules.parse("surface=open;rules=" + table))
                .hasMessageContaining("surface is open");
    }
}
