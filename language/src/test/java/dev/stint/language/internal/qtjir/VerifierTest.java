package dev.stint.language.internal.qtjir;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Graphs that are wrong, each in one way, and what is said about them. */
class VerifierTest {
    private static List<String> check(String graphs) throws Exception {
        return Verifier.check(ProgramReader.read(graphs));
    }

    private static List<String> checkBody(String result, String body) throws Exception {
        return check("graph @f(n: i64, b: bool) -> " + result + " {\n" + body + "}\n");
    }

    @Test
    void check_validGraph_saysNothing() throws Exception {
        assertThat(
                        checkBody(
                                "i64",
                                """
                                %0 = Argument 0 : i64
                                %1 = Return %0 : void
                                """))
                .isEmpty();
    }

    @Test
    void check_danglingEdge_isFound() throws Exception {
        assertThat(checkBody("i64", "%0 = Argument 0 : i64\n%1 = Return %7 : void\n"))
                .containsExactly("@f %1 Return: there is no %7");
    }

    @Test
    void check_noTerminator_isFound() throws Exception {
        assertThat(checkBody("i64", "%0 = Argument 0 : i64\n"))
                .containsExactly("@f: it has no end");
    }

    @Test
    void check_labelInTheMiddle_isFound() throws Exception {
        assertThat(
                        checkBody(
                                "void",
                                "%0 = Constant 1 : i64\n%1 = Label : label\n%2 = Return : void\n"))
                .hasSize(1)
                .first()
                .asString()
                .contains("the one before has no end");
    }

    @Test
    void check_selfReference_isFound() throws Exception {
        assertThat(checkBody("i64", "%0 = Add %0, %0 : i64\n%1 = Return %0 : void\n"))
                .first()
                .asString()
                .contains("%0 may not have been made before");
    }

    @Test
    void check_useBeforeDefinition_isFound() throws Exception {
        assertThat(
                        checkBody(
                                "i64",
                                """
                                %0 = Argument 1 : bool
                                %1 = Branch %0, %2, %5 : void
                                %2 = Label : label
                                %3 = Constant 1 : i64
                                %4 = Jump %5 : void
                                %5 = Label : label
                                %6 = Return %3 : void
                                """))
                .containsExactly("@f %6 Return: %3 may not have been made before");
    }

    @Test
    void check_diamondWithPhi_isFine() throws Exception {
        String diamond =
                """
                %0 = Argument 1 : bool
                %1 = Branch %0, %2, %5 : void
                %2 = Label : label
                %3 = Constant 1 : i64
                %4 = Jump %8 : void
                %5 = Label : label
                %6 = Constant 2 : i64
                %7 = Jump %8 : void
                %8 = Label : label
                %9 = Phi %3, %2, %6, %5 : i64
                %10 = Return %9 : void
                """;

        assertThat(checkBody("i64", diamond)).isEmpty();
        assertThat(checkBody("i64", diamond.replace("%3, %2, %6, %5", "%3, %2, %6, %2")))
                .containsExactly("@f %9 Phi: %2 is named twice");
        assertThat(checkBody("i64", diamond.replace("%3, %2, %6, %5", "%3, %2")))
                .containsExactly("@f %9 Phi: it has not one value for each block before");
        assertThat(checkBody("i64", diamond.replace("%3, %2, %6, %5", "%6, %2, %6, %5")))
                .containsExactly("@f %9 Phi: %6 may not have been made before");
    }

    @Test
    void check_types_areCheckedPerOpcode() throws Exception {
        assertThat(
                        checkBody(
                                "i64",
                                """
                                %0 = Argument 0 : i64
                                %1 = Argument 1 : bool
                                %2 = Add %0, %1 : i64
                                %3 = Return %1 : void
                                """))
                .containsExactly(
                        "@f %2 Add: its sides and its result are not of one type",
                        "@f %3 Return: the graph gives back a i64, not [bool]");
    }

    /** [SCHED:4.1.1] a check on every cycle. */
    @Test
    void check_cycleWithoutACheck_isFound() throws Exception {
        String cycle =
                """
                %0 = Argument 1 : bool
                %1 = Jump %2 : void
                %2 = Label : label
                %3 = Branch %0, %4, %7 : void
                %4 = Label : label
                %5 = BUDGET
                %6 = Jump %2 : void
                %7 = Label : label
                %8 = Return : void
                """;

        assertThat(checkBody("void", cycle.replace("BUDGET", "Budget_Check : void"))).isEmpty();
        assertThat(
                        checkBody(
                                "void",
                                cycle.replace("BUDGET", "Budget_Decrement ops=1 bytes=0 : void")))
                .containsExactly("@f %6 Jump: this closes a cycle that has no Budget_Check");
    }

    /** [SCHED:4.1.1] and before every call. */
    @Test
    void check_callWithoutACheck_isFound() throws Exception {
        String calls =
                """
                graph @g() -> void {
                  %0 = Return : void
                }
                graph @f() -> void {
                  %0 = Budget_Check : void
                  %1 = Call @g : void
                  %2 = SECOND : void
                  %3 = Call @g : void
                  %4 = Return : void
                }
                """;

        assertThat(check(calls.replace("SECOND", "Budget_Check"))).isEmpty();
        assertThat(check(calls.replace("SECOND", "Budget_Decrement ops=1 bytes=0")))
                .containsExactly("@f %3 Call: there is no Budget_Check before it in its block");
    }

    @Test
    void check_nurseryLeftOpen_isFound() throws Exception {
        assertThat(
                        check(
                                """
                                graph @f(b: bool) -> void {
                                  %0 = Argument 0 : bool
                                  %1 = Nursery_Begin : Nursery in CPU_Parallel
                                  %2 = Branch %0, %3, %6 : void
                                  %3 = Label : label
                                  %4 = Nursery_End %1 : void ! error in CPU_Parallel
                                  %5 = Return : void
                                  %6 = Label : label
                                  %7 = Return : void
                                }
                                """))
                .containsExactly("@f %7 Return: %1 is still open");
    }

    @Test
    void check_nurseriesClosedInTheWrongOrder_areFound() throws Exception {
        assertThat(
                        check(
                                """
                                graph @f() -> void {
                                  %0 = Nursery_Begin : Nursery in CPU_Parallel
                                  %1 = Nursery_Begin : Nursery in CPU_Parallel
                                  %2 = Nursery_End %0 : void ! error in CPU_Parallel
                                  %3 = Nursery_End %1 : void ! error in CPU_Parallel
                                  %4 = Return : void
                                }
                                """))
                .contains("@f %2 Nursery_End: %1 was opened later and is still open");
    }

    /** [SCHED:14.1.1] NurseryNotActive is found in files, too. */
    @Test
    void check_spawnOutsideOfANursery_isFound() throws Exception {
        assertThat(
                        check(
                                """
                                graph @g() -> void in CPU_Parallel {
                                  %0 = Return : void
                                }
                                graph @f() -> void {
                                  %0 = Budget_Check : void
                                  %1 = Spawn @g : Task[void] in CPU_Parallel
                                  %2 = Return : void
                                }
                                """))
                .containsExactly("@f %1 Spawn: NurseryNotActive: no nursery is open here");
    }

    /** [SCHED:11.2.1] what is scheduled has its tenancy. */
    @Test
    void check_scheduledOpcodeElsewhere_isFound() throws Exception {
        assertThat(check("graph @f() -> void {\n %0 = Yield : void\n %1 = Return : void\n}\n"))
                .containsExactly("@f %0 Yield: its tenancy is CPU_Parallel");
    }
}
