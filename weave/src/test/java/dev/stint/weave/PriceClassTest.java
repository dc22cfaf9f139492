package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.weave.internal.surface.Formula;
import dev.stint.weave.internal.surface.MemberRule;
import dev.stint.weave.internal.surface.PriceFunction;
import dev.stint.weave.internal.surface.PriceFunctions;
import dev.stint.weave.internal.surface.SurfaceRules;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.constant.MethodTypeDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * The class of the hooks that is generated from the formulas of the table, against what the table
 * says today. With {@code -Dstint.surface.write=true} it writes the class, and the list of what is
 * in it.
 */
class PriceClassTest {
    private static final Path CLASS =
            Path.of("..", "hooks", "src", "main", "resources", "dev", "stint", "hooks", "jdk")
                    .resolve("Prices.class");
    private static final Path LIST =
            Path.of("src", "test", "resources", "golden", "prices", "Prices.txt");

    private static final JdkMembers JDK = new JdkMembers();
    private static final TableSurface SURFACE = Surface.ofTenant();

    /** A function and the members that it pays for. */
    private record Use(PriceFunction function, TreeSet<String> members) {}

    /** By name and type, in the order of the names. */
    private static Map<String, Use> uses() {
        var uses = new TreeMap<String, Use>();
        for (String name : JDK.publicClasses()) {
            String internal = name.replace('.', '/');
            if (SURFACE.ofClass(internal) instanceof Ruling.Refused) {
                continue;
            }
            for (JdkMembers.Member member : JDK.open(internal)) {
                boolean isPriced =
                        SURFACE.verdict(member.owner(), member.name(), member.descriptor())
                                        instanceof MemberRule.Priced price
                                && member.isMethod()
                                && Formula.isFormula(price.price());
                if (isPriced) {
                    add(uses, member);
                }
            }
        }
        return uses;
    }

    private static void add(Map<String, Use> uses, JdkMembers.Member member) {
        var price =
                (MemberRule.Priced)
                        SURFACE.verdict(member.owner(), member.name(), member.descriptor());
        PriceFunction function =
                PriceFunctions.priceFunction(
                        price,
                        member.owner(),
                        member.name(),
                        MethodTypeDesc.ofDescriptor(member.descriptor()));
        uses.computeIfAbsent(
                        function.name() + function.type().descriptorString(),
                        key -> new Use(function, new TreeSet<>()))
                .members
                .add(member.toString());
    }

    private static byte[] generated() {
        return PriceClass.of(uses().values().stream().map(Use::function).toList());
    }

    private static String list(byte[] file) {
        Map<String, Use> uses = uses();
        var text = new StringBuilder();
        for (MethodModel method : ClassFile.of().parse(file).methods()) {
            Use use =
                    uses.get(method.methodName().stringValue() + method.methodType().stringValue());
            text.append(use == null ? method.methodName().stringValue() : use.function)
                    .append("  ")
                    .append(method.methodTypeSymbol().displayDescriptor())
                    .append('\n');
            for (String member : use == null ? new TreeSet<String>() : use.members) {
                text.append("    for ").append(member).append('\n');
            }
            Listing.of(method)
                    .lines()
                    .skip(1)
                    .forEach(line -> text.append("    ").append(line.strip()).append('\n'));
            text.append('\n');
        }
        return text.toString();
    }

    @Test
    void prices_ofTheHooks_areWhatTheTableSays() throws IOException {
        byte[] generated = generated();
        String list = list(generated);
        if (Boolean.getBoolean("stint.surface.write")) {
            Files.createDirectories(CLASS.getParent());
            Files.write(CLASS, generated);
            Files.createDirectories(LIST.getParent());
            Files.writeString(LIST, list);
        }

        String again = "run with -Dstint.surface.write=true to generate them again, and build";
        assertThat(Files.readString(LIST)).as(again).isEqualTo(list);
        assertThat(Files.readAllBytes(CLASS)).as(again).isEqualTo(generated);
    }

    /** The page shows them as they are written. */
    @Test
    void formulas_ofTheTable_areWrittenInOneForm() {
        for (String name : JDK.publicClasses()) {
            SurfaceRules.OfClass rules = SURFACE.rules().of(name);
            if (rules != null) {
                for (MemberRule rule : rules.members.values()) {
                    if (rule instanceof MemberRule.Priced(var price, var where)
                            && Formula.isFormula(price)) {
                        assertThat(Formula.of(price)).as(where).hasToString(price);
                    }
                }
            }
        }
    }

    @Test
    void prices_generatedTwice_areTheSameBytes() {
        assertThat(generated()).isEqualTo(generated());
    }

    @Test
    void prices_everyMethod_isVerifiedByTheJvm() throws Exception {
        var names = new ArrayList<String>();
        Class<?> prices = Class.forName("dev.stint.hooks.jdk.Prices");
        for (var method : prices.getDeclaredMethods()) {
            names.add(method.getName());
        }

        assertThat(ClassFile.of().verify(generated())).isEmpty();
        assertThat(names).hasSize(uses().size());
    }
}
