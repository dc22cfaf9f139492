package dev.stint.weave.reference;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What a program gave and what it cost. A program is a set of classes, one of which has {@code
 * public static Object run(int)}.
 *
 * @param result the value as text, or the name of the exception
 */
record Outcome(String result, long ops, long bytes) {
    private static final long DEEP = 512L << 20; // the interpreter recurses where programs do

    /** Without counting: the truth about the result. */
    static Outcome unwoven(ClassSet set, String main, int input) {
        Plain loader = new Plain(set);
        loader.linkAll();
        String result = onThread(() -> run(loader, main, input));
        return new Outcome(result, 0, 0);
    }

    static Outcome interpreted(ClassSet set, String main, int input) {
        Interpreter interpreter = new Interpreter(set);
        String result = onThread(() -> run(interpreter.loader(), main, input));
        return new Outcome(result, interpreter.tally().ops(), interpreter.tally().bytes());
    }

    /** With woven classes, on a thread that counts. */
    static Outcome woven(ClassSet set, String main, int input) {
        return counted(Weaving.of(set), main, input);
    }

    /** With classes that are woven already. */
    static Outcome counted(ClassSet woven, String main, int input) {
        Plain loader = new Plain(woven);
        loader.linkAll();
        String[] result = {"nothing"};
        CountingMeter meter = CountingMeter.count(() -> result[0] = run(loader, main, input));
        return new Outcome(result[0], meter.ops(), meter.bytes());
    }

    /**
     * What became of a program that was stopped.
     *
     * @param holdsLock whether the thread still holds what the program has in {@code LOCK}
     */
    record Stopped(String thrown, boolean holdsLock, long stops) {}

    /** Lets woven classes run so far, and then throws at every charge. */
    static Stopped stopped(ClassSet woven, String main, int input, int lent) {
        Plain loader = new Plain(woven);
        loader.linkAll();
        String[] thrown = {"nothing"};
        boolean[] holds = {false};
        StoppingMeter meter =
                new StoppingMeter(
                        () -> {
                            thrown[0] = run(loader, main, input);
                            holds[0] = Thread.holdsLock(lockOf(loader, main));
                        },
                        lent);
        CountingMeter.finish(meter);
        return new Stopped(thrown[0], holds[0], meter.stops());
    }

    private static Object lockOf(ClassLoader loader, String main) {
        try {
            Object lock = Class.forName(main, false, loader).getField("LOCK").get(null);
            return lock == null ? main : lock;
        } catch (ReflectiveOperationException e) {
            throw new Fault("no lock in " + main, e);
        }
    }

    private static String run(ClassLoader loader, String main, int input) {
        try {
            Method run = Class.forName(main, false, loader).getDeclaredMethod("run", int.class);
            run.setAccessible(true);
            return String.valueOf(run.invoke(null, input));
        } catch (InvocationTargetException e) {
            Throwable thrown = e.getCause() == null ? e : e.getCause();
            if (thrown instanceof Fault fault) {
                throw fault;
            }
            return "throws " + nameOf(thrown);
        } catch (ReflectiveOperationException e) {
            throw new Fault("cannot run " + main, e);
        }
    }

    private static String nameOf(Throwable thrown) {
        String name = thrown.getClass().getName();
        return thrown.getCause() == null ? name : name + " by " + nameOf(thrown.getCause());
    }

    private static String onThread(java.util.function.Supplier<String> body) {
        String[] result = {"nothing"};
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        Thread thread =
                new Thread(
                        null,
                        () -> {
                            try {
                                result[0] = body.get();
                            } catch (Throwable e) {
                                failure.set(e);
                            }
                        },
                        "program",
                        DEEP);
        CountingMeter.finish(thread);
        Throwable thrown = failure.get();
        if (thrown != null) {
            throw new AssertionError("the program could not be run", thrown);
        }
        return result[0];
    }

    /** Defines the classes of a set itself, whatever the class path has under their names. */
    private static final class Plain extends ClassLoader {
        private final ClassSet set;

        Plain(ClassSet set) {
            super("programs", Outcome.class.getClassLoader());
            this.set = set;
        }

        /** Has the JVM verify them now: a program that catches everything would hide it. */
        void linkAll() {
            for (String name : set.files().keySet()) {
                try {
                    Class<?> type = Class.forName(name.replace('/', '.'), false, this);
                    if (type.getDeclaredMethods().length < 0) {
                        throw new Fault("less than nothing");
                    }
                } catch (ClassNotFoundException e) {
                    throw new Fault("no " + name, e);
                }
            }
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            byte[] file = set.find(name.replace('.', '/')).orElse(null);
            if (file == null) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : defineClass(name, file, 0, file.length);
        }
    }
}
