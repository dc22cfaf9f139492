package dev.stint.host.demo;

import dev.stint.Scheduler;
import dev.stint.budget.Budget;
import dev.stint.budget.Ledger;
import dev.stint.budget.Receipt;
import dev.stint.error.OperationBudgetExhaustedException;
import dev.stint.error.StackOverflowException;
import dev.stint.nativecode.NativeCode;
import dev.stint.nativecode.NativeLibrary;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.tenant.Tenant;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** C functions that loop, recurse and multiply without end, beside C functions that work. */
final class NativeTasks implements Scene {
    private static final Budget LOOP = new Budget(5_000_000, 0, 1, 0, 0);
    private static final Budget BOMB = new Budget(2_000_000, 0, 5_000, 0, 0);
    private static final int SUM = 5_050;

    private final int honest;

    NativeTasks() {
        this(2_000);
    }

    NativeTasks(int honest) {
        this.honest = honest;
    }

    @Override
    public String name() {
        return "native";
    }

    @Override
    public String claim() {
        return "C tasks end at their budgets and stacks";
    }

    @Override
    public Optional<String> whyNot() {
        if (!NativeCode.isAvailable()) {
            return NativeCode.whyNot();
        }
        for (String folder :
                System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
            if (Files.isExecutable(Path.of(folder, "cc"))) {
                return Optional.empty();
            }
        }
        return Optional.of("there is no C compiler named cc on the PATH");
    }

    @Override
    public void play(Stage stage, Findings findings) throws Exception {
        NativeLibrary guests = compile();
        try (var scheduler = Stage.open(this, c -> c.withWorkers(Stage.workers()))) {
            Tenant looper = scheduler.openTenant(t -> t.withName("looper").withBudget(LOOP));
            Tenant bomber = scheduler.openTenant(t -> t.withName("bomber").withBudget(BOMB));
            Tenant others = scheduler.openTenant(t -> t.withName("others"));
            Task<Long> loop = looper.root().spawn("loop", guests.function("endless").on());
            Task<Long> bomb = bomber.root().spawn("bomb", guests.function("bomb").on());
            Task<Long> deep = others.root().spawn("deep", guests.function("deep").on());
            List<Task<Long>> work = new ArrayList<>();
            for (int i = 0; i < honest; i++) {
                work.add(others.root().spawn("honest", guests.function("adds").on()));
            }
            long sum = 0;
            for (Task<Long> task : work) {
                sum += task.await(stage.patience());
            }
            findings.expectEqual("sum of the honest", sum, (long) SUM * honest);
            expectFailure(findings, loop, OperationBudgetExhaustedException.class);
            expectFailure(findings, deep, StackOverflowException.class);
            bomb.awaitOutcome();
            looper.close();
            bomber.close();
            others.close();
            tellOfSpent(findings, loop.receipt().orElseThrow(), bomber.ledger());
        }
        findings.expectEqual("what the same loop pays again", ops(guests), ops(guests));
    }

    private void tellOfSpent(Findings findings, Receipt loop, Ledger bomb) {
        long ops = loop.spent().ops() - loop.debt().ops(); // a grace to clean up is debt
        findings.expectEqual("what the loop has paid", ops, LOOP.ops());
        findings.expect(BOMB.covers(bomb.spent()), "the bomb has spent " + bomb.spent());
        findings.expect(bomb.isBalanced() && bomb.held().isZero(), "the books are wrong: " + bomb);
        findings.number("operations", ops);
        findings.number("spawns", bomb.spent().spawns());
        findings.number("honest", honest);
        findings.figure(
                "a loop, %s spawns, a deep stack; %s tasks done"
                        .formatted(Text.number(bomb.spent().spawns()), Text.number(honest)));
    }

    private static void expectFailure(Findings findings, Task<Long> task, Class<?> type)
            throws InterruptedException {
        Outcome<Long> outcome = task.awaitOutcome();
        findings.expect(
                outcome instanceof Outcome.Failure<Long>(Throwable cause) && type.isInstance(cause),
                task + " ended otherwise: " + outcome);
        if (outcome instanceof Outcome.Failure<Long>(Throwable cause)) {
            findings.note(String.valueOf(cause.getMessage()));
        }
    }

    /** What an endless loop pays under a seed. */
    private long ops(NativeLibrary guests) throws Exception {
        try (Scheduler scheduler = Stage.open(this, c -> c.withWorkers(1).withSeed(7))) {
            Tenant tenant =
                    scheduler.openTenant(t -> t.withBudget(new Budget(100_000, 0, 1, 0, 0)));
            Task<Long> task = tenant.root().spawn(guests.function("endless").on());
            task.awaitOutcome();
            return task.receipt().orElseThrow().spent().ops();
        }
    }

    private static NativeLibrary compile() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("stint-demo");
        Path source = folder.resolve("guests.c");
        Path library = folder.resolve("libguests.so");
        try {
            try (InputStream in = NativeTasks.class.getResourceAsStream("guests.c")) {
                if (in == null) {
                    throw new IOException("guests.c is not in the jar");
                }
                Files.copy(in, source);
            }
            Path stint = NativeCode.library();
            var process =
                    new ProcessBuilder(
                                    "cc",
                                    "-shared",
                                    "-fPIC",
                                    "-O1",
                                    "-fsanitize-coverage=trace-pc",
                                    "-I" + stint.getParent(),
                                    "-o",
                                    library.toString(),
                                    source.toString(),
                                    stint.toString())
                            .redirectErrorStream(true)
                            .start();
            String said =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IOException("guests.c does not compile: " + said);
            }
            return NativeLibrary.load(library);
        } finally {
            Files.deleteIfExists(library); // it is loaded
            Files.deleteIfExists(source);
            Files.delete(folder);
        }
    }
}
