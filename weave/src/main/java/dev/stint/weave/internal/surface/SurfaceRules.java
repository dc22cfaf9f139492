package dev.stint.weave.internal.surface;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Lines of the table of the surface, read.
 *
 * <pre>
 *   # a comment
 *   reason regex: what a refusal says, under a name
 *   java.lang.String: constant             a class, and what holds for its other members
 *       getBytes: priced array(3*len(this), 1)   all methods of that name; see Formula
 *       equals: priced Strings.equalled    by a function that is written by hand
 *       split(String), matches: refused regex
 *       override size: refused sized       a method that a woven class may not override
 *       indexOf: constant it is short      with a reason, if its code looks as if it were not
 *       new: replaced PaidSocket           made in its place: extends it, has its constructors
 *   java.util.function.*: callback         all classes of that form that are not named
 *   java.lang.String: also                 more about classes that are above, or something else
 * </pre>
 */
public final class SurfaceRules {
    /** Stands for no member, but for the making of an object, whatever the constructor. */
    public static final String NEW = "new";

    private static final Pattern REASON = Pattern.compile("reason ([\\w-]+): (.+)");
    private static final Pattern CLASS = Pattern.compile("([\\w.$*, ]+): (.+)");
    private static final Pattern MEMBERS = Pattern.compile("\\s+(override )?([^:]+): (.+)");
    private static final Pattern NEXT_MEMBER = Pattern.compile(",\\s*(?![^(]*\\))");

    /** What the table says of one class. */
    public static final class OfClass {
        public final MemberRule others;
        public final Map<String, MemberRule> members = new HashMap<>();
        final Map<String, MemberRule> overrides = new HashMap<>();

        private OfClass(MemberRule others) {
            this.others = others;
        }

        private OfClass(OfClass same) {
            this.others = same.others;
            members.putAll(same.members);
            overrides.putAll(same.overrides);
        }

        public MemberRule ofMember(String name, String descriptor) {
            MemberRule found = find(members, name, descriptor);
            return found == null ? others : found;
        }

        public @Nullable MemberRule ofOverride(String name, String descriptor) {
            return find(overrides, name, descriptor);
        }

        private static @Nullable MemberRule find(
                Map<String, MemberRule> in, String name, String descriptor) {
            MemberRule found = in.get(Signatures.of(name, descriptor));
            return found == null ? in.get(name) : found;
        }
    }

    private final Map<String, OfClass> classes = new LinkedHashMap<>();
    private final Map<Pattern, OfClass> forms = new LinkedHashMap<>();
    private final Map<String, String> reasons = new HashMap<>();
    private final Map<String, String> wherefrom = new HashMap<>();

    public static SurfaceRules parse(String source, String lines) {
        var rules = new SurfaceRules();
        rules.read(source, lines);
        return rules;
    }

    /** These rules, and others that go before them where both say something of a class. */
    public SurfaceRules plus(String source, String lines) {
        var both = new SurfaceRules();
        both.classes.putAll(classes);
        both.forms.putAll(forms);
        both.reasons.putAll(reasons);
        both.read(source, lines);
        return both;
    }

    public Set<String> namedClasses() {
        return classes.keySet();
    }

    Set<Pattern> formsOfClasses() {
        return forms.keySet();
    }

    /** The rules of a class, by its name with dots; null if it is not in the table. */
    public @Nullable OfClass of(String className) {
        OfClass named = classes.get(className);
        if (named != null) {
            return named;
        }
        for (var form : forms.entrySet()) {
            if (form.getKey().matcher(className).matches()) {
                return form.getValue();
            }
        }
        return null;
    }

    private void read(String source, String lines) {
        List<OfClass> current = List.of();
        int number = 0;
        for (String line : lines.split("\n", -1)) {
            number++;
            String where = source + ":" + number;
            String text = line.strip();
            if (text.isEmpty() || text.startsWith("#")) {
                continue;
            }
            if (Character.isWhitespace(line.charAt(0))) {
                readMembers(line.stripTrailing(), current, where);
            } else {
                current = readTop(text, where);
            }
        }
    }

    private List<OfClass> readTop(String text, String where) {
        Matcher reason = REASON.matcher(text);
        if (reason.matches()) {
            reasons.put(reason.group(1), reason.group(2));
            return List.of();
        }
        Matcher header = CLASS.matcher(text);
        if (!header.matches()) {
            throw wrong(where, text, "write 'java.lang.String: constant'");
        }
        var read = new ArrayList<OfClass>();
        for (String name : NEXT_MEMBER.split(header.group(1), -1)) {
            read.add(
                    header.group(2).equals("also")
                            ? known(name, text, where)
                            : fresh(name, text, where, verdict(header.group(2), where)));
        }
        return read;
    }

    private OfClass known(String name, String text, String where) {
        OfClass known = classes.get(name);
        if (known == null) {
            throw wrong(where, text, name + " is not above");
        }
        if (!wherefrom.containsKey(name)) { // it is one of the rules that these go before
            wherefrom.put(name, where);
            known = new OfClass(known);
            classes.put(name, known);
        }
        return known;
    }

    private OfClass fresh(String name, String text, String where, MemberRule others) {
        String before = wherefrom.put(name, where);
        if (before != null) {
            throw wrong(where, text, name + " is at " + before + " already");
        }
        var rules = new OfClass(others);
        if (name.contains("*")) {
            // Without a dollar: what is nested in a class is named on its own.
            String form = name.replace(".", "\\.").replace("*", "\\w*").replace("$", "\\$");
            forms.put(Pattern.compile(form), rules);
        } else {
            classes.put(name, rules);
        }
        return rules;
    }

    private void readMembers(String line, List<OfClass> current, String where) {
        Matcher members = MEMBERS.matcher(line);
        if (current.isEmpty() || !members.matches()) {
            throw wrong(where, line, "below a class, write '    trim: priced text(len(this))'");
        }
        MemberRule verdict = verdict(members.group(3), where);
        for (OfClass rules : current) {
            var into = members.group(1) == null ? rules.members : rules.overrides;
            for (String member : NEXT_MEMBER.split(members.group(2).strip(), -1)) {
                into.put(member, verdict);
            }
        }
    }

    private MemberRule verdict(String text, String where) {
        int space = text.indexOf(' ');
        String word = space < 0 ? text : text.substring(0, space);
        String rest = space < 0 ? "" : text.substring(space + 1).strip();
        if (word.equals("refused") && !reasons.containsKey(rest)) {
            throw wrong(where, text, "there is no 'reason " + rest + ": ...' above");
        }
        return switch (word) {
            case "constant" -> new MemberRule.Constant(rest);
            case "callback" -> new MemberRule.Callback(rest);
            case "priced" -> new MemberRule.Priced(price(rest, where), where);
            case "replaced" -> new MemberRule.Replaced(rest);
            case "refused" -> new MemberRule.Refused(reasons.getOrDefault(rest, rest));
            default ->
                    throw wrong(
                            where,
                            text,
                            "a verdict is constant, callback, priced, replaced or refused");
        };
    }

    /** A formula is read at once, so that its line is named if it cannot be. */
    private static String price(String text, String where) {
        if (Formula.isFormula(text)) {
            try {
                Formula.of(text);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        where + ": the price " + e.getMessage() + ".", e);
            }
        }
        return text;
    }

    private static IllegalArgumentException wrong(String where, String line, String instead) {
        return new IllegalArgumentException(
                where + ": '" + line.strip() + "' cannot be read as a rule: " + instead + ".");
    }
}
