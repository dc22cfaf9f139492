package dev.stint.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.ModuleProgram;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a program that is a module can do with the weaver and the testkit, and what it cannot. */
class ModuleTest {
    @TempDir private Path folder;

    private ModuleProgram program() {
        return new ModuleProgram(folder, "dev.stint.weave", "dev.stint.testkit");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dev.stint.weave.internal.surface",
                "dev.stint.testkit.internal.run",
                "dev.stint.internal.sim"
            })
    void compile_internalPackage_isRefused(String room) throws Exception {
        assertThat(program().compile("import " + room + ".*; class Main {}"))
                .contains("package " + room + " is not visible");
    }

    @Test
    void run_tenantAndSimulationOnTheModulePath_work() throws Exception {
        String said =
                program()
                        .compile(
                                """
                                import dev.stint.Scheduler;
                                import dev.stint.Stint;
                                import dev.stint.hooks.AccessRefusedException;
                                import dev.stint.testkit.Sim;
                                import dev.stint.weave.MeteredClassLoader;
                                import dev.stint.weave.Surface;

                                class Main {
                                    public static class Guest implements Runnable {
                                        public void run() { System.exit(1); }
                                    }

                                    static java.util.Optional<byte[]> file(String name) {
                                        try (var in = Main.class.getModule()
                                                .getResourceAsStream(name + ".class")) {
                                            return java.util.Optional.ofNullable(
                                                    in == null ? null : in.readAllBytes());
                                        } catch (java.io.IOException e) {
                                            throw new java.io.UncheckedIOException(e);
                                        }
                                    }

                                    public static void main(String[] args) throws Exception {
                                        var result = Sim.explore(
                                                c -> c.withSchedules(20),
                                                sim -> sim.run(n -> {
                                                    n.spawn(Stint::yield);
                                                    n.spawn(Stint::yield);
                                                }));
                                        System.out.println(result.failure().isEmpty());
                                        var loader = MeteredClassLoader.of(
                                                "guest",
                                                Main::file,
                                                Surface.ofTenant(),
                                                Main.class.getClassLoader());
                                        try (loader) {
                                            var guest = loader.loadClass("app.Main$Guest")
                                                    .asSubclass(Runnable.class);
                                            guest.getConstructor().newInstance().run();
                                        } catch (AccessRefusedException e) {
                                            System.out.println("refused");
                                        }
                                    }
                                }
                                """);

        assertThat(said).isEmpty();
        assertThat(program().run()).isEqualTo("0: true\nrefused\n");
    }
}
