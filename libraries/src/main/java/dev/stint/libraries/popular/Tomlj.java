package dev.stint.libraries.popular;

import java.util.concurrent.Callable;
import org.tomlj.Toml;

/** Reads TOML. */
public final class Tomlj implements Callable<String> {
    @Override
    public String call() throws Exception {
        var toml =
                Toml.parse(
                        "title = \"T\"\n"
                                + "[server]\n"
                                + "port = 8080\n"
                                + "hosts = [\"a\", \"b\"]\n"
                                + "when = 1979-05-27T07:32:00Z\n");
        return toml.getString("title")
                + toml.getLong("server.port")
                + toml.getArray("server.hosts").toList()
                + toml.getOffsetDateTime("server.when")
                + toml.errors().size();
    }
}
