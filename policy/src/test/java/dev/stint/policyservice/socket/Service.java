package dev.stint.policyservice.socket;

import dev.stint.policyservice.file.FilePolicySource;
import java.nio.file.Path;
import java.util.Set;

/** A process that serves a policy file at a socket until it is killed. */
final class Service {
    private Service() {}

    public static void main(String[] args) throws Exception {
        var source = new FilePolicySource(Path.of(args[0]), System.err::println);
        PolicySocket.open(Path.of(args[1]), source, Set.of(), System.err::println);
        System.out.println("serves");
        System.in.read(); // until whoever has started it ends
    }
}
