package dev.stint.weave.internal.plan;

import dev.stint.weave.Ruling;
import dev.stint.weave.Surface;
import dev.stint.weave.internal.classes.ClassInfo;
import dev.stint.weave.internal.classes.KnownClasses;
import dev.stint.weave.internal.classes.MemberLookup;
import dev.stint.weave.internal.surface.Signatures;
import java.lang.classfile.constantpool.FieldRefEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodHandleInfo;
import java.util.concurrent.ConcurrentHashMap;

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

    private final KnownClasses classes;
    private final MemberLookup members;
    private final Surface surface;
    private final ConcurrentHashMap<String, Ruled> known = new ConcurrentHashMap<>();

    public ReferenceRules(KnownClasses classes, MemberLookup members, Surface surface) {
        this.classes = classes;
        this.members = members;
        this.surface = surface;
    }

    /**
     * A member that code refers to, and the ruling about it.
     *
     * @param outside whether it is not of the woven set
     * @param member the class that declares it and its name, for messages
     */
    record Ruled(Ruling ruling, boolean outside, String member) {}

    Ruled of(MemberRefEntry reference) {
        boolean field = reference instanceof FieldRefEntry;
        String owner = reference.owner().asInternalName();
        String name = reference.name().stringValue();
        String type = reference.type().stringValue();
        String key = owner + '.' + name + type;
        Ruled ruled = known.get(key);
        if (ruled == null) {
            ruled = field ? ruleField(owner, name, type) : ruleMethod(owner, name, type);
            known.put(key, ruled);
        }
        return ruled;
    }

    /** The ruling about a field that is set. */
    Ruled ofAssignment(FieldRefEntry field) {
        Ruled ruled = of(field);
        if (!ruled.outside() || !(ruled.ruling() instanceof Ruling.Allowed)) {
            return ruled;
        }
        String name = field.name().stringValue();
        String type = field.type().stringValue();
        ClassInfo declarer = members.declarerOfField(field.owner().asInternalName(), name, type);
        String from = declarer == null ? field.owner().asInternalName() : declarer.name();
        return new Ruled(surface.ofAssignment(from, name, type), true, ruled.member());
    }

    Ruled of(MethodHandleEntry handle) {
        return of(handle.reference());
    }

    private Ruled ruleMethod(String owner, String name, String type) {
        ClassInfo declarer =
                owner.startsWith("[") ? null : members.declarerOfMethod(owner, name, type);
        String from = declarer == null ? owner : declarer.name();
        boolean outside = declarer == null ? !classes.isOwn(owner) : !declarer.isOwn();
        String member = dots(from) + '.' + Signatures.of(name, type);
        Ruling ruling = outside ? surface.ofMethod(from, name, type) : Ruling.Allowed.RULING;
        return new Ruled(orMissing(ruling, from, member), outside, member);
    }

    private Ruled ruleField(String owner, String name, String type) {
        ClassInfo declarer = members.declarerOfField(owner, name, type);
        String from = declarer == null ? owner : declarer.name();
        boolean outside = declarer == null ? !classes.isOwn(owner) : !declarer.isOwn();
        String member = dots(from) + '.' + name;
        Ruling ruling = outside ? surface.ofField(from, name, type) : Ruling.Allowed.RULING;
        return new Ruled(orMissing(ruling, from, member), outside, member);
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

    /** True for the handle of a constructor in whose place another class's is called. */
    boolean isStoodIn(MethodHandleEntry handle) {
        ClassDesc owner = handle.reference().owner().asSymbol();
        return handle.kind() == MethodHandleInfo.REF_newInvokeSpecial && !made(owner).equals(owner);
    }

    private static String dots(String internalName) {
        return internalName.replace('/', '.');
    }

    boolean guardsMonitors() {
        return surface.guardsMonitors();
    }
}
