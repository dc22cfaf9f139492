package dev.stint.language.internal.check;

import dev.stint.language.internal.syntax.Reports;
import dev.stint.language.internal.tree.Decl;
import dev.stint.language.internal.tree.Expr;
import dev.stint.language.internal.tree.FieldDecl;
import dev.stint.language.internal.tree.Param;
import dev.stint.language.internal.tree.Script;
import dev.stint.language.internal.tree.Span;
import dev.stint.language.internal.tree.Unit;
import dev.stint.language.internal.tree.VariantDecl;
import dev.stint.language.internal.type.Offers;
import dev.stint.language.internal.type.StdTable;
import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.TypeTable;
import dev.stint.language.internal.type.Types;
import dev.stint.language.profile.LanguageProfile;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Checks a whole script: first what it declares, then the bodies of its functions. */
public final class Checker extends StmtChecker {
    private final Set<Signature> done = new HashSet<>();
    private int inferences;

    private Checker(Reports reports, Typing typing, ModuleScope main) {
        super(reports, typing, main);
    }

    /** Checks a tree. What is wrong with it is in the reports; if nothing is, it can be lowered. */
    public static Typing check(Script script, Reports reports) {
        return check(script, reports, Offers.NONE);
    }

    /** As {@link #check(Script, Reports)}, with what the host offers. */
    public static Typing check(Script script, Reports reports, Offers offers) {
        return check(List.of(new Unit("", script)), reports, offers);
    }

    /** As {@link #check(Script, Reports, Offers)}, with the modules that it imports. */
    public static Typing check(List<Unit> units, Reports reports, Offers offers) {
        var typing = new Typing(units, offers);
        Map<String, ModuleScope> modules = new LinkedHashMap<>();
        units.forEach(unit -> modules.put(unit.path(), new ModuleScope(unit)));
        var imports = new Imports(reports, modules);
        modules.values().forEach(imports::into);
        ModuleScope main = modules.values().iterator().next();
        new Checker(reports, typing, main).program(List.copyOf(modules.values()));
        return typing;
    }

    private void program(List<ModuleScope> modules) {
        inEach(modules, this::declareType);
        inEach(modules, this::defineType);
        var finite = new Finite(reports, table);
        modules.forEach(finite::check);
        inEach(modules, this::declareGlobal);
        inEach(modules, this::declareFunction);
        for (ModuleScope module : modules) {
            swapModule(module);
            bodies(module.script());
        }
        swapModule(modules.getFirst());
        checkMain();
    }

    private void inEach(List<ModuleScope> modules, Consumer<Decl> step) {
        for (ModuleScope module : modules) {
            swapModule(module);
            module.script().decls().forEach(step);
        }
    }

    private void bodies(Script script) {
        for (Decl decl : script.decls()) {
            switch (decl) {
                case Decl.Function f -> {
                    Signature signature = typing.functions.get(here().full(f.name()));
                    if (signature != null && signature.decl() == f) {
                        infer(signature);
                    }
                }
                case Decl.Test test -> {
                    var frame =
                            new Frame(
                                    Frame.Kind.TEST,
                                    "test:" + test.title(),
                                    null,
                                    null,
                                    true,
                                    Types.VOID);
                    body(frame, List.of(), List.of(), test.body());
                }
                default -> {}
            }
        }
    }

    // ---- types

    private void declareType(Decl decl) {
        switch (decl) {
            case Decl.Struct s -> declareType(s.name(), Type.Named.Kind.STRUCT, s.nameSpan());
            case Decl.Enumeration e -> declareType(e.name(), Type.Named.Kind.ENUM, e.nameSpan());
            case Decl.Union u -> declareType(u.name(), Type.Named.Kind.UNION, u.nameSpan());
            case Decl.Errors e -> declareType(e.name(), Type.Named.Kind.ERRORS, e.nameSpan());
            default -> {}
        }
    }

