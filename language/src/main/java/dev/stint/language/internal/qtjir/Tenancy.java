package dev.stint.language.internal.qtjir;

/** Where a node may run: in the function that it belongs to, or as part of a scheduled task. */
public enum Tenancy {
    CPU_Serial,
    CPU_Parallel
}
