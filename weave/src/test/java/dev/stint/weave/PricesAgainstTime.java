package dev.stint.weave;

import dev.stint.hooks.Meter;
import dev.stint.weave.internal.surface.Signatures;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * How long the calls of the JDK take that a tenant pays for, against what it pays.
 *
 * <p>Makes arguments of several sizes for every member of the table that it can, pays as the woven
 * code would, makes the call, and divides. What matters is less the ratio than that it does not
 * grow with the size: then the price does not bound the work. Times are of a machine and a moment,
 * so nothing is asserted about them; {@link #main} prints the worst.
 *
 * <p>A call whose price is high is not made: whoever pays that may have it.
 */
final class PricesAgainstTime {
    private static final int[] SIZES = {100, 2_000, 40_000};
    private static final int CHOICES = 6;
    private static final long DEAREST = 20_000_000;
    private static final long LARGEST = 400_000_000;
    private static final long ENOUGH_NANOS = 3_000_000;
    private static final int MOST_REPEATS = 30;
    private static final int PATIENCE_SECONDS = 5;
    private static final double NOTABLE = 200;

    private final TableSurface surface = Surface.ofTenant();
    private final List<Call> calls = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();
    private int refused;

    /** One member with one way to make its arguments. */
    private record Call(
            String name,
            MethodHandle handle,
            Ruling ruling,
            boolean isMaker,
            List<Arguments.Maker> values) {}

    /** What came out of it, by size; a size that was too dear has no time. */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    record Finding(String name, double[] nanosPerOp, double[] nanos, boolean isEndless) {
        double last() {
            for (int i = nanosPerOp.length - 1; i >= 0; i--) {
                if (!Double.isNaN(nanosPerOp[i])) {
                    return nanosPerOp[i];
                }
            }
            return 0;
        }
    }

    PricesAgainstTime() {
        for (Class<?> owner : Arguments.owners()) {
            for (Method method : owner.getMethods()) {
                add(method.getDeclaringClass(), owner, method.getName(), method);
            }
            for (Constructor<?> maker : owner.getConstructors()) {
                add(owner, owner, "<init>", maker);
            }
        }
    }

    int calls() {
        return calls.size();
    }

    private void add(Class<?> declarer, Class<?> owner, String name, Executable member) {
        MethodHandle handle;
        try {
            handle =
                    member instanceof Method m
                            ? MethodHandles.publicLookup().unreflect(m)
                            : MethodHandles.publicLookup()
                                    .unreflectConstructor((Constructor<?>) member);
        } catch (IllegalAccessException e) {
            return;
        }
        boolean isMaker = member instanceof Constructor<?>;
        MethodType type =
                MethodType.methodType(
                        member instanceof Method m ? m.getReturnType() : void.class,
                        member.getParameterTypes());
        Ruling ruling =
                surface.ofMethod(
                        declarer.getName().replace('.', '/'),
                        name,
                        type.toMethodDescriptorString());
        if (ruling instanceof Ruling.Refused || isOdd(member)) {
            refused++;
            return;
        }
        var each = new ArrayList<List<Arguments.Maker>>();
        if (!isMaker && !Modifier.isStatic(member.getModifiers())) {
            each.add(Arguments.of(owner));
        }
        for (Class<?> parameter : member.getParameterTypes()) {
            each.add(Arguments.of(parameter));
        }
        String parameters = Signatures.of(name, type.toMethodDescriptorString());
        int number = 0;
        for (var values : Arguments.choices(each, CHOICES)) {
            calls.add(
                    new Call(
                            owner.getSimpleName() + "." + parameters + " #" + number,
                            handle.asFixedArity(),
                            ruling,
                            isMaker,
                            values));
            number++;
        }
    }

    /** What waits, or touches what is shared. */
    private static boolean isOdd(Executable member) {
        return switch (member.getName()) {
            case "wait",
                    "notify",
                    "notifyAll",
                    "put",
                    "putFirst",
                    "putLast",
                    "take",
                    "takeFirst",
                    "takeLast",
                    "print",
                    "println",
                    "setOut",
                    "exit",
                    "parallelStream",
                    "parallelSort" ->
                    !member.getDeclaringClass().getName().contains("Map");
            default -> false;
        };
    }

    /** Measures all, on threads of their own: one that hangs is left behind. */
    List<Finding> measure() throws InterruptedException {
        int next = 0;
        while (next < calls.size()) {
            var run = new Run(next);
            run.setDaemon(true);
            run.start();
            int seen = -1;
            while (!run.ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS) && run.at != seen) {
                seen = run.at;
            }
            next = run.ended.getCount() == 0 ? calls.size() : run.at + 1;
            if (next < calls.size()) {
                findings.add(
                        new Finding(
                                calls.get(next - 1).name,
                                new double[] {Double.POSITIVE_INFINITY},
                                new double[] {0},
                                true));
            }
        }
        return findings;
    }

    /** Does the calls one after another, and counts what they pay. */
    private final class Run extends Meter {
        private static final int SLICE = 1 << 30;

        private final CountDownLatch ended = new CountDownLatch(1);
        private final int first;
        private volatile int at;
        private long booked;

        Run(int first) {
            super(() -> {}, "prices");
            this.first = first;
        }

        @Override
        public void run() {
            for (int i = first; i < calls.size(); i++) {
                at = i;
                Finding found = find(calls.get(i));
                if (at == i && found != null) {
                    findings.add(found);
                }
            }
            ended.countDown();
        }

        private Finding find(Call call) {
            var perOp = new double[SIZES.length];
            var nanos = new double[SIZES.length];
            for (int i = 0; i < SIZES.length; i++) {
                perOp[i] = Double.NaN;
                nanos[i] = Double.NaN;
            }
            for (int i = 0; i < SIZES.length; i++) {
                if (!measure(call, i, nanos, perOp)) {
                    break;
                }
            }
            return new Finding(call.name, perOp, nanos, false);
        }

        private boolean measure(Call call, int index, double[] nanos, double[] perOp) {
            double best = Double.MAX_VALUE;
            long paid = 1;
            long start = System.nanoTime();
            for (int repeat = 0; repeat < MOST_REPEATS; repeat++) {
                if (repeat > 1 && System.nanoTime() - start > ENOUGH_NANOS) {
                    break; // what it takes to make the arguments counts, too
                }
                var values = new ArrayList<Object>();
                for (Arguments.Maker maker : call.values) {
                    values.add(maker.apply(SIZES[index]));
                }
                booked = 0;
                ops = SLICE;
                bytes = Long.MAX_VALUE >> 1;
                long room = bytes;
                long began = System.nanoTime();
                try {
                    price(call, values);
                    if (counted() > DEAREST || room - bytes > LARGEST) {
                        return false;
                    }
                    if (!(call.ruling instanceof Ruling.Replaced) || call.isMaker) {
                        call.handle.invokeWithArguments(values);
                    }
                } catch (Throwable e) {
                    return index == 0; // it does not like its arguments, perhaps in this size only
                }
                long took = System.nanoTime() - began;
                best = Math.min(best, (double) took);
                paid = 1 + counted();
            }
            nanos[index] = best;
            perOp[index] = best / paid;
            return true;
        }

        private long counted() {
            return booked + SLICE - ops;
        }

        /** As the woven code does: with the last values. */
        private void price(Call call, List<Object> values) throws Throwable {
            switch (call.ruling) {
                case Ruling.Priced(var owner, var name, var type) -> {
                    int count = type.parameterCount();
                    Object back =
                            function(owner, name, type)
                                    .invokeWithArguments(
                                            values.subList(values.size() - count, values.size()));
                    if (back != null && count > 0) {
                        values.set(values.size() - 1, back);
                    }
                }
                case Ruling.Replaced(var owner, var name, var type) -> {
                    Object made =
                            function(owner, name, type)
                                    .invokeWithArguments(call.isMaker ? List.of() : values);
                    if (call.isMaker) {
                        throw new IllegalArgumentException("made with " + made);
                    }
                }
                case Ruling.Allowed _, Ruling.Refused _ -> {}
            }
        }

        @Override
        protected void ranOut(int operations, long memory) {
            booked += SLICE - (long) ops;
            ops = SLICE;
        }

        @Override
        protected void payRarely(long operations, long memory, long syscalls) {
            booked += operations;
            bytes -= memory;
            if (booked > DEAREST && operations > DEAREST) {
                throw new IllegalStateException("too dear");
            }
        }
    }

    private static MethodHandle function(ClassDesc owner, String name, MethodTypeDesc type)
            throws ReflectiveOperationException {
        Class<?> in = Class.forName(owner.packageName() + "." + owner.displayName());
        return MethodHandles.lookup()
                .findStatic(
                        in,
                        name,
                        MethodType.fromMethodDescriptorString(
                                type.descriptorString(), in.getClassLoader()))
                .asFixedArity();
    }

    /** How much the ratio grows from one size to the next, at the end. */
    private static double growth(Finding f) {
        int n = f.nanosPerOp.length;
        if (n < 3 || Double.isNaN(f.nanosPerOp[n - 1])) {
            return n >= 3 && !Double.isNaN(f.nanosPerOp[1]) ? f.nanosPerOp[1] / f.nanosPerOp[0] : 0;
        }
        return f.nanosPerOp[n - 1] / f.nanosPerOp[n - 2];
    }

    @SuppressWarnings("SystemOut") // it is a tool
    public static void main(String[] args) throws InterruptedException {
        var tool = new PricesAgainstTime();
        List<Finding> all = tool.measure();
        System.out.println(all.size() + " calls measured, " + tool.refused + " refused or odd");
        System.out.println("call, ns per op at sizes 100, 2,000, 40,000, and ns");
        all.stream()
                .filter(f -> f.isEndless || f.last() > NOTABLE)
                .sorted(Comparator.comparingDouble(f -> -f.last()))
                .forEach(
                        f ->
                                System.out.printf(
                                        Locale.ROOT,
                                        "%s%-70s %s  %s%n",
                                        f.isEndless ? "ENDLESS " : growth(f) > 3 ? "GROWS " : "",
                                        f.name,
                                        inWords(f.nanosPerOp),
                                        inWords(f.nanos)));
    }

    private static String inWords(double[] numbers) {
        var text = new StringBuilder();
        for (double number : numbers) {
            text.append(String.format(Locale.ROOT, "%12.1f", number));
        }
        return text.toString();
    }
}
