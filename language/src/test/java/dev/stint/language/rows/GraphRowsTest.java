package dev.stint.language.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.language.internal.qtjir.ProgramReader;
import dev.stint.language.internal.qtjir.Verifier;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Scenarios for graphs, by the names under which the language's own project has them. */
class GraphRowsTest {
    private static List<String> check(String body) throws Exception {
        return Verifier.check(
                ProgramReader.read("graph @f(n: i64, b: bool) -> i64 {\n" + body + "}\n"));
    }

    @Test
    @DisplayName("Validation - Valid Graph")
    void validGraph() throws Exception {
        assertThat(check("%0 = Argument 0 : i64\n%1 = Return %0 : void\n")).isEmpty();
    }

    @Test
    @DisplayName("Dangling Edge Detection")
    void danglingEdge() throws Exception {
        assertThat(check("%0 = Argument 0 : i64\n%1 = Return %9 : void\n"))
                .containsExactly("@f %1 Return: there is no %9");
    }

    /** A cycle of values; one of control is a loop. */
    @Test
    @DisplayName("Cycle Detection")
    void cycle() throws Exception {
        assertThat(
                        check(
                                """
                                %0 = Add %1, %1 : i64
                                %1 = Add %0, %0 : i64
                                %2 = Return %1 : void
                                """))
                .anyMatch(found -> found.contains("may not have been made before"));
    }

    @Test
    @DisplayName("Self-Referencing Cycle")
    void selfReference() throws Exception {
        assertThat(check("%0 = Add %0, %0 : i64\n%1 = Return %0 : void\n"))
                .anyMatch(found -> found.contains("%0 may not have been made before"));
    }

    @Test
    @DisplayName("Complex Acyclic Graph")
    void diamond() throws Exception {
        assertThat(
                        check(
                                """
                                %0 = Argument 0 : i64
                                %1 = Argument 1 : bool
                                %2 = Branch %1, %3, %6 : void
                                %3 = Label : label
                                %4 = Add %0, %0 : i64
                                %5 = Jump %9 : void
                                %6 = Label : label
                                %7 = Mul %0, %0 : i64
                                %8 = Jump %9 : void
                                %9 = Label : label
                                %10 = Phi %4, %3, %7, %6 : i64
                                %11 = Return %10 : void
                                """))
                .isEmpty();
    }

    /** Stricter than there: what only the scheduler can do, elsewhere, is an error. */
    @Test
    @DisplayName("Tenancy Consistency Warning")
    void tenancy() throws Exception {
        String body =
                """
                %0 = Argument 0 : i64
                %1 = Yield : void
                %2 = Return %0 : void
                """;

        assertThat(check(body)).anyMatch(found -> found.contains("CPU_Parallel"));
    }

    /** A variable that is set twice is a slot; each store has its own value. */
    @Test
    @DisplayName("SSA - single definition")
    void singleDefinition() throws Exception {
        String body =
                """
                %0 = Argument 0 : i64
                %1 = Alloca 0 : slot[i64]
                %2 = Store %1, %0 : void
                %3 = Load %1 : i64
                %4 = Add %3, %3 : i64
                %5 = Store %1, %4 : void
                %6 = Return %4 : void
                """;

        assertThat(check(body)).isEmpty();
    }

    @Test
    @DisplayName("SSA - double definition")
    void doubleDefinition() {
        String body = "%0 = Argument 0 : i64\n%0 = Add %0, %0 : i64\n%1 = Return %0 : void\n";

        assertThatThrownBy(() -> check(body)).hasMessageContaining("numbered in order");
    }
}
