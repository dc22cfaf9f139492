package dev.stint.weave.internal.plan;

import dev.stint.weave.Refusal;
import dev.stint.weave.Ruling;
import dev.stint.weave.Surface;
import dev.stint.weave.WeaveRefusedException;
import dev.stint.weave.internal.classes.ClassInfo;
import dev.stint.weave.internal.classes.Heritage;
import dev.stint.weave.internal.classes.KnownClasses;
import dev.stint.weave.internal.classes.MemberKey;
import dev.stint.weave.internal.classes.MemberLookup;
import dev.stint.weave.internal.surface.Signatures;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the methods of a class that code outside may call, because they override or implement a
 * method from outside. Nobody pays for such a call, so the method itself does.
 */
public final class Overrides {
    private final KnownClasses classes;
    private final MemberLookup members;
    private final Surface surface;

    public Overrides(KnownClasses classes, MemberLookup members, Surface surface) {
        this.classes = classes;
        this.members = members;
        this.surface = surface;
    }

    /**
     * What a method owes for being an override.
     *
     * @param calledFromOutside whether entering it costs 1
     * @param prices the price functions that its result is passed through, in this order
     */
    public record Duty(boolean calledFromOutside, List<Ruling.Priced> prices) {
        static final Duty NONE = new Duty(false, List.of());

        boolean isNothing() {
            return !calledFromOutside && prices.isEmpty();
        }
    }

    /**
     * A method that a class must get of its own, because what it inherits implements something new
     * there: a woven method one from outside, or a method from outside a woven one.
     *
     * @param duty what it owes beyond what the inherited one pays
     * @param before the ruling about the inherited one, whose callers do not know whom they call
     * @param via the direct superclass or superinterface through which the inherited one is called
     */
    public record Inherited(
            String name,
            String descriptor,
            int flags,
            Duty duty,
            Ruling before,
            String via,
            boolean toInterface) {}

    /**
     * Refuses a class with too many ancestors. Whatever is asked of it, the weaver goes through all
     * of them, and so does the JVM.
     *
     * @throws WeaveRefusedException if it has
     */
    public void ensureFewAncestors(ClassInfo info) {
        if (members.ancestors(info).size() > MemberLookup.MOST_ANCESTORS) {
            throw new WeaveRefusedException(
                    Refusal.because(
                            "has more than "
                                    + MemberLookup.MOST_ANCESTORS
                                    + " superclasses and interfaces"));
        }
    }

    /**
     * Refuses a class that inherits so much that it would be a burden to the JVM.
     *
     * @throws WeaveRefusedException if it does
     */
    public void ensureLittleHeritage(ClassInfo info) {
        String excess = Heritage.of(info, members, classes).excess(info);
        if (excess != null) {
            throw new WeaveRefusedException(
                    Refusal.because(excess).withRemedy("Extend or implement less"));
        }
    }

    /**
     * The same for a functional object, whose class the JVM makes.
     *
     * @param types the functional interface, and what else it is to be
     * @throws WeaveRefusedException if it inherits too much
     */
    Heritage heritageOf(Set<String> types) {
        Heritage all = Heritage.NONE;
        for (String type : types) {
            ClassInfo info = classes.find(type);
            if (info != null) {
                all = all.plus(Heritage.of(info, members, classes));
            }
        }
        String excess = all.excess();
        if (excess != null) {
            throw new WeaveRefusedException(
                    Refusal.because("makes a functional object that " + excess)
                            .withRemedy("Have it implement less"));
        }
        return all;
    }

    /**
     * Sees that a class is not declared in too many others, or in itself.
     *
     * @throws WeaveRefusedException if it is
     */
    public void ensureFewEnclosers(ClassInfo info) {
        if (members.enclosers(info) > MemberLookup.MOST_ENCLOSERS) {
            throw new WeaveRefusedException(
                    Refusal.because(
                            "says that it is declared in more than "
                                    + MemberLookup.MOST_ENCLOSERS
                                    + " classes, one in the other, or in itself"));
        }
    }

    /**
     * What a method of a class owes.
     *
     * @throws WeaveRefusedException if it overrides what must not be overridden
     */
    Duty of(ClassInfo info, MemberKey method, int flags) {
        if (!MemberLookup.isVirtual(method, flags)) {
            return Duty.NONE;
        }
        return duty(members.ancestors(info), method);
    }

    /**
     * What the implementation of a functional object owes.
     *
     * @param type the functional interface
     */
    Duty ofFunction(String type, MemberKey method) {
        ClassInfo info = classes.find(type);
        if (info == null) {
            return Duty.NONE;
        }
        var declarers = new LinkedHashSet<ClassInfo>();
        declarers.add(info);
        declarers.addAll(members.ancestors(info));
        return duty(declarers, method);
    }

