package dev.stint.testkit.history;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that can be called on the object under test, and what the model does for it.
 *
 * @param arguments which of them is passed is decided anew for each call
 */
record Operation<T, M>(String name, List<?> arguments, Body<T> body, Body<M> model) {

    /** What is done, for one argument; null where the operation takes none. */
    interface Body<X> {
        @Nullable Object on(X object, @Nullable Object argument) throws Exception;
    }
}
