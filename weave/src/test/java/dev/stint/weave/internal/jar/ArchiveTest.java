package dev.stint.weave.internal.jar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.SmallJar;
import dev.stint.weave.JarWeaver;
import dev.stint.weave.MeteredClassLoader;
import dev.stint.weave.Surface;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Jars that are small and become large, or take long, when somebody reads them. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ArchiveTest {
    @TempDir private Path folder;

    private Path jar(String manifestName, byte[] manifest) throws IOException {
        Path jar = folder.resolve("bomb.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                var zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry(manifestName));
            zip.write(manifest);
        }
        return jar;
    }

    private void ensureRefused(Path jar, String reason) {
        JarWeaver weaver = JarWeaver.of(Surface.ofTenant(), "1");
        assertThatThrownBy(() -> weaver.inspect(jar))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("bomb.jar")
                .hasMessageContaining(reason);
        assertThatThrownBy(() -> JarWeaver.manifestOf(jar)).hasMessageContaining(reason);
        ClassLoader host = getClass().getClassLoader();
        assertThatThrownBy(() -> MeteredClassLoader.of("t", List.of(jar), Surface.ofTenant(), host))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason);
    }

    /** A gigabyte of them is a megabyte in the jar, and the JDK reads them all. */
    @Test
    void open_manifestThatIsHugeOnceUnpacked_isRefused() throws IOException {
        for (String name : List.of("META-INF/MANIFEST.MF", "meta-inf/Manifest.mf")) {
            ensureRefused(jar(name, new byte[5 << 20]), "its manifest has more than 4194304 bytes");
        }
    }

    /** For each line of a value the JDK copies all before it. */
    @Test
    void open_manifestWithAValueOfManyLines_isRefused() throws IOException {
        String lines = "Manifest-Version: 1.0\nClass-Path: x\n" + " y\n".repeat(1_000_000);
        byte[] manifest = lines.getBytes(StandardCharsets.UTF_8);

        ensureRefused(
                jar("META-INF/MANIFEST.MF", manifest), "its manifest has values of too many lines");
    }

    @Test
    void open_manifestOfABundle_isRead() throws IOException {
        String lines =
                "Manifest-Version: 1.0\nX: y\n" + (" " + "z".repeat(70) + "\n").repeat(2_000);
        Path jar = jar("META-INF/MANIFEST.MF", lines.getBytes(StandardCharsets.UTF_8));

        assertThat(JarWeaver.manifestOf(jar).getMainAttributes().getValue("X")).hasSize(140_001);
    }

    @Test
    void open_classesForManyReleases_isRefused() {
        SmallJar jar = new SmallJar().withManifest("Multi-Release", "true");
        for (int release = 9; release < 60; release++) {
            jar.withEntry("META-INF/versions/" + release + "/A.class", "");
        }
        Path path = jar.writeTo(folder.resolve("many.jar"));

        assertThatThrownBy(() -> JarWeaver.of(Surface.ofTenant(), "1").inspect(path))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("many.jar has classes for more than 32 releases of Java");
    }

    /** Whatever it holds: resources, classes, jars. */
    @Test
    void stream_moreThanThereIsRoomFor_isRefused() throws IOException {
        SmallJar inner = new SmallJar().withEntry("zeros", new byte[3 << 20]);
        Path innerJar = inner.writeTo(folder.resolve("inner.jar"));
        Path path =
                new SmallJar()
                        .withEntry("inner.jar", Files.readAllBytes(innerJar))
                        .withEntry("A.class", new byte[3 << 20])
                        .writeTo(folder.resolve("outer.jar"));

        try (Archive archive = Archive.open(path, 4 << 20)) {
            ZipEntry entry = archive.entries().stream().filter(Archive::isClass).findFirst().get();
            assertThat(archive.readClass(entry)).hasSize(3 << 20);
            Archive nested = archive.all().get(1);
            ZipEntry zeros = nested.entries().getLast();
            assertThatThrownBy(() -> nested.stream(zeros).readAllBytes())
                    .isInstanceOf(IOException.class)
                    .hasMessage("outer.jar has more than 4194304 bytes once unpacked");
        }
    }
}
