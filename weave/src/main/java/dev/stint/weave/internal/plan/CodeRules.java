package dev.stint.weave.internal.plan;

import dev.stint.weave.Refusal;
import dev.stint.weave.Ruling;
import dev.stint.weave.WeaveRefusedException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.Instruction;
import java.lang.classfile.Opcode;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.ConstantDynamicEntry;
import java.lang.classfile.constantpool.LoadableConstantEntry;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.lang.classfile.constantpool.MethodTypeEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.lang.classfile.instruction.ConstantInstruction.LoadConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandleInfo;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decides what becomes of an instruction, by the ruling about what it refers to. */
public final class CodeRules {
    /** How deep constants may be made of constants. This also ends circles. */
    private static final int DEEPEST = 32;

    /** The method that super.toArray() means. It makes arrays as long as size() says. */
    private static final String ARRAY_BY_SIZE = "java.util.AbstractCollection.toArray(";

    /** What stands in for methods of class loaders, and for the same called by super. */
    private static final Set<ClassDesc> LOADERS =
            Set.of(
                    ClassDesc.of("dev.stint.hooks.jdk.MadeLoaders"),
                    ClassDesc.of("dev.stint.hooks.jdk.Loaders"));

    private static final ClassDesc ABOVE = ClassDesc.of("dev.stint.hooks.jdk.SuperLoaders");

    private static final ClassDesc RIGHTS = ClassDesc.of("dev.stint.hooks.Rights");
    private static final MethodTypeDesc MAY_LOCK =
            MethodTypeDesc.of(ConstantDescs.CD_Object, ConstantDescs.CD_Object);

    /** The most arguments of bootstrap methods that are looked at, counted for each call site. */
    private static final int MOST_ARGUMENTS = 1 << 20;

    private final ReferenceRules references;
    private final Lambdas lambdas;
    private final LinkedSites sites;
    private final RefusalTime time;
    private final IdentityHashMap<Utf8Entry, @Nullable Refusal> ofDescriptors =
            new IdentityHashMap<>();
    private final Set<ConstantDynamicEntry> seen =
            Collections.newSetFromMap(new IdentityHashMap<>());
    private int arguments;
    private int linked;

    /** What is called of these is linked for each type that it is called by. */
    private static final Set<String> LINKED =
            Set.of("java/lang/invoke/MethodHandle", "java/lang/invoke/VarHandle");

    private static final Set<String> BOOTSTRAPS =
            Set.of(
                    "java/lang/invoke/LambdaMetafactory",
                    "java/lang/invoke/StringConcatFactory",
                    "java/lang/runtime/ObjectMethods",
                    "java/lang/runtime/SwitchBootstraps");

    public CodeRules(
            ReferenceRules references, Lambdas lambdas, LinkedSites sites, RefusalTime time) {
        this.references = references;
        this.lambdas = lambdas;
        this.sites = sites;
        this.time = time;
    }

    /**
     * The edit for an instruction; null if it stays as it is.
     *
     * @throws WeaveRefusedException if it refers to what it must not
     */
    @Nullable Edit edit(Instruction instruction) {
        return switch (instruction) {
            case InvokeInstruction call -> editCall(call);
            case FieldInstruction access -> editField(access);
            case InvokeDynamicInstruction call -> editDynamic(call);
            case NewObjectInstruction made -> checked("makes", made.className().asSymbol());
            case NewReferenceArrayInstruction array ->
                    named("makes arrays of", array.componentType().asSymbol());
            case NewMultiArrayInstruction array ->
                    named("makes arrays of", array.arrayType().asSymbol());
            case TypeCheckInstruction check -> named("names", check.type().asSymbol());
            case LoadConstantInstruction constant -> {
                if (constant.constantEntry() instanceof MethodHandleEntry handle) {
                    yield lambdas.editHandle(handle);
                }
                check(constant.constantEntry(), DEEPEST);
                yield null;
            }
            case MonitorInstruction monitor
                    when monitor.opcode() == Opcode.MONITORENTER && references.guardsMonitors() ->
                    (code, _) -> {
                        // The same value must be left and entered, or the compiler gives it up.
                        code.dup().invokestatic(RIGHTS, "mayLock", MAY_LOCK).pop();
                        code.with(monitor);
                    };
            default -> null;
        };
    }

