package dev.stint.libraries.popular;

import com.google.re2j.Pattern;
import java.util.concurrent.Callable;

/** Matches regular expressions in linear time. */
public final class Re2j implements Callable<String> {
    @Override
    public String call() throws Exception {
        var matcher =
                Pattern.compile("(\\w+)@(\\w+)\\.org")
                        .matcher("write to ann@example.org or bob@sample.org");
        var found = new StringBuilder();
        while (matcher.find()) {
            found.append(matcher.group(1)).append(" at ").append(matcher.group(2)).append("; ");
        }
        return found + Pattern.compile("a+").matcher("baaad").replaceAll("o");
    }
}
