package dev.stint.language.internal.check;

import dev.stint.language.diagnostic.Diagnostic;
import dev.stint.language.internal.syntax.Parser;
import dev.stint.language.internal.syntax.Reports;
import dev.stint.language.internal.syntax.Source;
import dev.stint.language.internal.tree.Decl;
import dev.stint.language.internal.tree.Param;
import dev.stint.language.internal.tree.Script;
import dev.stint.language.internal.tree.Span;
import dev.stint.language.internal.tree.TypeTree;
import dev.stint.language.internal.tree.Unit;
import dev.stint.language.internal.type.Offer;
import dev.stint.language.internal.type.Offers;
import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.TypeTable;
import dev.stint.language.internal.type.Types;
import dev.stint.language.profile.LanguageProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads how a host declares a function: as a script does, without its body. */
public final class OfferReader {
    private static final Pattern FORM =
            Pattern.compile("\\s*((?:[A-Z]\\w*\\.)?[a-z_]\\w*)\\s*(\\(.*)", Pattern.DOTALL);

    private OfferReader() {}

    /**
     * Reads one.
     *
     * @throws IllegalArgumentException if it is none, or names a type that cannot be handed over
     */
    public static Offer read(String signature, Set<String> types, long ops) {
        Matcher form = FORM.matcher(signature);
        if (!form.matches()) {
            throw refused(signature, "it has no name and parameters");
        }
        String name = form.group(1);
        var reports = new Reports(new Source(name, "func f" + form.group(2) + " do end"));
        Script tree = Parser.parse(reports, LanguageProfile.SERVICE);
        var offers = new Offers(types, Map.of());
        var empty = new Script(LanguageProfile.SERVICE, List.of(), Set.of(), new Span(0, 0));
        var scope = new ModuleScope(new Unit("", empty));
        var resolver = new TypeResolver(reports, new TypeTable(), () -> scope, offers);
        boolean isOne = tree.decls().size() == 1 && !reports.hasErrors();
        if (!isOne || !(tree.decls().getFirst() instanceof Decl.Function function)) {
            throw refused(signature, first(reports));
        }
        List<Type> params = new ArrayList<>();
        for (Param param : function.params()) {
            TypeTree type = param.type();
            params.add(type == null ? Types.UNKNOWN : resolver.resolve(type));
        }
        TypeTree written = function.result();
        Type result = written == null ? Types.VOID : resolver.resolve(written);
        if (reports.hasErrors()) {
            throw refused(signature, first(reports));
        }
        for (Type param : params) {
            ensureHandedOver(signature, param, types);
        }
        if (!result.equals(Types.VOID)) {
            boolean isOptional = result instanceof Type.Optional;
            ensureHandedOver(
                    signature, isOptional ? ((Type.Optional) result).value() : result, types);
        }
        int dot = name.indexOf('.');
        boolean isMethod = dot >= 0;
        boolean fits =
                isMethod
                        && !params.isEmpty()
                        && params.getFirst().toString().equals(name.substring(0, dot));
        if (isMethod && !fits) {
            throw refused(signature, "its first parameter is not of the type before the dot");
        }
        return new Offer(name, params, result, ops);
    }

    private static void ensureHandedOver(String signature, Type type, Set<String> types) {
        boolean is =
                type.isNumber()
                        || type.equals(Types.BOOL)
                        || type.equals(Types.TEXT)
                        || (type instanceof Type.Standard own && types.contains(own.name()));
        if (!is) {
            throw refused(signature, "a value of type '" + type + "' cannot be handed over");
        }
    }

    private static String first(Reports reports) {
        return reports.all().stream()
                .filter(Diagnostic::isError)
                .map(Diagnostic::message)
                .findFirst()
                .orElse("it is more than one function");
    }

    private static IllegalArgumentException refused(String signature, String why) {
        return new IllegalArgumentException(
                "'%s' declares no function of the host: %s. Write it as in price(item: String) -> i64."
                        .formatted(signature, why));
    }
}
