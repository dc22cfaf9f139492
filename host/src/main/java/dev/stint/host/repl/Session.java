package dev.stint.host.repl;

import dev.stint.Scheduler;
import dev.stint.budget.Budget;
import dev.stint.language.Library;
import dev.stint.language.Script;
import dev.stint.language.ScriptRefusedException;
import dev.stint.language.ScriptResult;
import dev.stint.language.ScriptStop;
import dev.stint.language.profile.LanguageProfile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What was typed so far. Each input is a script of its own, in which all declarations stand, and
 * what was bound: numbers, texts and bools by their values, the rest by what was typed, which is
 * computed anew.
 */
public final class Session implements AutoCloseable {
    private static final Pattern DECLARATION =
            Pattern.compile(
                    "(?s)(pub\\s+)?(async\\s+)?(func|struct|enum|union|error|const)\\s+(\\w+).*");
    private static final Pattern IMPORT = Pattern.compile("(?s)(import|use)\\s.*");
    private static final Pattern BINDING =
            Pattern.compile("(?s)(let|var)\\s+(\\w+)\\s*(:[^=]*)?:?=(.*)");
    private static final Pattern CHANGE =
            Pattern.compile("(?s)(\\w+)\\s*([-+*/%&|^]|<<|>>)?=(?!=).*");

    private final Scheduler scheduler;
    private final Library library;
    private final Consumer<String> output;
    private final Map<String, String> declarations = new LinkedHashMap<>(); // by their names
    private final Map<String, Bound> bound = new LinkedHashMap<>();
    private Budget budget;
    private @Nullable ScriptStop running; // guarded by this

    /** Something bound: as it is written again. */
    private record Bound(String word, String text) {}

    /**
     * @param output is told what scripts print
     */
    public Session(Budget budget, Library library, Consumer<String> output) {
        this.scheduler = Scheduler.open(c -> c.withProfile(LanguageProfile.SERVICE.ofRuntime()));
        this.budget = budget;
        this.library = library;
        this.output = output;
    }

    /** What each input may spend. */
    public Budget budget() {
        return budget;
    }

    public void budget(Budget each) {
        budget = each;
    }

    /** Forgets all that was declared and bound. */
    public void reset() {
        declarations.clear();
        bound.clear();
    }

    /** Stops the input that runs, if one does. Any thread may say so. */
    public synchronized boolean stop() {
        if (running == null) {
            return false;
        }
        running.stop();
        return true;
    }

    /** True if more lines are to come before this can be understood. */
    public boolean isUnfinished(String text) {
        if (Typed.hasOpenBrackets(text)) {
            return true;
        }
        boolean isDeclaration = DECLARATION.matcher(text.strip()).matches();
        String whole = isDeclaration ? Typed.HEAD + text : program(List.of(), text);
        return Script.check(Typed.NAME, whole, library).stream()
                .anyMatch(found -> found.isError() && found.code().equals("P0013"));
    }

    /** Takes an input, and says what came of it. */
    public String take(String typed) throws InterruptedException {
        String text = typed.strip();
        try {
            if (IMPORT.matcher(text).matches()) {
                return declared(text, text);
            }
            Matcher declaration = DECLARATION.matcher(text);
            if (declaration.matches()) {
                return declared(declaration.group(4), text);
            }
            Matcher binding = BINDING.matcher(text);
            if (binding.matches()) {
                return bound(binding.group(1), binding.group(2), text);
            }
            Matcher change = CHANGE.matcher(text);
            if (change.matches() && bound.containsKey(change.group(1))) {
                return changed(change.group(1), text);
            }
            return evaluated(text);
        } catch (ScriptRefusedException e) {
            return e.diagnostics().stream()
                    .filter(found -> found.isError())
                    .map(found -> Typed.shown(found, text))
                    .collect(Collectors.joining());
        }
    }

    // ---- the intermediate code, and types

    /** What an expression is, without running it. */
    public String type(String text) {
        String program = program(List.of("let it = (", text, ")"), "");
        try {
            compile(program);
            return typeOf(program).orElse("nothing");
        } catch (ScriptRefusedException e) {
            return refused(e, text);
        }
    }

    /** Where an expression or a statement pays. */
    public String code(String text) {
        try {
            return compile(program(List.of(), text)).intermediateCode();
        } catch (ScriptRefusedException e) {
            return refused(e, text);
        }
    }

    private static String refused(ScriptRefusedException e, String text) {
        return e.diagnostics().stream()
                .filter(found -> found.isError())
                .map(found -> Typed.shown(found, text))
                .collect(Collectors.joining());
    }

    // ---- kinds of inputs

    private String declared(String name, String text) throws ScriptRefusedException {
        Map<String, String> before = new LinkedHashMap<>(declarations);
        declarations.put(name, text);
        try {
            compile(program(List.of(), ""));
        } catch (ScriptRefusedException e) {
            declarations.clear();
            declarations.putAll(before);
            throw e;
        }
        return "";
    }

