package dev.stint.language;

import dev.stint.budget.Budget;
import dev.stint.language.diagnostic.Diagnostic;
import dev.stint.language.internal.check.Checker;
import dev.stint.language.internal.check.Typing;
import dev.stint.language.internal.emit.Emitter;
import dev.stint.language.internal.emit.ScriptLoader;
import dev.stint.language.internal.emit.TooLargeException;
import dev.stint.language.internal.interpret.Interpreter;
import dev.stint.language.internal.lower.Lowering;
import dev.stint.language.internal.qtjir.Graph;
import dev.stint.language.internal.qtjir.Passes;
import dev.stint.language.internal.qtjir.Program;
import dev.stint.language.internal.qtjir.ProgramText;
import dev.stint.language.internal.run.Body;
import dev.stint.language.internal.syntax.Layout;
import dev.stint.language.internal.syntax.Parser;
import dev.stint.language.internal.syntax.Reports;
import dev.stint.language.internal.syntax.Source;
import dev.stint.language.internal.syntax.Units;
import dev.stint.language.internal.type.Types;
import dev.stint.language.profile.LanguageProfile;
import dev.stint.tenant.Tenant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A compiled script. Compile it once, run it as often as you like, in any tenant:
 *
 * <pre>{@code
 * Script script = Script.compile("func main(n: i64) -> i64 do return n * 2 end");
 * ScriptResult result = script.run(tenant, 21L);
 * }</pre>
 *
 * <p>Immutable; any thread may use it.
 */
public final class Script {
    private static final String ENTRY = "main";
    private static final Pattern INNER = Pattern.compile(".*\\$(closure|task)\\d+"); // of a test

    private final Program program;
    private final LanguageProfile profile;
    private final List<Diagnostic> warnings;

    private final Library library;
    private final @Nullable ScriptLoader code; // null: it is interpreted

    private Script(
            Program program,
            @Nullable ScriptLoader code,
            LanguageProfile profile,
            Library library,
            List<Diagnostic> warnings) {
        this.library = library;
        this.program = program;
        this.code = code;
        this.profile = profile;
        this.warnings = warnings;
    }

    /**
     * Loads what the first script needs, the compiler above all, and runs a small script that it
     * has made up. A host that calls this while it starts, on any thread, does not have its first
     * script wait for it. It takes a tenth of a second or two; later calls do nothing.
     */
    public static void prepare() {
        Preparation.ensure();
    }

    /** As {@link #compile(String, String)}, for a text that has no name. */
    public static Script compile(String text) throws ScriptRefusedException {
        return compile("script.jan", text);
    }

    /**
     * Compiles a text. The profile is the one that the text declares, or else core.
     *
     * @param name how the text is called in messages
     * @throws ScriptRefusedException if something is wrong with it; says all that is
     */
    public static Script compile(String name, String text) throws ScriptRefusedException {
        return compile(name, text, null, Library.none());
    }

    /** As {@link #compile(String, String)}, for a text that may use what the host offers. */
    public static Script compile(String name, String text, Library library)
            throws ScriptRefusedException {
        return compile(name, text, null, library);
    }

    /** As {@link #compile(String, String)}, under a profile that the text cannot change. */
    public static Script compileAs(LanguageProfile profile, String name, String text)
            throws ScriptRefusedException {
        return compileAs(profile, name, text, Library.none());
    }

    /** As {@link #compileAs(LanguageProfile, String, String)}, with what the host offers. */
    public static Script compileAs(
            LanguageProfile profile, String name, String text, Library library)
            throws ScriptRefusedException {
        Objects.requireNonNull(profile, "profile of a script");
        return compile(name, text, profile, library);
    }

    /** As {@link #check(String, String, Library)}, without a library. */
    public static List<Diagnostic> check(String name, String text) {
        return check(name, text, Library.none());
    }

