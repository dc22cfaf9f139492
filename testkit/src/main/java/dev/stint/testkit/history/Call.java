package dev.stint.testkit.history;

import org.jspecify.annotations.Nullable;

/** One call of an operation, and what came of it. The simulating thread only. */
final class Call<T, M> {
    /** What came of a call. */
    sealed interface Answer {
        /** It returned this. */
        record Returned(@Nullable Object value) implements Answer {
            @Override
            public String toString() {
                return String.valueOf(value);
            }
        }

        /** It threw one of these; the message is not compared. */
        record Threw(Class<?> what) implements Answer {
            @Override
            public String toString() {
                return "throws " + what.getSimpleName();
            }
        }

        /** Its task was cancelled meanwhile: it may have taken effect, or not. */
        record Cut() implements Answer {
            @Override
            public String toString() {
                return "cancelled";
            }
        }

        /** Nothing could run any more, and it had not returned: it has not taken effect. */
        record Stuck() implements Answer {
            @Override
            public String toString() {
                return "waits for ever";
            }
        }
    }

    final String task;
    final Operation<T, M> operation;
    final @Nullable Object argument;
    final int begun;
    int ended = Linearization.Span.NEVER;
    Answer answer = new Answer.Stuck(); // until it is another

    Call(String task, Operation<T, M> operation, @Nullable Object argument, int begun) {
        this.task = task;
        this.operation = operation;
        this.argument = argument;
        this.begun = begun;
    }

    Linearization.Span span() {
        return new Linearization.Span(begun, ended);
    }

    String text() {
        return operation.name() + (operation.arguments().isEmpty() ? "()" : "(" + argument + ")");
    }
}
