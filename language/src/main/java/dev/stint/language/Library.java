package dev.stint.language;

import dev.stint.language.internal.check.OfferReader;
import dev.stint.language.internal.syntax.Units;
import dev.stint.language.internal.type.Offer;
import dev.stint.language.internal.type.Offers;
import dev.stint.language.internal.type.StdTable;
import dev.stint.language.internal.type.Types;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a host offers to scripts besides the language's own library: types, whose values scripts
 * only hand on, and functions. A script sees nothing else of Java.
 *
 * <pre>{@code
 * Library library =
 *         Library.none()
 *                 .withType("Order", Order.class)
 *                 .withFunction("Order.total(order: Order) -> i64", 5, a -> ((Order) a[0]).total());
 * Script script = Script.compile("rules.jan", text, library);
 * }</pre>
 *
 * <p>Immutable; any thread may use it.
 */
public final class Library {
    private static final Pattern NAME = Pattern.compile("[A-Z][A-Za-z0-9_]*");
    private static final Library NONE =
            new Library(Map.of(), Map.of(), Map.of(), ModuleSource.none());

    private final Map<String, Class<?>> types;
    private final Map<String, Offer> offers;
    private final Map<String, HostFunction> functions;
    private final ModuleSource modules;

    private Library(
            Map<String, Class<?>> types,
            Map<String, Offer> offers,
            Map<String, HostFunction> functions,
            ModuleSource modules) {
        this.modules = modules;
        this.types = types;
        this.offers = offers;
        this.functions = functions;
    }

    /** Offers nothing. */
    public static Library none() {
        return NONE;
    }

    /** Offers values of a class, under this name. */
    public Library withType(String name, Class<?> type) {
        Objects.requireNonNull(type, "class of a type");
        boolean isTaken = StdTable.isType(name) || Types.WRITABLE.containsKey(name);
        if (!NAME.matcher(name).matches() || isTaken || types.containsKey(name)) {
            throw new IllegalArgumentException(
                    "'%s' cannot be the name of a type. Begin it with a capital letter, and take one"
                                    .formatted(name)
                            + " that is not taken.");
        }
        var more = new LinkedHashMap<>(types);
        more.put(name, type);
        return new Library(more, offers, functions, modules);
    }

    /**
     * Offers a function. A name with the name of a type and a dot before it makes it one that is
     * called on values of that type.
     *
     * @param signature as a script would declare it: {@code "price(item: String) -> ?i64"}. Its
     *     types are numbers, bool, String, those of the host, and optionals of them
     * @param ops what each call costs, at least 1
     */
    public Library withFunction(String signature, long ops, HostFunction function) {
        Objects.requireNonNull(function, "what the function does");
        if (ops < 1) {
            throw new IllegalArgumentException(
                    "a call of '%s' costs %d operations. The least is 1: nothing is free."
                            .formatted(signature, ops));
        }
        Offer offer = OfferReader.read(signature, types.keySet(), ops);
        if (offers.containsKey(offer.name())) {
            throw new IllegalArgumentException(
                    "there is a function '%s' already. Take another name.".formatted(offer.name()));
        }
        var moreOffers = new HashMap<>(offers);
        moreOffers.put(offer.name(), offer);
        var moreFunctions = new HashMap<>(functions);
        moreFunctions.put(offer.name(), function);
        return new Library(types, moreOffers, moreFunctions, modules);
    }

    /** Takes modules that scripts import from there, and from nowhere else. */
    public Library withModules(ModuleSource source) {
        Objects.requireNonNull(source, "where modules are");
        return new Library(types, offers, functions, source);
    }

    /** Finds modules for the compiler. */
    Units.@Nullable Found module(String path) {
        return modules.find(path)
                .map(module -> new Units.Found(module.name(), module.text()))
                .orElse(null);
    }

    Offers offers() {
        return new Offers(types.keySet(), offers);
    }

    Map<String, Class<?>> types() {
        return types;
    }

    /** Null if there is none of this name. */
    HostFunction function(String name) {
        return Objects.requireNonNull(functions.get(name), name);
    }
}