    /** All that is said about a text and its modules, errors and warnings; nothing is run. */
    public static List<Diagnostic> check(String name, String text, Library library) {
        try {
            return compile(name, text, library).warnings();
        } catch (ScriptRefusedException e) {
            return e.diagnostics();
        }
    }

    /** As {@link #inspect(String, String, Library)}, without a library. */
    public static ScriptInspection inspect(String name, String text) {
        return inspect(name, text, Library.none());
    }

    /** What editors ask about a text; nothing is run, and nothing is thrown whatever it says. */
    public static ScriptInspection inspect(String name, String text, Library library) {
        Objects.requireNonNull(name, "name of a script");
        Objects.requireNonNull(library, "library of a script");
        var source = new Source(name, Objects.requireNonNull(text, "text of a script"));
        var reports = new Reports(source);
        var units = Units.read(reports, null, library::module);
        Typing typing =
                reports.hasErrors() ? null : Checker.check(units, reports, library.offers());
        return ScriptInspection.of(source, reports.all(), typing);
    }

    /**
     * A text as it should look: with the usual blanks and indentation, and the same lines, tokens
     * and comments. Laid out again it stays as it is.
     *
     * @throws ScriptRefusedException if it cannot be read; its types may be wrong
     */
    public static String format(String name, String text) throws ScriptRefusedException {
        Objects.requireNonNull(name, "name of a script");
        var source = new Source(name, Objects.requireNonNull(text, "text of a script"));
        var reports = new Reports(source);
        Parser.parse(reports, null);
        if (reports.all().stream()
                .anyMatch(found -> !found.code().startsWith("S") && found.isError())) {
            throw new ScriptRefusedException(reports.all());
        }
        return Layout.of(source);
    }

    private static Script compile(
            String name, String text, @Nullable LanguageProfile profile, Library library)
            throws ScriptRefusedException {
        Objects.requireNonNull(library, "library of a script");
        Objects.requireNonNull(name, "name of a script");
        Objects.requireNonNull(text, "text of a script");
        var source = new Source(name, text);
        var reports = new Reports(source);
        var units = Units.read(reports, profile, library::module);
        Typing typing =
                reports.hasErrors() ? null : Checker.check(units, reports, library.offers());
        if (typing == null || reports.hasErrors()) {
            throw new ScriptRefusedException(reports.all());
        }
        Program program = Lowering.lower(typing, source);
        Program passed = Passes.optimised(program);
        return new Script(
                passed, loaderOf(name, passed), typing.script().profile(), library, reports.all());
    }

    /** A script of these graphs, as they are. */
    static Script of(
            String name, Program program, LanguageProfile profile, List<Diagnostic> warnings) {
        return new Script(program, loaderOf(name, program), profile, Library.none(), warnings);
    }

    private static @Nullable ScriptLoader loaderOf(String name, Program program) {
        try {
            Predicate<String> isEntry = g -> g.equals(ENTRY) || g.startsWith(Lowering.TEST);
            return new ScriptLoader(Emitter.emit(program, name, isEntry));
        } catch (TooLargeException e) {
            return null;
        }
    }

    /**
     * The same script, run by the interpreter of its intermediate code. It does the same and costs
     * the same, to the unit, and takes much longer: it is what compiled code is compared with.
     */
    public Script interpreted() {
        return new Script(program, null, profile, library, warnings);
    }

    /** False if it is interpreted: asked for, or because a function is too large for the JVM. */
    public boolean isCompiled() {
        return code != null;
    }

    /** Of its classes; empty if it is interpreted. */
    Optional<ClassLoader> loader() {
        return Optional.ofNullable(code);
    }

    public LanguageProfile profile() {
        return profile;
    }

    /** What could be better, although it compiles. */
    public List<Diagnostic> warnings() {
        return warnings;
    }

    /** The intermediate code, as text. It shows where the script pays. */
    public String intermediateCode() {
        return ProgramText.of(program);
    }

    // ---- running