    /** The class of which an object is made where the code names this one. */
    ClassDesc made(ClassDesc named) {
        return references.made(named);
    }

    private @Nullable Edit editCall(InvokeInstruction call) {
        var ruled = references.of(call.method());
        checkTypes(call.type());
        ensureNotForCompilers(call);
        if (LINKED.contains(call.owner().asInternalName())) {
            linked++;
            sites.add(linked, references.guardsMonitors());
        }
        boolean special = call.opcode() == Opcode.INVOKESPECIAL;
        boolean constructor = call.name().equalsString("<init>");
        ClassDesc owner = call.owner().asSymbol();
        ClassDesc made = constructor ? references.made(owner) : owner;
        boolean isStoodIn = !made.equals(owner);
        var target =
                new OutsideCall(
                        made,
                        call.name().stringValue(),
                        call.typeSymbol(),
                        call.opcode() == Opcode.INVOKESTATIC);
        return switch (ruled.ruling()) {
            case Ruling.Allowed _ when isStoodIn ->
                    (code, _) -> code.invokespecial(made, "<init>", target.type());
            case Ruling.Allowed _ -> null;
            case Ruling.Refused refused ->
                    throw new WeaveRefusedException(Refusal.of("calls", ruled.member(), refused));
            case Ruling.Priced _ when special && ruled.member().startsWith(ARRAY_BY_SIZE) ->
                    (code, _) ->
                            code.invokestatic(
                                    Overrides.STEPS,
                                    Overrides.TO_ARRAY,
                                    target.type()
                                            .insertParameterTypes(0, ConstantDescs.CD_Collection));
            case Ruling.Priced price ->
                    (code, free) -> {
                        target.price(code, price, free);
                        if (isStoodIn) {
                            code.invokespecial(made, "<init>", target.type());
                        } else {
                            code.with(call);
                        }
                    };
            case Ruling.Replaced other when target.isMadeBy(other) -> {
                ensureNotAbove(owner, ruled.member());
                yield (code, _) -> target.replace(code, other, lambdas.madeIn());
            }
            case Ruling.Replaced other when constructor ->
                    (code, _) -> {
                        MethodTypeDesc type = target.withMoreArguments(code, other);
                        code.invokespecial(target.owner(), "<init>", type);
                    };
            case Ruling.Replaced other when special && references.isFinal(call.method()) ->
                    (code, _) -> target.replace(code, other, lambdas.madeIn());
            case Ruling.Replaced other when special && isOfLoaders(ruled, other) ->
                    (code, _) ->
                            target.replace(
                                    code,
                                    new Ruling.Replaced(ABOVE, other.name(), other.type()),
                                    lambdas.madeIn());
            case Ruling.Replaced _ when special ->
                    throw new WeaveRefusedException(
                            Refusal.of(
                                    "calls",
                                    "super." + ruled.member(),
                                    "in whose place another is called; there is none for super"));
            case Ruling.Replaced other ->
                    (code, _) -> target.replace(code, other, lambdas.madeIn());
        };
    }

    private static boolean isOfLoaders(ReferenceRules.Ruled ruled, Ruling.Replaced other) {
        return LOADERS.contains(other.owner())
                && ruled.member().startsWith("java.lang.ClassLoader.");
    }

    /** What makes call sites may be named as a bootstrap method, which is given what it needs. */
    private void ensureNotForCompilers(InvokeInstruction call) {
        if (references.guardsMonitors() && BOOTSTRAPS.contains(call.owner().asInternalName())) {
            throw new WeaveRefusedException(
                    Refusal.of(
                            "calls",
                            named(call),
                            "which is for call sites that a compiler writes"));
        }
    }

    private static String named(InvokeInstruction call) {
        return ReferenceRules.named(call.owner().asSymbol()) + '.' + call.name().stringValue();
    }

