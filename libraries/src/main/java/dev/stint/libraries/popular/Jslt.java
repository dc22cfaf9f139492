package dev.stint.libraries.popular;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.schibsted.spt.data.jslt.Parser;
import java.util.concurrent.Callable;

/** Transforms JSON. */
public final class Jslt implements Callable<String> {
    @Override
    public String call() throws Exception {
        var input = new ObjectMapper().readTree("{\"name\": \"Ann\", \"items\": [1, 2, 3]}");
        var jslt =
                Parser.compileString(
                        "{\"who\": uppercase(.name), \"double\": [for (.items) . * 2], \"n\":"
                                + " size(.items), \"ok\": test(.name, \"^A\")}");
        return jslt.apply(input).toString();
    }
}
