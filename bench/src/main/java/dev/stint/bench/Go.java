package dev.stint.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The peer that is no JVM program: compiled on the spot if there is a Go, then run per fork. */
final class Go {
    private static final String PROGRAM = "peer";

    private final Path folder;

    private Go(Path folder) {
        this.folder = folder;
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
        Command.run(folder, List.of("go", "build", "-o", PROGRAM, "."));
        return new Go(folder);
    }

    /** The program prints elapsed and processor time per operation, an iteration to a line. */
    Samples measure(Shape shape, int workers, Effort effort)
            throws IOException, InterruptedException {
        var lines =
                Command.run(
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
}