    private void declareType(String name, Type.Named.Kind kind, Span at) {
        boolean isTaken =
                table.find(here().full(name)) != null
                        || TypeTable.isBuiltIn(name)
                        || here().used.containsKey(name)
                        || TypeResolver.simple(name) != null
                        || StdTable.isType(name)
                        || typing.offers.type(name) != null
                        || Set.of("Channel", "Task", "Nursery", "CapSpawn", "Capabilities")
                                .contains(name);
        if (isTaken) {
            reports.error("S0008", at, "there is a type '" + name + "' already");
            return;
        }
        var type = new Type.Named(kind, here().full(name));
        table.define(new TypeTable.Definition(type, List.of(), List.of()));
    }

    private void defineType(Decl decl) {
        switch (decl) {
            case Decl.Struct s -> define(s.name(), fields(s.fields()), List.of());
            case Decl.Enumeration e -> define(e.name(), List.of(), enumVariants(e));
            case Decl.Union u -> define(u.name(), List.of(), variants(u.variants()));
            case Decl.Errors e -> define(e.name(), List.of(), variants(e.variants()));
            default -> {}
        }
    }

    private void define(
            String name, List<TypeTable.Field> fields, List<TypeTable.Variant> variants) {
        TypeTable.Definition declared = table.find(here().full(name));
        if (declared != null && declared.fields().isEmpty() && declared.variants().isEmpty()) {
            table.define(new TypeTable.Definition(declared.type(), fields, variants));
        }
    }

    private List<TypeTable.Field> fields(List<FieldDecl> written) {
        Set<String> names = new HashSet<>();
        List<TypeTable.Field> found = new ArrayList<>();
        for (FieldDecl field : written) {
            Type type = types.element(field.type());
            if (names.add(field.name())) {
                found.add(new TypeTable.Field(field.name(), type));
            } else {
                reports.error("S0008", field.span(), "the field '" + field.name() + "' is twice");
            }
        }
        return found;
    }

    private List<TypeTable.Variant> variants(List<VariantDecl> written) {
        Set<String> names = new HashSet<>();
        List<TypeTable.Variant> found = new ArrayList<>();
        for (VariantDecl variant : written) {
            if (!names.add(variant.name())) {
                reports.error(
                        "S0008", variant.span(), "the variant '" + variant.name() + "' is twice");
                continue;
            }
            found.add(
                    new TypeTable.Variant(variant.name(), found.size(), fields(variant.fields())));
        }
        return found;
    }

    private List<TypeTable.Variant> enumVariants(Decl.Enumeration decl) {
        List<TypeTable.Variant> plain = variants(decl.variants());
        List<TypeTable.Variant> found = new ArrayList<>();
        Set<Long> values = new HashSet<>();
        long next = 0;
        for (TypeTable.Variant variant : plain) {
            VariantDecl written =
                    decl.variants().stream()
                            .filter(v -> v.name().equals(variant.name()))
                            .findFirst()
                            .orElseThrow();
            if (written.value() instanceof Expr.IntLiteral literal
                    && Types.I64.holds(literal.value())) {
                next = literal.value().longValue();
            } else if (written.value() != null) {
                reports.error(
                        "S0004", written.value().span(), "the value of a variant is a number");
            }
            if (!values.add(next)) {
                reports.error(
                        "S0008",
                        written.span(),
                        "the value %d is given to two variants".formatted(next));
            }
            found.add(new TypeTable.Variant(variant.name(), next, List.of()));
            next++;
        }
        return found;
    }

    // ---- functions and globals

