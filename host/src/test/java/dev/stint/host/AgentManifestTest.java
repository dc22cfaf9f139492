package dev.stint.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.boot.Start;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The jar is an agent, too; a name in its manifest that is wrong shows only when it is used. */
class AgentManifestTest {
    @Test
    void pom_namesTheAgent() throws Exception {
        String name = Start.class.getName();

        assertThat(Files.readString(Path.of("pom.xml")))
                .contains(
                        "<Premain-Class>" + name + "</Premain-Class>",
                        "<Agent-Class>" + name + "</Agent-Class>");
        assertThat(Start.class.getMethod("premain", String.class, Instrumentation.class))
                .isNotNull();
        assertThat(Start.class.getMethod("agentmain", String.class, Instrumentation.class))
                .isNotNull();
    }
}
