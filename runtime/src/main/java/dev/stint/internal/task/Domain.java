package dev.stint.internal.task;

import dev.stint.capability.Issuer;

/** A tenant as its tasks know it: whose rights count, and in whose queues they wait. */
public interface Domain {
    Issuer issuer();

    /** Which queues its tasks wait in: a number that no other living tenant has. */
    int lane();
}
