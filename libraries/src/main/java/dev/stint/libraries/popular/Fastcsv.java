package dev.stint.libraries.popular;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.writer.CsvWriter;
import java.io.StringWriter;
import java.util.concurrent.Callable;

/** Reads and writes CSV. */
public final class Fastcsv implements Callable<String> {
    @Override
    public String call() throws Exception {
        var text = new StringWriter();
        try (var writer = CsvWriter.builder().build(text)) {
            writer.writeRecord("name", "city")
                    .writeRecord("Ann", "Berlin, West")
                    .writeRecord("Bob", "say \"hi\"");
        }
        var found = new StringBuilder();
        for (var row : CsvReader.builder().ofNamedCsvRecord(text.toString())) {
            found.append(row.getField("city")).append('/');
        }
        return found.toString();
    }
}
