package dev.stint.language.internal.run;

import dev.stint.language.internal.type.PanicException;
import dev.stint.language.internal.type.Type;
import org.jspecify.annotations.Nullable;

/** Small steps of compiled code that may end a task. */
public final class Checks {
    private Checks() {}

    public static PanicException tooDeep(String function) {
        return PanicException.tooDeep(function, Run.DEEPEST);
    }

    public static PanicException trap(String message, String code) {
        return new PanicException(code, message);
    }

    /**
     * How far a loop may go that has so much room for what its rounds cost.
     *
     * @param last behind the end of its range
     */
    public static int stop(int now, int last, int room, int cost) {
        int rounds = room / cost;
        return (long) last - now <= rounds ? last : now + rounds;
    }

    /** What an optional holds. */
    public static Object held(Object optional) {
        if (optional == Value.NONE) {
            throw new PanicException(PanicException.UNREACHABLE, "there is no value");
        }
        return optional instanceof Value.Some(Object held) ? held : optional;
    }

    /** Before the value of an error union is used. */
    public static void noFault(@Nullable String fault) {
        if (fault != null) {
            throw new FaultException(fault);
        }
    }

    /** The error of an error union. */
    public static String fault(@Nullable String fault) {
        if (fault == null) {
            throw new PanicException(PanicException.UNREACHABLE, "there is no error");
        }
        return fault;
    }

    /** The error in what others have handed over; null if there is none. */
    public static @Nullable String faultIn(Object boxed) {
        return boxed instanceof Value.Failed(Value.Fault fault) ? fault.name() : null;
    }

    /** What a task gives back that may fail. */
    public static Object result(Object value, @Nullable String fault) {
        noFault(fault);
        return value;
    }

    public static Variant variant(Variant value, int tag) {
        if (value.tag != tag) {
            throw new PanicException(PanicException.UNREACHABLE, "another variant");
        }
        return value;
    }

    /** The text of a variant of an enum. */
    public static String textOfEnum(long value, String type, Run run) throws InterruptedException {
        var named = new Type.Named(Type.Named.Kind.ENUM, type);
        return Texts.of((Object) value, named, run.host().program().table());
    }

    public static String join(String left, String right) throws InterruptedException {
        Prices.text(Texts.fitting((long) left.length() + right.length()));
        return left.concat(right);
    }

    public static int compare(String left, String right) throws InterruptedException {
        Prices.read(Math.min(left.length(), right.length()));
        return left.compareTo(right);
    }
}
