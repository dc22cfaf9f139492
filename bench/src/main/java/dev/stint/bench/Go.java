package dev.stint.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The peer that is no JVM program: compiled on the spot if there is a Go, then run per fork. */
final class Go {
    private static final long PATIENCE_MINUTES = 5;

    private static final String PROGRAM = "peer";

    private final Path folder;

    private Go(Path folder) {
        this.folder = folder;
    }

    /** There is no Go here. */
    static final class NotInstalled extends IOException {
        private static final long serialVersionUID = 1L;

        NotInstalled(IOException cause) {
            super("no go on the PATH", cause);
        }
    }

    /** Compiles the program into the folder. */
    static Go build(Path folder) throws IOException, InterruptedException {
        for (var file : List.of("main.go", "channels.go", "go.mod")) {
            try (var in = Go.class.getResourceAsStream("go/" + file)) {
                if (in == null) {
                    throw new IOException(file + " is not in the jar; rebuild it");
                }
                Files.write(folder.resolve(file), in.readAllBytes());
            }
        }
        run(folder, List.of("go", "build", "-o", PROGRAM, "."));
        return new Go(folder);
    }

    /** The program prints elapsed and processor time per operation, an iteration to a line. */
    Samples measure(Shape shape, int workers, Effort effort)
            throws IOException, InterruptedException {
        var lines =
                run(
                        folder,
                        List.of(
                                folder.resolve(PROGRAM).toString(),
                                shape.bench().getSimpleName(),
                                Integer.toString(workers),
                                Integer.toString(effort.warmUps()),
                                Integer.toString(effort.iterations()),
                                Integer.toString(effort.size())));
        var samples = new Samples();
        for (var line : lines) {
            var numbers = line.split(" ", 2);
            samples.add(Figure.TIME, Double.parseDouble(numbers[0]));
            samples.add(Figure.CPU, Double.parseDouble(numbers[1]));
        }
        return samples;
    }

    private static List<String> run(Path folder, List<String> command)
            throws IOException, InterruptedException {
        var out = folder.resolve("out.txt");
        Process process;
        try {
            process =
                    new ProcessBuilder(command)
                            .directory(folder.toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(out.toFile())
                            .start();
        } catch (IOException e) {
            throw new NotInstalled(e);
        }
        if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new IOException(command.getFirst() + " did not end in time");
        }
        var lines = Files.readAllLines(out);
        if (process.exitValue() != 0) {
            throw new IOException(command.getFirst() + " failed: " + String.join(" ", lines));
        }
        return lines;
    }
}
