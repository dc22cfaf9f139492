import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Compiles the C part of the module native, with the compiler that the machine calls cc:
 * CompileC.java MODULE TARGET. Where there is none, or on a platform that the C part does not know,
 * it says so in one line and leaves nothing behind: the rest of the module is built without.
 *
 * <p>With STINT_CFLAGS in the environment: those flags, too, for example those of a sanitizer. With
 * CC and STINT_PROCESSOR: for another processor, by a compiler for that.
 */
final class CompileC {
    private static final List<String> FLAGS =
            List.of("-std=gnu11", "-O2", "-g", "-fPIC", "-fvisibility=hidden", "-pthread",
                    "-Wall", "-Wextra", "-Werror", "-Wshadow", "-Wstrict-prototypes",
                    "-fno-omit-frame-pointer", "-fstack-clash-protection");

    public static void main(String[] args) throws Exception {
        Path module = Path.of(args[0]).toAbsolutePath();
        Path target = Path.of(args[1]).toAbsolutePath();
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String processor =
                switch (System.getenv().getOrDefault("STINT_PROCESSOR",
                        System.getProperty("os.arch"))) {
                    case "amd64", "x86_64" -> "x86_64";
                    case "aarch64" -> "aarch64";
                    default -> "";
                };
        Path folder = target.resolve("classes/dev/stint/nativecode/linux-" + processor);
        Path library = folder.resolve("libstint.so");
        if (!os.equals("linux") || processor.isEmpty()) {
            skip("it knows Linux on x86-64 and aarch64, not " + os + " on "
                    + System.getProperty("os.arch"));
            return;
        }
        String cc = System.getenv().getOrDefault("CC", "cc");
        if (!isThere(cc)) {
            Files.deleteIfExists(library);
            skip("there is no C compiler '" + cc + "' on the PATH");
            return;
        }
        Path sources = module.resolve("src/main/c");
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.list(sources)) {
            all.filter(f -> f.toString().endsWith(".c")
                            || f.toString().endsWith("_" + processor + ".S"))
                    .sorted()
                    .forEach(files::add);
        }
        Files.createDirectories(folder);
        if (isNewer(library, sources) && System.getenv("STINT_CFLAGS") == null) {
            return;
        }
        Path java = Path.of(System.getProperty("java.home"), "include");
        List<String> all = new ArrayList<>(List.of(cc));
        all.addAll(FLAGS);
        String more = System.getenv("STINT_CFLAGS");
        if (more != null && !more.isBlank()) {
            all.addAll(Arrays.asList(more.trim().split("\\s+")));
        }
        List<String> command = new ArrayList<>(all);
        command.addAll(List.of("-I" + sources.resolve("include"), "-I" + java,
                "-I" + java.resolve("linux"), "-shared", "-Wl,-z,defs", "-Wl,-soname,libstint.so",
                "-o", library.toString()));
        files.forEach(f -> command.add(f.toString()));
        command.addAll(List.of("-ldl", "-lm"));
        compile(command, library);
        Path janus = folder.resolve("libjanus_rt.so");
        all.addAll(List.of("-I" + sources.resolve("include"), "-shared", "-Wl,-z,defs",
                "-Wl,-soname,libjanus_rt.so", "-Wl,-rpath,$ORIGIN", "-o", janus.toString(),
                sources.resolve("janus/janus_rt.c").toString(),
                sources.resolve("janus/tokens.c").toString(), library.toString()));
        compile(all, janus);
        for (String header : List.of("stint.h", "janus_rt.h")) {
            Files.copy(sources.resolve("include").resolve(header), folder.resolve(header),
                    StandardCopyOption.REPLACE_EXISTING);
        }
        Files.copy(sources.resolve("tool/as"), folder.resolve("as"),
                StandardCopyOption.REPLACE_EXISTING);
    }

    private static void compile(List<String> command, Path made) throws Exception {
        int code = new ProcessBuilder(command).inheritIO().start().waitFor();
        if (code != 0) {
            Files.deleteIfExists(made);
            System.err.println("native: the C part does not compile: " + String.join(" ", command));
            System.exit(1);
        }
    }

    private static boolean isNewer(Path library, Path sources) throws IOException {
        if (!Files.exists(library)) {
            return false;
        }
        try (Stream<Path> all = Files.walk(sources)) {
            long made = library.toFile().lastModified();
            return all.allMatch(f -> f.toFile().lastModified() < made);
        }
    }

    private static boolean isThere(String cc) {
        String path = System.getenv().getOrDefault("PATH", "");
        return cc.contains("/")
                ? new File(cc).canExecute()
                : Arrays.stream(path.split(File.pathSeparator))
                        .anyMatch(folder -> new File(folder, cc).canExecute());
    }

    private static void skip(String why) {
        System.out.println("native: the C part is left out: " + why);
    }
}
