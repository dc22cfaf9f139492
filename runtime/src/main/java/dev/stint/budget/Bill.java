package dev.stint.budget;

import java.util.Set;
import java.util.stream.Collectors;

/**
 * A charge that could not be paid.
 *
 * @param debtor who cannot pay: a task or a nursery, as it is named in messages
 * @param debtorId its id
 * @param component what is lacking
 * @param limit how much of it the debtor was given so far
 * @param spent how much of that it has spent
 * @param needed how much it asks for now
 * @param mayRecharge who can help
 */
public record Bill(
        String debtor,
        long debtorId,
        Component component,
        long limit,
        long spent,
        long needed,
        Set<Recharger> mayRecharge) {
    public Bill {
        mayRecharge = Set.copyOf(mayRecharge);
    }

    /** The bill in one sentence: who, what it needs, what it had, who may help. */
    public String inWords() {
        String helpers =
                mayRecharge.stream()
                        .sorted()
                        .map(Recharger::inWords)
                        .collect(Collectors.joining(" or "));
        return debtor
                + " cannot pay "
                + component.inWords(needed)
                + ": it was given "
                + limit
                + " and has spent "
                + spent
                + (limit - spent >= needed ? "; what is left is with its tasks." : ".")
                + (helpers.isEmpty() ? "" : " It can be recharged by " + helpers + ".");
    }
}
