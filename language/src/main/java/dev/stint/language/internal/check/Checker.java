package dev.stint.language.internal.check;

import dev.stint.language.internal.syntax.Reports;
import dev.stint.language.internal.tree.Decl;
import dev.stint.language.internal.tree.Expr;
import dev.stint.language.internal.tree.FieldDecl;
import dev.stint.language.internal.tree.Param;
import dev.stint.language.internal.tree.Script;
import dev.stint.language.internal.tree.Span;
import dev.stint.language.internal.tree.VariantDecl;
import dev.stint.language.internal.type.Offers;
import dev.stint.language.internal.type.StdTable;
import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.TypeTable;
import dev.stint.language.internal.type.Types;
import dev.stint.language.profile.LanguageProfile;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Checks a whole script: first what it declares, then the bodies of its functions. */
public final class Checker extends StmtChecker {
    private final Set<Signature> done = new HashSet<>();
    private int inferences;

    private Checker(Reports reports, Typing typing) {
        super(reports, typing);
    }

    /** Checks a tree. What is wrong with it is in the reports; if nothing is, it can be lowered. */
    public static Typing check(Script script, Reports reports) {
        return check(script, reports, Offers.NONE);
    }

    /** As {@link #check(Script, Reports)}, with what the host offers. */
    public static Typing check(Script script, Reports reports, Offers offers) {
        var typing = new Typing(script, offers);
        new Checker(reports, typing).script(script);
        return typing;
    }

    private void script(Script script) {
        script.decls().forEach(this::declareType);
        script.decls().forEach(this::defineType);
        new Finite(reports, table).check(script);
        script.decls().forEach(this::imported);
        script.decls().forEach(this::declareGlobal);
        script.decls().forEach(this::declareFunction);
        for (Decl decl : script.decls()) {
            switch (decl) {
                case Decl.Function f -> {
                    Signature signature = typing.functions.get(f.name());
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
        checkMain();
    }

    // ---- modules

    private void imported(Decl decl) {
        if (!(decl instanceof Decl.Import written)) {
            return;
        }
        List<String> path = written.path();
        String module = path.isEmpty() ? "" : path.getLast();
        boolean isStandard = path.size() > 1 && path.getFirst().equals("std");
        if (!isStandard || !StdTable.isModule(module)) {
            reports.error(
                    "S4001",
                    written.span(),
                    "there is no module '" + String.join(".", path) + "'",
                    "a script is one file; the library has std."
                            + String.join(", std.", StdTable.modules()));
            return;
        }
        if (written.names().isEmpty()) {
            String alias = written.alias();
            typing.modules.put(alias == null ? module : alias, module);
        }
        for (String name : written.names()) {
            if (StdTable.find(module + "." + name) == null) {
                String near = Spelling.nearest(name, StdTable.words(module));
                reports.error(
                        "S0002",
                        written.span(),
                        "the module '%s' has no function '%s'".formatted(module, name),
                        near == null
                                ? "it has " + String.join(", ", StdTable.words(module))
                                : "did you mean '" + near + "'?");
            }
            typing.used.put(name, module + "." + name);
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
                table.find(name) != null
                        || TypeResolver.simple(name) != null
                        || StdTable.isType(name)
                        || typing.offers.type(name) != null
                        || Set.of("Channel", "Task", "Nursery", "CapSpawn", "Capabilities")
                                .contains(name);
        if (isTaken) {
            reports.error("S0008", at, "there is a type '" + name + "' already");
            return;
        }
        table.define(new TypeTable.Definition(new Type.Named(kind, name), List.of(), List.of()));
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
        TypeTable.Definition declared = table.find(name);
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
        if (typing.globals.put(let.name(), local) != null) {
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
        var signature = new Signature(function, params, result);
        boolean isTaken =
                typing.functions.putIfAbsent(function.name(), signature) != null
                        || typing.globals.containsKey(function.name());
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
        Decl.Function decl = signature.decl();
        boolean wasWritten = signature.hasResult();
        boolean maySuspend = decl.isAsync() || decl.name().equals("main");
        var frame =
                new Frame(
                        Frame.Kind.FUNCTION,
                        decl.name(),
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
        boolean isWarned = profile == LanguageProfile.CORE && !isVoid(found);
        if (!wasWritten && isWarned) {
            reports.warn(
                    "W0007",
                    decl.nameSpan(),
                    "the result of '" + decl.name() + "' is not written",
                    "write -> " + found);
        }
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
