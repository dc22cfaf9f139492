package dev.stint.host;

import static dev.stint.host.BadArguments.quoted;

import dev.stint.weave.Surface;
import dev.stint.weave.Weaver;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Reads the options that say what woven code may use. */
final class Surfaces {
    static final String OPEN = "open";
    static final String TENANT = "tenant";

    private Surfaces() {}

    /** Its name, as it is shown: the one that was typed, or what the others make of it. */
    static String name(@Nullable String typed, @Nullable String rules, String otherwise) {
        if (typed == null) {
            return rules == null ? otherwise : TENANT;
        }
        if (!typed.equals(OPEN) && !typed.equals(TENANT)) {
            throw new BadArguments(
                    "--surface is open (all of the JDK) or tenant (what cannot do harm), not "
                            + quoted(typed));
        }
        if (typed.equals(OPEN) && rules != null) {
            throw new BadArguments(
                    "--rules adds to what a tenant may use, and --surface open has everything;"
                            + " leave out one of them");
        }
        return typed;
    }

    /** How it is woven, by the options of that name. */
    static UnaryOperator<Weaver> weaving(boolean strict, boolean exactStack) {
        return weaver -> {
            Weaver result = strict ? weaver.strict() : weaver;
            return exactStack ? result.withModelledStack() : result;
        };
    }

    static Surface of(String name, @Nullable String rules) {
        if (name.equals(OPEN)) {
            return Surface.open();
        }
        if (rules == null) {
            return Surface.ofTenant();
        }
        Path file = FileNames.toRead("rules file", rules);
        try {
            return Surface.ofTenant().plus(rules, Files.readString(file));
        } catch (IllegalArgumentException e) {
            throw new BadArguments("--rules: " + e.getMessage());
        } catch (CharacterCodingException e) {
            throw new BadArguments("--rules: " + quoted(rules) + " is not text in UTF-8");
        } catch (IOException e) {
            throw new BadArguments("--rules: " + quoted(rules) + " cannot be read: " + e);
        }
    }
}
