package dev.stint.weave.internal.surface;

import dev.stint.weave.internal.files.JdkClasses;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodType;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The static methods that the table names, and which of them fits a member. */
public final class PriceFunctions {
    private static final String HOME = "dev.stint.hooks.jdk.";
    private static final Map<String, List<Candidate>> FOUND = new ConcurrentHashMap<>();
    private static final Map<String, Set<String>> STATICS = new ConcurrentHashMap<>(); // the JDK's

    /** Where a function is. */
    public record Function(ClassDesc owner, String name, MethodTypeDesc type) {}

    /** A method of the hooks, with its type, which takes long to find out. */
    private record Candidate(Method method, MethodTypeDesc type) {
        static Candidate of(Method m) {
            MethodType type = MethodType.methodType(m.getReturnType(), m.getParameterTypes());
            return new Candidate(m, type.describeConstable().orElseThrow());
        }

        boolean is(Function function) {
            return method.getName().equals(function.name()) && type.equals(function.type());
        }

        Function asFunction() {
            return new Function(
                    ClassDesc.of(method.getDeclaringClass().getName()), method.getName(), type);
        }
    }

    private PriceFunctions() {}

    /** The function that pays before a call of this method. */
    public static Function before(
            MemberRule.Priced price, String owner, String name, String descriptor) {
        MethodTypeDesc called = MethodTypeDesc.ofDescriptor(descriptor);
        if (Formula.isFormula(price.price())) {
            return generated(price, owner, name, called);
        }
        return choose(
                price.price(),
                owner,
                Signatures.of(name, descriptor),
                type -> passesOn(type) && takesLastOf(type, values(owner, name, called)));
    }

    /** The function that is generated from a formula. */
    private static Function generated(
            MemberRule.Priced price, String owner, String name, MethodTypeDesc called) {
        var wanted = priceFunction(price, owner, name, called);
        var function = new Function(PriceFunction.HOME, wanted.name(), wanted.type());
        String home = HOME + PriceFunction.HOME.displayName();
        if (candidates(home).stream().noneMatch(each -> each.is(function))) {
            throw new IllegalArgumentException(
                    misfit(price, owner, name, called)
                            + "the hooks have no function "
                            + wanted
                            + " for "
                            + function.type().displayDescriptor()
                            + "; have them generated anew, see CONTRIBUTING.md, or use a formula"
                            + " that the JDK's own table has for these types.");
        }
        return function;
    }

