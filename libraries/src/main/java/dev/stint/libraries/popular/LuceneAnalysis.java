package dev.stint.libraries.popular;

import java.io.StringReader;
import java.util.concurrent.Callable;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/** Analyses text. */
public final class LuceneAnalysis implements Callable<String> {
    @Override
    public String call() throws Exception {
        var found = new StringBuilder();
        try (var analyzer = new EnglishAnalyzer();
                var tokens =
                        analyzer.tokenStream(
                                "f",
                                new StringReader(
                                        "The foxes were quickly jumping over lazy dogs"))) {
            var term = tokens.addAttribute(CharTermAttribute.class);
            tokens.reset();
            while (tokens.incrementToken()) {
                found.append(term).append(' ');
            }
            tokens.end();
        }
        return found.toString();
    }
}
