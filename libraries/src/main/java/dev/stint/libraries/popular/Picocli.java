package dev.stint.libraries.popular;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Parses a command line. */
public final class Picocli implements Callable<String> {
    @Override
    public String call() throws Exception {
        var spec =
                CommandSpec.create()
                        .name("copy")
                        .addOption(
                                OptionSpec.builder("-n", "--number")
                                        .type(int.class)
                                        .description("how many")
                                        .build())
                        .addPositional(
                                PositionalParamSpec.builder()
                                        .paramLabel("FILE")
                                        .type(String.class)
                                        .build());
        var line = new CommandLine(spec);
        var parsed = line.parseArgs("-n", "3", "x.txt");
        return ""
                + parsed.matchedOptionValue("n", 0)
                + parsed.matchedPositionalValue(0, "")
                + line.getUsageMessage(CommandLine.Help.Ansi.OFF);
    }
}
