package dev.stint.libraries.popular;

import com.opencsv.CSVReader;
import com.opencsv.CSVWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.concurrent.Callable;

/** Reads and writes CSV. */
public final class OpenCsv implements Callable<String> {
    @Override
    public String call() throws Exception {
        var out = new StringWriter();
        try (var writer = new CSVWriter(out)) {
            writer.writeNext(new String[] {"Ann", "Berlin, West", "say \"hi\""});
        }
        try (var reader = new CSVReader(new StringReader(out.toString()))) {
            return out + Arrays.deepToString(reader.readAll().toArray());
        }
    }
}
