package dev.stint.host;

import dev.stint.nativecode.NativeCode;
import dev.stint.nativecode.error.NativeCodeException;
import dev.stint.policyservice.text.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URISyntaxException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Puts headers and libraries for C programs where a compiler finds them. */
@Command(name = "native", description = "Install what C programs need.")
final class NativeCommand implements Callable<Integer> {
    private final PrintWriter out;
    private final PrintWriter err;

    @Option(
            names = "--prefix",
            required = true,
            paramLabel = "FOLDER",
            description = "where include, lib and share are to be")
    private Path prefix = Path.of("");

    @Option(names = "--json", description = "as one JSON object")
    private boolean json;

    NativeCommand(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() {
        List<Path> files;
        try {
            files = NativeCode.install(prefix, List.of(ownJar()));
        } catch (NativeCodeException e) {
            err.println("stint native: " + e.getMessage());
            return Main.FAILED;
        } catch (IOException e) {
            err.println("stint native: cannot install to " + prefix + ": " + why(e));
            return Main.FAILED;
        }
        if (json) {
            out.print(Json.write(Map.of("files", files.stream().map(Path::toString).toList())));
        } else {
            files.forEach(out::println);
            Path folder = prefix.toAbsolutePath().normalize().resolve("lib/pkgconfig");
            out.println();
            out.println("To compile a program:");
            out.println("  export PKG_CONFIG_PATH=" + folder);
            out.println("  cc hello.c $(pkg-config --cflags --libs stint)");
        }
        return Main.OK;
    }

    private static String why(IOException e) {
        return e instanceof FileSystemException f
                ? f.getClass().getSimpleName() + " at " + f.getFile()
                : String.valueOf(e.getMessage());
    }

    /** The jar that this runs from: a JVM in a C program runs from it, too. */
    private static Path ownJar() throws IOException {
        try {
            Path jar =
                    Path.of(
                            NativeCommand.class
                                    .getProtectionDomain()
                                    .getCodeSource()
                                    .getLocation()
                                    .toURI());
            if (Files.isRegularFile(jar)) {
                return jar;
            }
        } catch (URISyntaxException e) {
            throw new IOException("the place of Stint's own jar is no file", e);
        }
        throw new IOException("this is not run from stint.jar");
    }
}
