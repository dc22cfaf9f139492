package dev.stint.weave.internal.plan;

import dev.stint.weave.Refusal;
import dev.stint.weave.Ruling;
import dev.stint.weave.Surface;
import dev.stint.weave.internal.classes.ClassInfo;
import dev.stint.weave.internal.classes.KnownClasses;
import dev.stint.weave.internal.classes.MemberKey;
import dev.stint.weave.internal.classes.MemberLookup;
import dev.stint.weave.internal.surface.Signatures;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.FieldRefEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodHandleInfo;
import java.util.IdentityHashMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Asks the surface about the references of a class. What belongs to the woven set is always
 * allowed.
 */
public final class ReferenceRules {
    /** The reason for a class that is not found, to go on after its name. */
    public static final String MISSING = " is neither in the jars of the program nor in the JDK";

    /** The remedy for it. */
    public static final String MISSING_REMEDY =
            "Put its jar on the class path; if the host has it, add a line for it to the rules.";

    /** True if what is refused is not there: then it fails as it would anywhere. */
    public static boolean isMissing(Refusal refusal) {
        return refusal.remedy().equals(MISSING_REMEDY);
    }

    /** The class that is not there, with dots; empty if that is not why it is refused. */
    public static String missingClass(Refusal refusal) {
        if (!isMissing(refusal)) {
            return "";
        }
        String member = refusal.member();
        if (refusal.reason().contains(": the class" + MISSING)) {
            return member;
        }
        int open = member.indexOf('(');
        int dot = member.lastIndexOf('.', open < 0 ? member.length() : open);
        return dot < 0 ? member : member.substring(0, dot);
    }

    /** The longest name of a member in a message, in characters. */
    private static final int LONGEST = 2000;

    private static final String LOOKUP = "java/lang/invoke/MethodHandles$Lookup";

    private static final String FIND_STATIC =
            "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/invoke/MethodType;)"
                    + "Ljava/lang/invoke/MethodHandle;";

    private final KnownClasses classes;
    private final MemberLookup members;
    private final Surface surface;
    private final ConcurrentHashMap<Reference, Ruled> known;
    private final @Nullable ReferenceRules ofJdk;

    /** The same, by the constants of one class: to look one up takes no time for its text. */
    private final IdentityHashMap<MemberRefEntry, Ruled> ofConstants = new IdentityHashMap<>();

    public ReferenceRules(KnownClasses classes, MemberLookup members, Surface surface) {
        this(classes, members, surface, new ConcurrentHashMap<>(), null);
    }

    private ReferenceRules(
            KnownClasses classes,
            MemberLookup members,
            Surface surface,
            ConcurrentHashMap<Reference, Ruled> known,
            @Nullable ReferenceRules ofJdk) {
        this.classes = classes;
        this.members = members;
        this.surface = surface;
        this.known = known;
        this.ofJdk = ofJdk;
    }

    /** The same rules where other classes are known. Of those of the JDK the same holds. */
    public ReferenceRules knowing(KnownClasses others, MemberLookup theirs) {
        return new ReferenceRules(others, theirs, surface, new ConcurrentHashMap<>(), this);
    }

    /** The same rules, for the constants of one class and for one thread. */
    public ReferenceRules ofOneClass() {
        return new ReferenceRules(classes, members, surface, known, ofJdk);
    }

    /**
     * A member that code refers to, and the ruling about it.
     *
     * @param outside whether it is not of the woven set
     * @param member the class that declares it and its name, for messages
     */
    record Ruled(Ruling ruling, boolean outside, String member) {}

    /** What a ruling is about. A field and a method are never the same, whatever their names. */
    private record Reference(boolean isField, String owner, MemberKey member) {
        static Reference of(MemberRefEntry entry) {
            return new Reference(
                    entry instanceof FieldRefEntry,
                    entry.owner().asInternalName(),
                    MemberKey.of(entry));
        }
    }

    Ruled of(MemberRefEntry entry) {
        return ofConstants.computeIfAbsent(entry, this::decide);
    }

    private Ruled decide(MemberRefEntry entry) {
        var reference = Reference.of(entry);
        if (ofJdk != null && reference.owner.startsWith("java/")) {
            return ofJdk.decide(entry);
        }
        Ruled ruled = known.get(reference);
        if (ruled == null) {
            ruled =
                    reference.isField
                            ? ruleField(reference.owner, reference.member)
                            : ruleMethod(reference.owner, reference.member);
            known.put(reference, ruled);
        }
        return ruled;
    }

    /** True for a method that no class can override, so that super means nothing else. */
    boolean isFinal(MemberRefEntry method) {
        var key = MemberKey.of(method);
        String owner = method.owner().asInternalName();
        ClassInfo declarer = owner.startsWith("[") ? null : members.declarerOfMethod(owner, key);
        return declarer != null
                && (declarer.methods().getOrDefault(key, 0) & ClassFile.ACC_FINAL) != 0;
    }

