package dev.stint.weave;

import dev.stint.weave.internal.surface.Arithmetic;
import dev.stint.weave.internal.surface.Charge;
import dev.stint.weave.internal.surface.Formula;
import dev.stint.weave.internal.surface.Measure;
import dev.stint.weave.internal.surface.MemberRule;
import dev.stint.weave.internal.surface.SurfaceRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** The list of all that a tenant can reach of the JDK, with what each costs, as a page. */
final class SurfaceList {
    private static final String HEAD =
            """
            # What a tenant sees of the JDK

            Written by a test, from the table of the surface and the class files of JDK 25; see `weave`,
            `TenantSurfaceTest`. Not for editing.

            - *constant*: has a bound that does not depend on what is passed. The call costs 1.
            - *callback*: what it does in steps calls the tenant's own code, which is metered.
            - *priced* and a formula: this is paid before the call, see below.
            - *priced F*: before the call, F pays by the size of what is passed. F is a function of
              `dev.stint.hooks.jdk` that is written by hand, because it needs a loop, or must look at what it is given.
            - *replaced F*: F is called instead.
            - *made as C*: where code makes one, a C is made, which extends it and pays for itself.
            - *refused*: the code is not let through.

            Classes that are not here are refused, even if code may name them. A name stands for all methods and fields of that name.

            A formula names what is passed: `this`, and the arguments `arg0`, `arg1` and so on. All is measured before anything
            is paid. What is null fails, as it would in the call; `len(arg0 or 4)` is 4 then. Division rounds down, and no sum
            or product overflows. `where` gives a part of it a name.

            """;

    private SurfaceList() {}

    static String of(JdkMembers jdk, TableSurface surface) {
        var page = new StringBuilder(HEAD);
        var counts = new TreeMap<String, Integer>();
        var classes = new StringBuilder();
        String before = "";
        for (String name : jdk.publicClasses()) {
            if (isClosed(name, surface)) {
                continue;
            }
            String packageName = name.substring(0, name.lastIndexOf('.'));
            if (!packageName.equals(before)) {
                classes.append("## ").append(packageName).append("\n\n");
                before = packageName;
            }
            classes.append("**").append(name.substring(packageName.length() + 1).replace('$', '.'));
            classes.append("**\n");
            if (surface.ofClass(name.replace('.', '/')) instanceof Ruling.Replaced other) {
                classes.append("- made as ").append(other.owner().displayName()).append('\n');
            }
            verdicts(jdk.open(name.replace('.', '/')), surface, counts)
                    .forEach(
                            (verdict, members) ->
                                    classes.append("- ")
                                            .append(verdict)
                                            .append(": ")
                                            .append(String.join(", ", members))
                                            .append('\n'));
            classes.append('\n');
        }
        counts.forEach(
                (verdict, count) ->
                        page.append("| ")
                                .append(verdict)
                                .append(" | ")
                                .append(count)
                                .append(" |\n"));
        page.insert(HEAD.length(), words() + "| verdict | members |\n|---|---:|\n");
        return page.append('\n').append(classes.toString().stripTrailing()).append('\n').toString();
    }

    /** The words of formulas. */
    private static String words() {
        var table = new StringBuilder("| charge | pays for |\n|---|---|\n");
        for (Charge charge : Charge.values()) {
            table.append("| `" + charge.form() + "` | " + charge.meaning() + " |\n");
        }
        table.append("\n| number | is |\n|---|---|\n");
        for (Measure measure : Measure.values()) {
            table.append("| `" + measure.word() + "(this)` | " + measure.meaning() + " |\n");
        }
        for (Arithmetic function : Arithmetic.values()) {
            String form = function.arity() == 1 ? "(n)" : "(n, m)";
            table.append("| `" + function.word() + form + "` | " + function.meaning() + " |\n");
        }
        return table.append('\n').toString();
    }

    private static boolean isClosed(String name, TableSurface surface) {
        SurfaceRules.OfClass rules = surface.rules().of(name);
        return rules == null
                || (rules.others instanceof MemberRule.Refused && rules.members.isEmpty());
    }

    private static String word(MemberRule verdict) {
        return verdict instanceof MemberRule.Priced(var price, var where)
                        && Formula.isFormula(price)
                ? "priced `" + price + "`"
                : verdict.word();
    }

    private static Map<String, List<String>> verdicts(
            List<JdkMembers.Member> members, TableSurface surface, Map<String, Integer> counts) {
        var byName = new TreeMap<String, Map<String, String>>(); // name, signature, verdict
        for (JdkMembers.Member member : members) {
            MemberRule verdict =
                    surface.verdict(member.owner(), member.name(), member.descriptor());
            String word = word(verdict);
            counts.merge(word.split(" ", 2)[0], 1, Integer::sum);
            byName.computeIfAbsent(member.name(), name -> new TreeMap<>())
                    .put(member.signature(), word);
        }
        var byVerdict = new TreeMap<String, List<String>>();
        byName.forEach(
                (name, signatures) -> {
                    boolean same = new TreeSet<>(signatures.values()).size() == 1;
                    signatures.forEach(
                            (signature, verdict) -> {
                                List<String> to =
                                        byVerdict.computeIfAbsent(
                                                verdict, word -> new ArrayList<>());
                                String shown = "`" + (same ? name : signature) + "`";
                                if (to.isEmpty() || !to.getLast().equals(shown)) {
                                    to.add(shown);
                                }
                            });
                });
        return byVerdict;
    }
}
