package dev.stint.weave.internal.jar;

import dev.stint.weave.Refusal;
import dev.stint.weave.WeaveRefusedException;
import dev.stint.weave.internal.files.ClassFileHeader;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;

/**
 * Refuses classes that call the hooks: those that are woven already, and those that would meter
 * themselves.
 */
public final class AlreadyWoven {
    private static final String HOOKS = "dev/stint/hooks/";

    private AlreadyWoven() {}

    /**
     * Sees that a class does not refer to the hooks. What cannot be read is left to the weaver.
     *
     * @throws WeaveRefusedException if it does
     */
    public static void refuse(byte[] file) {
        if (refersToHooks(file)) {
            throw new WeaveRefusedException(
                    Refusal.because("calls the hooks of Stint, so it is woven already")
                            .withRemedy("Use the class file that it was made from")
                            .inClass(ClassFileHeader.guess(file)));
        }
    }

    private static boolean refersToHooks(byte[] file) {
        try {
            for (PoolEntry entry : ClassFile.of().parse(file).constantPool()) {
                if (entry instanceof ClassEntry type && type.asInternalName().startsWith(HOOKS)) {
                    return true;
                }
            }
            return false;
        } catch (RuntimeException e) {
            return false;
        }
    }
}
