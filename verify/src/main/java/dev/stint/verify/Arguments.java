package dev.stint.verify;

import dev.stint.verify.hostile.files.HostileFiles;
import dev.stint.verify.hostile.programs.HostilePrograms;
import dev.stint.verify.hostile.programs.PriceAudit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * What was asked for.
 *
 * @param soakMinutes how long a soak is wanted instead of the proofs; 0 for none
 * @param hunt what hunt is wanted instead of the proofs, by its option; null for none
 * @param huntMinutes how long it is to take
 * @param seed the one seed that the hunt is to try again; null if it draws its own
 */
record Arguments(
        boolean quick,
        Pattern only,
        double soakMinutes,
        @Nullable String hunt,
        double huntMinutes,
        @Nullable Long seed,
        @Nullable Path json,
        boolean help) {
    static final String SYNOPSIS =
            "./stint verify [prices] [--quick] [--only PATTERN] [--soak MINUTES] [--json FILE]"
                    + " [--hostile-files MINUTES] [--hostile-programs MINUTES]"
                    + " [--prices MINUTES] [--seed SEED] [--native]";

    /** A week. */
    private static final double MOST_MINUTES = 7 * 24 * 60;

    /** Wrong arguments, said in one line. */
    static final class Wrong extends Exception {
        private static final long serialVersionUID = 1L;

        Wrong(String what) {
            super(what + "; right is: " + SYNOPSIS);
        }
    }

    static Arguments parse(String... args) throws Wrong {
        boolean quick = false;
        boolean help = false;
        Pattern only = Pattern.compile("");
        double soakMinutes = 0;
        String hunt = null;
        double huntMinutes = 0;
        Long seed = null;
        Path json = null;
        for (Iterator<String> rest = List.of(args).iterator(); rest.hasNext(); ) {
            String arg = rest.next();
            switch (arg) {
                case "--quick" -> quick = true;
                case "--help", "-h" -> help = true;
                case "--native" -> throw new Wrong("--native is for ./stint alone");
                case "--only" -> only = pattern(value(rest, "--only PATTERN"));
                case "--soak" -> soakMinutes = minutes(arg, value(rest, "--soak MINUTES"));
                case "prices" -> hunt = PriceAudit.OPTION;
                case HostileFiles.OPTION, HostilePrograms.OPTION, PriceAudit.OPTION -> {
                    hunt = arg;
                    huntMinutes = minutes(arg, value(rest, arg + " MINUTES"));
                }
                case "--seed" -> seed = seed(value(rest, "--seed SEED"));
                case "--json" -> json = file(value(rest, "--json FILE"));
                default ->
                        throw new Wrong(
                                (arg.startsWith("-") ? "unknown option " : "unexpected argument ")
                                        + quoted(arg));
            }
        }
        if (seed != null && hunt == null) {
            throw new Wrong(
                    "--seed is for " + HostileFiles.OPTION + " and " + HostilePrograms.OPTION);
        }
        return new Arguments(quick, only, soakMinutes, hunt, huntMinutes, seed, json, help);
    }

    private static long seed(String typed) throws Wrong {
        try {
            return Long.parseLong(typed);
        } catch (NumberFormatException e) {
            throw new Wrong("--seed needs a whole number, not " + quoted(typed));
        }
    }

    private static String value(Iterator<String> rest, String option) throws Wrong {
        if (!rest.hasNext()) {
            throw new Wrong(option + " is incomplete");
        }
        return rest.next();
    }

    private static double minutes(String option, String typed) throws Wrong {
        double minutes;
        try {
            minutes = Double.parseDouble(typed);
        } catch (NumberFormatException e) {
            throw new Wrong(option + " needs a number of minutes, not " + quoted(typed));
        }
        if (!(minutes > 0 && minutes <= MOST_MINUTES)) {
            throw new Wrong(
                    option + " takes more than 0 and up to 10080 minutes, not " + quoted(typed));
        }
        return minutes;
    }

    private static Pattern pattern(String typed) throws Wrong {
        try {
            return Pattern.compile(typed);
        } catch (PatternSyntaxException e) {
            throw new Wrong(quoted(typed) + " is no pattern: " + e.getDescription());
        }
    }

    /** Refused now if it cannot be written, and not when minutes have been spent. */
    private static Path file(String typed) throws Wrong {
        var path = Path.of(typed).toAbsolutePath();
        Path folder = path.getParent();
        if (typed.isEmpty() || Files.isDirectory(path)) {
            throw new Wrong("--json needs a file, not " + quoted(typed));
        }
        if (folder == null
                || !Files.isDirectory(folder)
                || !Files.isWritable(Files.exists(path) ? path : folder)) {
            throw new Wrong("--json cannot write " + quoted(typed));
        }
        return path;
    }

    static String quoted(String typed) {
        return "'" + typed.replaceAll("\\p{Cntrl}", "?") + "'";
    }
}
