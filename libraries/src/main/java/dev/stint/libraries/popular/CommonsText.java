package dev.stint.libraries.popular;

import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.commons.text.StringEscapeUtils;
import org.apache.commons.text.StringSubstitutor;
import org.apache.commons.text.WordUtils;
import org.apache.commons.text.similarity.JaroWinklerSimilarity;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Substitutes, escapes and compares text. */
public final class CommonsText implements Callable<String> {
    @Override
    public String call() throws Exception {
        return new StringSubstitutor(Map.of("who", "Ann", "n", 3))
                        .replace("${who} has ${n} of ${what:-these}")
                + StringEscapeUtils.escapeHtml4("<a href=\"x\">é</a>")
                + StringEscapeUtils.unescapeJava("tab\\tend")
                + WordUtils.capitalizeFully("the quick bROWN fox")
                + WordUtils.wrap("a sentence that is to be wrapped somewhere", 12)
                + LevenshteinDistance.getDefaultInstance().apply("kitten", "sitting")
                + new JaroWinklerSimilarity().apply("martha", "marhta");
    }
}
