package dev.stint.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.stint.actor.Actor;
import dev.stint.actor.ActorRef;
import dev.stint.budget.Bill;
import dev.stint.budget.Budget;
import dev.stint.budget.Component;
import dev.stint.budget.Recharger;
import dev.stint.capability.CapSpawn;
import dev.stint.capability.Issuer;
import dev.stint.channel.Channel;
import dev.stint.channel.Overflow;
import dev.stint.guard.Guard;
import dev.stint.guard.GuardReading;
import dev.stint.nursery.CancelReason;
import dev.stint.nursery.NurseryResult;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every error says who, what was tried, what forbids it and what to do. */
class StintExceptionTest {
    private static final String WHO = "task 7 'parse'";
    private static final Issuer ACME = new Issuer("acme", () -> 0);

    /** An error as it really comes about, and the words that it must have, in their order. */
    record Sample(StintException error, List<String> words) {
        Sample(StintException error, String... words) {
            this(error, List.of(words));
        }

        @Override
        public String toString() {
            return error.getClass().getSimpleName();
        }
    }

    static Stream<Sample> all() {
        return Stream.concat(budgets(), Stream.concat(capabilities(), others()));
    }

    private static Stream<Sample> budgets() {
        return Stream.of(
                unpaid(Component.OPS, "withBudget", "withOnExhaustion"),
                unpaid(Component.MEMORY, "more memory", "allocate less"),
                unpaid(Component.SPAWNS, "more spawns", "withBudget", "recharge"),
                unpaid(Component.CHANNEL_OPS, "more channelOps", "withBudget"),
                unpaid(Component.SYSCALLS, "more syscalls", "withBudget"));
    }

    private static Sample unpaid(Component component, String... toDo) {
        var bill = new Bill(WHO, 7, component, 100, 98, 5, Set.of(Recharger.PARENT_NURSERY));
        Stream<String> said =
                Stream.of(
                        WHO,
                        "cannot pay 5 " + component.inWords(),
                        "was given 100",
                        "has spent 98",
                        "recharged by the opener of its nursery");
        return new Sample(
                BudgetExhaustedException.of(bill), Stream.concat(said, Stream.of(toDo)).toList());
    }

    private static Stream<Sample> capabilities() {
        CapSpawn once = ACME.spawn().atMostEver(1);
        once.use(ACME, Budget.ZERO, WHO, "start a task");
        CapSpawn small = ACME.spawn().withBudgetAtMost(Budget.UNLIMITED.withMemory(10));
        CapSpawn late = ACME.spawn().expiringIn(Duration.ZERO);
        CapSpawn revoked = ACME.spawn();
        ACME.revoke(revoked);
        CapSpawn foreign = new Issuer("evil", () -> 0).spawn();
        String tried = "cannot start a task";
        return Stream.of(
                refused(once, WHO, tried, "of acme", "0 spawns left", "needs 1", "Ask for"),
                refused(small, WHO, tried, "with 24 bytes", "allows 10 bytes", "withBudget"),
                refused(late, WHO, tried, "of acme", "is up", "Ask for a new one"),
                refused(revoked, WHO, tried, "of acme", "was revoked", "Ask for a new one"),
                refused(foreign, WHO, tried, "of evil", "not a right of acme", "Use one that"));
    }

    private static Sample refused(CapSpawn right, String... words) {
        Budget allowance = Budget.ZERO.withMemory(24);
        return new Sample(
                catchThrowableOfType(
                        CapabilityRefusedException.class,
                        () -> right.use(ACME, allowance, WHO, "start a task")),
                words);
    }

