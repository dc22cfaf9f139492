package dev.stint.weave.internal.plan;

import dev.stint.weave.Refusal;
import dev.stint.weave.Ruling;
import dev.stint.weave.WeaveRefusedException;
import dev.stint.weave.internal.classes.ClassInfo;
import dev.stint.weave.internal.classes.Heritage;
import dev.stint.weave.internal.classes.MemberKey;
import dev.stint.weave.internal.classes.ObjectSizes;
import dev.stint.weave.internal.plan.HandleTargets.Target;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.ConstantPoolBuilder;
import java.lang.classfile.constantpool.IntegerEntry;
import java.lang.classfile.constantpool.InvokeDynamicEntry;
import java.lang.classfile.constantpool.LoadableConstantEntry;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.lang.classfile.constantpool.MethodTypeEntry;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandleInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The functional objects and method handles of a class.
 *
 * <p>The caller of a functional object may be a loop inside the JDK, which is not metered. So the
 * object is. If the compiler made a method for it, entering that method costs 1. Any other
 * implementation is called by a method of {@link HandleTargets}, which costs 1.
 */
public final class Lambdas {
    private static final String ODD =
            "makes a functional object in a way that the JDK does not know";
    private static final ClassDesc CONCAT = ClassDesc.of("dev.stint.hooks.Concat");

    private final ClassInfo self;
    private final ReferenceRules references;
    private final Overrides overrides;
    private final ObjectSizes sizes;
    private final HandleTargets targets;
    private final LinkedSites sites;
    private final RefusalTime time;
    private final ClassCounts counts;
    private final Set<MemberKey> implementations = new HashSet<>();
    private final Map<Set<String>, Heritage> looked =
            new HashMap<>(); // types of functional objects

    public Lambdas(
            ClassInfo self,
            ReferenceRules references,
            Overrides overrides,
            ObjectSizes sizes,
            HandleTargets targets,
            LinkedSites sites,
            RefusalTime time,
            ClassCounts counts) {
        this.self = self;
        this.references = references;
        this.overrides = overrides;
        this.sizes = sizes;
        this.targets = targets;
        this.sites = sites;
        this.time = time;
        this.counts = counts;
    }

    /** The class that all of this is in. */
    ClassDesc madeIn() {
        return ClassDesc.ofInternalName(self.name());
    }

    /** True for a method that was made for a functional object: entering it costs 1. */
    boolean isImplementation(MemberKey method) {
        return implementations.contains(method);
    }

    // ---- functional objects

    @Nullable Edit editLambda(InvokeDynamicInstruction call) {
        List<LoadableConstantEntry> arguments = call.invokedynamic().bootstrap().arguments();
        if (arguments.size() < 3
                || !(arguments.get(0) instanceof MethodTypeEntry)
                || !(arguments.get(1) instanceof MethodHandleEntry handle)
                || !CodeRules.isOfMethod(handle)
                || !(arguments.get(2) instanceof MethodTypeEntry)) { // a handle is not looked at
            throw new WeaveRefusedException(Refusal.because(ODD));
        }
        List<Ruling.Priced> prices = prices(call, arguments);
        MemberKey to = MemberKey.of(handle.reference());
        boolean own = handle.reference().owner().name().equalsString(self.name());
        Integer flags = own ? self.methods().get(to) : null;
        int ops = 1;
        if (flags != null && CodeRules.isPrivateSynthetic(flags)) {
            implementations.add(to);
            if (prices.isEmpty()) {
                return null;
            }
            ops = 0; // it is charged there
        }
        Ruling ruling = ruling(handle);
        int bytes = 0;
        if (handle.kind() == MethodHandleInfo.REF_newInvokeSpecial) {
            bytes = sizes.of(handle.reference().owner().asInternalName());
        }
        var target =
                Target.of(
                        handle, owner(handle), receiver(handle, call), ops, bytes, ruling, prices);
        return (code, _) ->
                code.invokedynamic(
                        with(
                                code.constantPool(),
                                call.invokedynamic(),
                                List.of(1),
                                List.of(target)));
    }

