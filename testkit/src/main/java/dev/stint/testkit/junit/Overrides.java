package dev.stint.testkit.junit;

import dev.stint.testkit.config.SimConfig;
import dev.stint.testkit.config.Strategy;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import java.util.function.Function;

/** The settings that whoever starts the tests puts in place of their annotations. */
final class Overrides {
    static final String REPLAY = "stint.replay";
    static final String SCHEDULES = "stint.sim.schedules";
    static final String SEED = "stint.sim.seed";
    static final String STRATEGY = "stint.sim.strategy";
    static final String FACTOR = "stint.sim.factor";

    private static final BigDecimal LARGEST_FACTOR = BigDecimal.valueOf(1_000_000);

    private Overrides() {}

    /**
     * @param settings the value by the name of a setting, if it is set
     * @throws IllegalArgumentException if one of them is wrong; names it
     */
    static SimConfig apply(SimConfig config, Function<String, Optional<String>> settings) {
        SimConfig changed = config;
        Optional<String> schedules = settings.apply(SCHEDULES);
        if (schedules.isPresent()) {
            changed = changed.withSchedules(schedules(schedules.get()));
        }
        Optional<String> seed = settings.apply(SEED);
        if (seed.isPresent()) {
            changed = changed.withSeed(seed(seed.get()));
        }
        Optional<String> strategy = settings.apply(STRATEGY);
        if (strategy.isPresent()) {
            changed = changed.withStrategy(strategy(strategy.get()));
        }
        Optional<String> factor = settings.apply(FACTOR);
        return factor.isEmpty()
                ? changed
                : changed.withSchedules(times(changed.schedules(), factor.get()));
    }

    private static int schedules(String text) {
        try {
            int n = Integer.parseInt(text.strip());
            if (n >= 1 && n <= SimConfig.MOST_SCHEDULES) {
                return n;
            }
        } catch (NumberFormatException e) {
            // Not a number and out of range are the same mistake to the user.
        }
        throw wrong(SCHEDULES, "a whole number from 1 to " + SimConfig.MOST_SCHEDULES, text);
    }

    private static long seed(String text) {
        String typed = text.strip();
        try {
            return typed.startsWith("0x")
                    ? Long.parseUnsignedLong(typed.substring(2), 16)
                    : Long.parseLong(typed);
        } catch (NumberFormatException e) {
            throw wrong(SEED, "a 64-bit number, decimal or 0x hex", text);
        }
    }

    private static Strategy strategy(String text) {
        try {
            return Strategy.parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(STRATEGY + ": " + e.getMessage(), e);
        }
    }

    /** At least one, at most what an exploration can count. */
    private static int times(int schedules, String text) {
        try {
            var factor = new BigDecimal(text.strip());
            if (factor.signum() > 0 && factor.compareTo(LARGEST_FACTOR) <= 0) {
                return factor.multiply(BigDecimal.valueOf(schedules))
                        .setScale(0, RoundingMode.CEILING)
                        .min(BigDecimal.valueOf(SimConfig.MOST_SCHEDULES))
                        .intValueExact();
            }
        } catch (NumberFormatException e) {
            // As above.
        }
        throw wrong(
                FACTOR, "a number above 0 and up to " + LARGEST_FACTOR + ", as 0.1 or 20", text);
    }

    private static IllegalArgumentException wrong(String setting, String takes, String text) {
        return new IllegalArgumentException(setting + " takes " + takes + ", not '" + text + "'");
    }
}
