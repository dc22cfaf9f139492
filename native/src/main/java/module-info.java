/** Tasks whose code is C. The library travels in the jar; what asks for it says what is missing. */
module dev.stint.nativecode {
    requires static transitive org.jspecify;
    requires transitive dev.stint;

    exports dev.stint.nativecode;
    exports dev.stint.nativecode.error;
}
