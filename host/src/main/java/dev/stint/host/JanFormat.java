package dev.stint.host;

import static java.nio.file.StandardCopyOption.COPY_ATTRIBUTES;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import dev.stint.language.Script;
import dev.stint.language.ScriptRefusedException;
import dev.stint.language.diagnostic.Diagnostic;
import dev.stint.policyservice.text.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/** Lays scripts out. A script that cannot be read stays as it is. */
final class JanFormat {
    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean json;

    JanFormat(PrintWriter out, PrintWriter err, boolean json) {
        this.out = out;
        this.err = err;
        this.json = json;
    }

    /** Gives the exit code: 1 if a script cannot be read, or would change and may not. */
    int format(List<String> files, boolean isCheck) {
        List<Path> paths = new ArrayList<>();
        files.forEach(file -> paths.add(FileNames.toRead("script", file)));
        List<String> changed = new ArrayList<>();
        List<Diagnostic> refused = new ArrayList<>();
        for (Path path : paths) {
            String text = JanCommand.read(path);
            try {
                String laidOut = Script.format(path.toString(), text);
                if (!laidOut.equals(text)) {
                    changed.add(path.toString());
                    if (!isCheck) {
                        write(path, laidOut);
                    }
                }
            } catch (ScriptRefusedException e) {
                refused.addAll(e.diagnostics());
            }
        }
        tell(changed, refused, isCheck);
        return refused.isEmpty() && (changed.isEmpty() || !isCheck) ? Main.OK : Main.FAILED;
    }

    private void tell(List<String> changed, List<Diagnostic> refused, boolean isCheck) {
        if (json) {
            var map = new LinkedHashMap<String, Object>();
            map.put("changed", changed);
            map.put("diagnostics", refused.stream().map(JanCommand::toMap).toList());
            out.print(Json.write(map));
            return;
        }
        changed.forEach(file -> out.println((isCheck ? "would change " : "changed ") + file));
        refused.forEach(diagnostic -> err.println(diagnostic.rendered()));
    }

    /** Beside it first: a file is never half written. */
    private static void write(Path path, String text) {
        try {
            Path beside = Files.createTempFile(path.toAbsolutePath().getParent(), ".jan", ".tmp");
            try {
                Files.copy(path, beside, REPLACE_EXISTING, COPY_ATTRIBUTES); // who may read it
                Files.writeString(beside, text);
                Files.move(beside, path, REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(beside);
            }
        } catch (IOException e) {
            throw new BadArguments(
                    "script "
                            + BadArguments.quoted(path.toString())
                            + " cannot be written; it is as it was");
        }
    }
}
