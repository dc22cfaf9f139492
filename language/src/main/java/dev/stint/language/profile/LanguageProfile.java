package dev.stint.language.profile;

import dev.stint.budget.Budget;
import dev.stint.config.Profile;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** How much of the language a script may use. */
public enum LanguageProfile {
    /** One task, no concurrency, no capabilities. */
    CORE(Set.of(Feature.CLOSURES, Feature.GLOBALS), "min", "teaching", "haiku"),
    /** As core. */
    SCRIPT(
            Set.of(Feature.CLOSURES, Feature.GLOBALS, Feature.INTERPOLATION),
            "repl",
            "python",
            "lua",
            "ruby",
            "julia"),
    /** Tasks, nurseries, channels; the right to start tasks is implicit. */
    SERVICE(
            Set.of(Feature.CLOSURES, Feature.CONCURRENCY, Feature.INTERPOLATION),
            "go",
            "backend",
            "java",
            "kotlin",
            "api"),
    /** As service, with larger budgets. */
    CLUSTER(
            Set.of(Feature.CLOSURES, Feature.CONCURRENCY, Feature.INTERPOLATION),
            "elixir",
            "erlang",
            "orleans",
            "akka",
            "actor",
            "otp"),
    /** Computation only: no closures, no concurrency. */
    COMPUTE(Set.of(Feature.INTERPOLATION), "npu", "cuda", "tensor", "triton"),
    /** Everything, and nothing implicit: rights are values. */
    SOVEREIGN(EnumSet.allOf(Feature.class), "full", "rust", "zig", "cpp", "unsafe");

    /** Something that not every profile has. */
    public enum Feature {
        CLOSURES,
        /** {@code async await nursery spawn select yield}, channels, sleeping. */
        CONCURRENCY,
        /** Rights are values that are passed, {@code with} one a task is started. */
        CAPABILITIES,
        /** A {@code var} outside of functions. */
        GLOBALS,
        INTERPOLATION
    }

    private static final long MEBI = 1L << 20;

    @SuppressWarnings("ImmutableEnumChecker") // copied
    private final Set<Feature> features;

    @SuppressWarnings("ImmutableEnumChecker") // copied
    private final List<String> aliases;

    LanguageProfile(Set<Feature> features, String... aliases) {
        this.features = Set.copyOf(features);
        this.aliases = List.of(aliases);
    }

    public boolean allows(Feature feature) {
        return features.contains(feature);
    }

    /**
     * True if scripts of this profile may import modules of the other one: their own and lower
     * ones. Where rights are values, nothing is imported that has them implicitly.
     */
    public boolean includes(LanguageProfile other) {
        return this == other
                || switch (this) {
                    case CORE -> false;
                    case SCRIPT, SERVICE, COMPUTE -> other == CORE;
                    case CLUSTER -> other == CORE || other == SERVICE;
                    case SOVEREIGN -> other == CORE || other == COMPUTE;
                };
    }

    /** The first profile that allows this. */
    public static LanguageProfile lowestThatAllows(Feature feature) {
        for (LanguageProfile profile : values()) {
            if (profile.allows(feature) && profile != SCRIPT) {
                return profile;
            }
        }
        throw new IllegalArgumentException("no profile allows " + feature);
    }

    /** The profiles that allow this, in words. */
    public static String wordsFor(Feature feature) {
        String lowest = "':" + lowestThatAllows(feature).word() + "' or higher";
        return SCRIPT.allows(feature) ? "':script', " + lowest : lowest;
    }

    /** Its name as it is written in a script. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The profile of this name or alias. */
    public static Optional<LanguageProfile> named(String word) {
        for (LanguageProfile profile : values()) {
            if (profile.word().equals(word) || profile.aliases.contains(word)) {
                return Optional.of(profile);
            }
        }
        return Optional.empty();
    }

    /** The profile of the scheduler that runs such scripts. */
    public Profile ofRuntime() {
        return switch (this) {
            case CORE, SCRIPT, COMPUTE, SERVICE -> Profile.SERVICE;
            case CLUSTER -> Profile.CLUSTER;
            case SOVEREIGN -> Profile.SOVEREIGN;
        };
    }

    /** What a nursery of such a script may spend unless the host says otherwise. */
    public Budget poolBudget() {
        return switch (this) {
            case CORE, SCRIPT, COMPUTE -> Budget.ZERO;
            case SERVICE, SOVEREIGN -> new Budget(100_000, 10 * MEBI, 100, 1_000, 100);
            case CLUSTER -> new Budget(1_000_000, 100 * MEBI, 1_000, 10_000, 1_000);
        };
    }

    /** What one of its tasks may spend unless the host says otherwise. No spawns. */
    public Budget taskBudget() {
        return switch (this) {
            case CORE, SCRIPT, COMPUTE -> Budget.ZERO;
            default -> new Budget(10_000, MEBI, 0, 100, 10);
        };
    }
}
