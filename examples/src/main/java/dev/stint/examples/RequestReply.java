package dev.stint.examples;

import dev.stint.Scheduler;
import dev.stint.actor.Actor;
import dev.stint.actor.ActorRef;
import dev.stint.actor.Behaviour;
import dev.stint.actor.Mailbox;
import dev.stint.actor.Reply;
import dev.stint.config.Profile;
import dev.stint.error.TaskFailedException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/** An actor that keeps accounts, answers questions, and is started again when it fails. */
public final class RequestReply {
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private RequestReply() {}

    // tag::actor
    sealed interface Order {
        record Deposit(String account, int amount) implements Order {}

        record Balance(String account, Reply<Integer> reply) implements Order {}
    }

    /** Its state is its own: no lock, and a fresh one at each start. */
    static final class Bank implements Behaviour<Order> {
        private final Map<String, Integer> accounts = new HashMap<>();

        @Override
        public void receive(Order order) throws InterruptedException {
            switch (order) {
                case Order.Deposit(var account, var amount) ->
                        accounts.merge(account, amount, Integer::sum);
                case Order.Balance(var account, var reply) -> reply.send(find(account));
            }
        }

        private int find(String account) {
            return Optional.ofNullable(accounts.get(account)).orElseThrow();
        }
    }

    // end::actor

    public static void main(String[] args) throws InterruptedException, TimeoutException {
        // tag::supervise
        var bank =
                Actor.<Order>supervised(
                        a -> a.withName("bank").withMailbox(Mailbox.of(100)), self -> new Bank());
        try (var scheduler =
                        Scheduler.open(
                                c -> c.withProfile(Profile.CLUSTER).withWorkers(2).withSeed(7));
                var service = scheduler.supervise(s -> s.withChild(bank.child()))) {
            use(bank.ref());
            System.out.println("restarts: " + service.children().getFirst().restarts());
            bank.ref().stop();
            bank.ref().awaitEnd();
            System.out.println(bank.ref().snapshot().handled() + " handled");
            for (var letter : bank.ref().deadLetters()) {
                System.out.println("not handled: " + letter.message().getClass().getSimpleName());
            }
        }
        // end::supervise
    }

    // tag::use
    static void use(ActorRef<Order> bank) throws InterruptedException, TimeoutException {
        bank.tell(new Order.Deposit("ann", 40));
        bank.tell(new Order.Deposit("ann", 2));
        int balance = bank.ask(reply -> new Order.Balance("ann", reply), PATIENCE);
        System.out.println("ann has " + balance);
        try {
            bank.<Integer>ask(reply -> new Order.Balance("bob", reply), PATIENCE);
        } catch (TaskFailedException e) { // there is no bob
            System.out.println(e.getMessage());
        }
        bank.tell(new Order.Deposit("ann", 7)); // the same address, a new state
        balance = bank.ask(reply -> new Order.Balance("ann", reply), PATIENCE);
        System.out.println("ann has " + balance);
    }

    // end::use
}
