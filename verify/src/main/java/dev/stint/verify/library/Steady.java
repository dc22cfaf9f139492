package dev.stint.verify.library;

import dev.stint.hooks.jdk.Clocks;
import dev.stint.hooks.jdk.Threads;
import dev.stint.weave.Ruling;
import dev.stint.weave.Surface;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.Set;

/**
 * Everything is open but time, which is the scheduler's, and the numbers of threads, which are all
 * the same: libraries seed hashes with the one and choose among buffers by the other, and so a
 * receipt would depend on the moment and on who else runs. A tenant sees both this way, too.
 */
enum Steady implements Surface {
    SURFACE;

    private static final Set<String> TIMES = Set.of("currentTimeMillis", "nanoTime");
    private static final Set<String> NUMBERS = Set.of("threadId", "getId");
    private static final ClassDesc THREAD = ClassDesc.of("java.lang.Thread");

    @Override
    public Ruling ofMethod(String owner, String name, String descriptor) {
        var type = MethodTypeDesc.ofDescriptor(descriptor);
        if (owner.equals("java/lang/System") && TIMES.contains(name)) {
            return new Ruling.Replaced(ClassDesc.of(Clocks.class.getName()), name, type);
        }
        if (owner.equals("java/lang/Thread") && NUMBERS.contains(name)) {
            return new Ruling.Replaced(
                    ClassDesc.of(Threads.class.getName()),
                    name,
                    type.insertParameterTypes(0, THREAD));
        }
        return Ruling.Allowed.RULING;
    }

    @Override
    public Ruling ofField(String owner, String name, String descriptor) {
        return Ruling.Allowed.RULING;
    }

    @Override
    public Ruling ofClass(String internalName) {
        return Ruling.Allowed.RULING;
    }

    @Override
    public boolean guardsMonitors() {
        return false;
    }
}
