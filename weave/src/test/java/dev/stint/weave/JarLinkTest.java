package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class JarLinkTest {
    @Test
    void weave_aJar_linksClassByClass() throws Exception {
        Path jar =
                Path.of(
                        org.assertj.core.api.Assertions.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toURI());
        var result = JarLinks.link(jar, List.of());
        System.out.println(result);
        assertThat(result.failures()).isEmpty();
        assertThat(result.refusals()).isEmpty();
    }
}
