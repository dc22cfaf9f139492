package dev.stint.internal.stack;

import dev.stint.hooks.Foreign;
import dev.stint.internal.SchedulerBug;
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
 * <p>What has passed here must not be refused further down. So an operation that is made of others,
 * each of which asks, asks for twice as much before the first of them; and whoever begins a block
 * that such an operation ends, for three times as much.
 *
 * <p>How it works: whoever enters a method must have room for all its variables, because the JVM
 * may have to go on with it in the interpreter at any moment. So one method that declares many and
 * uses none costs a few stores, compiled, and is refused where the stack is too small. No language
 * says that in a line, so it is written as a class file.
 */
public final class Headroom {
    /** What scheduler code may use of the stack, in words; {@code DeepStackTest} uses less. */
    private static final int WORDS = 3072;

    private static final MethodHandle ROOM = room(1);
    private static final MethodHandle FOR_SEVERAL = room(2);
    private static final MethodHandle FOR_BLOCK = room(3);

    /** Read inside, where it may fail as far as the compiler knows: that is the moment. */
    static int[] unused = new int[0];

    private Headroom() {}

    /**
     * Makes sure of it, for one operation.
     *
     * @throws StackOverflowError if there is too little
     */
    public static void ensure() {
        try {
            ROOM.invokeExact();
        } catch (Throwable e) {
            throw passOn(e);
        }
    }

    /** The same for an operation that is made of others. */
    public static void ensureForSeveral() {
        try {
            FOR_SEVERAL.invokeExact();
        } catch (Throwable e) {
            throw passOn(e);
        }
    }

    /** The same for a block that is entered here, and must be left in order. */
    public static void ensureForBlock() {
        try {
            FOR_BLOCK.invokeExact();
        } catch (Throwable e) {
            throw passOn(e);
        }
    }

    private static RuntimeException passOn(Throwable thrown) {
        if (thrown instanceof Error e) {
            throw e;
        }
        return new SchedulerBug("asking for room has thrown " + Foreign.inWords(thrown));
    }

    private static MethodHandle room(int operations) {
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
                                                                .lstore(operations * WORDS - 2)
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
