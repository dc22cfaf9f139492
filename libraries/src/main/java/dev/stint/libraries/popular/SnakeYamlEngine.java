package dev.stint.libraries.popular;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Reads and writes YAML. */
public final class SnakeYamlEngine implements Callable<String> {
    @Override
    public String call() throws Exception {
        var read =
                new Load(LoadSettings.builder().build())
                        .loadFromString("name: Ann\nlist: [1, 2.5, true]\nmap: {a: b}\n");
        return read
                + new Dump(DumpSettings.builder().build())
                        .dumpToString(Map.of("x", List.of(1, "two")));
    }
}
