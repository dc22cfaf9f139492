package dev.stint.verify.hostile.programs;

import dev.stint.verify.hostile.Finding;
import dev.stint.verify.hostile.Hunt;
import dev.stint.verify.hostile.Hunter;
import dev.stint.verify.linear.Checks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The audit of prices: each member that the surface opens, called very often as a tenant's code,
 * and what that took and allocated against what was paid. {@link #main} is what a JVM runs for it.
 *
 * <p>A seed names a member, by its place in the catalogue, and draws the values of its call. So the
 * seeds from 0 on go through all of them.
 */
public final class PriceAudit implements Hunter {
    /** What asks for it. */
    public static final String OPTION = "--prices";

    /** So often that 400 bytes or 5 microseconds too many for each show. */
    private static final int TIMES = 20_000;

    private final HostilePrograms programs;
    private final Catalogue catalogue = Catalogue.ofTenant();
    private final List<Member> members = catalogue.all();

    PriceAudit(Flaw flaw) throws IOException {
        this.programs = new HostilePrograms(flaw);
    }

    /** How many members there are. */
    int size() {
        return members.size();
    }

    /** The member that a seed names. */
    Member member(long seed) {
        return members.get((int) Math.floorMod(seed, (long) members.size()));
    }

    @Override
    public List<Finding> attempt(long seed) throws InterruptedException {
        return programs.attempt(Program.of(member(seed), TIMES, seed, catalogue));
    }

    /** Arguments: minutes, 0 for all members once; a seed; whether only that; a file for JSON. */
    public static void main(String[] args) throws InterruptedException, IOException {
        double minutes = Double.parseDouble(args[0]);
        long seed = Long.parseLong(args[1]);
        var audit = new PriceAudit(Flaw.NONE); // not closed: what is stuck would hold it up
        var hunt = new Hunt(OPTION, audit, System.out);
        List<Finding> found = List.of();
        if (Boolean.parseBoolean(args[2])) {
            found = hunt.replay(seed);
        } else if (minutes > 0) {
            found = hunt.run(seed, Duration.ofMillis(Math.round(60_000 * minutes)));
        } else {
            for (long each = 0; each < audit.size(); each++) {
                found = hunt.replay(each);
            }
        }
        System.out.println(hunt.summary(seed));
        if (args.length > 3) {
            Files.writeString(Path.of(args[3]), hunt.json(seed));
        }
        System.exit(found.isEmpty() ? Checks.HELD : Checks.FOUND);
    }

    @Override
    public Map<String, Long> counts() {
        return programs.counts();
    }

    @Override
    public List<String> worst() {
        return programs.worst();
    }

    @Override
    public void close() {
        programs.close();
    }
}