    private static Stream<Sample> others() {
        var boom = new IOException("boom");
        var page = "nursery 3 'page'";
        var late =
                new NurseryResult.Cancelled(
                        page, CancelReason.DEADLINE, "its deadline of PT1S has passed");
        return Stream.of(
                ended(),
                closed(),
                full(),
                guarded(),
                new Sample(
                        catchThrowableOfType(NurseryDeadlineExceededException.class, late::orThrow),
                        page,
                        "ended early",
                        "its deadline of PT1S has passed",
                        "withDeadline"),
                new Sample(new NurseryNotActiveException(page + " is closing.", boom), page),
                new Sample(
                        new PolicyRefusedException(
                                "thread 'main' cannot open tenant 'x': policy 'p' version 3 forbids"
                                        + " it: the rule for '*' admits none."),
                        "thread 'main'",
                        "open tenant 'x'",
                        "forbids it",
                        "rule"),
                new Sample(
                        new StackOverflowException(WHO, new StackOverflowError()),
                        WHO,
                        "ran out of stack",
                        "recursed deeper",
                        "Recurse less deep"),
                new Sample(
                        new SupervisorFailedException(
                                "supervisor 'web'", "db", 3, Duration.ofSeconds(5), boom),
                        "supervisor 'web'",
                        "cannot restart child 'db'",
                        "failed with",
                        "boom",
                        "restart 4 within PT5S",
                        "3 are allowed",
                        "withIntensity"),
                new Sample(new TaskFailedException(WHO, boom), WHO, "failed", "boom"),
                new Sample(
                        new WorkerPanicException("worker 2", new OutOfMemoryError("heap")),
                        "worker 2",
                        "OutOfMemoryError: heap",
                        "in scheduler code",
                        "restarted",
                        "no task is lost",
                        "report it"));
    }

    private static Sample ended() {
        ActorRef<String> bank =
                Actor.<String>supervised(a -> a.withName("bank"), self -> order -> {}).ref();
        bank.stop();
        return new Sample(
                catchThrowableOfType(ActorEndedException.class, () -> bank.tell("pay")),
                "thread '",
                "cannot tell actor 'bank' anything",
                "was stopped",
                "start another one",
                "supervised");
    }

    private static Sample closed() {
        Channel<Integer> pages = Channel.<Integer>rendezvous().named("pages");
        pages.close();
        return new Sample(
                catchThrowableOfType(ChannelClosedException.class, () -> pages.send(1)),
                "thread '",
                "cannot send to",
                "'pages'",
                "was closed",
                "sendOrClosed");
    }

    private static Sample guarded() {
        var reading = new GuardReading(Guard.FILES, 256, 0, 256);
        return new Sample(
                new GuardExceededException("tenant 'mallory'", "task 7", "open a file", reading),
                "task 7",
                "cannot open a file",
                "tenant 'mallory'",
                "256",
                "Limits.withFiles");
    }

    private static Sample full() {
        Channel<Integer> pages = Channel.<Integer>buffered(1, Overflow.FAIL).named("pages");
        return new Sample(
                catchThrowableOfType(
                        ChannelFullException.class,
                        () -> {
                            pages.send(1);
                            pages.send(2);
                        }),
                "thread '",
                "cannot send to",
                "'pages'",
                "buffer of 1 is full",
                "trySend",
                "Overflow");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("all")
    void message_everyError_saysWhoWhatWhyAndWhatToDo(Sample sample) {
        assertThat(sample.error.getMessage())
                .containsSubsequence(sample.words)
                .endsWith(sample.error instanceof TaskFailedException ? "boom" : ".")
                .doesNotContain("null", "Budget[", String.valueOf(Budget.MOST));
    }

    /** A new error of the family needs a sample here. */
    @Test
    void family_everyMember_isFinalAndHasASample() {
        Set<Class<?>> members = new HashSet<>();
        collect(StintException.class, members);

        assertThat(members).allMatch(type -> Modifier.isFinal(type.getModifiers()));
        assertThat(all().<Class<?>>map(sample -> sample.error.getClass())).containsAll(members);
    }

    private static void collect(Class<?> type, Set<Class<?>> members) {
        if (!type.isSealed()) {
            members.add(type);
            return;
        }
        for (Class<?> sub : type.getPermittedSubclasses()) {
            collect(sub, members);
        }
    }
}
