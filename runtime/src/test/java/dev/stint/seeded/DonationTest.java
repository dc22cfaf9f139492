package dev.stint.seeded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.actor.Actor;
import dev.stint.actor.ActorRef;
import dev.stint.actor.Endpoint;
import dev.stint.actor.Reply;
import dev.stint.channel.Channel;
import dev.stint.context.SchedulingContext;
import dev.stint.error.ActorEndedException;
import dev.stint.error.TaskFailedException;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.Policy;
import dev.stint.task.Action;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** [EVOLUTION:stage-4] [EVOLUTION:gate-contexts] A caller lends its context to who serves it. */
@Timeout(60)
class DonationTest extends ContextRuns {
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    record Job(long operations, Reply<Integer> reply) {}

    /** Works, answers, and works on for as long. */
    private static ActorRef<Job> worker(Nursery nursery) {
        return Actor.spawn(
                nursery,
                a -> a.withName("worker"),
                self ->
                        job -> {
                            work(job.operations());
                            job.reply().send(1);
                            work(job.operations());
                        });
    }

    /** Works, sleeps for a millisecond with the call in hand, and works on. */
    private static ActorRef<Job> sleeper(Nursery nursery) {
        return Actor.spawn(
                nursery,
                a -> a.withName("sleeper"),
                self ->
                        job -> {
                            work(50_000);
                            Stint.sleep(Duration.ofMillis(1));
                            work(job.operations());
                            job.reply().send(1);
                        });
    }

    private static Task<?> on(SchedulingContext context, Nursery nursery, Action body) {
        Task<?> task = nursery.spawn(body);
        context.bind(task);
        return task;
    }

    private static void ensureNothingIsLeft(SchedulingContext context) {
        var seen = context.snapshot();
        assertThat(seen.lent()).isZero();
        assertThat(seen.tasks()).isZero();
        assertThat(seen.waiting()).isZero();
    }

    // ---- lent and returned

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void endpointDonation_ofAnAsk_paysUntilTheAnswerAndNotLonger(int workers) throws Exception {
        try (var scheduler = open(1, workers)) {
            var context = context(scheduler, 1_000_000);
            var actor = worker(scheduler.root());
            on(
                            context,
                            scheduler.root(),
                            () -> actor.<Integer>ask(r -> new Job(50_000, r), PATIENCE))
                    .await();
            actor.stop();
            actor.awaitEnd();

            assertThat(context.snapshot().operationsUsed())
                    .isBetween(50_000L, 50_000 + 10 * STEP + 2 * INTERVAL);
            ensureNothingIsLeft(context);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void endpointDonation_ofACall_paysUntilTheAnswerAndNotLonger(int workers) throws Exception {
        try (var scheduler = open(1, workers)) {
            var context = context(scheduler, 1_000_000);
            var endpoint = Endpoint.<Long, Integer>open("work");
            Task<?> server =
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        endpoint.serve(DonationTest::served);
                                        work(50_000);
                                    });
            on(context, scheduler.root(), () -> endpoint.call(50_000L, PATIENCE)).await();
            server.await();

            assertThat(context.snapshot().operationsUsed())
                    .isBetween(50_000L, 50_000 + 10 * STEP + 2 * INTERVAL);
            ensureNothingIsLeft(context);
        }
    }

    private static int served(long operations) throws InterruptedException {
        work(operations);
        return 1;
    }

    @Test
    void served_onTheContextOfTheCaller_comesBeforeAllOthers() throws Exception {
        var order = new ArrayList<String>();
        try (var scheduler = open(2, 1)) {
            var context = context(scheduler, 1_000_000);
            var actor = worker(scheduler.root());
            scheduler.run(
                    () ->
                            actor.<Integer>ask(
                                    r -> new Job(0, r), PATIENCE)); // it waits for messages
            var hogs = new ArrayList<Task<?>>();
            for (int i = 0; i < 4; i++) {
                hogs.add(scheduler.root().spawn(() -> noted(order, "hog", 100_000)));
            }
            on(
                            context,
                            scheduler.root(),
                            () -> {
                                actor.<Integer>ask(r -> new Job(50_000, r), PATIENCE);
                                order.add("answer");
                            })
                    .await();
            for (Task<?> hog : hogs) {
                hog.await();
            }
            actor.stop();
        }
        assertThat(order).startsWith("answer");
    }

    private static void noted(List<String> order, String what, long operations)
            throws InterruptedException {
        work(operations);
        order.add(what);
    }

