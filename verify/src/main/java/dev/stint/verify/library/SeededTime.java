package dev.stint.verify.library;

import dev.stint.hooks.jdk.Clocks;
import dev.stint.weave.Ruling;
import dev.stint.weave.Surface;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;

/**
 * Everything is open, but time is the scheduler's: libraries seed hashes with it, and so a receipt
 * would depend on the moment.
 */
enum SeededTime implements Surface {
    SURFACE;

    @Override
    public Ruling ofMethod(String owner, String name, String descriptor) {
        boolean isTime = name.equals("currentTimeMillis") || name.equals("nanoTime");
        return isTime && owner.equals("java/lang/System")
                ? new Ruling.Replaced(
                        ClassDesc.of(Clocks.class.getName()),
                        name,
                        MethodTypeDesc.ofDescriptor(descriptor))
                : Ruling.Allowed.RULING;
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