    /**
     * As {@link #run(Tenant, UnaryOperator, Object...)}, with what the profile gives; a script
     * without concurrency gets what the service profile gives.
     */
    public ScriptResult run(Tenant tenant, Object... arguments) throws InterruptedException {
        return run(tenant, UnaryOperator.identity(), arguments);
    }

    /** As {@link #run(Tenant, UnaryOperator, Object...)}, with this budget. */
    public ScriptResult run(Tenant tenant, Budget budget, Object... arguments)
            throws InterruptedException {
        return run(tenant, c -> c.withBudget(budget), arguments);
    }

    /**
     * Runs {@code main} as a task of the tenant and waits until it and all that it has started have
     * ended: {@code script.run(tenant, c -> c.withDeadline(Duration.ofSeconds(1)), 21L)}. All of it
     * lives off one budget, which is taken from the tenant. However it ends, the result has what it
     * has printed and spent.
     *
     * @param arguments Long, Integer, Double, Boolean or String, as main's parameters are
     * @throws IllegalArgumentException if they do not fit, or there is no main
     * @throws InterruptedException if the waiting thread is interrupted; the script was cancelled
     */
    public ScriptResult run(Tenant tenant, UnaryOperator<RunConfig> configure, Object... arguments)
            throws InterruptedException {
        Graph main = main();
        return run(tenant, configure, main, Arguments.fitting(main, arguments));
    }

    private Graph main() {
        Graph main = program.find(ENTRY);
        if (main == null) {
            throw new IllegalArgumentException(
                    "the script has no function 'main'. Add one: func main() do ... end");
        }
        return main;
    }

    /**
     * The names of the parameters of {@code main} that the host gives values.
     *
     * @throws IllegalArgumentException if there is no main
     */
    public List<String> parameters() {
        return main().params().stream()
                .filter(param -> !param.type().equals(Types.CAPABILITIES))
                .map(Graph.Param::name)
                .toList();
    }

    /**
     * What people have written, as arguments that fit the parameters of {@code main}.
     *
     * @throws IllegalArgumentException if something does not, or they are too few or too many
     */
    public Object[] arguments(List<String> words) {
        return Arguments.read(main(), words);
    }

    /** The titles of its tests, in the order of the text. */
    public List<String> tests() {
        return program.graphs().stream()
                .map(Graph::name)
                .filter(name -> name.startsWith(Lowering.TEST) && !INNER.matcher(name).matches())
                .map(name -> name.substring(Lowering.TEST.length()))
                .toList();
    }

    /** As {@link #runTest(Tenant, UnaryOperator, String)}, with this budget. */
    public ScriptResult runTest(Tenant tenant, Budget budget, String title)
            throws InterruptedException {
        return runTest(tenant, c -> c.withBudget(budget), title);
    }

    /**
     * Runs one of its tests, as {@link #run(Tenant, UnaryOperator, Object...)} does main. It has
     * failed if there is a failure.
     *
     * @throws IllegalArgumentException if there is none of this title
     */
    public ScriptResult runTest(Tenant tenant, UnaryOperator<RunConfig> configure, String title)
            throws InterruptedException {
        Graph test = program.find(Lowering.TEST + title);
        if (test == null) {
            throw new IllegalArgumentException(
                    "the script has no test '%s'; it has %s".formatted(title, tests()));
        }
        return run(tenant, configure, test, List.of());
    }

    private ScriptResult run(
            Tenant tenant, UnaryOperator<RunConfig> configure, Graph entry, List<Object> given)
            throws InterruptedException {
        Objects.requireNonNull(tenant, "tenant of a script");
        RunConfig config =
                Objects.requireNonNull(
                        configure.apply(RunConfig.defaults()), "configuration of a run");
        Body body =
                code == null
                        ? Interpreter.body(entry, given, List.of())
                        : code.entry(entry.name(), given);
        return new Execution(tenant, config, profile).run(program, library, body);
    }
}