    /**
     * Sees that a functional object lends no method from outside to an interface of woven code, and
     * none of woven code to one from outside. The object cannot get a method of its own that would
     * pay.
     *
     * @param types the functional interface, and what else it is to be
     * @throws WeaveRefusedException if it does
     */
    void ensureNothingIsLent(Set<String> types) {
        var all = new LinkedHashSet<ClassInfo>();
        for (String type : types) {
            ClassInfo info = classes.find(type);
            if (info != null) {
                all.add(info);
                all.addAll(members.ancestors(info));
            }
        }
        if (all.stream().noneMatch(ClassInfo::isOwn) || all.stream().allMatch(ClassInfo::isOwn)) {
            return;
        }
        var implementations = new Implementations(List.of(), all);
        for (ClassInfo info : all) {
            for (MemberKey method : info.isOwn() ? info.methods().keySet() : Set.<MemberKey>of()) {
                ClassInfo declarer = implementations.of(method);
                if (declarer != null
                        && !declarer.isOwn()
                        && MemberLookup.declaresVirtual(info, method)) {
                    ensureAllowed(declarer, method);
                }
            }
        }
        ensureNothingIsLentOutside(all, implementations);
    }

    /** The other way round: code outside would call a woven method that does not know of it. */
    private void ensureNothingIsLentOutside(Set<ClassInfo> all, Implementations implementations) {
        for (ClassInfo info : all) {
            if (info.isOwn() || !info.isInterface()) {
                continue;
            }
            for (MemberKey method : info.methods().keySet()) {
                ClassInfo declarer = implementations.of(method);
                if (declarer != null
                        && declarer.isOwn()
                        && MemberLookup.declaresVirtual(info, method)) {
                    int flags = declarer.methods().getOrDefault(method, 0);
                    if (!beyond(duty(all, method), of(declarer, method, flags)).isNothing()) {
                        throw lending(
                                inWords(declarer, method),
                                info.name().replace('/', '.'),
                                ", and nobody would pay for its calls",
                                "Write a method of that name in an interface that extends both");
                    }
                }
            }
        }
    }

    /** What is owed and not yet done. */
    private static Duty beyond(Duty owed, Duty done) {
        var prices = new ArrayList<>(owed.prices());
        prices.removeAll(done.prices());
        boolean called = owed.calledFromOutside() && !done.calledFromOutside();
        return new Duty(called, List.copyOf(prices));
    }

    private void ensureAllowed(ClassInfo declarer, MemberKey method) {
        if (!(ruling(declarer, method) instanceof Ruling.Allowed)) {
            throw lending(inWords(declarer, method), ", which is not for free", OWN_METHOD);
        }
    }

    private Ruling ruling(ClassInfo declarer, MemberKey method) {
        return surface.ofMethod(declarer.name(), method.name(), method.descriptor());
    }

    private static String inWords(ClassInfo declarer, MemberKey method) {
        return declarer.name().replace('/', '.')
                + '.'
                + Signatures.of(method.name(), method.descriptor());
    }

    private Duty duty(Set<ClassInfo> declarers, MemberKey method) {
        boolean called = false;
        var prices = new LinkedHashSet<Ruling.Priced>();
        for (ClassInfo info : declarers) {
            if (info.isOwn() || !MemberLookup.declaresOverridable(info, method)) {
                continue;
            }
            called = true;
            switch (surface.ofOverride(info.name(), method.name(), method.descriptor())) {
                case Ruling.Priced price -> prices.add(price);
                case Ruling.Refused refused ->
                        throw new WeaveRefusedException(
                                Refusal.of("overrides", method.name(), refused));
                case Ruling.Allowed _, Ruling.Replaced _ -> {}
            }
        }
        return called ? new Duty(true, List.copyOf(prices)) : Duty.NONE;
    }

    /**
     * The methods that a class must get of its own, because it inherits an implementation that was
     * written without regard to the outside.
     *
     * @throws WeaveRefusedException if it inherits what it must not
     */
    List<Inherited> inherited(ClassInfo info) {
        ClassInfo parent = info.parent() == null ? null : classes.find(info.parent());
        if (info.isInterface() || parent == null) {
            return List.of();
        }
        Set<ClassInfo> fromParent = members.ancestors(parent);
        Set<ClassInfo> ancestors = members.ancestors(info);
        var implementations = new Implementations(members.line(info), ancestors);
        Map<MemberKey, Inherited> found = new LinkedHashMap<>();
        for (ClassInfo ancestor : ancestors) {
            boolean isNew = ancestor != parent && !fromParent.contains(ancestor);
            if (!isNew) {
                continue;
            }
            // Something new from outside meets what is inherited, or the other way round.
            for (MemberKey method : ancestor.methods().keySet()) {
                if (!info.methods().containsKey(method)
                        && !found.containsKey(method)
                        && MemberLookup.declaresVirtual(ancestor, method)) {
                    ClassInfo declarer = implementations.of(method);
                    Inherited inherited =
                            ancestor.isOwn() && declarer != null && !declarer.isOwn()
                                    ? lent(info, method, declarer)
                                    : inherited(info, method, declarer);
                    if (inherited != null) {
                        found.put(method, inherited);
                    }
                }
            }
        }
        var all = new ArrayList<>(found.values());
        all.addAll(views(info, parent));
        return all;
    }

