/** Tasks whose code is C. The library travels in the jar; what asks for it says what is missing. */
module dev.stint.nativecode {
    requires static transitive org.jspecify;
    requires transitive dev.stint;
    requires java.management;
    requires jdk.management;

    exports dev.stint.nativecode;
    exports dev.stint.nativecode.error;

    provides dev.stint.env.HeapWatch with
            dev.stint.nativecode.internal.heap.SampledHeap;
}
