package dev.stint.weave.internal.plan;

import dev.stint.weave.Refusal;
import dev.stint.weave.WeaveRefusedException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.ConstantDynamicEntry;
import java.lang.classfile.constantpool.FieldRefEntry;
import java.lang.classfile.constantpool.InterfaceMethodRefEntry;
import java.lang.classfile.constantpool.InvokeDynamicEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.lang.classfile.constantpool.MethodRefEntry;
import java.lang.classfile.constantpool.MethodTypeEntry;
import java.lang.classfile.constantpool.NameAndTypeEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.lang.constant.ConstantDescs;
import java.lang.invoke.MethodHandleInfo;
import java.util.Arrays;

/**
 * The form of the names and descriptors in a class file. They are looked at before anything is
 * decided by them: what the JVM would reject later could be taken for something else until then.
 *
 * <p>It also bounds the work of all that comes after. A constant is decided about once, at the cost
 * of its text; and a few bytes can refer to a text of 65,535.
 */
public final class PoolForm {
    private static final int LONGEST_NAME = 1000; // characters

    /** Of real classes none has one of 2,000. */
    private static final int LONGEST_DESCRIPTOR = 10_000;

    /** What all constants refer to, in characters. Of real classes none has a tenth of it. */
    private static final int MOST_TEXT = 4 << 20;

    /**
     * How often two constants may look the same to a hash table, such as the one that the JDK puts
     * all of them into. Real classes have none that are equal.
     */
    private static final long MOST_ALIKE = 1 << 22;

    private final ClassModel model;
    private long text;

    private PoolForm(ClassModel model) {
        this.model = model;
    }

    /**
     * Looks at all names and descriptors of a class.
     *
     * @throws WeaveRefusedException if one is malformed or too long, or they are too many
     */
    public static void check(ClassModel model) {
        var form = new PoolForm(model);
        form.checkHashes();
        for (PoolEntry entry : model.constantPool()) {
            form.check(entry);
        }
        form.checkMembers();
        form.checkOtherNames();
    }

    private void checkHashes() {
        int[] hashes = new int[model.constantPool().size()];
        int count = 0;
        for (PoolEntry entry : model.constantPool()) {
            hashes[count++] = entry.hashCode();
        }
        Arrays.sort(hashes, 0, count);
        long alike = 0;
        int first = 0;
        for (int i = 1; i < count; i++) {
            if (hashes[i] != hashes[first]) {
                first = i;
            }
            alike += i - first;
        }
        if (alike > MOST_ALIKE) {
            throw new WeaveRefusedException(
                    Refusal.because("has too many constants that are equal, or have equal hashes")
                            .withRemedy("Compile it anew"));
        }
    }

    private void check(PoolEntry entry) {
        switch (entry) {
            case ClassEntry type -> {
                read(type.name(), LONGEST_NAME);
                String name = type.name().stringValue();
                ensure(Descriptors.isClass(name), "no name of a class", name);
            }
            case NameAndTypeEntry member -> {
                readBoth(member);
                String type = member.type().stringValue();
                ensure(Descriptors.isName(name(member)), "no name of a member", name(member));
                ensure(
                        Descriptors.isField(type) || Descriptors.isMethod(type),
                        "no descriptor",
                        type);
            }
            case FieldRefEntry field -> ofField(field.nameAndType());
            case MemberRefEntry method -> {
                ofMethod(method.nameAndType());
                ensureNotInitialiser(name(method.nameAndType()));
            }
            case InvokeDynamicEntry site -> {
                ofMethod(site.nameAndType());
                ensure(!isSpecial(name(site.nameAndType())), "no name of a call", "<...>");
            }
            case ConstantDynamicEntry constant -> ofField(constant.nameAndType());
            case MethodTypeEntry type -> {
                read(type.descriptor(), LONGEST_DESCRIPTOR);
                ensureMethod(type.descriptor().stringValue());
            }
            case MethodHandleEntry handle ->
                    ensure(fits(handle), "no method handle", "kind " + handle.kind());
            default -> {}
        }
    }

    private void ofField(NameAndTypeEntry member) {
        readBoth(member);
        ensureField(member.type().stringValue());
    }

    private void ofMethod(NameAndTypeEntry member) {
        readBoth(member);
        ensureMethod(member.type().stringValue());
        String name = name(member);
        ensure(Descriptors.isMethodName(name), "no name of a method", name);
    }

    private static String name(NameAndTypeEntry member) {
        return member.name().stringValue();
    }

