package dev.stint.testkit.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayCommandTest {
    @TempDir private Path folder;

    private String command(boolean gradle, Path here, Path root) {
        return ReplayCommand.of(
                ReplayCommandTest.class,
                "test",
                gradle,
                here,
                Map.of("MAVEN_PROJECTBASEDIR", root.toString()));
    }

    @Test
    void command_inTheModule_isMavensForOneTest() {
        assertThat(command(false, folder, folder))
                .isEqualTo("mvn test -Dtest='ReplayCommandTest#test' -Dstint.replay={file}");
    }

    @Test
    void command_oneModuleOfSeveral_namesItAndTheFolderOfAll() throws Exception {
        Files.createFile(folder.resolve("pom.xml"));

        assertThat(command(false, folder.resolve("web"), folder))
                .isEqualTo(
                        "mvn test -f "
                                + folder
                                + " -pl web -am -Dsurefire.failIfNoSpecifiedTests=false"
                                + " -Dtest='ReplayCommandTest#test' -Dstint.replay={file}");
    }

    @Test
    void command_folderWithASpace_isQuoted() throws Exception {
        Path root = Files.createDirectory(folder.resolve("my work"));
        Files.createFile(root.resolve("pom.xml"));

        assertThat(command(false, root.resolve("web"), root))
                .contains("-f '" + root + "' -pl web ");
    }

    @Test
    void command_folderWithoutAPom_isNotNamed() {
        assertThat(command(false, folder.resolve("web"), folder)).doesNotContain("-pl");
    }

    @Test
    void command_underGradle_isGradles() {
        assertThat(command(true, folder, folder))
                .isEqualTo(
                        "./gradlew test --tests"
                                + " 'dev.stint.testkit.junit.ReplayCommandTest.test'"
                                + " -Dstint.replay={file}");
    }
}
