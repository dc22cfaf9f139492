package dev.stint.weave.reference;

import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What {@code invokedynamic} does: linked by the JDK itself, in the name of the shell. */
final class CallSites {
    /** A linked instruction. */
    record Linked(MethodHandle target, boolean concatenates) {
        @Nullable Object invoke(@Nullable Object[] arguments) {
            try {
                return target.invoke(arguments);
            } catch (Throwable e) {
                throw Thrown.again(e);
            }
        }
    }

    private CallSites() {}

    static boolean makesFunction(InvokeDynamicInstruction call) {
        return call.bootstrapMethod()
                .owner()
                .descriptorString()
                .equals("Ljava/lang/invoke/LambdaMetafactory;");
    }

    private static boolean concatenates(InvokeDynamicInstruction call) {
        return call.bootstrapMethod()
                .owner()
                .descriptorString()
                .equals("Ljava/lang/invoke/StringConcatFactory;");
    }

    /** The method that a functional object is made of. */
    static DirectMethodHandleDesc implementation(InvokeDynamicInstruction call) {
        if (call.bootstrapArgs().get(1) instanceof DirectMethodHandleDesc handle) {
            return handle;
        }
        throw new Fault("a functional object without a method");
    }

    /** The type of a static method that stands for it: what is captured is passed as it is. */
    static MethodTypeDesc functionType(InvokeDynamicInstruction call) {
        MethodTypeDesc type = implementation(call).invocationType();
        for (int i = 0; i < call.typeSymbol().parameterCount(); i++) {
            type = type.changeParameterType(i, call.typeSymbol().parameterType(i));
        }
        return type;
    }

    /** True for what the compiler makes of a lambda: it is called through its object only. */
    static boolean implementsFunction(Method method) {
        if (!method.is(AccessFlag.PRIVATE) || !method.is(AccessFlag.SYNTHETIC)) {
            return false;
        }
        for (MethodModel each : method.owner().model().methods()) {
            if (each.code().orElse(null) instanceof CodeAttribute code && names(code, method)) {
                return true;
            }
        }
        return false;
    }

    private static boolean names(CodeAttribute code, Method method) {
        return code.elementStream()
                .anyMatch(
                        element ->
                                element instanceof InvokeDynamicInstruction call
                                        && makesFunction(call)
                                        && isOf(implementation(call), method));
    }

    private static boolean isOf(DirectMethodHandleDesc handle, Method method) {
        return handle.owner().equals(method.owner().model().thisClass().asSymbol())
                && handle.methodName().equals(method.name())
                && handle.lookupDescriptor().equals(method.type().descriptorString());
    }

    static Linked link(Method method, int index, InvokeDynamicInstruction call) {
        TenantClass tenant = method.owner();
        List<ConstantDesc> arguments = new ArrayList<>(call.bootstrapArgs());
        if (makesFunction(call)) {
            arguments.set(
                    1,
                    MethodHandleDesc.ofMethod(
                            tenant.shell().isInterface()
                                    ? DirectMethodHandleDesc.Kind.INTERFACE_STATIC
                                    : DirectMethodHandleDesc.Kind.STATIC,
                            tenant.model().thisClass().asSymbol(),
                            Shell.functionName(method.index(), index),
                            functionType(call)));
        }
        try {
            MethodHandle bootstrap = call.bootstrapMethod().resolveConstantDesc(tenant.lookup());
            List<Object> all = new ArrayList<>();
            all.add(tenant.lookup());
            all.add(call.name().stringValue());
            all.add(call.typeSymbol().resolveConstantDesc(tenant.lookup()));
            for (ConstantDesc argument : arguments) {
                all.add(argument.resolveConstantDesc(tenant.lookup()));
            }
            MethodHandle target = ((CallSite) bootstrap.invokeWithArguments(all)).dynamicInvoker();
            return new Linked(generic(target), concatenates(call));
        } catch (Throwable e) {
            throw Thrown.again(e);
        }
    }

    /** The handle as one that takes all arguments in an array. */
    static MethodHandle generic(MethodHandle handle) {
        return handle.asFixedArity()
                .asType(handle.type().generic())
                .asSpreader(Object[].class, handle.type().parameterCount())
                .asType(MethodType.methodType(Object.class, Object[].class));
    }

    /** An instruction that was found by its index. */
    static InvokeDynamicInstruction at(Method method, int index) {
        Instruction instruction = method.body().at(index);
        if (instruction instanceof InvokeDynamicInstruction call) {
            return call;
        }
        throw new Fault("no invokedynamic at " + index + " of " + method);
    }
}
