package dev.stint.weave.internal.reflect;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The class of a proxy: it passes each call on to an {@code InvocationHandler}, as the JDK's do. It
 * is not woven yet, and is then like any class of the tenant's that implements these interfaces.
 *
 * <p>Its constructor takes the handler, and the methods that the handler is told: those of {@link
 * #methods()}, in that order.
 */
final class ProxyClass {
    /** The package of those whose interfaces are all public. */
    static final String HOME = "stint.proxies.";

    private static final int MOST_INTERFACES = 255;
    private static final String METHODS = "stint$methods";
    private static final ClassDesc PROXY = ClassDesc.of("java.lang.reflect.Proxy");
    private static final ClassDesc HANDLER = ClassDesc.of("java.lang.reflect.InvocationHandler");
    private static final ClassDesc METHOD = ClassDesc.of("java.lang.reflect.Method");
    private static final ClassDesc UNDECLARED =
            ClassDesc.of("java.lang.reflect.UndeclaredThrowableException");
    private static final ClassDesc OBJECTS = ConstantDescs.CD_Object.arrayType();
    private static final MethodTypeDesc INVOKE =
            MethodTypeDesc.of(ConstantDescs.CD_Object, ConstantDescs.CD_Object, METHOD, OBJECTS);
    private static final MethodTypeDesc CONSTRUCTOR =
            MethodTypeDesc.of(ConstantDescs.CD_void, HANDLER, METHOD.arrayType());

    private final String name;
    private final List<Class<?>> interfaces;
    private final List<Method> methods;

    private ProxyClass(String name, List<Class<?>> interfaces, List<Method> methods) {
        this.name = name;
        this.interfaces = interfaces;
        this.methods = methods;
    }

    /**
     * @param find finds a class by its name, as the tenant sees it
     * @param mayHave whether a class of the tenant's may override a method
     * @throws IllegalArgumentException if there can be no such proxy
     */
    static ProxyClass of(
            List<Class<?>> interfaces,
            ClassLoader loader,
            Function<String, @Nullable Class<?>> find,
            Predicate<Method> mayHave) {
        if (interfaces.size() > MOST_INTERFACES) {
            throw new IllegalArgumentException(
                    "a proxy has at most " + MOST_INTERFACES + " interfaces");
        }
        if (new HashSet<>(interfaces).size() < interfaces.size()) {
            throw new IllegalArgumentException("an interface is repeated: " + interfaces);
        }
        String home = HOME;
        var names = new StringBuilder("$Proxy");
        for (Class<?> each : interfaces) {
            ensureFit(each, find);
            if (!Modifier.isPublic(each.getModifiers())) {
                String its = each.getPackageName().isEmpty() ? "" : each.getPackageName() + '.';
                if (each.getClassLoader() != loader || (!home.equals(HOME) && !home.equals(its))) {
                    throw new IllegalArgumentException(
                            "interfaces that are not public are of several packages");
                }
                home = its;
            }
            names.append('-').append(each.getName());
        }
        return new ProxyClass(
                home + CallClass.mangled(names.toString()),
                interfaces,
                methods(interfaces, mayHave));
    }

    private static void ensureFit(Class<?> type, Function<String, @Nullable Class<?>> find) {
        if (!type.isInterface() || type.isSealed() || type.isHidden()) {
            throw new IllegalArgumentException(
                    type.getName() + " is not an interface that a proxy can have");
        }
        if (find.apply(type.getName()) != type) {
            throw new IllegalArgumentException(
                    type.getName() + " is not visible from the class loader");
        }
    }

    /** One for each name and type, in an order that is always the same. */
    private static List<Method> methods(List<Class<?>> interfaces, Predicate<Method> mayHave) {
        Map<String, Method> found = new LinkedHashMap<>();
        add(found, Object.class);
        for (Class<?> each : interfaces) {
            add(found, each);
        }
        return found.values().stream().filter(mayHave).toList();
    }

    /** What the handler is told, in the order in which the constructor takes it. */
    List<Method> methods() {
        return methods;
    }

    private static void add(Map<String, Method> to, Class<?> type) {
        Method[] all = type.getMethods();
        Arrays.sort(
                all,
                java.util.Comparator.comparing(Method::getName)
                        .thenComparing(m -> typeOf(m).descriptorString()));
        for (Method method : all) {
            boolean isPassedOn =
                    type == Object.class
                            ? List.of("equals", "hashCode", "toString").contains(method.getName())
                            : !Modifier.isStatic(method.getModifiers());
            if (isPassedOn) {
                to.putIfAbsent(method.getName() + typeOf(method).descriptorString(), method);
            }
        }
    }

    String name() {
        return name;
    }

    private static ClassDesc desc(Class<?> type) {
        return ClassDesc.ofDescriptor(type.descriptorString());
    }

    private static MethodTypeDesc typeOf(Method method) {
        return MethodTypeDesc.of(
                desc(method.getReturnType()),
                Arrays.stream(method.getParameterTypes())
                        .map(ProxyClass::desc)
                        .toArray(ClassDesc[]::new));
    }

    byte[] file() {
        ClassDesc self = ClassDesc.of(name);
        return ClassFile.of()
                .build(
                        self,
                        type -> {
                            type.withFlags(
                                            ClassFile.ACC_PUBLIC
                                                    | ClassFile.ACC_FINAL
                                                    | ClassFile.ACC_SYNTHETIC)
                                    .withSuperclass(PROXY)
                                    .withInterfaceSymbols(
                                            interfaces.stream().map(ProxyClass::desc).toList())
                                    .withField(
                                            METHODS,
                                            METHOD.arrayType(),
                                            ClassFile.ACC_PRIVATE
                                                    | ClassFile.ACC_FINAL
                                                    | ClassFile.ACC_SYNTHETIC)
                                    .withMethodBody(
                                            ConstantDescs.INIT_NAME,
                                            CONSTRUCTOR,
                                            ClassFile.ACC_PUBLIC,
                                            code -> writeConstructor(code, self));
                            for (int i = 0; i < methods.size(); i++) {
                                int index = i;
                                Method method = methods.get(i);
                                type.withMethodBody(
                                        method.getName(),
                                        typeOf(method),
                                        ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL,
                                        code -> write(code, self, method, index));
                            }
                        });
    }

    private static void writeConstructor(CodeBuilder code, ClassDesc self) {
        code.aload(0)
                .aload(1)
                .invokespecial(
                        PROXY,
                        ConstantDescs.INIT_NAME,
                        MethodTypeDesc.of(ConstantDescs.CD_void, HANDLER))
                .aload(0)
                .aload(2)
                .putfield(self, METHODS, METHOD.arrayType())
                .return_();
    }

    private static void write(CodeBuilder code, ClassDesc self, Method method, int index) {
        code.trying(
                block -> {
                    block.aload(0).getfield(PROXY, "h", HANDLER).aload(0);
                    block.aload(0).getfield(self, METHODS, METHOD.arrayType());
                    block.loadConstant(index).aaload();
                    writeArguments(block, method);
                    block.invokeinterface(HANDLER, "invoke", INVOKE);
                    writeResult(block, desc(method.getReturnType()));
                },
                handlers -> {
                    for (ClassDesc passed : passedOn(method)) {
                        handlers.catching(passed, CodeBuilder::athrow);
                    }
                    handlers.catchingAll(
                            block -> {
                                int thrown = block.allocateLocal(TypeKind.REFERENCE);
                                block.astore(thrown)
                                        .new_(UNDECLARED)
                                        .dup()
                                        .aload(thrown)
                                        .invokespecial(
                                                UNDECLARED,
                                                ConstantDescs.INIT_NAME,
                                                MethodTypeDesc.of(
                                                        ConstantDescs.CD_void,
                                                        ConstantDescs.CD_Throwable))
                                        .athrow();
                            });
                });
    }

    /** What the method may throw. */
    private static List<ClassDesc> passedOn(Method method) {
        var all = new ArrayList<ClassDesc>();
        all.add(desc(RuntimeException.class));
        all.add(desc(Error.class));
        for (Class<?> declared : method.getExceptionTypes()) {
            if (!all.contains(desc(declared))) {
                all.add(desc(declared));
            }
        }
        return all;
    }

    private static void writeArguments(CodeBuilder code, Method method) {
        Class<?>[] types = method.getParameterTypes();
        if (types.length == 0) {
            code.aconst_null();
            return;
        }
        code.loadConstant(types.length).anewarray(ConstantDescs.CD_Object);
        int slot = 1;
        for (int i = 0; i < types.length; i++) {
            TypeKind kind = TypeKind.from(types[i]);
            code.dup().loadConstant(i).loadLocal(kind, slot);
            if (types[i].isPrimitive()) {
                ClassDesc box = box(types[i]);
                code.invokestatic(box, "valueOf", MethodTypeDesc.of(box, desc(types[i])));
            }
            code.aastore();
            slot += kind.slotSize();
        }
    }

    private static ClassDesc box(Class<?> primitive) {
        return desc(java.lang.invoke.MethodType.methodType(primitive).wrap().returnType());
    }

    private static void writeResult(CodeBuilder code, ClassDesc type) {
        if (type.equals(ConstantDescs.CD_void)) {
            code.pop().return_();
            return;
        }
        if (type.isPrimitive()) {
            TypeKind kind = TypeKind.from(type);
            ClassDesc box = box(classOf(kind, type));
            code.checkcast(box)
                    .invokevirtual(box, type.displayName() + "Value", MethodTypeDesc.of(type))
                    .return_(kind);
            return;
        }
        if (!type.equals(ConstantDescs.CD_Object)) {
            code.checkcast(type);
        }
        code.areturn();
    }

    private static Class<?> classOf(TypeKind kind, ClassDesc type) {
        return switch (type.descriptorString()) {
            case "Z" -> boolean.class;
            case "B" -> byte.class;
            case "C" -> char.class;
            case "S" -> short.class;
            case "I" -> int.class;
            case "J" -> long.class;
            case "F" -> float.class;
            case "D" -> double.class;
            default -> throw new IllegalArgumentException("no primitive: " + kind);
        };
    }
}
