package dev.stint.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The walks of {@code docs/design/tour.md} are ways that the code goes. */
class TourTest {
    private static final Path PAGE =
            Path.of("..").resolve("docs/design/tour.md").toAbsolutePath().normalize();

    private static final Pattern STEP =
            Pattern.compile("(?m)^(\\d+)\\. \\[`(\\w+)\\.(\\w+)`]\\(([^)]+)\\)");
    private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/|//[^\n]*", Pattern.DOTALL);

    /** One step of a walk: a method, and the source of its class without comments. */
    record Step(int number, Path file, String type, String method, String source) {
        static Step of(MatchResult found) {
            Path file = PAGE.resolveSibling(found.group(4)).normalize();
            return new Step(
                    Integer.parseInt(found.group(1)),
                    file,
                    found.group(2),
                    found.group(3),
                    Files.exists(file) ? withoutComments(file) : "");
        }

        private static String withoutComments(Path file) {
            try {
                return COMMENT.matcher(Files.readString(file)).replaceAll("");
            } catch (IOException e) {
                throw new AssertionError("cannot read " + file, e);
            }
        }

        /** How a class declares the method: with a type before its name. */
        Pattern declaration() {
            return Pattern.compile(
                    "(?m)^ +(?!return |throw |new |else |yield )"
                            + "(?:(?:public|protected|private|static|final|abstract|default) )*"
                            + "(?:<[^>]+(?:<[^>]*>)?> )?[\\w@][\\w.<>@?\\[\\], ]* "
                            + method
                            + "\\(");
        }

        boolean calls(Step next) {
            String calling = next.declaration().matcher(source).replaceAll("");
            return Pattern.compile("\\b" + next.method + "\\(|::" + next.method + "\\b")
                    .matcher(calling)
                    .find();
        }
    }

    static Stream<List<Step>> walks() throws IOException {
        List<List<Step>> walks = new ArrayList<>();
        for (MatchResult found : STEP.matcher(Files.readString(PAGE)).results().toList()) {
            Step step = Step.of(found);
            if (step.number() == 1) {
                walks.add(new ArrayList<>());
            }
            walks.getLast().add(step);
        }
        return walks.stream();
    }

    @ParameterizedTest
    @MethodSource("walks")
    void step_namedMethod_isDeclaredInItsFile(List<Step> walk) {
        for (Step step : walk) {
            assertThat(step.file()).isRegularFile().hasFileName(step.type() + ".java");
            assertThat(step.source()).containsPattern(step.declaration());
        }
    }

    @ParameterizedTest
    @MethodSource("walks")
    void step_afterTheFirst_isCalledByOneBeforeIt(List<Step> walk) {
        for (int i = 1; i < walk.size(); i++) {
            Step step = walk.get(i);
            assertThat(walk.subList(0, i + 1))
                    .as("what calls %s.%s", step.type(), step.method())
                    .anyMatch(before -> before.calls(step));
        }
    }

    @Test
    void tour_steps_areNumberedInOrder() throws IOException {
        assertThat(walks())
                .hasSizeGreaterThanOrEqualTo(9)
                .allSatisfy(
                        walk -> {
                            for (int i = 0; i < walk.size(); i++) {
                                assertThat(walk.get(i).number()).isEqualTo(i + 1);
                            }
                        });
    }
}
