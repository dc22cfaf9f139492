package dev.stint.testkit.history;

import dev.stint.testkit.history.Call.Answer;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An account by a sequential model. A copy has a model of its own, to which everything is done
 * again: so a model need not be able to copy itself.
 */
final class Sequence<T, M> implements Account {
    /** Equal if the same calls have led to equal models. */
    private record State(long over, Object model) {}

    private final List<Call<T, M>> calls;
    private final Supplier<? extends M> models;
    private final M model;
    private final int[] order;
    private int length;
    private long over; // a bit for each call

    Sequence(List<Call<T, M>> calls, Supplier<? extends M> models) {
        this(calls, models, new int[calls.size()], 0, 0);
    }

    private Sequence(
            List<Call<T, M>> calls,
            Supplier<? extends M> models,
            int[] order,
            int length,
            long over) {
        this.calls = calls;
        this.models = models;
        this.model = models.get();
        this.order = order;
        this.length = length;
        this.over = over;
        for (int i = 0; i < length; i++) {
            apply(calls.get(order[i]));
        }
    }

    @Override
    public Sequence<T, M> copy() {
        return new Sequence<>(calls, models, Arrays.copyOf(order, order.length), length, over);
    }

    @Override
    public boolean isOver(int call) {
        return (over >> call & 1) != 0;
    }

    @Override
    public boolean mayArrive(int call) {
        return !isOver(call) && !(calls.get(call).answer instanceof Answer.Stuck);
    }

    @Override
    public boolean arrive(int call) {
        Answer given = calls.get(call).answer;
        Answer expected = apply(calls.get(call));
        if (expected == null || !(given instanceof Answer.Cut || given.equals(expected))) {
            return false;
        }
        order[length++] = call;
        over |= 1L << call;
        return true;
    }

    /** What the model answers; null if it would wait. */
    private @Nullable Answer apply(Call<T, M> call) {
        try {
            return new Answer.Returned(call.operation.model().on(model, call.argument));
        } catch (WouldWaitException e) {
            return null;
        } catch (Exception e) {
            return new Answer.Threw(e.getClass());
        }
    }

    @Override
    public Object key() {
        return new State(over, model);
    }

    /** Whoever waits for ever must be right to do so. */
    @Override
    public boolean isSettled() {
        for (Call<T, M> call : calls) {
            if (call.answer instanceof Answer.Stuck && copy().apply(call) != null) {
                return false;
            }
        }
        return true;
    }
}
