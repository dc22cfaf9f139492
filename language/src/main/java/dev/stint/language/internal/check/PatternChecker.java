package dev.stint.language.internal.check;

import dev.stint.language.internal.syntax.Reports;
import dev.stint.language.internal.tree.Block;
import dev.stint.language.internal.tree.Expr;
import dev.stint.language.internal.tree.Pattern;
import dev.stint.language.internal.tree.Span;
import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.TypeTable;
import dev.stint.language.internal.type.Types;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Checks matches: that the patterns fit, and that nothing is left out. */
abstract class PatternChecker extends Scopes {
    PatternChecker(Reports reports, Typing typing, ModuleScope here) {
        super(reports, typing, here);
    }

    abstract Type check(Expr expr, @Nullable Type wanted);

    abstract Type checkValueBlock(Block block, @Nullable Type wanted, boolean isUsed);

    /** The type of a match; of a statement, void. */
    final Type match(Expr.Match match, @Nullable Type wanted, boolean isUsed) {
        Type subject = check(match.subject(), null);
        if (subject instanceof Type.Fallible fallible) {
            unhandled(fallible, match.subject().span());
            subject = Types.UNKNOWN;
        }
        var covered = new Coverage(subject);
        Type result = Types.NEVER;
        for (Expr.Arm arm : match.arms()) {
            if (covered.isWhole() && !subject.equals(Types.UNKNOWN)) {
                reports.warn("S0011", arm.span(), "this arm is never reached");
            }
            openScope();
            pattern(arm.pattern(), subject);
            if (arm.guard() != null) {
                Type guard = check(arm.guard(), Types.BOOL);
                ensureFits(guard, Types.BOOL, arm.guard().span(), "a guard");
            } else {
                covered.add(arm.pattern());
            }
            Type type = checkValueBlock(arm.body(), wanted, isUsed);
            closeScope();
            result = isUsed ? joined(result, type, arm) : common(result, Types.VOID, type);
        }
        covered.ensureWhole(match);
        return isUsed || result.equals(Types.NEVER) ? result : Types.VOID;
    }

    private static Type common(Type result, Type other, Type type) {
        return type.equals(Types.NEVER) ? result : other;
    }

    private Type joined(Type before, Type type, Expr.Arm arm) {
        Type joined = common(before, type);
        if (joined == null) {
            reports.error(
                    "S0004",
                    arm.body().span(),
                    "this arm has a value of type '%s', those before of type '%s'"
                            .formatted(type, before),
                    "all arms of a match have values of one type");
            return Types.UNKNOWN;
        }
        return joined;
    }

    // ---- patterns

    private void pattern(Pattern pattern, Type subject) {
        switch (pattern) {
            case Pattern.Wildcard _ -> {}
            case Pattern.Binding b -> binding(b, subject);
            case Pattern.Literal l -> literal(l.value(), subject);
            case Pattern.Except e -> literal(e.value(), subject);
            case Pattern.Range r -> {
                literal(r.from(), subject);
                literal(r.to(), subject);
                if (!(subject instanceof Type.Int) && !subject.equals(Types.UNKNOWN)) {
                    reports.error("S0004", r.span(), "only integers are matched by ranges");
                }
            }
            case Pattern.Either e -> e.choices().forEach(choice -> choice(choice, subject));
            case Pattern.Variant v -> variant(v, subject);
        }
    }

    /** Who names a constant wants to compare with it, and not to hide it. */
    private void binding(Pattern.Binding binding, Type subject) {
        String name = binding.name();
        if (isConstant(name)) {
            reports.error(
                    "S5003",
                    binding.span(),
                    "'%s' is a constant, and a name in a pattern stands for what is found"
                            .formatted(name),
                    "write: n when n == " + name + " => ...");
        }
        declare(binding, name, subject, false, binding.span());
    }

    private boolean isConstant(String name) {
        return !isLocal(name) && program(here().resolved(name)) instanceof Symbol.Local;
    }

    private void choice(Pattern choice, Type subject) {
        boolean isName = choice instanceof Pattern.Binding b && !isConstant(b.name());
        boolean binds = isName || (choice instanceof Pattern.Variant v && !v.fields().isEmpty());
        if (binds) {
            reports.error(
                    "S5002",
                    choice.span(),
                    "a pattern with alternatives cannot bind names",
                    "write an arm for each");
        }
        pattern(choice, subject);
    }

    private void literal(Expr value, Type subject) {
        Type type = check(value, subject);
        boolean isNull = value instanceof Expr.NullLiteral;
        if (isNull && !(subject instanceof Type.Optional)) {
            reports.error("S0004", value.span(), "a value of type '" + subject + "' is never null");
        } else if (!isNull && !(subject instanceof Type.Optional)) {
            ensureFits(type, subject, value.span(), "this pattern");
        }
        boolean isMatchable =
                subject.isNumber()
                        || subject.equals(Types.BOOL)
                        || subject.equals(Types.TEXT)
                        || subject.equals(Types.UNKNOWN)
                        || subject instanceof Type.Optional;
        if (!isMatchable) {
            reports.error(
                    "S0004", value.span(), "a value of type '" + subject + "' matches no literal");
        }
    }