    @Test
    void callers_withTwoContexts_payForTheirOwnCallsOnly() throws Exception {
        try (var scheduler = open(3, 2)) {
            var one = context(scheduler, 1_000_000);
            var other = context(scheduler, 1_000_000);
            var endpoint = Endpoint.<Long, Integer>open("work");
            Task<?> server =
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        while (endpoint.serve(DonationTest::served)) {
                                            Stint.checkpoint(1);
                                        }
                                    });
            Task<?> first = on(one, scheduler.root(), () -> calls(endpoint, 10_000, 10));
            Task<?> second = on(other, scheduler.root(), () -> calls(endpoint, 40_000, 10));
            Task<?> without = scheduler.root().spawn(() -> calls(endpoint, 80_000, 10));
            first.await();
            second.await();
            without.await();
            endpoint.close();
            server.await();

            long slack = 10 * (10 * STEP + 2 * INTERVAL);
            assertThat(one.snapshot().operationsUsed()).isBetween(90_000L, 100_000 + slack);
            assertThat(other.snapshot().operationsUsed()).isBetween(390_000L, 400_000 + slack);
            ensureNothingIsLeft(one);
            ensureNothingIsLeft(other);
        }
    }

    private static void calls(Endpoint<Long, Integer> endpoint, long operations, int times)
            throws Exception {
        for (int i = 0; i < times; i++) {
            endpoint.call(operations, PATIENCE);
        }
    }

    @Test
    void endpoint_withAContext_servesOnItWhoHasNone() throws Exception {
        try (var scheduler = open(3, 1)) {
            var context = context(scheduler, 1_000_000);
            var endpoint = Endpoint.<Long, Integer>open("work", context);
            Task<?> server = scheduler.root().spawn(() -> endpoint.serve(DonationTest::served));
            scheduler.run(() -> endpoint.call(50_000L, PATIENCE));
            server.await();

            assertThat(context.snapshot().operationsUsed()).isGreaterThanOrEqualTo(50_000);
            ensureNothingIsLeft(context);
        }
    }

    // ---- ends

    @Test
    void timeout_ofTheCaller_returnsTheContext() throws Exception {
        try (var scheduler = open(4, 1)) {
            var context = context(scheduler, 1_000_000);
            var bell = Channel.<Integer>rendezvous();
            var actor =
                    Actor.<Job>spawn(
                            scheduler.root(),
                            a -> a,
                            self ->
                                    job -> {
                                        bell.receive();
                                        work(job.operations());
                                    });
            var seen = new ArrayList<Integer>();
            on(
                            context,
                            scheduler.root(),
                            () -> {
                                assertThatThrownBy(
                                                () ->
                                                        actor.<Integer>ask(
                                                                r -> new Job(50_000, r),
                                                                Duration.ofMillis(1)))
                                        .isInstanceOf(TimeoutException.class);
                                seen.add(context.snapshot().lent());
                                bell.send(1);
                            })
                    .await();
            actor.stop();
            actor.awaitEnd();

            assertThat(seen).containsExactly(0);
            assertThat(context.snapshot().operationsUsed()).isLessThan(20_000);
            ensureNothingIsLeft(context);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void cancel_ofTheCaller_returnsTheContextAtOnce(long seed) throws Exception {
        try (var scheduler = open(seed, 2)) {
            var context = context(scheduler, 10_000_000, c -> c.withTime(Duration.ofMillis(7)));
            var actor = sleeper(scheduler.root());
            Task<?> caller =
                    on(
                            context,
                            scheduler.root(),
                            () -> actor.<Integer>ask(r -> new Job(200_000, r), PATIENCE));
            scheduler.run(
                    () -> {
                        Stint.sleep(Duration.ofNanos(500_000));
                        assertThat(context.snapshot().lent()).isEqualTo(1);
                        caller.cancel();
                        assertThat(context.snapshot().lent()).isZero();
                    });
            caller.awaitOutcome();
            actor.stop();
            actor.awaitEnd();

            assertThat(context.snapshot().operationsUsed()).isLessThan(100_000);
            ensureNothingIsLeft(context);
        }
    }

    @Test
    void death_ofTheServer_returnsTheContext() throws Exception {
        try (var scheduler = open(5, 2);
                var nursery = scheduler.nursery(n -> n.withPolicy(Policy.runAll()))) {
            var context = context(scheduler, 1_000_000);
            var endpoint = Endpoint.<Long, Integer>open("work");
            nursery.spawn(
                    () ->
                            endpoint.serve(
                                    operations -> {
                                        work(operations);
                                        throw new IllegalStateException("no");
                                    }));
            on(
                            context,
                            scheduler.root(),
                            () ->
                                    assertThatThrownBy(() -> endpoint.call(5_000L, PATIENCE))
                                            .isInstanceOf(TaskFailedException.class))
                    .await();
            ensureNothingIsLeft(context);
            assertThatThrownBy(nursery::close).isInstanceOf(Exception.class);
        }
    }

    @Test
    void depletion_whileLent_letsTheServerGoOnByItself() throws Exception {
        try (var scheduler = open(6, 1)) {
            var context = context(scheduler, 20_000);
            var actor = worker(scheduler.root());
            var until = new AtomicLong(-1);
            Task<?> caller =
                    on(
                            context,
                            scheduler.root(),
                            () -> {
                                actor.<Integer>ask(r -> new Job(100_000, r), PATIENCE);
                                until.set(Stint.nanoTime());
                            });
            caller.await();
            actor.stop();
            actor.awaitEnd();

            // The caller waits for its next period; the actor has not.
            assertThat(until.get()).isEqualTo(PERIOD);
            assertThat(context.snapshot().depletions()).isEqualTo(1);
            assertThat(context.snapshot().operationsUsed()).isLessThan(30_000);
            ensureNothingIsLeft(context);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void staleCapRevocation_whileLent_letsBothGoOn(boolean closes) throws Exception {
        try (var scheduler = open(7, 2)) {
            var context = context(scheduler, 10_000_000, c -> c.withTime(Duration.ofMillis(7)));
            var actor = sleeper(scheduler.root());
            Task<?> caller =
                    on(
                            context,
                            scheduler.root(),
                            () -> actor.<Integer>ask(r -> new Job(200_000, r), PATIENCE));
            scheduler.run(
                    () -> {
                        Stint.sleep(Duration.ofNanos(500_000));
                        assertThat(context.snapshot().lent()).isEqualTo(1);
                        if (closes) {
                            context.close();
                        } else {
                            context.unbind(caller);
                        }
                        assertThat(context.snapshot().lent()).isZero();
                    });
            caller.await();
            actor.stop();
            actor.awaitEnd();

            assertThat(context.snapshot().operationsUsed()).isLessThan(100_000);
            ensureNothingIsLeft(context);
        }
    }

    // ---- the server's own

    @Test
    void server_withAContextOfItsOwn_isBackOnItAfterTheAnswer() throws Exception {
        try (var scheduler = open(8, 1)) {
            var context = context(scheduler, 1_000_000);
            var own = context(scheduler, 1_000_000);
            var endpoint = Endpoint.<Long, Integer>open("work");
            Task<?> server =
                    on(
                            own,
                            scheduler.root(),
                            () -> {
                                endpoint.serve(DonationTest::served);
                                work(50_000);
                            });
            on(context, scheduler.root(), () -> endpoint.call(50_000L, PATIENCE)).await();
            server.await();

            assertThat(context.snapshot().operationsUsed()).isBetween(50_000L, 70_000L);
            assertThat(own.snapshot().operationsUsed()).isBetween(48_000L, 70_000L);
            ensureNothingIsLeft(context);
            ensureNothingIsLeft(own);
        }
    }

    @Test
    void server_thatIsBoundWhileItServes_beginsThatAfterwards() throws Exception {
        try (var scheduler = open(9, 1)) {
            var context = context(scheduler, 1_000_000);
            var own = context(scheduler, 1_000_000);
            var left = context(scheduler, 1_000_000);
            var endpoint = Endpoint.<Long, Integer>open("work");
            var servers = new ArrayList<Task<?>>();
            servers.add(
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        endpoint.serve(
                                                operations -> {
                                                    left.bind(servers.getFirst());
                                                    left.unbind(servers.getFirst());
                                                    own.bind(servers.getFirst());
                                                    work(operations);
                                                    return 1;
                                                });
                                        work(50_000);
                                    }));
            on(context, scheduler.root(), () -> endpoint.call(50_000L, PATIENCE)).await();
            servers.getFirst().await();

            assertThat(context.snapshot().operationsUsed()).isBetween(50_000L, 70_000L);
            assertThat(own.snapshot().operationsUsed()).isBetween(48_000L, 70_000L);
            assertThat(left.snapshot().operationsUsed()).isZero();
            ensureNothingIsLeft(context);
            ensureNothingIsLeft(own);
        }
    }

    // ---- chains

    /** Each endpoint calls the next; the last one works. */
    private static List<Endpoint<Long, Integer>> chain(
            Scheduler scheduler, int length, Task<?>[] servers) {
        var endpoints = new ArrayList<Endpoint<Long, Integer>>();
        for (int i = 0; i < length; i++) {
            endpoints.add(Endpoint.open("link " + i));
        }
        for (int i = 0; i < length; i++) {
            int link = i;
            servers[i] =
                    scheduler
                            .root()
                            .spawn(
                                    () ->
                                            endpoints
                                                    .get(link)
                                                    .serve(
                                                            operations ->
                                                                    link + 1 < length
                                                                            ? endpoints
                                                                                    .get(link + 1)
                                                                                    .call(
                                                                                            operations,
                                                                                            PATIENCE)
                                                                            : served(operations)));
        }
        return endpoints;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 16, 17, 24})
    void chain_ofCalls_isPaidByTheFirstUpToItsBound(int length) throws Exception {
        try (var scheduler = open(10, 1)) {
            var context = context(scheduler, 10_000_000, c -> c.withTime(Duration.ofMillis(7)));
            var servers = new Task<?>[length];
            var endpoints = chain(scheduler, length, servers);
            on(context, scheduler.root(), () -> endpoints.getFirst().call(500_000L, PATIENCE))
                    .await();
            for (Task<?> server : servers) {
                server.await();
            }

            long used = context.snapshot().operationsUsed();
            if (length <= 16) {
                assertThat(used).isGreaterThanOrEqualTo(500_000);
            } else {
                assertThat(used).isLessThan(200_000);
            }
            ensureNothingIsLeft(context);
        }
    }

    @Test
    void timeout_ofTheFirst_returnsWhatTheOthersHaveLentOn() throws Exception {
        try (var scheduler = open(11, 1)) {
            var context = context(scheduler, 1_000_000);
            var bell = Channel.<Integer>rendezvous();
            var outer = Endpoint.<Long, Integer>open("outer");
            var inner = Endpoint.<Long, Integer>open("inner");
            Task<?> last =
                    scheduler
                            .root()
                            .spawn(
                                    () ->
                                            inner.serve(
                                                    operations -> {
                                                        bell.receive();
                                                        return served(operations);
                                                    }));
            Task<?> middle =
                    scheduler
                            .root()
                            .spawn(() -> outer.serve(request -> inner.call(request, PATIENCE)));
            var lent = new ArrayList<Integer>();
            on(
                            context,
                            scheduler.root(),
                            () -> {
                                Task<?> watcher =
                                        scheduler
                                                .root()
                                                .spawn(
                                                        () -> {
                                                            Stint.sleep(Duration.ofNanos(1_000));
                                                            lent.add(context.snapshot().lent());
                                                        });
                                assertThatThrownBy(() -> outer.call(50_000L, Duration.ofMillis(1)))
                                        .isInstanceOf(TimeoutException.class);
                                lent.add(context.snapshot().lent());
                                watcher.await();
                                bell.send(1);
                            })
                    .await();
            middle.await();
            last.await();

            assertThat(lent).containsExactly(2, 0);
            assertThat(context.snapshot().operationsUsed()).isLessThan(30_000);
            ensureNothingIsLeft(context);
        }
    }

    record Question(int depth, Reply<Integer> reply) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void cycle_ofAsks_endsByItsTimeoutsAndLeavesNothingLent(long seed) throws Exception {
        try (var scheduler = open(seed, 2)) {
            var context = context(scheduler, 1_000_000);
            var actors = new ArrayList<ActorRef<Question>>();
            for (int i = 0; i < 2; i++) {
                int other = 1 - i;
                actors.add(
                        Actor.spawn(
                                scheduler.root(),
                                a -> a,
                                self ->
                                        question -> {
                                            int answer = question.depth();
                                            try {
                                                answer =
                                                        answer == 6
                                                                ? 6
                                                                : actors.get(other)
                                                                        .ask(
                                                                                r ->
                                                                                        new Question(
                                                                                                question
                                                                                                                .depth()
                                                                                                        + 1,
                                                                                                r),
                                                                                Duration.ofMillis(
                                                                                        1));
                                            } catch (TimeoutException | ActorEndedException e) {
                                                assertThat(context.snapshot().lent())
                                                        .isLessThanOrEqualTo(2);
                                            }
                                            question.reply().send(answer);
                                        }));
            }
            on(
                            context,
                            scheduler.root(),
                            () -> actors.get(0).<Integer>ask(r -> new Question(0, r), PATIENCE))
                    .await();
            actors.forEach(ActorRef::stop);
            actors.getFirst().awaitEnd();
            actors.getLast().awaitEnd();
            ensureNothingIsLeft(context);
        }
    }
}