    private String bound(String word, String name, String text)
            throws ScriptRefusedException, InterruptedException {
        Bound before = bound.remove(name);
        try {
            String program = program(List.of(text, "let it = " + name), "");
            compile(program);
            String type = typeOf(program).orElse("");
            if (!Typed.isPlain(type)) {
                bound.put(name, new Bound(word, text));
                return name + ": " + type + "\n";
            }
            ScriptResult result = run(returning(type, List.of(text, "return " + name)));
            result.value()
                    .ifPresent(
                            value ->
                                    bound.put(
                                            name,
                                            new Bound(word, Typed.bound(word, name, type, value))));
            return said(result, type);
        } finally {
            if (before != null && !bound.containsKey(name)) {
                bound.put(name, before);
            }
        }
    }

    private String changed(String name, String text)
            throws ScriptRefusedException, InterruptedException {
        String program = program(List.of(text, "let it = " + name), "");
        compile(program);
        String type = typeOf(program).orElse("");
        if (!Typed.isPlain(type)) {
            return "only variables of numbers, texts and bools are kept; this one is a "
                    + type
                    + "\n";
        }
        ScriptResult result = run(returning(type, List.of(text, "return " + name)));
        result.value()
                .ifPresent(
                        value ->
                                bound.put(
                                        name,
                                        new Bound("var", Typed.bound("var", name, type, value))));
        return said(result, type);
    }

    private String evaluated(String text) throws ScriptRefusedException, InterruptedException {
        String asExpression = program(List.of("let it = (", text, ")"), "");
        if (!compiles(asExpression)) {
            return said(run(program(List.of(), text)), "");
        }
        String type = typeOf(asExpression).orElse("");
        if (Typed.isPlain(type)) {
            return said(run(returning(type, List.of("return (", text, ")"))), type);
        }
        List<String> shown = new ArrayList<>(List.of("let it = (", text, ")"));
        if (compiles(program(with(shown, "println(it)"), ""))) {
            shown.add("println(it)");
        }
        return said(run(program(shown, "")), type);
    }

    private static List<String> with(List<String> lines, String more) {
        List<String> all = new ArrayList<>(lines);
        all.add(more);
        return all;
    }

    // ---- scripts

    private String program(List<String> lines, String last) {
        return whole("async func main() do", lines, last);
    }

    private String returning(String type, List<String> lines) {
        return whole("async func main() -> " + type + " do", lines, "");
    }

    private String whole(String head, List<String> lines, String last) {
        var text = new StringBuilder(Typed.HEAD);
        declarations.values().forEach(one -> text.append(one).append('\n'));
        text.append(head).append('\n');
        bound.values().forEach(one -> text.append(one.text()).append('\n'));
        lines.forEach(line -> text.append(line).append('\n'));
        return text.append(last).append("\nend\n").toString();
    }

    private Script compile(String program) throws ScriptRefusedException {
        return Script.compile(Typed.NAME, program, library);
    }

    private boolean compiles(String program) {
        return Script.check(Typed.NAME, program, library).stream()
                .noneMatch(found -> found.isError());
    }

    /** The type of what is bound as 'it'. */
    private Optional<String> typeOf(String program) {
        int at = program.lastIndexOf("let it = ");
        int line = (int) program.substring(0, at).chars().filter(c -> c == '\n').count() + 1;
        return Script.inspect(Typed.NAME, program, library)
                .noteAt(line, "let i".length())
                .map(note -> note.type().replaceFirst("^let it: ", ""));
    }

    private ScriptResult run(String program) throws ScriptRefusedException, InterruptedException {
        Script script = compile(program);
        var stop = new ScriptStop();
        synchronized (this) {
            running = stop;
        }
        try {
            return script.run(
                    scheduler.tenant(),
                    c -> c.withBudget(budget).withOutput(output).withStop(stop));
        } finally {
            synchronized (this) {
                running = null;
            }
        }
    }

    private static String said(ScriptResult result, String type) {
        Budget spent = result.receipt().spent();
        String price =
                String.format(
                        Locale.ROOT, "%,d operations, %,d bytes", spent.ops(), spent.memory());
        if (result.failure().isPresent()) {
            Throwable why = result.failure().get();
            return "%s  (%s)\n"
                    .formatted(
                            why.getMessage() == null
                                    ? why.getClass().getSimpleName()
                                    : why.getMessage(),
                            price);
        }
        String value = result.value().map(it -> Typed.literal(it) + " ").orElse("");
        String of = type.isEmpty() || type.equals("void") ? "" : ": " + type + "  ";
        return "%s%s(%s)\n".formatted(value, of, price);
    }

    @Override
    public void close() {
        scheduler.close();
    }
}