    /** In a class that extends it, the call may be one of a constructor of its own. */
    private void ensureNotAbove(ClassDesc owner, String constructor) {
        if (references.isParent(owner, lambdas.madeIn())) {
            throw new WeaveRefusedException(
                    Refusal.of(
                                    "calls",
                                    constructor,
                                    "in whose place a function gives the object; there is none for"
                                            + " a class that extends it")
                            .withRemedy("Hold one instead of being one."));
        }
    }

    private @Nullable Edit editField(FieldInstruction access) {
        boolean sets = access.opcode() == Opcode.PUTFIELD || access.opcode() == Opcode.PUTSTATIC;
        var ruled = sets ? references.ofAssignment(access.field()) : references.of(access.field());
        named("names", access.typeSymbol());
        return switch (ruled.ruling()) {
            case Ruling.Priced price when sets ->
                    (code, _) -> {
                        code.invokestatic(price.owner(), price.name(), price.type());
                        ResultPrices.cast(code, price.type().returnType(), access.typeSymbol());
                        code.with(access);
                    };
            case Ruling.Allowed _, Ruling.Priced _ -> null;
            case Ruling.Refused refused ->
                    throw new WeaveRefusedException(Refusal.of("uses", ruled.member(), refused));
            case Ruling.Replaced other when access.opcode() == Opcode.GETSTATIC ->
                    (code, _) -> {
                        code.invokestatic(other.owner(), other.name(), other.type());
                        ResultPrices.cast(code, other.type().returnType(), access.typeSymbol());
                    };
            case Ruling.Replaced _ ->
                    throw new WeaveRefusedException(
                            Refusal.of(
                                    "uses",
                                    ruled.member(),
                                    "which can be read only, as a static field"));
        };
    }

    private @Nullable Edit editDynamic(InvokeDynamicInstruction call) {
        linked++;
        sites.add(linked, references.guardsMonitors());
        checkTypes(call.type());
        count(call.invokedynamic().bootstrap().arguments());
        return switch (Bootstrap.of(call.invokedynamic())) {
            case LAMBDA -> {
                checkRest(call);
                yield lambdas.editLambda(call);
            }
            case CONCAT -> {
                for (LoadableConstantEntry part : call.invokedynamic().bootstrap().arguments()) {
                    check(part, DEEPEST); // the JVM computes them before it concatenates
                }
                yield lambdas.editConcat(call);
            }
            case OTHER -> {
                MethodHandleEntry bootstrap = call.invokedynamic().bootstrap().bootstrapMethod();
                ensureGetsNoLookup(bootstrap);
                if (!(references.of(bootstrap).ruling() instanceof Ruling.Replaced)) {
                    checkAllowed(bootstrap);
                }
                checkRest(call);
                yield lambdas.editHandles(call);
            }
        };
    }

    /** Many call sites may have one list of many arguments. */
    private void count(List<LoadableConstantEntry> more) {
        arguments += more.size();
        if (arguments > MOST_ARGUMENTS) {
            throw new WeaveRefusedException(
                    Refusal.because(
                            "has more than "
                                    + MOST_ARGUMENTS
                                    + " arguments of bootstrap methods, counted for each call"));
        }
    }

    /** Checks all arguments but handles, which have rules of their own. */
    private void checkRest(InvokeDynamicInstruction call) {
        for (LoadableConstantEntry argument : call.invokedynamic().bootstrap().arguments()) {
            if (!(argument instanceof MethodHandleEntry)) {
                check(argument, DEEPEST);
            }
        }
    }

    /**
     * Refuses a bootstrap method of the program, if a Lookup is not open to it: every one is given
     * a Lookup of the class that uses it.
     */
    private void ensureGetsNoLookup(MethodHandleEntry bootstrap) {
        var ruled = references.of(bootstrap);
        if (!ruled.outside() && !references.opensLookup()) {
            throw gettingLookup(ruled.member());
        }
    }

    private static WeaveRefusedException gettingLookup(String bootstrap) {
        return new WeaveRefusedException(
                Refusal.of(
                        "has the bootstrap method",
                        bootstrap,
                        "which would get a MethodHandles.Lookup"));
    }

