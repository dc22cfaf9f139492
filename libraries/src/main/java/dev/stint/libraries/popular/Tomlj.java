package dev.stint.libraries.popular;

import java.util.concurrent.Callable;
import org.tomlj.Toml;

/** Reads TOML. */
public final class Tomlj implements Callable<String> {
    @Override
    public String call() throws Exception {
        var toml =
                Toml.parse(
                        """
                        title = "T"
                        [server]
                        port = 8080
                        hosts = ["a", "b"]
                        when = 1979-05-27T07:32:00Z
                        """);
        return toml.getString("title")
                + toml.getLong("server.port")
                + toml.getArray("server.hosts").toList()
                + toml.getOffsetDateTime("server.when")
                + toml.errors().size();
    }
}