    private void declareGlobal(Decl decl) {
        if (!(decl instanceof Decl.Global global)) {
            return;
        }
        var let = global.let();
        boolean isConstant =
                switch (let.value()) {
                    case Expr.IntLiteral _ -> true;
                    case Expr.FloatLiteral _ -> true;
                    case Expr.BoolLiteral _ -> true;
                    case Expr.TextLiteral _ -> true;
                    case Expr.Unary u ->
                            u.operand() instanceof Expr.IntLiteral
                                    || u.operand() instanceof Expr.FloatLiteral;
                    case Expr.Bad _ -> true;
                    default -> false;
                };
        if (!isConstant || let.isMutable()) {
            reports.error(
                    "S0016",
                    let.value().span(),
                    "outside of functions only constants of one number, text or bool are declared",
                    "write const N = 10; give other values to functions as arguments");
            return;
        }
        Type declared = let.type() == null ? null : types.element(let.type());
        Type type = check(let.value(), declared);
        if (declared != null) {
            ensureFits(type, declared, let.value().span(), "this value");
        }
        var local = new Symbol.Local(let.name(), declared == null ? type : declared, false, true);
        typing.local(let, local);
        if (typing.globals.put(here().full(let.name()), local) != null) {
            reports.error("S0008", let.nameSpan(), "'" + let.name() + "' is declared twice");
        }
    }

    private void declareFunction(Decl decl) {
        if (!(decl instanceof Decl.Function function)) {
            return;
        }
        List<Type> params = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Param param : function.params()) {
            params.add(param.type() == null ? Types.UNKNOWN : types.element(param.type()));
            if (!names.add(param.name())) {
                reports.error(
                        "S0008", param.span(), "the parameter '" + param.name() + "' is twice");
            }
        }
        if (TypeResolver.simple(function.name()) != null) {
            reports.error(
                    "S0008",
                    function.nameSpan(),
                    "'%s' is a type, and a call of it a conversion".formatted(function.name()),
                    "choose another name");
        }
        Type result = function.result() == null ? null : types.resolve(function.result());
        if (result == null && !Breaks.returnsValue(function.body())) {
            result = Types.VOID; // known before the body is, so that it may call itself
        }
        var signature = new Signature(here(), function, params, result);
        boolean isTaken =
                typing.functions.putIfAbsent(signature.name(), signature) != null
                        || typing.globals.containsKey(signature.name());
        if (isTaken) {
            reports.error(
                    "S0008", function.nameSpan(), "'" + function.name() + "' is declared twice");
        }
    }

    /** Checks the body of a function, once, and finds its result if none is written. */
    @Override
    void infer(Signature signature) {
        if (!done.add(signature)) {
            return;
        }
        ModuleScope before = swapModule(signature.home());
        Decl.Function decl = signature.decl();
        boolean wasWritten = signature.hasResult();
        boolean maySuspend = decl.isAsync() || signature.name().equals("main");
        var frame =
                new Frame(
                        Frame.Kind.FUNCTION,
                        signature.name(),
                        null,
                        null,
                        maySuspend,
                        wasWritten ? signature.result() : null);
        signature.beingInferred(true);
        inferences++;
        Type found = body(frame, decl.params(), signature.params(), decl.body());
        inferences--;
        signature.beingInferred(false);
        if (!signature.hasResult()) {
            signature.infer(found);
        }
        boolean isWarned = profile() == LanguageProfile.CORE && !isVoid(found);
        if (!wasWritten && isWarned) {
            reports.warn(
                    "W0007",
                    decl.nameSpan(),
                    "the result of '" + decl.name() + "' is not written",
                    "write -> " + found);
        }
        swapModule(before);
    }

    @Override
    int inferences() {
        return inferences;
    }

    private void checkMain() {
        Signature main = typing.functions.get("main");
        if (main == null) {
            return;
        }
        boolean takesRights =
                main.params().size() == 1 && main.params().getFirst().equals(Types.CAPABILITIES);
        boolean hasValues =
                main.params().stream()
                        .allMatch(
                                type ->
                                        type.isNumber()
                                                || type.equals(Types.TEXT)
                                                || type.equals(Types.BOOL)
                                                || type.equals(Types.CAPABILITIES)
                                                || type.equals(Types.UNKNOWN));
        if (!takesRights && !hasValues) {
            reports.error(
                    "S0007",
                    main.decl().nameSpan(),
                    "'main' is called by the host, which gives it numbers, texts, bools and"
                            + " capabilities only");
        }
    }
}
