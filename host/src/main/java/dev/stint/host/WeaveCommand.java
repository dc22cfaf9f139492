package dev.stint.host;

import static dev.stint.host.BadArguments.quoted;

import dev.stint.Version;
import dev.stint.policyservice.text.Json;
import dev.stint.weave.ClassReport;
import dev.stint.weave.JarRefusedException;
import dev.stint.weave.JarWeaver;
import dev.stint.weave.Refusal;
import dev.stint.weave.WeaveReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Weaves a jar ahead of time, or tells what that would come to. */
@Command(
        name = "weave",
        description =
                "Weaves metering into all classes of a jar. Without -o, only tells what is in it"
                        + " and what would be refused.")
final class WeaveCommand implements Callable<Integer> {
    private static final String EXAMPLE = "./stint weave app.jar -o app-woven.jar";
    private static final String STANDARD_OUTPUT = "-";
    private static final long PROGRESS_EVERY = TimeUnit.SECONDS.toNanos(2);
    private static final int MOST_SHOWN = 20;

    private final PrintWriter out;
    private final PrintWriter err;

    @Parameters(arity = "0..1", paramLabel = "IN.jar", description = "the jar to weave")
    private @Nullable String in;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "OUT.jar",
            description = "where to write the woven jar; written only if all of it could be woven")
    private @Nullable String to;

    @Option(names = "--report", description = "tell what was woven, also with -o")
    private boolean report;

    @Option(
            names = "--json",
            arity = "0..1",
            fallbackValue = STANDARD_OUTPUT,
            paramLabel = "FILE",
            description = "the report as JSON, to a file or as all that is printed")
    private @Nullable String json;

    @Option(
            names = "--surface",
            paramLabel = "open|tenant",
            description =
                    "what its code may use: all of the JDK, or what cannot do harm (default: open;"
                            + " tenant with --rules)")
    private @Nullable String surface;

    @Option(
            names = "--rules",
            paramLabel = "FILE",
            description = "more that a tenant may use, in lines such as com.acme.Api: constant")
    private @Nullable String rules;

    @Option(
            names = "--strict",
            description =
                    "refuse a class that uses more than it may; without it, that throws when it is"
                            + " about to happen")
    private boolean strict;

    @Option(
            names = "--exact-stack",
            description =
                    "count the stack, so that where it overflows does not depend on the JIT"
                            + " (slower)")
    private boolean exactStack;

    @Option(
            names = "--classpath",
            paramLabel = "PATH",
            description = "other jars that its code refers to, woven as well but not here")
    private @Nullable String classpath;

    WeaveCommand(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws IOException {
        Path jar = jar();
        String surfaceName = Surfaces.name(surface, rules, Surfaces.OPEN);
        Path woven = to == null ? null : FileNames.toWrite("-o", to, EXAMPLE);
        Path jsonFile =
                json == null || json.equals(STANDARD_OUTPUT)
                        ? null
                        : FileNames.toWrite("--json", json, EXAMPLE + " --json report.json");
        JarWeaver weaver =
                JarWeaver.of(Surfaces.of(surfaceName, rules), Version.number())
                        .withClasspath(Classpath.read(classpath))
                        .withProgress(new Pace()::tell);

        WeaveReport found = weave(weaver.weaving(Surfaces.weaving(strict, exactStack)), jar, woven);
        if (found == null) {
            return Main.FAILED;
        }
        tell(found, surfaceName, woven, jsonFile);
        return found.isWhole() ? Main.OK : Main.FAILED;
    }

    private Path jar() {
        if (in == null) {
            throw new BadArguments(
                    json == null || json.equals(STANDARD_OUTPUT)
                            ? "which jar? For example: " + EXAMPLE
                            : "which jar? --json has taken "
                                    + quoted(json)
                                    + " as the file to write; name the jar first: ./stint weave"
                                    + " app.jar --json");
        }
        return FileNames.toRead("jar", in);
    }

    /** Null if there is nothing to tell but what was said on stderr. */
    private @Nullable WeaveReport weave(JarWeaver weaver, Path jar, @Nullable Path woven)
            throws IOException {
        try {
            return woven == null ? weaver.inspect(jar) : weaver.weave(jar, woven);
        } catch (JarRefusedException e) {
            return e.report();
        } catch (IllegalArgumentException e) {
            if (woven != null && Files.exists(woven) && Files.isSameFile(jar, woven)) {
                throw new BadArguments(String.valueOf(e.getMessage()));
            }
            complain(String.valueOf(e.getMessage()));
        } catch (ZipException e) {
            throw new BadArguments(
                    quoted(jar.toString()) + " is not a jar that can be read: " + e.getMessage());
        } catch (IOException e) {
            complain(quoted(jar.toString()) + " cannot be woven: " + e.getMessage());
        }
        return null;
    }

    private void complain(String what) {
        err.println("stint weave: " + what);
    }

    private void tell(
            WeaveReport found, String surfaceName, @Nullable Path woven, @Nullable Path jsonFile)
            throws IOException {
        boolean written = woven != null && found.isWhole();
        if (json != null) {
            String text = Json.write(toMap(found, surfaceName, written ? woven : null));
            if (jsonFile == null) {
                out.print(text);
                return;
            }
            Files.writeString(jsonFile, text);
        }
        if (report || woven == null) {
            out.print(found.inWords());
        } else if (found.isWhole()) {
            out.print(found.inWords().lines().findFirst().orElse("") + "\n");
        } else {
            refused(found);
        }
        if (woven != null && !written) {
            complain("nothing was written to " + quoted(woven.toString()));
        } else if (written) {
            out.printf(Locale.ROOT, "written to %s%n", woven);
        }
    }

    private void refused(WeaveReport found) {
        for (Refusal one : found.refused().stream().limit(MOST_SHOWN).toList()) {
            complain("refused " + one.className() + ": " + one.inWords());
        }
        int more = found.refused().size() - MOST_SHOWN;
        if (more > 0) {
            complain("and " + more + " more; --report lists them all");
        }
    }

    static Map<String, Object> toMap(
            WeaveReport report, String surfaceName, @Nullable Path written) {
        var map = new LinkedHashMap<String, Object>();
        map.put("subject", report.subject());
        map.put("surface", surfaceName);
        if (written != null) {
            map.put("written", written.toString());
        }
        map.put("classes", report.classes().size());
        map.put("methods", report.sum(ClassReport::methods));
        map.put("blocks", report.sum(ClassReport::blocks));
        map.put("backwardBranches", report.sum(ClassReport::backwardBranches));
        map.put("loops", report.sum(ClassReport::loops));
        map.put("calls", report.sum(ClassReport::calls));
        map.put("allocations", report.sum(ClassReport::allocations));
        map.put("unknownSizes", report.sum(ClassReport::unknownSizes));
        map.put("bytesIn", report.sum(ClassReport::bytesIn));
        map.put("bytesOut", report.sum(ClassReport::bytesOut));
        List<Object> refused = new ArrayList<>();
        for (Refusal one : report.refused()) {
            refused.add(toMap(one));
        }
        map.put("refused", refused);
        List<Object> members = new ArrayList<>();
        for (WeaveReport.RefusedMember one : report.members()) {
            members.add(toMap(one));
        }
        map.put("refusedMembers", members);
        List<Object> missing = new ArrayList<>();
        for (WeaveReport.MissingClass one : report.missingClasses()) {
            Map<String, Object> each = map("class", one.name(), "members", one.members());
            each.put("reachable", one.isReachable());
            each.put("callers", toList(one.callers()));
            missing.add(each);
        }
        map.put("missingClasses", missing);
        List<Object> unpriced = new ArrayList<>();
        for (WeaveReport.UnpricedCall one : report.unpriced()) {
            unpriced.add(map("method", one.method(), "sites", one.sites()));
        }
        map.put("unpriced", unpriced);
        return map;
    }

    private static Map<String, Object> toMap(WeaveReport.RefusedMember member) {
        Map<String, Object> map = map("member", member.member(), "reason", member.reason());
        map.put("reachable", member.isReachable());
        map.put("rule", member.rule());
        map.put("missing", member.missing());
        map.put("callers", toList(member.callers()));
        return map;
    }

    private static List<Object> toList(List<WeaveReport.Caller> callers) {
        List<Object> list = new ArrayList<>();
        for (WeaveReport.Caller caller : callers) {
            Map<String, Object> each = map("class", caller.className(), "method", caller.method());
            each.put("reachable", caller.reachable());
            list.add(each);
        }
        return list;
    }

    private static Map<String, Object> toMap(Refusal refusal) {
        Map<String, Object> map = map("class", refusal.className(), "reason", refusal.inWords());
        if (!refusal.method().isEmpty()) {
            map.put("method", refusal.method());
        }
        if (!refusal.member().isEmpty()) {
            map.put("member", refusal.member());
        }
        return map;
    }

    private static Map<String, Object> map(String a, Object b, String c, Object d) {
        var map = new LinkedHashMap<String, Object>();
        map.put(a, b);
        map.put(c, d);
        return map;
    }

    /** Says now and then how far it is, of jars that take long. */
    private final class Pace {
        private long last = System.nanoTime();

        void tell(int done, int of) {
            long now = System.nanoTime();
            if (now - last > PROGRESS_EVERY) {
                last = now;
                complain(String.format(Locale.ROOT, "%,d of %,d classes ...", done, of));
            }
        }
    }
}
