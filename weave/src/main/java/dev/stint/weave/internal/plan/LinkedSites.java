package dev.stint.weave.internal.plan;

import dev.stint.weave.Refusal;
import dev.stint.weave.WeaveRefusedException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Bounds the call sites that the JVM links when they are first run: functional objects and string
 * concatenations. That takes it a tenth of a millisecond and some kilobytes for each, once for a
 * class loader. No task pays for it: which one comes first depends on the others.
 */
public final class LinkedSites {
    static final int MOST_IN_A_CLASS = 4_096;

    /** For all classes of a weaver, which is to say of a tenant. */
    static final int MOST_IN_ALL = 65_536;

    private static final int BYTES_OF_A_SITE = 2_048;

    private final AtomicInteger all = new AtomicInteger();

    /**
     * One more.
     *
     * @param ofClass how many its class has, with this one
     * @param ofTenant whether those of all classes count
     */
    void add(int ofClass, boolean ofTenant) {
        if (ofClass > MOST_IN_A_CLASS) {
            throw tooMany("has more than " + MOST_IN_A_CLASS, "Split the class");
        }
        if (ofTenant && all.incrementAndGet() > MOST_IN_ALL) {
            throw tooManyInAll();
        }
    }

    /**
     * The JVM makes a class for a functional object, and has work with what that inherits: each so
     * many bytes of its tables are as much as a site more.
     */
    void addWork(long bytes, boolean ofTenant) {
        if (ofTenant && all.addAndGet((int) (bytes / BYTES_OF_A_SITE)) > MOST_IN_ALL) {
            throw tooManyInAll();
        }
    }

    private static WeaveRefusedException tooManyInAll() {
        return tooMany(
                "has, with the classes before it, more than " + MOST_IN_ALL,
                "Compile string concatenation with -XDstringConcat=inline, or load less");
    }

    private static WeaveRefusedException tooMany(String what, String remedy) {
        return new WeaveRefusedException(
                Refusal.because(
                                what
                                        + " call sites that the JVM links: lambdas, method"
                                        + " references and string concatenations")
                        .withRemedy(remedy));
    }
}