    private void check(LoadableConstantEntry constant, int depth) {
        switch (constant) {
            case MethodHandleEntry handle -> checkAllowed(handle); // it is not rewritten
            case ClassEntry type -> named("names", type.asSymbol());
            case MethodTypeEntry type -> checkTypes(type.descriptor());
            case ConstantDynamicEntry dynamic when seen.contains(dynamic) -> {}
            case ConstantDynamicEntry dynamic -> {
                if (depth == 0) {
                    throw new WeaveRefusedException(
                            Refusal.because("has constants that are made of constants too deeply"));
                }
                MethodHandleEntry bootstrap = dynamic.bootstrap().bootstrapMethod();
                checkAllowed(bootstrap);
                if (!references.opensLookup()) {
                    // Those of the JDK that are open make call sites. Nobody asks for such
                    // constants.
                    throw gettingLookup(references.of(bootstrap).member());
                }
                count(dynamic.bootstrap().arguments());
                for (LoadableConstantEntry argument : dynamic.bootstrap().arguments()) {
                    check(argument, depth - 1);
                }
                seen.add(dynamic); // or constants of constants would take for ever
            }
            default -> {}
        }
    }

    /** Checks a handle that cannot be changed. */
    private void checkAllowed(MethodHandleEntry handle) {
        var ruled = references.of(handle);
        if (references.isStoodIn(handle)) {
            throw new WeaveRefusedException(
                    Refusal.of(
                            "has a handle of",
                            ruled.member(),
                            "which makes another class, in a place where it cannot be changed"));
        }
        switch (ruled.ruling()) {
            case Ruling.Allowed _ -> {}
            case Ruling.Refused refused ->
                    throw new WeaveRefusedException(
                            Refusal.of("has a handle of", ruled.member(), refused));
            case Ruling.Priced _, Ruling.Replaced _ ->
                    throw new WeaveRefusedException(
                            Refusal.of(
                                    "has a handle of",
                                    ruled.member(),
                                    "which has a price, in a place where it cannot be charged"));
        }
    }

    private @Nullable Edit checked(String does, ClassDesc type) {
        checkType(does, type);
        return null;
    }

    /**
     * Checks a class that is named, and nothing else. That does no harm: code gets such a class of
     * every object, and whatever it does with it is asked for by itself.
     */
    private @Nullable Edit named(String does, ClassDesc type) {
        return time.isLate() ? null : checked(does, type);
    }

    /** Checks the types in a descriptor; once, however many instructions have it. */
    private void checkTypes(Utf8Entry descriptor) {
        if (time.isLate()) {
            return; // they are named, see above
        }
        Refusal refused = ofDescriptors.get(descriptor);
        if (refused == null && !ofDescriptors.containsKey(descriptor)) {
            refused = findRefused(MethodTypeDesc.ofDescriptor(descriptor.stringValue()));
            ofDescriptors.put(descriptor, refused);
        }
        if (refused != null) {
            throw new WeaveRefusedException(refused);
        }
    }

    private @Nullable Refusal findRefused(MethodTypeDesc type) {
        try {
            checkType("names", type.returnType());
            for (ClassDesc parameter : type.parameterList()) {
                checkType("names", parameter);
            }
            return null;
        } catch (WeaveRefusedException e) {
            return e.refusal();
        }
    }

    void checkType(String does, ClassDesc type) {
        if (references.ofClass(type) instanceof Ruling.Refused refused) {
            throw new WeaveRefusedException(Refusal.of(does, ReferenceRules.named(type), refused));
        }
    }

    /** True for handles that call something, not those of fields. */
    static boolean isOfMethod(MethodHandleEntry handle) {
        return handle.kind() >= MethodHandleInfo.REF_invokeVirtual;
    }

    static boolean isPrivateSynthetic(int flags) {
        int both = ClassFile.ACC_PRIVATE | ClassFile.ACC_SYNTHETIC;
        return (flags & both) == both;
    }
}