    /** The ruling about a field that is set. */
    Ruled ofAssignment(FieldRefEntry field) {
        Ruled ruled = of(field);
        if (!ruled.outside()) {
            return ruled;
        }
        var key = MemberKey.of(field);
        ClassInfo declarer = members.declarerOfField(field.owner().asInternalName(), key);
        String from = declarer == null ? field.owner().asInternalName() : declarer.name();
        Ruling ruling = surface.ofAssignment(from, key.name(), key.descriptor());
        boolean asToRead = ruling instanceof Ruling.Refused && !isAllowed(ruled.ruling());
        return asToRead ? ruled : new Ruled(ruling, true, ruled.member());
    }

    private static boolean isAllowed(Ruling ruling) {
        return ruling instanceof Ruling.Allowed;
    }

    Ruled of(MethodHandleEntry handle) {
        return of(handle.reference());
    }

    private Ruled ruleMethod(String owner, MemberKey method) {
        ClassInfo declarer = owner.startsWith("[") ? null : members.declarerOfMethod(owner, method);
        String from = declarer == null ? owner : declarer.name();
        boolean outside = declarer == null ? !classes.isOwn(owner) : !declarer.isOwn();
        String name = method.name();
        String type = method.descriptor();
        String member = shortened(dots(from) + '.' + Signatures.of(name, type));
        Ruling ruling = outside ? surface.ofMethod(from, name, type) : Ruling.Allowed.RULING;
        return new Ruled(orMissing(ruling, from, member), outside, member);
    }

    private Ruled ruleField(String owner, MemberKey field) {
        ClassInfo declarer = members.declarerOfField(owner, field);
        String from = declarer == null ? owner : declarer.name();
        boolean outside = declarer == null ? !classes.isOwn(owner) : !declarer.isOwn();
        String name = field.name();
        String member = dots(from) + '.' + name;
        Ruling ruling =
                outside ? surface.ofField(from, name, field.descriptor()) : Ruling.Allowed.RULING;
        return new Ruled(orMissing(ruling, from, member), outside, member);
    }

    /** A name for people: of what is too long for them, its beginning. */
    private static String shortened(String member) {
        return member.length() <= LONGEST ? member : member.substring(0, LONGEST) + "...";
    }

    /** The ruling about a class, or about the class of the elements of an array. */
    Ruling ofClass(ClassDesc type) {
        ClassDesc element = type;
        while (element.isArray()) {
            element = element.componentType();
        }
        if (element.isPrimitive()) {
            return Ruling.Allowed.RULING;
        }
        String descriptor = element.descriptorString();
        String name = descriptor.substring(1, descriptor.length() - 1);
        return classes.isOwn(name)
                ? Ruling.Allowed.RULING
                : orMissing(surface.ofClass(name), name, dots(name));
    }

    /** The ruling, or a better reason if the class is not there at all. */
    private Ruling orMissing(Ruling ruling, String owner, String member) {
        return ruling instanceof Ruling.Refused
                        && !owner.startsWith("[")
                        && classes.find(owner) == null
                ? new Ruling.Refused(
                        member
                                + " is not there: "
                                + (member.equals(dots(owner)) ? "the class" : dots(owner))
                                + MISSING,
                        MISSING_REMEDY)
                : ruling;
    }

    /** The name of a class, or of the elements of an array, for people. */
    static String named(ClassDesc type) {
        String descriptor = type.descriptorString().replaceFirst("^\\[+", "");
        return descriptor.length() == 1
                ? type.displayName()
                : dots(descriptor.substring(1, descriptor.length() - 1));
    }

    /**
     * The class of which an object is made where the code names this one: itself, or one that
     * extends it.
     */
    ClassDesc made(ClassDesc named) {
        return ofClass(named) instanceof Ruling.Replaced other ? other.owner() : named;
    }

    /** True if a class of the woven set extends this one itself. */
    boolean isParent(ClassDesc parent, ClassDesc child) {
        ClassInfo info = classes.find(internal(child));
        return info == null || internal(parent).equals(info.parent());
    }

    private static String internal(ClassDesc type) {
        String descriptor = type.descriptorString();
        return descriptor.substring(1, descriptor.length() - 1);
    }

    /** True for the handle of a constructor in whose place another class's is called. */
    boolean isStoodIn(MethodHandleEntry handle) {
        ClassDesc owner = handle.reference().owner().asSymbol();
        return handle.kind() == MethodHandleInfo.REF_newInvokeSpecial && !made(owner).equals(owner);
    }

    private static String dots(String internalName) {
        return internalName.replace('/', '.');
    }

    /**
     * True if code may hold a Lookup that can do what its class can: where what it finds is found
     * by a stand-in, that is not so.
     */
    boolean opensLookup() {
        return isAllowed(surface.ofMethod(LOOKUP, "findStatic", FIND_STATIC));
    }

    boolean guardsMonitors() {
        return surface.guardsMonitors();
    }
}
