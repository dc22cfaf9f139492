package dev.stint;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a program that is a module can do with the runtime, and what it cannot. */
class ModuleTest {
    @TempDir private Path folder;

    private ModuleProgram program() {
        return new ModuleProgram(folder, "dev.stint");
    }

    @Test
    void compile_internalClass_isRefused() throws Exception {
        assertThat(program().compile("class Main { dev.stint.internal.task.TaskImpl<?> task; }"))
                .contains("package dev.stint.internal.task is not visible");
    }

    @Test
    @DisplayName("nobody else implements a task, a nursery, a tenant or a supervisor")
    void compile_implementationOfTheApi_isRefused() throws Exception {
        for (String type :
                List.of(
                        "task.Task<String>",
                        "nursery.Nursery",
                        "tenant.Tenant",
                        "supervisor.Supervisor")) {
            assertThat(
                            program()
                                    .compile(
                                            "abstract class Main implements dev.stint."
                                                    + type
                                                    + " {}"))
                    .contains("not allowed to extend sealed class");
        }
    }

    @Test
    void run_onTheModulePath_works() throws Exception {
        String said =
                program()
                        .compile(
                                """
                                import dev.stint.Scheduler;

                                class Main {
                                    public static void main(String[] args) throws Exception {
                                        try (var scheduler = Scheduler.open()) {
                                            System.out.println(
                                                    scheduler.root().spawn(() -> 6 * 7).await());
                                        }
                                    }
                                }
                                """);

        assertThat(said).isEmpty();
        assertThat(program().run()).isEqualTo("0: 42\n");
    }
}