    private void variant(Pattern.Variant pattern, Type subject) {
        TypeTable.Definition definition = definitionFor(pattern, subject);
        if (definition == null) {
            pattern.fields().forEach(f -> declare(f, f.name(), Types.UNKNOWN, false, f.span()));
            return;
        }
        TypeTable.Variant variant = definition.variant(pattern.variant());
        if (variant == null) {
            noVariant(definition, pattern.variant(), pattern.span());
        }
        for (Pattern.FieldBinding binding : pattern.fields()) {
            Type type = Types.UNKNOWN;
            if (variant != null) {
                var field =
                        variant.fields().stream()
                                .filter(f -> f.name().equals(binding.field()))
                                .findFirst();
                if (field.isPresent()) {
                    type = field.get().type();
                } else {
                    reports.error(
                            "S0001",
                            binding.span(),
                            "'%s' has no field '%s'".formatted(variant.name(), binding.field()));
                }
            }
            declare(binding, binding.name(), type, false, binding.span());
        }
    }

    private TypeTable.@Nullable Definition definitionFor(Pattern.Variant pattern, Type subject) {
        if (subject.equals(Types.UNKNOWN)) {
            return null;
        }
        boolean isAny = subject.equals(Type.errors(Type.ANY));
        if (isAny && pattern.type() != null) {
            return table.find(here().resolved(pattern.type()));
        }
        if (!(subject instanceof Type.Named named)
                || named.kind() == Type.Named.Kind.STRUCT
                || isAny) {
            reports.error(
                    "S0004",
                    pattern.span(),
                    "a value of type '" + subject + "' has no variants",
                    isAny ? "write the set of errors before the dot" : "match its value");
            return null;
        }
        if (pattern.type() != null && !here().resolved(pattern.type()).equals(named.name())) {
            reports.error(
                    "S0004",
                    pattern.span(),
                    "the value is of type '%s', not '%s'".formatted(named, pattern.type()));
            return null;
        }
        return table.of(named);
    }

    final void noVariant(TypeTable.Definition definition, String name, Span at) {
        var names = definition.variants().stream().map(TypeTable.Variant::name).toList();
        String near = Spelling.nearest(name, names);
        reports.error(
                "S0001",
                at,
                "'%s' has no variant '%s'".formatted(definition.type(), name),
                near == null
                        ? "it has " + String.join(", ", names)
                        : "did you mean '" + near + "'?");
    }

    // ---- exhaustiveness

    /** What the arms so far cover. */
    private final class Coverage {
        private final Type subject;
        private final Set<String> missing = new LinkedHashSet<>();
        private boolean hasWildcard;
        private boolean isCountable;

        Coverage(Type subject) {
            this.subject = subject;
            if (subject.equals(Types.BOOL)) {
                missing.add("true");
                missing.add("false");
                isCountable = true;
            } else if (subject instanceof Type.Named named
                    && named.kind() != Type.Named.Kind.STRUCT
                    && !named.name().equals(Type.ANY)) {
                isCountable = true;
                table.of(named).variants().forEach(v -> missing.add("." + v.name()));
            }
        }

        void add(Pattern pattern) {
            switch (pattern) {
                case Pattern.Wildcard _ -> hasWildcard = true;
                case Pattern.Binding _ -> hasWildcard = true;
                case Pattern.Literal l -> {
                    if (l.value() instanceof Expr.BoolLiteral bool) {
                        missing.remove(Boolean.toString(bool.value()));
                    }
                }
                case Pattern.Variant v -> missing.remove("." + v.variant());
                case Pattern.Either e -> e.choices().forEach(this::add);
                case Pattern.Except _ -> {}
                case Pattern.Range _ -> {}
            }
        }

        boolean isWhole() {
            return hasWildcard || (isCountable && missing.isEmpty());
        }

        void ensureWhole(Expr.Match match) {
            if (isWhole() || subject.equals(Types.UNKNOWN)) {
                return;
            }
            var at = new Span(match.span().start(), match.subject().span().end());
            if (isCountable) {
                String rest = missing.stream().collect(Collectors.joining(", "));
                reports.error(
                        "S5001",
                        at,
                        "this match leaves out " + rest,
                        "add arms for them, or: else => ...");
            } else {
                reports.error(
                        "S5001",
                        at,
                        "this match does not cover all values of type '" + subject + "'",
                        "add: else => ...");
            }
        }
    }
}
