package dev.stint.libraries.popular;

import java.util.Map;
import java.util.concurrent.Callable;
import org.yaml.snakeyaml.Yaml;

/** Reads and writes YAML. */
public final class SnakeYaml implements Callable<String> {
    @Override
    public String call() throws Exception {
        Map<String, Object> read =
                new Yaml()
                        .load(
                                """
                                name: Ann
                                list: [1, 2.5, yes]
                                map:
                                  a: |
                                    two
                                    lines
                                  when: 2001-12-14
                                """);
        return read.get("name")
                + ""
                + read.get("list")
                + new Yaml().dump(Map.of("x", java.util.List.of(1, "two", true)));
    }
}
