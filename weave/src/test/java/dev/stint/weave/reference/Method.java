package dev.stint.weave.reference;

import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import org.jspecify.annotations.Nullable;

/** A method of an interpreted class. */
final class Method {
    private final TenantClass owner;
    private final MethodModel model;
    private final MethodTypeDesc type;
    private final String name;
    private @Nullable Body body;
    private @Nullable Rule rule;

    Method(TenantClass owner, MethodModel model) {
        this.owner = owner;
        this.model = model;
        this.type = model.methodTypeSymbol();
        this.name = model.methodName().stringValue();
    }

    TenantClass owner() {
        return owner;
    }

    String name() {
        return name;
    }

    MethodTypeDesc type() {
        return type;
    }

    int index() {
        return owner.model().methods().indexOf(model);
    }

    boolean is(AccessFlag flag) {
        return model.flags().has(flag);
    }

    boolean isVirtual() {
        return !is(AccessFlag.STATIC) && !is(AccessFlag.PRIVATE) && !name.startsWith("<");
    }

    Body body() {
        Body result = body;
        if (result == null) {
            if (!(model.code().orElse(null) instanceof CodeAttribute code)) {
                throw new AbstractMethodError(toString());
            }
            result = new Body(code);
            body = result;
        }
        return result;
    }

    Rule rule(Ancestry ancestry, Sizes sizes) {
        Rule result = rule;
        if (result == null) {
            boolean calledByJdk =
                    ancestry.declaredInJdk(owner.shell(), this)
                            || CallSites.implementsFunction(this);
            result = new Rule(body(), calledByJdk, sizes);
            rule = result;
        }
        return result;
    }

    @Override
    public String toString() {
        return owner.shell().getName() + "." + name + type.displayDescriptor();
    }
}
