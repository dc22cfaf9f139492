package dev.stint.testkit.history;

import dev.stint.event.DeadlockException;
import dev.stint.nursery.Nursery;
import dev.stint.testkit.Sim;
import dev.stint.testkit.history.Call.Answer;
import dev.stint.testkit.history.Linearizable.Planned;
import dev.stint.testkit.result.NotLinearizableError;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;

/** The calls of one schedule on one object. The simulating thread only. */
final class History<T, M> {
    private final T object;
    private final List<Call<T, M>> calls = new ArrayList<>();
    private int clock;
    private boolean closed;

    History(T object) {
        this.object = object;
    }

    /** Makes these calls, one after the other, in the calling task; or until it is cancelled. */
    void run(String task, List<Planned<T, M>> plan) {
        for (int i = 0; i < plan.size(); i++) {
            if (i > 0) {
                Sim.point(); // an operation may have none of its own
            }
            if (closed) {
                return; // it took no notice of its cancelling
            }
            Planned<T, M> planned = plan.get(i);
            var call = new Call<>(task, planned.operation(), planned.argument(), clock++);
            calls.add(call);
            if (!perform(call)) {
                return;
            }
        }
    }

    private boolean perform(Call<T, M> call) {
        Answer answer;
        try {
            answer = new Answer.Returned(call.operation.body().on(object, call.argument));
        } catch (InterruptedException e) {
            if (!closed) {
                call.answer = new Answer.Cut();
            }
            return false;
        } catch (Exception e) {
            answer = new Answer.Threw(e.getClass());
        }
        if (!closed) {
            call.answer = answer;
            call.ended = clock++;
        }
        return true;
    }

    /** Waits for all; if that is for ever, whatever comes later is not of this history. */
    void awaitAll(Nursery nursery) throws InterruptedException {
        try {
            nursery.join();
        } catch (DeadlockException e) {
            closed = true;
            throw e;
        }
    }

    void judge(Supplier<? extends M> models) {
        List<Linearization.Span> spans = calls.stream().map(Call::span).toList();
        if (!Linearization.exists(spans, new Sequence<>(calls, models))) {
            throw new NotLinearizableError(
                    "no order of these " + calls.size() + " operations explains their results",
                    table());
        }
    }

    private String table() {
        var rows = new ArrayList<List<String>>();
        rows.add(List.of("task", "operation", "result", "from", "to"));
        calls.stream()
                .sorted(Comparator.comparingInt((Call<T, M> call) -> call.begun))
                .forEach(call -> rows.add(row(call)));
        var text = new StringBuilder();
        for (List<String> row : rows) {
            var line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                line.append(padded(row.get(column), width(rows, column))).append("  ");
            }
            text.append(text.isEmpty() ? "" : "\n").append(line.toString().stripTrailing());
        }
        return text.toString();
    }

    private static <T, M> List<String> row(Call<T, M> call) {
        boolean ended = call.ended != Linearization.Span.NEVER;
        return List.of(
                call.task,
                call.text(),
                call.answer.toString(),
                Integer.toString(call.begun),
                ended ? Integer.toString(call.ended) : "-");
    }

    private static int width(List<List<String>> rows, int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(width - text.length());
    }
}
