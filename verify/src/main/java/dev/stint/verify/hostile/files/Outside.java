package dev.stint.verify.hostile.files;

/**
 * Stands for what is outside: it is on the path of the host and open to nobody. Each batch has a
 * class of its own of this name, so that each notices when it is initialised.
 */
@SuppressWarnings("unused") // by class files that are made
public class Outside {
    /** Not final: a constant would be copied into the code that names it. */
    public static int shared;

    public static String text = "outside";

    public int own;

    static {
        Witness.note("the outside was initialised");
    }

    public Outside() {
        Witness.note("an object of the outside was made");
    }

    public Outside(int own) {
        this();
        this.own = own;
    }

    public static void reach() {
        Witness.note("a method of the outside was called");
    }

    public static String reach(String said) {
        reach();
        return said;
    }

    public void touch() {
        Witness.note("an object of the outside was called");
    }

    /** What an interface of the outside would have code do. */
    public interface Inside {
        default void enter() {
            Witness.note("an interface of the outside was called");
        }
    }
}
