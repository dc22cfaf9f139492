package dev.stint.internal.island;

import dev.stint.island.IslandConfig;
import dev.stint.island.Link;
import dev.stint.island.Stage;
import dev.stint.island.StageConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The stages of an island in an order in which each comes after those it reads from, and whether
 * they fit into their period. Nothing of it changes.
 */
final class Graph {
    private final IslandConfig config;
    private final List<StageConfig> order;

    private Graph(IslandConfig config, List<StageConfig> order) {
        this.config = config;
        this.order = order;
    }

    /** The graph of an island, if it is one and fits; throws with the arithmetic otherwise. */
    static Graph of(IslandConfig config) {
        var graph = new Graph(config, sorted(config));
        graph.ensureFits();
        return graph;
    }

    /** What each stage does, in order; made once. */
    Stage[] work() {
        return order.stream().map(StageConfig::work).toArray(Stage[]::new);
    }

    List<String> names() {
        return order.stream().map(StageConfig::name).toList();
    }

    /** How long all stages may take in an activation. */
    Duration time() {
        return order.stream().map(StageConfig::time).reduce(Duration.ZERO, Duration::plus);
    }

    private void ensureFits() {
        Duration deadline = config.deadlineOrDefault();
        if (deadline.compareTo(config.period()) > 0) {
            throw refused(
                    config,
                    "its deadline of "
                            + deadline
                            + " is longer than its period of "
                            + config.period()
                            + "; it may be as long at most.");
        }
        if (time().compareTo(deadline) > 0) {
            var sum = new StringBuilder();
            for (StageConfig stage : order) {
                sum.append(sum.isEmpty() ? "" : " + ");
                sum.append(stage.name()).append(' ').append(stage.time().toNanos());
            }
            throw refused(
                    config,
                    "its stages take "
                            + sum
                            + " = "
                            + time().toNanos()
                            + " ns, and they must end within "
                            + deadline.toNanos()
                            + " ns of a period of "
                            + config.period().toNanos()
                            + " ns. Give them less time, or a longer deadline or period.");
        }
    }

    static IllegalArgumentException refused(IslandConfig config, String why) {
        return new IllegalArgumentException("island '" + config.name() + "' does not fit: " + why);
    }

    // ---- order

    private static List<StageConfig> sorted(IslandConfig config) {
        if (config.stages().isEmpty()) {
            throw refused(config, "it has no stages. Add some, withStage(...).");
        }
        Map<Link<?>, StageConfig> writers = ends(config, true);
        ends(config, false);
        var left = new LinkedHashSet<>(config.stages());
        var order = new ArrayList<StageConfig>();
        while (!left.isEmpty()) {
            StageConfig next = null;
            for (StageConfig stage : left) {
                if (next == null && isReady(stage, writers, left)) {
                    next = stage;
                }
            }
            if (next == null) {
                throw refused(
                        config,
                        "the stages "
                                + left.stream().map(StageConfig::name).toList()
                                + " wait for each other. A stage can only read what was written"
                                + " before it in the same activation; take out one of the links.");
            }
            left.remove(next);
            order.add(next);
        }
        return order;
    }

    private static boolean isReady(
            StageConfig stage, Map<Link<?>, StageConfig> writers, Set<StageConfig> left) {
        for (Link<?> link : stage.reads()) {
            if (left.contains(writers.get(link))) {
                return false;
            }
        }
        return true;
    }

    /** Who writes, or reads, each link: one stage at most. */
    private static Map<Link<?>, StageConfig> ends(IslandConfig config, boolean writing) {
        var ends = new IdentityHashMap<Link<?>, StageConfig>();
        var names = new HashSet<String>();
        for (StageConfig stage : config.stages()) {
            if (!names.add(stage.name())) {
                throw refused(config, "two stages have the name '" + stage.name() + "'.");
            }
            for (Link<?> link : writing ? stage.writes() : stage.reads()) {
                StageConfig other = ends.put(link, stage);
                if (other != null) {
                    throw refused(
                            config,
                            link
                                    + (writing ? " is written" : " is read")
                                    + " by both '"
                                    + other.name()
                                    + "' and '"
                                    + stage.name()
                                    + "'. A link has one on either side; make another.");
                }
            }
        }
        return ends;
    }
}