    private static final String OBJECT = "java/lang/Object";
    private static final String MAP = "java/util/AbstractMap";
    private static final List<MemberKey> VIEWS =
            List.of(
                    new MemberKey("keySet", "()Ljava/util/Set;"),
                    new MemberKey("values", "()Ljava/util/Collection;"));

    /** The methods for the views of a woven map: those of the JDK believe its size, too. */
    private List<Inherited> views(ClassInfo info, ClassInfo parent) {
        if (!parent.name().equals(MAP) || parent.isOwn()) {
            return List.of();
        }
        var views = new ArrayList<Inherited>();
        for (MemberKey method : VIEWS) {
            String name = method.name();
            String type = method.descriptor();
            if (!info.methods().containsKey(method)
                    && surface.ofOverride(MAP, name, type) instanceof Ruling.Priced price) {
                var duty = new Duty(false, List.of(price));
                views.add(
                        new Inherited(
                                name,
                                type,
                                ClassFile.ACC_PUBLIC,
                                duty,
                                Ruling.Allowed.RULING,
                                MAP,
                                false));
            }
        }
        return views;
    }

    /** The skeletons of collections in the JDK, which make arrays as long as size() says. */
    private static final Set<String> SKELETONS =
            Set.of(
                    "java/util/AbstractCollection",
                    "java/util/AbstractList",
                    "java/util/AbstractSequentialList",
                    "java/util/AbstractSet",
                    "java/util/AbstractQueue");

    public static final String TO_ARRAY = "toArray";

    /** The class whose methods make arrays step by step. */
    public static final ClassDesc STEPS = ClassDesc.of("dev.stint.hooks.jdk.Iterations");

    private static final ClassDesc OBJECTS = ConstantDescs.CD_Object.arrayType();
    private static final List<MethodTypeDesc> ARRAYS =
            List.of(MethodTypeDesc.of(OBJECTS), MethodTypeDesc.of(OBJECTS, OBJECTS));

    /** The methods {@code toArray} that a class must get so that its size is not believed. */
    List<MethodTypeDesc> arraysToMake(ClassInfo info) {
        String parent = info.parent();
        if (info.isInterface() || parent == null || !SKELETONS.contains(parent)) {
            return List.of();
        }
        ClassInfo skeleton = classes.find(parent);
        boolean isPriced =
                surface.ofMethod(
                                "java/util/AbstractCollection",
                                TO_ARRAY,
                                ARRAYS.getFirst().descriptorString())
                        instanceof Ruling.Priced;
        if (skeleton == null || skeleton.isOwn() || !isPriced) {
            return List.of();
        }
        return ARRAYS.stream().filter(type -> !info.methods().containsKey(toArray(type))).toList();
    }

    private static MemberKey toArray(MethodTypeDesc type) {
        return new MemberKey(TO_ARRAY, type.descriptorString());
    }

    /**
     * True for a final method that loses its finality, because a subclass may have to get one of
     * its own. Code cannot tell: the weaver refuses whoever overrides it, in place of the JVM.
     */
    static boolean losesFinality(ClassInfo info, MemberKey method) {
        int flags = info.methods().getOrDefault(method, 0);
        return (flags & ClassFile.ACC_FINAL) != 0
                && (flags & ClassFile.ACC_PUBLIC) != 0
                && (info.flags() & ClassFile.ACC_FINAL) == 0
                && MemberLookup.isVirtual(method, flags);
    }

    /**
     * Does what the JVM no longer does, since the method is not final any more.
     *
     * @throws WeaveRefusedException if the method overrides a final one of the woven set
     */
    void ensureNotFinalAbove(ClassInfo info, MemberKey method, int flags) {
        if (!MemberLookup.isVirtual(method, flags)) {
            return;
        }
        for (ClassInfo above : members.line(info)) {
            if (above != info && above.isOwn() && losesFinality(above, method)) {
                throw new WeaveRefusedException(
                        Refusal.because("overrides a final method of " + above.name()));
            }
        }
    }

