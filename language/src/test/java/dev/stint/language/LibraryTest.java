package dev.stint.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.budget.Budget;
import dev.stint.error.BudgetExhaustedException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a host offers to scripts. */
@SuppressWarnings({"StringConcatToTextBlock", "StringSplitter"}) // a row is a line
class LibraryTest {
    private static final Budget PLENTY = new Budget(1_000_000, 1L << 24, 100, 1_000, 0);

    record Order(String item, long count) {}

    private final List<String> seen = new ArrayList<>();
    private final Library library =
            Library.none()
                    .withType("Order", Order.class)
                    .withFunction(
                            "order(item: String, n: i64) -> Order",
                            1,
                            a -> new Order((String) a[0], (long) a[1]))
                    .withFunction("Order.count(o: Order) -> i64", 3, a -> ((Order) a[0]).count())
                    .withFunction("Order.item(o: Order) -> String", 1, a -> ((Order) a[0]).item())
                    .withFunction(
                            "price(item: String) -> ?f64", 10, a -> a[0].equals("tea") ? 2.5 : null)
                    .withFunction(
                            "find(item: String) -> ?Order",
                            1,
                            a -> a[0].equals("tea") ? new Order("tea", 3) : null)
                    .withFunction("log(text: String)", 2, a -> seen.add((String) a[0]))
                    .withFunction("wrong() -> i64", 1, _ -> "no number")
                    .withFunction("small() -> u8", 1, _ -> 256)
                    .withFunction(
                            "fails() -> i64",
                            1,
                            _ -> {
                                throw new IllegalStateException("the host says no");
                            });

    private ScriptResult run(String body) throws Exception {
        Script script =
                Script.compile(
                        "a.jan", Scripts.SERVICE + "func main() do\n" + body + "\nend", library);
        ScriptResult interpreted = Scripts.run(script.interpreted(), PLENTY);
        ScriptResult compiled = Scripts.run(script, PLENTY);

        assertThat(compiled.output()).isEqualTo(interpreted.output());
        assertThat(compiled.receipt()).isEqualTo(interpreted.receipt());
        assertThat(compiled.failure().map(Throwable::getMessage))
                .isEqualTo(interpreted.failure().map(Throwable::getMessage));
        return compiled;
    }

    @Test
    void run_functionsOfTheHost_areCalledAndPaid() throws Exception {
        ScriptResult result =
                run(
                        """
                        let o = order("tea", 4)
                        println(o.item(), o.count())
                        println(price("tea") ?? 0.0, price("gold") ?? -1.0)
                        log("done")
                        let orders = List[Order].new()
                        orders.push(o)
                        println(orders[0].count())
                        let f = find("tea") ?? o
                        println(f.count(), (find("x") ?? o).count())
                        """);

        assertThat(result.output()).isEqualTo("tea4\n2.5\n-1.0\n4\n3\n4\n");
        assertThat(seen).containsExactly("done", "done");
    }

    @Test
    void run_pricesOfTheHost_areWhatItSays() throws Exception {
        long before = run("let a = 1").receipt().spent().ops();

        assertThat(run("let a = price(\"tea\")").receipt().spent().ops() - before).isEqualTo(10);
        Script script =
                Script.compile(
                        "a.jan", "func main() do loop do let p = price(\"tea\") end end", library);
        assertThat(Scripts.run(script, PLENTY).failure().orElseThrow())
                .isInstanceOf(BudgetExhaustedException.class);
    }

    @Test
    void run_whatTheHostGives_isLookedAt() throws Exception {
        assertThat(run("println(wrong())").failure().orElseThrow())
                .hasMessageContaining(
                        "the host's function 'wrong' gave no number, which is no i64");
        assertThat(run("println(small())").failure().orElseThrow())
                .hasMessageContaining("gave 256, which is no u8");
        assertThat(run("println(fails())").failure().orElseThrow())
                .hasMessageContaining("the host says no");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nothing() ==> S0001",
                "let o = Order.new() ==> S0001",
                "let o = Order { item: \"x\" } ==> S0003",
                "println(order(\"x\", 1).weight()) ==> S0002",
                "println(price(1) ?? 0.0) ==> S0004",
                "let o = order(\"x\", 1)\nnursery do spawn do println(o.count()) end end ==> N1102",
                "println(order(\"x\", 1)) ==> S0005"
            })
    void compile_whatTheHostDoesNotOffer_isRefused(String row) {
        String[] parts = row.split(" ==> ");

        assertThatThrownBy(() -> run(parts[0]))
                .isInstanceOfSatisfying(
                        ScriptRefusedException.class,
                        e -> assertThat(e.diagnostics().getFirst().code()).isEqualTo(parts[1]));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "price",
                "price(",
                "Price(x: i64)",
                "p(x: Nothing)",
                "p(x: []i64)",
                "p() -> List[i64]",
                "p() -> i64 ! error",
                "p(x: i64) -> i64 do return 1 end func q()",
                "Order.p()",
                "Order.p(x: i64)",
                "p(f: func())",
                "p() -> Channel[i64]",
                "order() -> i64"
            })
    void withFunction_whatIsNoSignature_isRefused(String signature) {
        assertThatThrownBy(() -> library.withFunction(signature, 1, _ -> null))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void with_wrongNamesAndPrices_areRefused() {
        assertThatThrownBy(() -> library.withFunction("p()", 0, _ -> null))
                .hasMessageContaining("nothing is free");
        for (String name : List.of("order", "List", "i64", "Order", "a b", "")) {
            assertThatThrownBy(() -> library.withType(name, Order.class))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
