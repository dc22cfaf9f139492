package dev.stint.language.internal.check;

import dev.stint.language.internal.tree.Decl;
import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.Types;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A function as its callers see it. Its result is found from its body if none is written. */
public final class Signature {
    private final String name;
    private final ModuleScope home;
    private final Decl.Function decl;
    private final List<Type> params;
    private @Nullable Type result;
    private boolean isBeingInferred;

    Signature(ModuleScope home, Decl.Function decl, List<Type> params, @Nullable Type result) {
        this.name = home.full(decl.name());
        this.home = home;
        this.decl = decl;
        this.params = List.copyOf(params);
        this.result = result;
    }

    /** Its full name: with that of its module, unless it is one of the script itself. */
    public String name() {
        return name;
    }

    ModuleScope home() {
        return home;
    }

    public Decl.Function decl() {
        return decl;
    }

    public List<Type> params() {
        return params;
    }

    /** Its result; unknown as long as it is not inferred. */
    public Type result() {
        return result == null ? Types.UNKNOWN : result;
    }

    public Type.Function type() {
        return new Type.Function(params, result());
    }

    boolean hasResult() {
        return result != null;
    }

    void infer(Type found) {
        result = found;
    }

    boolean isBeingInferred() {
        return isBeingInferred;
    }

    void beingInferred(boolean now) {
        isBeingInferred = now;
    }
}
