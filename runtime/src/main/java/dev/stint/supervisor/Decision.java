package dev.stint.supervisor;

import dev.stint.budget.Budget;
import java.util.Objects;

/** What a supervisor does about a child that cannot pay. */
public sealed interface Decision {
    /** Gives it more, from the supervisor's pool; it fails if the pool does not have it. */
    record Recharge(Budget amount) implements Decision {
        public Recharge {
            Objects.requireNonNull(amount, "the amount to recharge");
        }
    }

    /** Lets it fail with its bill; whether it is restarted is then up to the child's policy. */
    record Fail() implements Decision {}

    /** Stops it and starts it again, with the budget it has in the configuration. */
    record StartAgain() implements Decision {}

    static Decision recharge(Budget amount) {
        return new Recharge(amount);
    }

    static Decision fail() {
        return new Fail();
    }

    static Decision startAgain() {
        return new StartAgain();
    }
}
