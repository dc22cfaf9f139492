package dev.stint.libraries.popular;

import com.univocity.parsers.csv.CsvParser;
import com.univocity.parsers.csv.CsvParserSettings;
import com.univocity.parsers.csv.CsvWriter;
import com.univocity.parsers.csv.CsvWriterSettings;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.concurrent.Callable;

/** Reads and writes CSV. */
public final class Univocity implements Callable<String> {
    @Override
    public String call() throws Exception {
        var settings = new CsvParserSettings();
        settings.getFormat().setLineSeparator("\n");
        var rows =
                new CsvParser(settings)
                        .parseAll(new StringReader("a,\"b, c\"\n1,\"say \"\"hi\"\"\"\n"));
        var out = new StringWriter();
        var writer = new CsvWriter(out, new CsvWriterSettings());
        writer.writeRow("x", "y, z");
        writer.close();
        return Arrays.deepToString(rows.toArray()) + out;
    }
}
