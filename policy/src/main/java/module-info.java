/** Where policies come from: files, and processes behind sockets; and what another would change. */
module dev.stint.policyservice {
    requires static transitive org.jspecify;
    requires transitive dev.stint;
    requires jdk.net;
    requires org.snakeyaml.engine;

    exports dev.stint.policyservice.file;
    exports dev.stint.policyservice.socket;
    exports dev.stint.policyservice.text;
    exports dev.stint.policyservice.whatif;
}
