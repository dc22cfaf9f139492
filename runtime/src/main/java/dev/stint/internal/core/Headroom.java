package dev.stint.internal.core;

import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Stack for scheduler code that is called from the bottom of a deep recursion: made sure of before
 * the code begins. A stack overflow then strikes here, where nothing is half done, and not in the
 * middle; nor while something shared is linked for the first time, which would fail for good.
 *
 * <p>It is asked for once, where an operation is entered, and not again inside: what has passed
 * here must not be refused further down.
 *
 * <p>How it works: whoever enters a method must have room for all its variables, because the JVM
 * may have to go on with it in the interpreter at any moment. So one method that declares many and
 * uses none costs a few stores, compiled, and is refused where the stack is too small. No language
 * says that in a line, so it is written as a class file.
 */
public final class Headroom {
    /** What scheduler code may use of the stack, in words; {@code DeepStackTest} uses less. */
    private static final int WORDS = 4096;

    private static final MethodHandle ROOM = room();

    /** Read inside, where it may fail as far as the compiler knows: that is the moment. */
    static int[] unused = new int[0];

    private Headroom() {}

    /**
     * Makes sure of it.
     *
     * @throws StackOverflowError if there is too little
     */
    public static void ensure() {
        try {
            ROOM.invokeExact();
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new SchedulerBug("asking for room has thrown " + e);
        }
    }

    private static MethodHandle room() {
        ClassDesc own = Headroom.class.describeConstable().orElseThrow();
        byte[] file =
                ClassFile.of()
                        .build(
                                own.nested("Room"),
                                made ->
                                        made.withMethodBody(
                                                "room",
                                                MethodTypeDesc.of(ConstantDescs.CD_void),
                                                ClassFile.ACC_STATIC,
                                                code ->
                                                        code.lconst_0()
                                                                .lstore(WORDS - 2)
                                                                .getstatic(
                                                                        own,
                                                                        "unused",
                                                                        ConstantDescs.CD_int
                                                                                .arrayType())
                                                                .arraylength()
                                                                .pop()
                                                                .return_()));
        try {
            MethodHandles.Lookup inside =
                    MethodHandles.lookup()
                            .defineHiddenClass(
                                    file, true, MethodHandles.Lookup.ClassOption.NESTMATE);
            return inside.findStatic(
                    inside.lookupClass(), "room", MethodType.methodType(void.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
