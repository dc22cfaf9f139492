package dev.stint.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Where {@code ./stint bench} starts. */
public final class Main {
    private static final int OK = 0;
    private static final int FAILED = 1;
    private static final int MISUSED = 2;

    private Main() {}

    /** Runs what was asked for and exits with its code. */
    public static void main(String[] args) throws Exception {
        var out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        var err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        int code = run(List.of(args), out, err);
        out.flush();
        err.flush();
        System.exit(code);
    }

    /** Progress goes to {@code err}, so that {@code out} holds the result alone. */
    static int run(List<String> typed, PrintWriter out, PrintWriter err)
            throws IOException, InterruptedException {
        Arguments arguments;
        try {
            arguments = Arguments.parse(typed);
        } catch (Arguments.Wrong e) {
            err.println("stint bench: " + e.getMessage());
            return MISUSED;
        }
        if (arguments.help()) {
            out.println("usage: " + Arguments.USAGE);
            return OK;
        }
        if (arguments.list()) {
            for (Shape shape : arguments.shapes()) {
                out.printf("%-12s %s%n", shape.label(), shape.title(arguments.quick()));
            }
            return OK;
        }
        return measure(arguments, typed, out, err);
    }

    private static int measure(
            Arguments arguments, List<String> typed, PrintWriter out, PrintWriter err)
            throws IOException, InterruptedException {
        var machine = Machine.here();
        var scratch = Files.createTempDirectory("stint-bench");
        var session = new Session(err, arguments.quick(), scratch);
        var rows = new ArrayList<Row>();
        for (Shape shape : arguments.shapes()) {
            rows.addAll(session.run(shape));
        }
        out.print("\n" + Table.text(rows, arguments.quick()));
        if (arguments.json() != null) {
            Files.writeString(arguments.json(), Row.toJson(rows));
        }
        if (arguments.save() != null) {
            var folder =
                    new ResultFolder(machine, typed, arguments.quick())
                            .write(arguments.save(), rows);
            out.println("saved in " + folder);
        }
        if (session.failures().isEmpty()) {
            delete(scratch);
            return OK;
        }
        session.failures().forEach(failure -> err.println("stint bench: " + failure));
        return FAILED;
    }

    private static void delete(Path folder) throws IOException {
        List<Path> all;
        try (var paths = Files.walk(folder)) {
            all = paths.sorted(Comparator.reverseOrder()).toList();
        }
        for (var path : all) {
            Files.delete(path);
        }
    }
}
