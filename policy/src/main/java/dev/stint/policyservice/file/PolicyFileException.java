package dev.stint.policyservice.file;

import java.util.List;
import java.util.stream.Collectors;

/** Thrown when a policy file cannot be used. It names all that is wrong, a line each. */
public final class PolicyFileException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final transient List<PolicyProblem> problems;

    PolicyFileException(List<PolicyProblem> problems) {
        super(problems.stream().map(PolicyProblem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    public List<PolicyProblem> problems() {
        return problems;
    }
}
