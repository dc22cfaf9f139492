package dev.stint.policyservice.file;

import dev.stint.policyservice.text.Spelling;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** The fields of one mapping in a policy file. What is wrong is noted, and reading goes on. */
final class Fields {
    private static final int MOST_SHOWN = 80;

    private final Problems problems;
    private final String path;
    private final Map<String, Node> values = new LinkedHashMap<>();

    /** Where what is wrong is noted. */
    static final class Problems {
        /** A file that is no policy at all need not say so in a thousand lines. */
        static final int MOST = 100;

        private final String file;
        private final List<PolicyProblem> found = new ArrayList<>();

        Problems(String file) {
            this.file = file;
        }

        void add(Optional<Mark> at, String field, String message) {
            if (found.size() < MOST) {
                found.add(
                        new PolicyProblem(
                                file,
                                at.map(mark -> mark.getLine() + 1).orElse(0),
                                at.map(mark -> mark.getColumn() + 1).orElse(0),
                                field,
                                message));
            }
        }

        void throwIfAny() {
            if (!found.isEmpty()) {
                found.sort(
                        Comparator.comparingInt(PolicyProblem::line)
                                .thenComparingInt(PolicyProblem::column));
                throw new PolicyFileException(found);
            }
        }
    }

    /** Of a node that should be a mapping. */
    Fields(Problems problems, String path, Node node) {
        this.problems = problems;
        this.path = path;
        if (!(node instanceof MappingNode mapping)) {
            if (!isEmpty(node)) {
                note(node, "", "is " + inWords(node) + "; it must be fields, as 'name: value'");
            }
            return;
        }
        for (NodeTuple tuple : mapping.getValue()) {
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                note(tuple.getKeyNode(), "", "has " + inWords(tuple.getKeyNode()) + " for a name");
            } else if (values.putIfAbsent(key.getValue(), tuple.getValueNode()) != null) {
                note(key, key.getValue(), "is here twice; keep one");
            }
        }
    }

    private static boolean isEmpty(Node node) {
        return node instanceof ScalarNode scalar && scalar.getValue().isEmpty();
    }

    /** Notes each that is not among these. */
    void allow(List<String> names) {
        values.forEach(
                (name, node) -> {
                    if (!names.contains(name)) {
                        note(
                                node,
                                shortened(name),
                                "there is no such field"
                                        + Spelling.hint(name, names)
                                        + "; allowed: "
                                        + String.join(", ", names));
                    }
                });
    }

    Map<String, Node> all() {
        return values;
    }

    /** The fields of one of them; none if it is not there. */
    Optional<Fields> inside(String name) {
        return Optional.ofNullable(values.get(name))
                .map(node -> new Fields(problems, field(name), node));
    }

    Fields inside(String name, Node node) {
        return new Fields(problems, field(name), node);
    }

    OptionalLong number(
            String name, String what, Function<String, OptionalLong> read, long least, long most) {
        String text = text(name);
        if (text == null) {
            return OptionalLong.empty();
        }
        OptionalLong value = read.apply(text);
        if (value.isEmpty() || value.getAsLong() < least || value.getAsLong() > most) {
            String range =
                    most == Long.MAX_VALUE && least <= 1 && value.isEmpty()
                            ? ""
                            : ", from " + least + (most == Long.MAX_VALUE ? "" : " to " + most);
            note(name, "is '" + shortened(text) + "'; it must be " + what + range);
            return OptionalLong.empty();
        }
        return value;
    }

    Optional<Boolean> truth(String name) {
        String text = text(name);
        if (text == null) {
            return Optional.empty();
        }
        if (!text.equals("true") && !text.equals("false")) {
            note(name, "is '" + shortened(text) + "'; it must be true or false");
            return Optional.empty();
        }
        return Optional.of(text.equals("true"));
    }

    Optional<Double> part(String name) {
        String text = text(name);
        if (text == null) {
            return Optional.empty();
        }
        try {
            double value = Double.parseDouble(text);
            if (value > 0 && value <= 1) {
                return Optional.of(value);
            }
        } catch (NumberFormatException e) {
            // noted below
        }
        note(name, "is '" + shortened(text) + "'; it must be more than 0 and at most 1, as 0.25");
        return Optional.empty();
    }

    Optional<String> oneOf(String name, List<String> allowed) {
        String text = text(name);
        if (text == null) {
            return Optional.empty();
        }
        if (!allowed.contains(text)) {
            note(
                    name,
                    "is '"
                            + shortened(text)
                            + "'"
                            + Spelling.hint(text, allowed)
                            + "; allowed: "
                            + String.join(", ", allowed));
            return Optional.empty();
        }
        return Optional.of(text);
    }

    /** Null if it is not there, or is no plain value, which is noted. */
    @Nullable String text(String name) {
        Node node = values.get(name);
        if (node == null) {
            return null;
        }
        if (!(node instanceof ScalarNode scalar)) {
            note(node, name, "is " + inWords(node) + "; it must be one value");
            return null;
        }
        return scalar.getValue();
    }

    /** Notes something about one of them. */
    void note(String name, String message) {
        Node node = values.get(name);
        problems.add(node == null ? Optional.empty() : node.getStartMark(), field(name), message);
    }

    private void note(Node at, String name, String message) {
        problems.add(at.getStartMark(), field(name), message);
    }

    private String field(String name) {
        return path.isEmpty() || name.isEmpty() ? path + name : path + "." + name;
    }

    private static String inWords(Node node) {
        return switch (node) {
            case ScalarNode scalar -> "'" + shortened(scalar.getValue()) + "'";
            case MappingNode mapping -> "a mapping";
            default -> "a list";
        };
    }

    private static String shortened(String text) {
        String line = text.replaceAll("\\p{Cntrl}", "?");
        return line.length() > MOST_SHOWN ? line.substring(0, MOST_SHOWN) + "..." : line;
    }
}
