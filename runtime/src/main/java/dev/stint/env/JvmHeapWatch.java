package dev.stint.env;

import dev.stint.guard.HeapLimit;
import dev.stint.guard.KeptHeap;
import java.util.Iterator;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Consumer;

/** The watch of this JVM, from whoever offers one; or none, which says what is missing. */
final class JvmHeapWatch {
    static final HeapWatch IT = find();

    private JvmHeapWatch() {}

    private static HeapWatch find() {
        try {
            // Its jar lies beside ours, whoever asks first.
            Iterator<HeapWatch> all =
                    ServiceLoader.load(HeapWatch.class, HeapWatch.class.getClassLoader())
                            .iterator();
            return all.hasNext()
                    ? all.next()
                    : new Missing("there is no module native. Put stint-native on the class path.");
        } catch (ServiceConfigurationError e) {
            return new Missing("the watch of the heap cannot be loaded: " + e.getMessage());
        }
    }

    /** No watch. */
    private record Missing(String why) implements HeapWatch {
        @Override
        public Optional<String> whyNot() {
            return Optional.of(why);
        }

        @Override
        public Watched watch(HeapLimit limit, Consumer<KeptHeap> told) {
            throw new UnsupportedOperationException(why);
        }

        @Override
        public Mark markOfThisThread() {
            throw new UnsupportedOperationException(why);
        }
    }
}