    private @Nullable Inherited inherited(
            ClassInfo info, MemberKey method, @Nullable ClassInfo declarer) {
        if (declarer == null || !declarer.isOwn()) {
            return null;
        }
        int flags = declarer.methods().getOrDefault(method, 0);
        Duty owed = of(info, method, flags);
        if (owed.equals(Duty.NONE)) {
            return null;
        }
        // A superclass that sees the same has such a method already.
        ClassInfo parent = info.parent() == null ? null : classes.find(info.parent());
        boolean byParent = parent == declarer || members.ancestors(parent).contains(declarer);
        Duty done = of(byParent && parent != null ? parent : declarer, method, flags);
        Duty left = beyond(owed, done);
        if (left.isNothing()) {
            return null;
        }
        String via = viaOf(info, declarer);
        ClassInfo direct = classes.find(via);
        return new Inherited(
                method.name(),
                method.descriptor(),
                flags & (ClassFile.ACC_PUBLIC | ClassFile.ACC_PROTECTED),
                left,
                Ruling.Allowed.RULING,
                via,
                direct != null && direct.isInterface());
    }

    /**
     * The method that a class needs if it inherits one from outside that implements a woven one. A
     * call of the woven one is a call among woven classes, to which no ruling applies; so the price
     * is paid here.
     *
     * @throws WeaveRefusedException if it is one that woven code must not call
     */
    private @Nullable Inherited lent(ClassInfo info, MemberKey method, ClassInfo declarer) {
        if (declarer.name().equals(OBJECT)) {
            return null; // what every object has by itself is not dear
        }
        Ruling ruling = ruling(declarer, method);
        int flags = declarer.methods().getOrDefault(method, 0);
        String what = inWords(declarer, method);
        switch (ruling) {
            case Ruling.Allowed _ -> {
                return null;
            }
            case Ruling.Refused refused ->
                    throw lending(what, ": " + refused.reason(), refused.remedy());
            case Ruling.Replaced _ ->
                    throw lending(what, ", in whose place another is called", OWN_METHOD);
            case Ruling.Priced _ when (flags & ClassFile.ACC_FINAL) != 0 ->
                    throw lending(what, ", which has a price and is final", OWN_METHOD);
            case Ruling.Priced _ -> {}
        }
        if (isMadeAnyway(info, method)) {
            return null;
        }
        String via = viaOf(info, declarer);
        ClassInfo direct = classes.find(via);
        return new Inherited(
                method.name(),
                method.descriptor(),
                flags & (ClassFile.ACC_PUBLIC | ClassFile.ACC_PROTECTED),
                Duty.NONE,
                ruling,
                via,
                direct != null && direct.isInterface());
    }

    private static final String OWN_METHOD = "Write a method of that name that calls another";

    private static WeaveRefusedException lending(String member, String why, String remedy) {
        return lending(member, "an interface of its own", why, remedy);
    }

    private static WeaveRefusedException lending(
            String member, String to, String why, String remedy) {
        String reason = "lends " + member + " to " + to + why;
        return new WeaveRefusedException(new Refusal("", "", member, reason, remedy));
    }

    private boolean isMadeAnyway(ClassInfo info, MemberKey method) {
        return method.name().equals(TO_ARRAY)
                && arraysToMake(info).stream().anyMatch(type -> toArray(type).equals(method));
    }

    /** Finds which class declares what a virtual call would run. */
    private final class Implementations {
        private final List<ClassInfo> line;
        private final Map<MemberKey, ClassInfo> defaults = new HashMap<>();

        Implementations(List<ClassInfo> line, Set<ClassInfo> ancestors) {
            this.line = line;
            for (ClassInfo ancestor : ancestors) {
                if (ancestor.isInterface()) {
                    addDefaults(ancestor);
                }
            }
        }

        private void addDefaults(ClassInfo ancestor) {
            Set<ClassInfo> above = null; // asked for once, however many methods there are
            for (MemberKey method : ancestor.methods().keySet()) {
                if (!MemberLookup.declaresVirtual(ancestor, method)
                        || isAbstract(ancestor, method)) {
                    continue;
                }
                ClassInfo before = defaults.putIfAbsent(method, ancestor);
                if (before != null) {
                    above = above == null ? members.ancestors(ancestor) : above;
                    if (above.contains(before)) {
                        defaults.put(method, ancestor); // the most specific
                    }
                }
            }
        }

        @Nullable ClassInfo of(MemberKey method) {
            for (ClassInfo above : line) {
                if (MemberLookup.declaresVirtual(above, method)) {
                    return isAbstract(above, method) ? null : above;
                }
            }
            return defaults.get(method);
        }
    }

    private static boolean isAbstract(ClassInfo info, MemberKey method) {
        return (info.methods().getOrDefault(method, 0) & ClassFile.ACC_ABSTRACT) != 0;
    }

    private String viaOf(ClassInfo info, ClassInfo declarer) {
        for (String name : info.parents()) {
            ClassInfo direct = classes.find(name);
            if (direct == declarer || members.ancestors(direct).contains(declarer)) {
                return name;
            }
        }
        throw new IllegalStateException(info.name() + " does not inherit " + declarer.name());
    }
}
