package dev.stint.libraries.popular;

import java.io.StringReader;
import java.util.concurrent.Callable;
import org.apache.commons.csv.CSVFormat;

/** Reads and writes CSV. */
public final class CommonsCsv implements Callable<String> {
    @Override
    public String call() throws Exception {
        var out = new StringBuilder();
        try (var printer = CSVFormat.DEFAULT.print(out)) {
            printer.printRecord("name", "city");
            printer.printRecord("Ann", "Berlin, West");
            printer.printRecord("Bob", "say \"hi\"");
        }
        var format = CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).get();
        var found = new StringBuilder();
        for (var row : format.parse(new StringReader(out.toString()))) {
            found.append(row.get("name")).append('=').append(row.get("city")).append(';');
        }
        return found.toString();
    }
}
