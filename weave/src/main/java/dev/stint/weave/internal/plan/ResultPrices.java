package dev.stint.weave.internal.plan;

import dev.stint.weave.Ruling;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.util.List;

/** Passes a result through its price functions before it is returned. */
public final class ResultPrices {
    private ResultPrices() {}

    public static void write(CodeBuilder code, List<Ruling.Priced> prices, ClassDesc type) {
        for (Ruling.Priced price : prices) {
            if (type.isPrimitive() != price.type().returnType().isPrimitive()) {
                continue; // a lambda that returns nothing, or what is boxed: of no size
            }
            code.invokestatic(price.owner(), price.name(), price.type());
            cast(code, price.type().returnType(), type);
        }
    }

    /** Casts a result to the type that the code expects, for the verifier. */
    static void cast(CodeBuilder code, ClassDesc from, ClassDesc to) {
        if (!to.isPrimitive() && !from.equals(to) && !to.descriptorString().equals(OBJECT)) {
            code.checkcast(to);
        }
    }

    private static final String OBJECT = "Ljava/lang/Object;";
}