    /**
     * The type of the receiver of a functional object's implementation. If the object holds one,
     * then it must be the type that is held, as the JDK is more exact about the parameters of
     * static methods than about receivers: {@code this::inherited} names the ancestor's method.
     */
    private ClassDesc receiver(MethodHandleEntry handle, InvokeDynamicInstruction call) {
        MethodTypeDesc held = call.typeSymbol();
        return held.parameterCount() > 0 ? held.parameterType(0) : receiver(handle);
    }

    private ClassDesc receiver(MethodHandleEntry handle) {
        // This kind is for receivers of this class only.
        return handle.kind() == MethodHandleInfo.REF_invokeSpecial
                ? ClassDesc.ofInternalName(self.name())
                : handle.reference().owner().asSymbol();
    }

    /** The price functions that the results are passed through, by what the object implements. */
    private List<Ruling.Priced> prices(
            InvokeDynamicInstruction call, List<LoadableConstantEntry> arguments) {
        String name = call.name().stringValue();
        Set<String> types = types(call, arguments);
        List<String> descriptors = descriptors(arguments);
        var prices = new LinkedHashSet<Ruling.Priced>();
        for (String type : types) {
            ensureOpen(type);
            for (String descriptor : descriptors) {
                var method = new MemberKey(name, descriptor);
                prices.addAll(overrides.ofFunction(type, method).prices());
            }
        }
        Heritage heritage = looked.get(types);
        if (heritage == null) {
            heritage = overrides.heritageOf(types);
            overrides.ensureNothingIsLent(types);
            looked.put(types, heritage);
        }
        sites.addWork(heritage.bytes(), references.guardsMonitors());
        return List.copyOf(prices);
    }

    /** To be something is more than to name it. */
    private void ensureOpen(String type) {
        ClassDesc named = ClassDesc.ofInternalName(type);
        if (references.ofClass(named) instanceof Ruling.Refused refused) {
            throw new WeaveRefusedException(
                    Refusal.of("implements", ReferenceRules.named(named), refused));
        }
    }

    /**
     * The types that the object is to have: the functional interface, and others that the code asks
     * for.
     */
    private static Set<String> types(
            InvokeDynamicInstruction call, List<LoadableConstantEntry> arguments) {
        String type = call.typeSymbol().returnType().descriptorString();
        if (!type.startsWith("L")) {
            throw new WeaveRefusedException(
                    Refusal.because("makes a functional object of no class"));
        }
        var types = new LinkedHashSet<String>();
        types.add(type.substring(1, type.length() - 1));
        for (LoadableConstantEntry more : arguments.subList(3, arguments.size())) {
            switch (more) {
                case ClassEntry marker -> types.add(marker.asInternalName());
                case IntegerEntry _, MethodTypeEntry _ -> {}
                default -> throw new WeaveRefusedException(Refusal.because(ODD));
            }
        }
        return types;
    }

    /** The types by which it can be called: one, and for some languages bridges to it. */
    private static List<String> descriptors(List<LoadableConstantEntry> arguments) {
        var descriptors = new ArrayList<String>();
        if (arguments.get(0) instanceof MethodTypeEntry first) {
            descriptors.add(first.descriptor().stringValue());
        }
        boolean bridged =
                arguments.size() > 3
                        && arguments.get(3) instanceof IntegerEntry flags
                        && (flags.intValue() & LambdaMetafactory.FLAG_BRIDGES) != 0;
        for (int i = 4; bridged && i < arguments.size(); i++) {
            if (arguments.get(i) instanceof MethodTypeEntry more) {
                descriptors.add(more.descriptor().stringValue());
            }
        }
        return descriptors;
    }

    /** The class whose method is called; for a constructor, the class that is made. */
    private ClassDesc owner(MethodHandleEntry handle) {
        ClassDesc named = handle.reference().owner().asSymbol();
        return references.isStoodIn(handle) ? references.made(named) : named;
    }

    private boolean staysAsItIs(MethodHandleEntry handle) {
        return ruling(handle) instanceof Ruling.Allowed && !references.isStoodIn(handle);
    }

