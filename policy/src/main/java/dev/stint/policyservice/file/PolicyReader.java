package dev.stint.policyservice.file;

import dev.stint.budget.Budget;
import dev.stint.budget.Component;
import dev.stint.context.ContextConfig;
import dev.stint.lease.LeaseConfig;
import dev.stint.policy.ContextRule;
import dev.stint.policy.Hint;
import dev.stint.policy.LeaseRule;
import dev.stint.policy.Policy;
import dev.stint.policy.TenantRule;
import dev.stint.policyservice.file.Fields.Problems;
import dev.stint.tenant.TenantConfig;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.composer.Composer;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/** Makes a policy of a text, once. The lists of fields are those of the schema. */
final class PolicyReader {
    static final List<String> TOP =
            List.of(
                    "policy",
                    "most-tenants",
                    "most-contexts",
                    "most-leased-workers",
                    "tenants",
                    "contexts",
                    "leases");
    static final List<String> TENANT =
            List.of("admit", "weight", "slice", "hint", "budget", "task-budget", "carriers");
    static final List<String> BUDGET =
            List.of("ops", "memory", "spawns", "channel-ops", "syscalls");
    static final List<String> CONTEXT = List.of("admit", "most-of-a-worker", "shortest-period");
    static final List<String> LEASE = List.of("admit", "most-workers", "processors");
    static final List<String> HINTS = List.of("latency-sensitive", "normal", "batch");

    private static final long INTS = Integer.MAX_VALUE;

    private final Problems problems;
    private final String file;
    private final long version;

    PolicyReader(String file, long version) {
        this.problems = new Problems(file);
        this.file = file;
        this.version = version;
    }

    Policy read(String text) {
        Optional<Node> root = compose(text);
        problems.throwIfAny();
        if (root.isEmpty()) {
            return Policy.of(file, version);
        }
        Policy policy = read(new Fields(problems, "", root.get()));
        problems.throwIfAny();
        return policy;
    }

    private Optional<Node> compose(String text) {
        var settings =
                LoadSettings.builder()
                        .setLabel(file)
                        .setCodePointLimit(PolicyFile.MOST_BYTES)
                        .build();
        try {
            var parser = new ParserImpl(settings, new StreamReader(settings, text));
            return new Composer(settings, parser).getSingleNode();
        } catch (MarkedYamlEngineException e) {
            String what = e.getContext() == null ? "" : e.getContext() + ": ";
            problems.add(e.getProblemMark(), "", "this is no YAML: " + what + e.getProblem());
        } catch (YamlEngineException e) {
            problems.add(Optional.empty(), "", "this is no YAML: " + e.getMessage());
        } catch (StackOverflowError e) {
            problems.add(Optional.empty(), "", "it is nested too deeply; a policy has four levels");
        }
        return Optional.empty();
    }

    private Policy read(Fields top) {
        top.allow(TOP);
        Policy policy = named(top);
        OptionalLong tenants = top.number("most-tenants", Amount.COUNT, Amount::count, 0, INTS);
        OptionalLong contexts = top.number("most-contexts", Amount.COUNT, Amount::count, 0, INTS);
        OptionalLong leased =
                top.number("most-leased-workers", Amount.COUNT, Amount::count, 0, INTS);
        if (tenants.isPresent()) {
            policy = policy.withMostTenants((int) tenants.getAsLong());
        }
        if (contexts.isPresent()) {
            policy = policy.withMostContexts((int) contexts.getAsLong());
        }
        if (leased.isPresent()) {
            policy = policy.withMostLeasedWorkers((int) leased.getAsLong());
        }
        policy = withRules(policy, top, "tenants", this::tenant, Policy::withTenant);
        policy = withRules(policy, top, "contexts", this::context, Policy::withContext);
        return withRules(policy, top, "leases", this::lease, Policy::withLease);
    }

    /** What is read of a rule; null, and noted, if it is none. */
    private interface Reading<R> {
        @Nullable R read(Fields rules, String name, Node node);
    }

    private static <R> Policy withRules(
            Policy policy,
            Fields top,
            String name,
            Reading<R> reading,
            BiFunction<Policy, R, Policy> with) {
        Fields rules = top.inside(name).orElse(null);
        Policy read = policy;
        if (rules != null && isSmallEnough(top, name, rules)) {
            for (var rule : rules.all().entrySet()) {
                R one = reading.read(rules, rule.getKey(), rule.getValue());
                read = one == null ? read : with.apply(read, one);
            }
        }
        return read;
    }

    private Policy named(Fields top) {
        String name = top.text("policy");
        try {
            return Policy.of(name == null ? file : name, version);
        } catch (IllegalArgumentException e) {
            top.note("policy", String.valueOf(e.getMessage()));
            return Policy.of("unnamed", version);
        }
    }

    private static boolean isSmallEnough(Fields top, String name, Fields rules) {
        if (rules.all().size() > Policy.MOST_RULES) {
            top.note(
                    name,
                    "there are " + rules.all().size() + "; the most are " + Policy.MOST_RULES);
            return false;
        }
        return true;
    }

