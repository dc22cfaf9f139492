package dev.stint.weave;

import dev.stint.weave.internal.surface.MemberRule;
import dev.stint.weave.internal.surface.PriceFunctions;
import dev.stint.weave.internal.surface.Signatures;
import dev.stint.weave.internal.surface.SurfaceRules;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A surface that is written down in a table, member by member. What is not in it is refused. A
 * class of which every member is refused may still be named: libraries do that everywhere, and the
 * JVM wants to see it when it verifies them.
 *
 * <p>Immutable; threads may share one.
 */
public final class TableSurface implements Surface {
    private static final Set<String> LOCKING = Set.of("java/io/Reader", "java/io/Writer");
    private static final ClassDesc STREAMS = ClassDesc.of("dev.stint.hooks.jdk.IoStreams");
    private static final MethodTypeDesc LOCKED =
            MethodTypeDesc.of(ConstantDescs.CD_Object, ConstantDescs.CD_Object);

    private static final List<String> PARTS =
            List.of(
                    "reasons.txt",
                    "lang.txt",
                    "util.txt",
                    "math.txt",
                    "stream.txt",
                    "concurrent.txt",
                    "time.txt",
                    "io.txt");
    private static final String ARRAY = "array";
    private static final String NOT_LISTED_REMEDY =
            "If it is harmless, add a line for it to the rules that this code is woven with.";

    private final SurfaceRules rules;

    private TableSurface(SurfaceRules rules) {
        this.rules = rules;
    }

    static TableSurface ofTenant() {
        return Default.TENANT;
    }

    /** Read once, when it is first needed. */
    private static final class Default {
        static final TableSurface TENANT = read();

        private static TableSurface read() {
            SurfaceRules rules = SurfaceRules.parse("empty", "");
            for (String part : PARTS) {
                rules = rules.plus(part, text("surface/" + part));
            }
            return new TableSurface(rules);
        }

        private static String text(String resource) {
            try (InputStream in = TableSurface.class.getResourceAsStream(resource)) {
                return new String(
                        Objects.requireNonNull(in, resource).readAllBytes(),
                        StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(resource + " of the surface cannot be read", e);
            }
        }
    }

    /**
     * This surface with more lines, in the form of the table. What they say of a class goes before
     * all that was said of it so far.
     *
     * @param source where the lines are from, for messages
     * @throws IllegalArgumentException if a line cannot be read; it names the line
     */
    public TableSurface plus(String source, String lines) {
        Objects.requireNonNull(source, "where the rules are from");
        Objects.requireNonNull(lines, "the rules to add");
        return new TableSurface(rules.plus(source, lines));
    }

    SurfaceRules rules() {
        return rules;
    }

    @Override
    public Ruling ofMethod(String owner, String name, String descriptor) {
        return switch (verdict(owner, name, descriptor)) {
            case MemberRule.Constant(var why) -> Ruling.Allowed.RULING;
            case MemberRule.Callback(var why) -> Ruling.Allowed.RULING;
            case MemberRule.Priced price -> {
                var f = PriceFunctions.before(price, owner, name, descriptor);
                yield new Ruling.Priced(f.owner(), f.name(), f.type());
            }
            case MemberRule.Replaced(var function) -> {
                var f = PriceFunctions.inPlaceOf(function, owner, name, descriptor);
                yield new Ruling.Replaced(f.owner(), f.name(), f.type());
            }
            case MemberRule.Refused(var reason) -> refused(owner, name, descriptor, reason);
        };
    }

    @Override
    public Ruling ofField(String owner, String name, String descriptor) {
        return switch (verdict(owner, name, descriptor)) {
            case MemberRule.Constant(var why) -> Ruling.Allowed.RULING;
            case MemberRule.Callback(var why) -> Ruling.Allowed.RULING;
            case MemberRule.Priced price -> Ruling.Allowed.RULING;
            case MemberRule.Replaced(var function) -> {
                var f = PriceFunctions.insteadOfField(function, owner, name, descriptor);
                yield new Ruling.Replaced(f.owner(), f.name(), f.type());
            }
            case MemberRule.Refused(var reason) -> refused(owner, name, descriptor, reason);
        };
    }

    /** What a stream of the JDK wraps stays as it was made: a ring of them has no end. */
    @Override
    public Ruling ofAssignment(String owner, String name, String descriptor) {
        if (owner.startsWith("java/io/") && descriptor.startsWith("Ljava/io/")) {
            return new Ruling.Refused(
                    dots(owner)
                            + '.'
                            + name
                            + " cannot be set: what is wrapped is given to the constructor.");
        }
        if (name.equals("lock") && LOCKING.contains(owner)) {
            return new Ruling.Priced(STREAMS, name, LOCKED); // as if given to the constructor
        }
        return ofField(owner, name, descriptor);
    }

    @Override
    public Ruling ofClass(String internalName) {
        String element = internalName.replaceFirst("^\\[+", "");
        if (element.length() < internalName.length()) {
            return element.startsWith("L")
                    ? ofClass(element.substring(1, element.length() - 1))
                    : Ruling.Allowed.RULING;
        }
        SurfaceRules.OfClass of = rules.of(dots(internalName));
        if (of == null) {
            return new Ruling.Refused(notListed(internalName), NOT_LISTED_REMEDY);
        }
        return of.members.get(SurfaceRules.NEW) instanceof MemberRule.Replaced(var standIn)
                ? new Ruling.Replaced(
                        PriceFunctions.standIn(standIn),
                        ConstantDescs.INIT_NAME,
                        ConstantDescs.MTD_void)
                : Ruling.Allowed.RULING;
    }

    @Override
    public Ruling ofOverride(String owner, String name, String descriptor) {
        SurfaceRules.OfClass of = rules.of(dots(owner));
        MemberRule verdict = of == null ? null : of.ofOverride(name, descriptor);
        return switch (verdict) {
            case null -> Ruling.Allowed.RULING;
            case MemberRule.Priced price -> {
                var f = PriceFunctions.after(price, owner, name, descriptor);
                yield new Ruling.Priced(f.owner(), f.name(), f.type());
            }
            case MemberRule.Refused(var reason) -> refused(owner, name, descriptor, reason);
            default -> Ruling.Allowed.RULING;
        };
    }

    /** What the table says of a member. */
    MemberRule verdict(String owner, String name, String descriptor) {
        SurfaceRules.@Nullable OfClass of = rules.of(owner.startsWith("[") ? ARRAY : dots(owner));
        return of == null
                ? new MemberRule.Refused(notListed(owner))
                : of.ofMember(name, descriptor);
    }

    private Ruling refused(String owner, String name, String descriptor, String reason) {
        return new Ruling.Refused(
                dots(owner)
                        + "."
                        + Signatures.of(name, descriptor)
                        + " is not open to it: "
                        + reason,
                isListed(owner) ? "" : NOT_LISTED_REMEDY);
    }

    private boolean isListed(String owner) {
        return rules.of(owner.startsWith("[") ? ARRAY : dots(owner)) != null;
    }

    private static String notListed(String owner) {
        return dots(owner) + " is not in the table of what it may use";
    }

    private static String dots(String internalName) {
        return internalName.replace('/', '.');
    }
}