    private Ruling ruling(MethodHandleEntry handle) {
        var ruled = references.of(handle);
        if (ruled.ruling() instanceof Ruling.Refused refused) {
            Refusal refusal = Refusal.of("has a handle of", ruled.member(), refused);
            if (!time.isLate()) {
                throw new WeaveRefusedException(refusal);
            }
            counts.refused(refusal); // by what stands in its place, when it is called
        }
        boolean toSuper =
                handle.kind() == MethodHandleInfo.REF_invokeSpecial
                        && ruled.ruling() instanceof Ruling.Replaced;
        if (toSuper) {
            throw new WeaveRefusedException(
                    Refusal.of("has a handle of", "super." + ruled.member(), "which is replaced"));
        }
        return ruled.ruling();
    }

    // ---- string concatenation

    Edit editConcat(InvokeDynamicInstruction call) {
        InvokeDynamicEntry entry = call.invokedynamic();
        MethodHandleEntry old = entry.bootstrap().bootstrapMethod();
        ClassDesc owner =
                references.of(old).ruling() instanceof Ruling.Replaced other
                        ? other.owner()
                        : CONCAT;
        return (code, _) -> {
            ConstantPoolBuilder pool = code.constantPool();
            var bootstrap = pool.bsmEntry(sameOf(owner, old, pool), entry.bootstrap().arguments());
            code.invokedynamic(pool.invokeDynamicEntry(bootstrap, entry.nameAndType()));
        };
    }

    private static MethodHandleEntry sameOf(
            ClassDesc owner, MethodHandleEntry old, ConstantPoolBuilder pool) {
        var method =
                pool.methodRefEntry(
                        owner,
                        old.reference().name().stringValue(),
                        MethodTypeDesc.ofDescriptor(old.reference().type().stringValue()));
        return pool.methodHandleEntry(MethodHandleInfo.REF_invokeStatic, method);
    }

    /** The bootstrap method, or the one that is called in its place. */
    private MethodHandleEntry bootstrap(ConstantPoolBuilder pool, InvokeDynamicEntry entry) {
        MethodHandleEntry old = entry.bootstrap().bootstrapMethod();
        return references.of(old).ruling() instanceof Ruling.Replaced other
                ? pool.methodHandleEntry(
                        MethodHandleInfo.REF_invokeStatic,
                        pool.methodRefEntry(other.owner(), other.name(), other.type()))
                : old;
    }

    // ---- other handles

    /** The edit for handles of priced methods among the arguments of some bootstrap method. */
    @Nullable Edit editHandles(InvokeDynamicInstruction call) {
        List<LoadableConstantEntry> arguments = call.invokedynamic().bootstrap().arguments();
        var places = new ArrayList<Integer>();
        var found = new ArrayList<Target>();
        for (int i = 0; i < arguments.size(); i++) {
            if (arguments.get(i) instanceof MethodHandleEntry handle && !staysAsItIs(handle)) {
                places.add(i);
                found.add(target(handle));
            }
        }
        MethodHandleEntry bootstrap = call.invokedynamic().bootstrap().bootstrapMethod();
        if (places.isEmpty() && !(ruling(bootstrap) instanceof Ruling.Replaced)) {
            return null;
        }
        return (code, _) ->
                code.invokedynamic(with(code.constantPool(), call.invokedynamic(), places, found));
    }

    /** The edit for a handle that is loaded as a constant. */
    @Nullable Edit editHandle(MethodHandleEntry handle) {
        if (staysAsItIs(handle)) {
            return null;
        }
        Target target = target(handle);
        return (code, _) -> code.ldc(targets.handle(code.constantPool(), target));
    }

    private Target target(MethodHandleEntry handle) {
        if (!CodeRules.isOfMethod(handle)) {
            throw new WeaveRefusedException(
                    Refusal.of(
                            "has a handle of the field",
                            references.of(handle).member(),
                            "in whose place a method is called"));
        }
        return Target.of(handle, owner(handle), receiver(handle), 0, 0, ruling(handle), List.of());
    }

    private InvokeDynamicEntry with(
            ConstantPoolBuilder pool,
            InvokeDynamicEntry entry,
            List<Integer> places,
            List<Target> handles) {
        var arguments = new ArrayList<>(entry.bootstrap().arguments());
        for (int i = 0; i < places.size(); i++) {
            arguments.set(places.get(i), targets.handle(pool, handles.get(i)));
        }
        var bootstrap = pool.bsmEntry(bootstrap(pool, entry), arguments);
        return pool.invokeDynamicEntry(bootstrap, entry.nameAndType());
    }
}