    private @Nullable TenantRule tenant(Fields rules, String name, Node node) {
        TenantRule rule;
        try {
            rule = TenantRule.of(name);
        } catch (IllegalArgumentException e) {
            rules.note(name, String.valueOf(e.getMessage()));
            return null;
        }
        Fields fields = rules.inside(name, node);
        fields.allow(TENANT);
        OptionalLong weight =
                fields.number("weight", "a number", Amount::count, 1, TenantConfig.MAX_WEIGHT);
        OptionalLong slice = fields.number("slice", Amount.COUNT, Amount::count, 1, Long.MAX_VALUE);
        OptionalLong carriers =
                fields.number("carriers", "a number", Amount::count, 1, TenantConfig.MAX_CARRIERS);
        Optional<Budget> budget = budget(fields, "budget");
        Optional<Budget> tasks = budget(fields, "task-budget");
        rule =
                rule.withHint(
                        fields.oneOf("hint", HINTS).map(PolicyReader::hint).orElse(Hint.NORMAL));
        rule = weight.isPresent() ? rule.withWeight((int) weight.getAsLong()) : rule;
        rule = slice.isPresent() ? rule.withSlice(slice.getAsLong()) : rule;
        rule = carriers.isPresent() ? rule.withCarriers((int) carriers.getAsLong()) : rule;
        rule = budget.isPresent() ? rule.withBudget(budget.get()) : rule;
        rule = tasks.isPresent() ? rule.withTaskBudget(tasks.get()) : rule;
        return fields.truth("admit").orElse(true) ? rule : rule.refused();
    }

    private static Hint hint(String written) {
        return switch (written) {
            case "latency-sensitive" -> Hint.LATENCY_SENSITIVE;
            case "batch" -> Hint.BATCH;
            default -> Hint.NORMAL;
        };
    }

    /** What is not said is not limited. */
    private static Optional<Budget> budget(Fields rule, String name) {
        return rule.inside(name)
                .map(
                        fields -> {
                            fields.allow(BUDGET);
                            Budget budget = Budget.UNLIMITED;
                            for (Component component : Component.values()) {
                                budget = withComponent(budget, fields, component);
                            }
                            return budget;
                        });
    }

    private static Budget withComponent(Budget budget, Fields fields, Component component) {
        String name = BUDGET.get(component.index());
        boolean isBytes = component == Component.MEMORY;
        OptionalLong amount =
                fields.number(
                        name,
                        isBytes ? Amount.BYTES : Amount.COUNT,
                        isBytes ? Amount::bytes : Amount::count,
                        component == Component.OPS ? 1 : 0,
                        Long.MAX_VALUE);
        return amount.isPresent()
                ? budget.with(component, Math.min(amount.getAsLong(), budget.get(component)))
                : budget;
    }

    private @Nullable ContextRule context(Fields rules, String name, Node node) {
        ContextRule rule;
        try {
            rule = ContextRule.of(name);
        } catch (IllegalArgumentException e) {
            rules.note(name, String.valueOf(e.getMessage()));
            return null;
        }
        Fields fields = rules.inside(name, node);
        fields.allow(CONTEXT);
        Optional<Double> part = fields.part("most-of-a-worker");
        OptionalLong period =
                fields.number(
                        "shortest-period",
                        Amount.TIME,
                        Amount::time,
                        ContextConfig.MIN_PERIOD.toNanos(),
                        ContextConfig.MAX_PERIOD.toNanos());
        rule = part.isPresent() ? rule.withMostOfAWorker(part.get()) : rule;
        rule =
                period.isPresent()
                        ? rule.withShortestPeriod(Duration.ofNanos(period.getAsLong()))
                        : rule;
        return fields.truth("admit").orElse(true) ? rule : rule.refused();
    }

    private @Nullable LeaseRule lease(Fields rules, String name, Node node) {
        LeaseRule rule;
        try {
            rule = LeaseRule.of(name);
        } catch (IllegalArgumentException e) {
            rules.note(name, String.valueOf(e.getMessage()));
            return null;
        }
        Fields fields = rules.inside(name, node);
        fields.allow(LEASE);
        OptionalLong workers = fields.number("most-workers", "a number", Amount::count, 1, INTS);
        Optional<List<Integer>> processors = processors(fields);
        rule = workers.isPresent() ? rule.withMostWorkers((int) workers.getAsLong()) : rule;
        rule = processors.isPresent() ? rule.withProcessors(processors.get()) : rule;
        return fields.truth("admit").orElse(true) ? rule : rule.refused();
    }

    private static Optional<List<Integer>> processors(Fields fields) {
        String written = fields.text("processors");
        if (written == null) {
            return Optional.empty();
        }
        Optional<List<Integer>> read = Amount.numbers(written, LeaseConfig.MAX_PROCESSOR);
        if (read.isEmpty()) {
            fields.note(
                    "processors",
                    "must be numbers from 0 to "
                            + LeaseConfig.MAX_PROCESSOR
                            + ", each once, such as 2, 2-5 or '2-3,6'");
        }
        return read;
    }
}