    /** A formula, checked against the member that it is to pay for. */
    public static PriceFunction priceFunction(
            MemberRule.Priced price, String owner, String name, MethodTypeDesc called) {
        List<ClassDesc> values = values(owner, name, called);
        try {
            return PriceFunction.of(
                    Formula.of(price.price()), values, values.size() > called.parameterCount());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    misfit(price, owner, name, called) + e.getMessage() + ".", e);
        }
    }

    private static String misfit(
            MemberRule.Priced price, String owner, String name, MethodTypeDesc called) {
        return price.where()
                + ": the price '"
                + price.price()
                + "' does not fit "
                + owner.replace('/', '.')
                + '.'
                + Signatures.of(name, called.descriptorString())
                + ": ";
    }

    /** True if it returns nothing, or what it was given last. */
    private static boolean passesOn(MethodTypeDesc type) {
        int count = type.parameterCount();
        return type.returnType().equals(ConstantDescs.CD_void)
                || (count > 0 && type.returnType().equals(type.parameterType(count - 1)));
    }

    /** The function that is called instead of this method, or gives a constructor's last value. */
    public static Function inPlaceOf(
            String function, String owner, String name, String descriptor) {
        MethodTypeDesc called = MethodTypeDesc.ofDescriptor(descriptor);
        return choose(
                function,
                owner,
                Signatures.of(name, descriptor),
                type -> {
                    if (name.equals(ConstantDescs.INIT_NAME)) {
                        return type.parameterCount() == 0 || makes(type, owner, called);
                    }
                    List<ClassDesc> values = valuesAndCaller(type, values(owner, name, called));
                    return type.parameterCount() == values.size()
                            && takesLastOf(type, values)
                            && isA(type.returnType(), called.returnType());
                });
    }

    /** True if it gives what the constructor would make. */
    private static boolean makes(MethodTypeDesc type, String owner, MethodTypeDesc called) {
        return type.returnType().equals(ClassDesc.ofInternalName(owner))
                && type.parameterList().equals(called.parameterList());
    }

    /** The values, and the class that the call is in, if the function takes it as one more. */
    private static List<ClassDesc> valuesAndCaller(MethodTypeDesc type, List<ClassDesc> values) {
        int count = values.size();
        if (type.parameterCount() != count + 1
                || !type.parameterType(count).equals(ConstantDescs.CD_Class)) {
            return values;
        }
        var more = new ArrayList<>(values);
        more.add(ConstantDescs.CD_Class);
        return more;
    }

    /** The function that gives the value of a static field. */
    public static Function insteadOfField(String function, String owner, String name, String type) {
        return choose(
                function,
                owner,
                name,
                found ->
                        found.parameterCount() == 0
                                && isA(found.returnType(), ClassDesc.ofDescriptor(type)));
    }

    /** The function through which the result of an overriding method goes. */
    public static Function after(
            MemberRule.Priced price, String owner, String name, String descriptor) {
        MethodTypeDesc called = MethodTypeDesc.ofDescriptor(descriptor);
        ClassDesc result = called.returnType();
        if (Formula.isFormula(price.price())) {
            throw new IllegalArgumentException(
                    misfit(price, owner, name, called)
                            + "what an override returns has no formula; name a function.");
        }
        return choose(
                price.price(),
                owner,
                Signatures.of(name, descriptor),
                type -> type.equals(MethodTypeDesc.of(result, result)));
    }

    /** The class that is made in the place of another. */
    public static ClassDesc standIn(String name) {
        return ClassDesc.of(HOME + name);
    }

    private static Function choose(
            String function, String owner, String member, Predicate<MethodTypeDesc> fits) {
        int dot = function.indexOf('.');
        String home = HOME + (dot < 0 ? function : function.substring(0, dot));
        // A class alone has a function of the same name.
        String called = dot < 0 ? member.replaceFirst("\\(.*", "") : function.substring(dot + 1);
        return candidates(home).stream()
                .filter(each -> each.method.getName().equals(called) && fits.test(each.type))
                .min(
                        Comparator.comparingInt((Candidate each) -> -each.type.parameterCount())
                                .thenComparingInt(PriceFunctions::vagueness)
                                .thenComparing(each -> each.method.toString()))
                .map(Candidate::asFunction)
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "no function "
                                                + function
                                                + " fits "
                                                + owner.replace('/', '.')
                                                + "."
                                                + member
                                                + "; see Ruling for what it may take."));
    }

    private static int vagueness(Candidate of) {
        return (int)
                of.type.parameterList().stream().filter(ConstantDescs.CD_Object::equals).count();
    }

    private static List<Candidate> candidates(String className) {
        return FOUND.computeIfAbsent(
                className,
                name -> {
                    try {
                        return Arrays.stream(Class.forName(name).getDeclaredMethods())
                                .filter(m -> Modifier.isPublic(m.getModifiers()))
                                .filter(m -> Modifier.isStatic(m.getModifiers()))
                                .map(Candidate::of)
                                .toList();
                    } catch (ClassNotFoundException e) {
                        throw new IllegalArgumentException(
                                "there is no class " + name + " with functions.", e);
                    }
                });
    }

    /** The values that a call takes, receiver first. */
    private static List<ClassDesc> values(String owner, String name, MethodTypeDesc called) {
        var values = new ArrayList<ClassDesc>();
        boolean isStatic = statics(owner).contains(name + called.descriptorString());
        if (!name.equals(ConstantDescs.INIT_NAME) && !isStatic) {
            // The class of an array's elements may be one that is not here.
            values.add(
                    owner.startsWith("[")
                            ? ConstantDescs.CD_Object
                            : ClassDesc.ofInternalName(owner));
        }
        values.addAll(called.parameterList());
        return values;
    }

    /** The static methods of a class of the JDK; of others none is known. */
    private static Set<String> statics(String owner) {
        Set<String> known = STATICS.get(owner);
        byte[] file = known != null || owner.startsWith("[") ? null : JdkClasses.find(owner);
        if (file != null) {
            known =
                    ClassFile.of().parse(file).methods().stream()
                            .filter(m -> m.flags().has(AccessFlag.STATIC))
                            .map(m -> m.methodName().stringValue() + m.methodType().stringValue())
                            .collect(Collectors.toUnmodifiableSet());
            STATICS.put(owner, known);
        }
        return known == null ? Set.of() : known; // names that are no classes are not kept
    }

    private static boolean takesLastOf(MethodTypeDesc type, List<ClassDesc> values) {
        int count = type.parameterCount();
        int skipped = values.size() - count;
        if (skipped < 0) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            if (!isA(values.get(skipped + i), type.parameterType(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isA(ClassDesc type, ClassDesc wanted) {
        if (type.equals(wanted)) {
            return true;
        }
        if (type.isPrimitive() || wanted.isPrimitive()) {
            return false;
        }
        Class<?> from = load(type);
        Class<?> to = load(wanted);
        return from != null && to != null && to.isAssignableFrom(from);
    }

    private static @Nullable Class<?> load(ClassDesc type) {
        String descriptor = type.descriptorString();
        String element = descriptor.substring(descriptor.lastIndexOf('[') + 1);
        ClassLoader loader = PriceFunctions.class.getClassLoader();
        if (element.startsWith("L")
                && loader.getResource(element.substring(1, element.length() - 1) + ".class")
                        == null) {
            return null; // not even asked for: a loader keeps every name that it was asked for
        }
        String name = type.isArray() ? descriptor : element.substring(1, element.length() - 1);
        try {
            return Class.forName(name.replace('/', '.'), false, loader);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }
}