    private static boolean isSpecial(String methodName) {
        return methodName.startsWith("<");
    }

    /** Nobody calls an initialiser of a class but the JVM. */
    private static void ensureNotInitialiser(String methodName) {
        ensure(
                !methodName.equals(ConstantDescs.CLASS_INIT_NAME),
                "no method that can be called",
                methodName);
    }

    private static boolean fits(MethodHandleEntry handle) {
        MemberRefEntry to = handle.reference();
        boolean isConstructor = to.name().equalsString(ConstantDescs.INIT_NAME);
        return switch (handle.kind()) {
            case MethodHandleInfo.REF_getField,
                    MethodHandleInfo.REF_getStatic,
                    MethodHandleInfo.REF_putField,
                    MethodHandleInfo.REF_putStatic ->
                    to instanceof FieldRefEntry;
            case MethodHandleInfo.REF_invokeVirtual ->
                    to instanceof MethodRefEntry && !isConstructor;
            case MethodHandleInfo.REF_invokeStatic, MethodHandleInfo.REF_invokeSpecial ->
                    !(to instanceof FieldRefEntry) && !isConstructor;
            case MethodHandleInfo.REF_newInvokeSpecial ->
                    to instanceof MethodRefEntry && isConstructor;
            case MethodHandleInfo.REF_invokeInterface ->
                    to instanceof InterfaceMethodRefEntry && !isConstructor;
            default -> false;
        };
    }

    private void checkMembers() {
        for (FieldModel field : model.fields()) {
            read(field.fieldName(), LONGEST_NAME);
            read(field.fieldType(), LONGEST_DESCRIPTOR);
            String name = field.fieldName().stringValue();
            ensure(Descriptors.isName(name), "no name of a field", name);
            ensureField(field.fieldType().stringValue());
        }
        for (MethodModel method : model.methods()) {
            read(method.methodName(), LONGEST_NAME);
            read(method.methodType(), LONGEST_DESCRIPTOR);
            String name = method.methodName().stringValue();
            ensure(Descriptors.isMethodName(name), "no name of a method", name);
            ensureMethod(method.methodType().stringValue());
        }
    }

    /** Names that the JDK copies into texts, for a price that does not ask how long they are. */
    private void checkOtherNames() {
        model.findAttribute(Attributes.sourceFile())
                .ifPresent(source -> read(source.sourceFile(), LONGEST_NAME));
        model.findAttribute(Attributes.innerClasses()).stream()
                .flatMap(inner -> inner.classes().stream())
                .flatMap(inner -> inner.innerName().stream())
                .forEach(name -> read(name, LONGEST_NAME));
    }

    /** Refuses the name of a variable that is too long. */
    static void checkVariable(Utf8Entry name) {
        ensureShort(name, LONGEST_NAME);
    }

    private void readBoth(NameAndTypeEntry member) {
        read(member.name(), LONGEST_NAME);
        read(member.type(), LONGEST_DESCRIPTOR);
    }

    /** Counts a text that is about to be looked at. */
    private void read(Utf8Entry entry, int longest) {
        ensureShort(entry, longest);
        text += entry.stringValue().length();
        if (text > MOST_TEXT) {
            throw new WeaveRefusedException(
                    Refusal.because(
                                    "has names and descriptors of more than "
                                            + MOST_TEXT
                                            + " characters, counted for each constant")
                            .withRemedy("Split it"));
        }
    }

    private static void ensureShort(Utf8Entry entry, int longest) {
        String text = entry.stringValue();
        if (text.length() > longest) {
            throw new WeaveRefusedException(
                    Refusal.because(
                                    "has a name of "
                                            + text.length()
                                            + " characters, and more than "
                                            + longest
                                            + " are not open to it: "
                                            + shortened(text))
                            .withRemedy("Shorten it."));
        }
    }

    private static void ensureField(String descriptor) {
        ensure(Descriptors.isField(descriptor), "no descriptor of a field", descriptor);
    }

    private static void ensureMethod(String descriptor) {
        ensure(Descriptors.isMethod(descriptor), "no descriptor of a method", descriptor);
    }

    private static void ensure(boolean isRight, String what, String text) {
        if (!isRight) {
            throw new WeaveRefusedException(
                    Refusal.because(
                            "is malformed: '" + shortened(text) + "' in its constants is " + what));
        }
    }

    private static String shortened(String text) {
        return text.length() <= 40 ? text : text.substring(0, 40) + "...";
    }
}
